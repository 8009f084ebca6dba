package org.isolde.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.isolde.history.Spelling;

/** The kinds of databases that are known: those of Isolde, and whatever {@link Plugins} adds. */
public final class Databases {
    private Databases() {}

    /** All of them, by name. */
    public static List<Database> all() {
        List<Database> found = Plugins.of(Database.class);
        found.sort(Comparator.comparing(Database::name));
        return found;
    }

    /** The kind that a target names, or whose URL it is. */
    public static Database of(Target target) throws DatabaseException {
        for (Database database : all()) {
            boolean byUrl = target.name().equals(Target.JDBC);
            if (byUrl
                    ? database.acceptsUrl(target.url())
                    : database.name().equals(target.name())
                            || database.aliases().contains(target.name())) {
                return database;
            }
        }
        if (target.name().equals(Target.JDBC)) {
            throw new DatabaseException("no kind of database that Isolde knows takes the URL " + target.shown()
                    + "; say which it is like by --dialect, as in --dialect standard, and give its --driver");
        }
        List<String> names = new ArrayList<>();
        all().forEach(database -> {
            names.add(database.name());
            names.addAll(database.aliases());
        });
        String question = Spelling.question(target.name(), names);
        throw new DatabaseException("'" + target.name() + "' is no database that Isolde knows"
                + (question.isEmpty() ? "; known are " : question + " Known are ")
                + String.join(", ", all().stream().map(Database::name).toList()) + ", and JDBC URLs");
    }

    /** Refuses an option that nobody reads, which is a typing error; databases that take any judge for themselves. */
    public static void checkOptions(Database database, Target target) throws DatabaseException {
        List<String> known = database.options().stream()
                .map(option -> option.substring(0, Math.max(0, option.indexOf('='))))
                .toList();
        for (String option : target.options().keySet()) {
            if (!known.contains("NAME") && !known.contains(option)) {
                throw new DatabaseException("'" + option + "' is no option of " + database.name() + "; "
                        + (known.isEmpty() ? "it has none" : "it has " + String.join(", ", known)));
            }
        }
    }

    /** Those whose transactions tell timestamps, each with its isolation levels that do: "etcd (snapshot, serializable)". */
    public static List<String> withTimestamps() {
        List<String> all = new ArrayList<>();
        for (Database database : all()) {
            List<String> isolations = isolationsWithTimestamps(database);
            if (!isolations.isEmpty()) {
                all.add(database.name() + " (" + String.join(", ", isolations) + ")");
            }
        }
        return all;
    }

    /** Whether some isolation level of a database has transactions that tell timestamps. */
    public static boolean hasTimestamps(Database database) {
        return !isolationsWithTimestamps(database).isEmpty();
    }

    private static List<String> isolationsWithTimestamps(Database database) {
        Target target = new Target(database.name(), null, null, Map.of());
        return database.isolations(target).stream()
                .filter(isolation -> database.hasTimestamps(target, isolation))
                .map(Isolation::name)
                .toList();
    }

    /** The isolation of a database by its name, in any of the usual spellings. */
    public static Isolation isolation(Database database, Target target, String name) throws DatabaseException {
        String wanted = name.strip().toLowerCase(java.util.Locale.ROOT).replaceAll("[ _]+", "-");
        List<String> known = new ArrayList<>();
        for (Isolation isolation : database.isolations(target)) {
            if (isolation.name().equals(wanted)) {
                return isolation;
            }
            known.add(isolation.name());
        }
        String question = Spelling.question(wanted, known);
        throw new DatabaseException("'" + name + "' is no isolation level of " + database.name()
                + (question.isEmpty() ? "; it has " : question + " It has ") + String.join(", ", known));
    }
}
