package org.isolde.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.report.TextLayout;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.run.scenario.Scenario;
import org.isolde.run.scenario.ScenarioExecution;

/** Prints what {@code isolde scenarios} saw: as a table with a legend at the end, or as JSON, a level when it is done. */
abstract class ScenarioReport {
    /** @return whether something happened that the level claims to forbid */
    final boolean level(Isolation isolation, List<ScenarioExecution> executions) {
        print(isolation, executions);
        return executions.stream().anyMatch(execution -> contradicts(isolation, execution));
    }

    abstract void print(Isolation isolation, List<ScenarioExecution> executions);

    /** A level that could not be played. */
    abstract void failed(Isolation isolation, String reason);

    abstract void end();

    static boolean contradicts(Isolation isolation, ScenarioExecution execution) {
        return execution.outcome().isAllowed() && execution.scenario().isForbiddenBy(isolation.claims());
    }

    static String forbidding(Scenario scenario) {
        return scenario.forbiddenBy().stream().sorted().map(Level::text).collect(Collectors.joining(" or "));
    }

    static ScenarioReport text(Target target, String version, List<Scenario> scenarios, boolean verbose) {
        return new Text(target, version, scenarios, verbose);
    }

    static ScenarioReport json(Target target, String version) {
        return new JsonLines(target, version);
    }

    private static final class Text extends ScenarioReport {
        private static final String GAP = "  ";

        private final List<Scenario> scenarios;
        private final boolean verbose;
        private final int margin;

        /** The levels that are done, each with a mark for every scenario. */
        private final Map<Isolation, List<String>> columns = new LinkedHashMap<>();

        /** What is said below the table. */
        private final List<String> remarks = new ArrayList<>();

        private final List<String> steps = new ArrayList<>();

        Text(Target target, String version, List<Scenario> scenarios, boolean verbose) {
            this.scenarios = scenarios;
            this.verbose = verbose;
            this.margin = scenarios.stream()
                    .mapToInt(scenario -> name(scenario).length())
                    .max()
                    .orElse(0);
            System.out.println(TextLayout.visible(target.shown() + ": " + version));
        }

        /** In plain words, and as on the command line. */
        private static String name(Scenario scenario) {
            return scenario.title() + " (" + scenario.id() + ")";
        }

        @Override
        void print(Isolation isolation, List<ScenarioExecution> executions) {
            List<String> marks = new ArrayList<>();
            for (ScenarioExecution execution : executions) {
                boolean contradicts = contradicts(isolation, execution);
                marks.add(contradicts ? "X" : execution.outcome().isAllowed() ? "x" : ".");
                if (contradicts) {
                    remarks.add(isolation.name() + " claims "
                            + isolation.claims().text() + ", but a "
                            + name(execution.scenario()) + " happened, which "
                            + forbidding(execution.scenario()) + " forbids: "
                            + execution.scenario().because() + ".");
                }
                if (verbose) {
                    steps.add(isolation.name() + ", " + name(execution.scenario()) + ": " + execution.explain()
                            + System.lineSeparator() + ScenarioSteps.sideBySide(execution));
                }
            }
            if (!isolation.note().isEmpty()) {
                remarks.add(isolation.name() + ": " + isolation.note() + ".");
            }
            columns.put(isolation, marks);
        }

        @Override
        void failed(Isolation isolation, String reason) {
            columns.put(isolation, scenarios.stream().map(scenario -> "?").toList());
            Terminal.error(isolation.name() + " could not be played: " + reason);
        }

        @Override
        void end() {
            heads();
            for (int i = 0; i < scenarios.size(); i++) {
                StringBuilder row = new StringBuilder(pad(name(scenarios.get(i)), margin));
                for (Map.Entry<Isolation, List<String>> column : columns.entrySet()) {
                    String mark = column.getValue().get(i);
                    row.append(GAP).append(mark.equals("X") ? Terminal.red(mark) : mark);
                    row.append(" ".repeat(width(column.getKey()) - 1));
                }
                System.out.println(row.toString().stripTrailing());
            }
            boolean contradicted = columns.values().stream().anyMatch(marks -> marks.contains("X"));
            System.out.println();
            System.out.println("x it happened   . it was prevented"
                    + (contradicted ? "   X it happened, and the level claims to forbid it" : ""));
            System.out.println("In parentheses: the level that is claimed; 'isolde levels' explains them.");
            for (String remark : remarks) {
                System.out.println(TextLayout.wrap(remark, "  "));
            }
            System.out.println();
            for (Scenario scenario : scenarios) {
                System.out.println(TextLayout.wrap(
                        name(scenario) + ": " + scenario.means() + " Forbidden by " + forbidding(scenario) + ".",
                        "  ",
                        "    "));
            }
            for (String each : steps) {
                System.out.println();
                System.out.print(each);
            }
        }

        /** The words of a level's name, and what it claims. */
        private static List<String> head(Isolation isolation) {
            List<String> words = new ArrayList<>(List.of(isolation.name().split("-")));
            words.add("(" + isolation.claims().text() + ")");
            return words;
        }

        private static int width(Isolation isolation) {
            return head(isolation).stream().mapToInt(String::length).max().orElse(0);
        }

        /** The names of the levels above their columns, a word a line. */
        private void heads() {
            int most = columns.keySet().stream()
                    .mapToInt(isolation -> head(isolation).size())
                    .max()
                    .orElse(0);
            for (int place = 0; place < most; place++) {
                StringBuilder line = new StringBuilder(" ".repeat(margin));
                for (Isolation isolation : columns.keySet()) {
                    List<String> words = head(isolation);
                    int index = place - (most - words.size());
                    line.append(GAP).append(pad(index < 0 ? "" : words.get(index), width(isolation)));
                }
                System.out.println(Terminal.bold(line.toString().stripTrailing()));
            }
        }

        private static String pad(String text, int width) {
            return text + " ".repeat(Math.max(0, width - text.length()));
        }
    }

    private static final class JsonLines extends ScenarioReport {
        private final Target target;
        private final String version;

        JsonLines(Target target, String version) {
            this.target = target;
            this.version = version;
        }

        private Map<String, Object> start(Isolation isolation) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("database", target.shown());
            line.put("version", version);
            line.put("isolation", isolation.name());
            line.put("claims", isolation.claims().text());
            return line;
        }

        @Override
        void print(Isolation isolation, List<ScenarioExecution> executions) {
            List<Object> scenarios = new ArrayList<>();
            for (ScenarioExecution execution : executions) {
                Map<String, Object> scenario = new LinkedHashMap<>();
                scenario.put("id", execution.scenario().id());
                scenario.put("outcome", execution.outcome().isAllowed() ? "allowed" : "prevented");
                if (!execution.outcome().isAllowed()) {
                    String name = execution.outcome().name().toLowerCase(Locale.ROOT);
                    scenario.put("by", name.substring(name.lastIndexOf('_') + 1));
                }
                Map<String, Object> errors = new LinkedHashMap<>();
                execution.failures().keySet().stream()
                        .sorted()
                        .forEach(session -> errors.put(
                                session, execution.failures().get(session).state()));
                if (!errors.isEmpty()) {
                    scenario.put("errors", errors);
                }
                scenario.put("contradicts", contradicts(isolation, execution));
                scenarios.add(scenario);
            }
            Map<String, Object> line = start(isolation);
            line.put("scenarios", scenarios);
            System.out.println(Json.of(line));
        }

        @Override
        void failed(Isolation isolation, String reason) {
            Map<String, Object> line = start(isolation);
            line.put("error", reason);
            System.out.println(Json.of(line));
        }

        @Override
        void end() {}
    }
}
