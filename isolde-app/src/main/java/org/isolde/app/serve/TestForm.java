package org.isolde.app.serve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.PlanException;
import org.isolde.app.TestOptions;
import org.isolde.history.Level;
import org.isolde.http.HttpProblem;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.Target;
import org.isolde.run.option.Option;
import org.isolde.run.option.Options;
import org.isolde.run.record.JsonTree;
import org.isolde.run.workload.Workload;
import org.isolde.run.workload.WorkloadOptions;
import org.isolde.run.workload.Workloads;
import org.isolde.sql.job.FuzzOptions;

/**
 * The form that starts a test, or fuzzing: what there is to choose from, and the plan of what was chosen.
 *
 * <p>Invariant: the password goes into the plan's access and nowhere else.
 */
final class TestForm {
    private static final Set<String> FIELDS =
            Set.of("kind", "db", "dialect", "user", "password", "databaseOptions", "options");

    private TestForm() {}

    /** What there is to choose from. */
    static Map<String, Object> choices() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("databases", Databases.all().stream().map(TestForm::database).toList());
        json.put("workloads", Workloads.all().stream().map(TestForm::workload).toList());
        json.put("levels", Arrays.stream(Level.values()).map(TestForm::level).toList());
        json.put("options", fields(TestOptions.all()));
        json.put("fuzzOptions", fields(FuzzOptions.all()));
        return json;
    }

    private static List<Map<String, Object>> fields(List<Option<?>> options) {
        return options.stream()
                .filter(option -> option.field() != null)
                .map(TestForm::option)
                .toList();
    }

    private static Map<String, Object> database(Database database) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", database.name());
        json.put("summary", database.summary());
        json.put("verified", database.verified());
        json.put("versions", database.versions());
        json.put("options", database.options());
        json.put("abilities", database.abilities().stream().map(Ability::text).toList());
        json.put(
                "without",
                TestOptions.all().stream()
                        .filter(option -> !option.availability().includes(database))
                        .map(Option::name)
                        .toList());
        List<Object> isolations = new ArrayList<>();
        Target target = Target.parse(database.name(), Map.of());
        for (Isolation isolation : database.isolations(target)) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("name", isolation.name());
            each.put("claims", isolation.claims().text());
            each.put("title", isolation.claims().title());
            each.put("note", isolation.note());
            isolations.add(each);
        }
        json.put("isolations", isolations);
        json.put("defaultIsolation", database.defaultIsolation(target).name());
        return json;
    }

    /** A field: what it is called and what may be in it. */
    private static Map<String, Object> option(Option<?> option) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", option.name());
        json.put("section", option.field().section().text());
        json.put("title", option.field().title());
        json.put("hint", option.field().hint());
        json.put("input", option.type().input().text());
        json.put("choices", option.type().choices());
        json.put("least", option.type().least());
        json.put("default", option.defaultText().replace("`", ""));
        return json;
    }

    private static Map<String, Object> workload(Workload workload) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", workload.name());
        json.put("summary", workload.summary());
        json.put("needs", workload.needs().stream().map(Ability::text).toList());
        Map<String, Object> defaults = new LinkedHashMap<>();
        WorkloadOptions.all().stream()
                .filter(option -> option != WorkloadOptions.SEED)
                .forEach(option ->
                        defaults.put(option.name(), workload.defaults().text(option)));
        json.put("defaults", defaults);
        return json;
    }

    private static Map<String, Object> level(Level level) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", level.text());
        json.put("title", level.title());
        json.put("meaning", level.meaning());
        return json;
    }

    /**
     * Plans what was sent.
     *
     * @param id the number of what is to be started
     * @param runs where its run folder is to be
     */
    static StartedRun plan(Map<String, Object> body, int id, Path runs) throws HttpProblem {
        for (String field : body.keySet()) {
            if (!FIELDS.contains(field)) {
                throw new HttpProblem(
                        400,
                        "'" + field + "' is no part of a test; there are "
                                + String.join(", ", FIELDS.stream().sorted().toList()));
            }
        }
        String user = given(body.get("user"));
        String password = given(body.get("password"));
        String dialect = given(body.get("dialect"));
        String db = given(body.get("db"));
        Map<String, String> options = texts(body.get("options"));
        Target target = Target.parse(db == null ? "h2" : db, texts(body.get("databaseOptions")));
        if (dialect != null) {
            if (target.url() == null) {
                throw new HttpProblem(400, "The dialect is for JDBC URLs; " + target.shown() + " is known by its name");
            }
            target = target.withDialect(dialect);
        }
        StartedRun started = started(given(body.get("kind")), id);
        Access access = new Access(user, password, null, started::opening);
        try {
            // whoever may run tests may not therefore run anything else as this user
            Database database = Databases.of(target);
            Databases.checkOptions(database, target);
            database.harmless().require(target);
            started.plan(target, access, options, runs, command(started, target, dialect, user, options, runs));
            return started;
        } catch (PlanException | DatabaseException | IllegalArgumentException e) {
            throw new HttpProblem(400, Redaction.of(target, access).text(e.getMessage()));
        }
    }

    private static StartedRun started(String kind, int id) throws HttpProblem {
        return switch (kind == null ? "test" : kind) {
            case "test" -> new StartedTest(id);
            case "fuzz" -> new StartedFuzz(id);
            default -> throw new HttpProblem(400, "'" + kind + "' is no kind of run; there are test and fuzz");
        };
    }

    /** The same on the command line, without secrets. */
    private static List<String> command(
            StartedRun started, Target target, String dialect, String user, Map<String, String> options, Path runs) {
        List<String> command = new ArrayList<>(List.of("isolde", started.kind(), "--db", target.shown()));
        target.options().forEach((name, value) -> {
            command.add("--db-option");
            command.add(name + "=" + Redaction.option(name, value));
        });
        if (dialect != null) {
            command.addAll(List.of("--dialect", dialect));
        }
        if (user != null) {
            command.addAll(List.of("--user", user));
        }
        command.addAll(Options.parse(started.options(), options).arguments(started.options()));
        if (!runs.equals(Path.of("isolde-runs"))) {
            command.addAll(List.of("--out", runs.toString()));
        }
        return command;
    }

    /** A text that is not empty, else null. */
    private static String given(Object value) {
        String text = JsonTree.text(value);
        return text == null || text.isEmpty() ? null : text;
    }

    /** Names and what was given under them; what was left empty is not given. */
    private static Map<String, String> texts(Object value) {
        Map<String, String> texts = new LinkedHashMap<>();
        JsonTree.map(value).forEach((name, each) -> {
            String text = given(each);
            if (text != null && !Boolean.FALSE.equals(each)) {
                texts.put(name, text.strip());
            }
        });
        return texts;
    }
}
