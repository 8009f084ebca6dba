package org.isolde.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.history.format.Json;
import org.isolde.report.TextLayout;
import org.isolde.run.Ability;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Target;

/** {@code isolde databases}: what can be tested, how it is named, and what its levels claim. */
final class DatabasesCommand extends Command {
    private static final String INDENT = "    ";
    private static final String HANGING = INDENT + "    ";
    private List<String> names = new ArrayList<>();
    private boolean json;

    @Override
    String[] description() {
        return new String[] {
            "Lists the databases that Isolde can test: how to name them, their isolation levels and what each claims.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde databases                  all of them",
            "  isolde databases postgres         one",
            "",
            "Exit codes: 0 listed, 2 bad call."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.arguments("NAME", 0, texts -> names = texts, "Only these.");
        syntax.flag("--json", () -> json = true, "One JSON object a line for each database.");
        syntax.standard();
    }

    @Override
    int call() {
        List<String> unknown = new ArrayList<>(names);
        for (Database database : Databases.all()) {
            if (names.isEmpty() || names.contains(database.name())) {
                unknown.remove(database.name());
                if (json) {
                    System.out.println(Json.of(json(database)));
                } else {
                    print(database);
                }
            }
        }
        if (!unknown.isEmpty()) {
            throw new Main.CallException("'" + unknown.get(0) + "' is no database that Isolde knows; known are "
                    + String.join(
                            ", ", Databases.all().stream().map(Database::name).toList()));
        }
        return Main.SATISFIED;
    }

    private static void print(Database database) {
        String name = database.name();
        String title = TextLayout.wrap(
                name + "  " + database.summary() + (database.verified() ? "" : " (not verified on a live server)"),
                "",
                INDENT);
        System.out.println(Terminal.bold(name) + title.substring(name.length()));
        Target target = Target.parse(name, Map.of());
        for (Isolation isolation : database.isolations(target)) {
            String note = isolation.note().isEmpty() ? "" : "; " + isolation.note();
            String label = String.format(Locale.ROOT, "%s%-18s", INDENT, isolation.name());
            String claim = "claims " + isolation.claims().text() + " ("
                    + isolation.claims().title() + ")" + note;
            System.out.println(TextLayout.wrap(claim, label, " ".repeat(label.length())));
        }
        if (database.versions() != null) {
            System.out.println(Terminal.faint(TextLayout.wrap("versions: " + database.versions(), INDENT, HANGING)));
        }
        for (String option : database.options()) {
            System.out.println(Terminal.faint(TextLayout.wrap("--db-option " + option, INDENT, HANGING)));
        }
    }

    private static Map<String, Object> json(Database database) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", database.name());
        object.put("summary", database.summary());
        object.put("verified", database.verified());
        object.put("abilities", database.abilities().stream().map(Ability::text).toList());
        Map<String, Object> isolations = new LinkedHashMap<>();
        for (Isolation isolation : database.isolations(Target.parse(database.name(), Map.of()))) {
            isolations.put(isolation.name(), isolation.claims().text());
        }
        object.put("isolations", isolations);
        object.put("versions", database.versions());
        object.put("options", database.options());
        return object;
    }
}
