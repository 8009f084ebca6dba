package org.isolde.cli;

import java.util.ArrayList;
import java.util.Collection;
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

/** Prints what {@code isolde scenarios} saw: as a table with a legend, or as JSON. A level is printed when it is done. */
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

    static ScenarioReport text(
            Target target, String version, List<Scenario> scenarios, Collection<Isolation> levels, boolean verbose) {
        return new Text(target, version, scenarios, levels, verbose);
    }

    static ScenarioReport json(Target target, String version) {
        return new JsonLines(target, version);
    }

    private static final class Text extends ScenarioReport {
        private static final String GAP = " ";

        private final List<Scenario> scenarios;
        private final boolean verbose;
        private final int margin;

        /** What is said below the table. */
        private final List<String> remarks = new ArrayList<>();

        private final List<String> steps = new ArrayList<>();
        private boolean contradicted;

        Text(Target target, String version, List<Scenario> scenarios, Collection<Isolation> levels, boolean verbose) {
            this.scenarios = scenarios;
            this.verbose = verbose;
            this.margin = levels.stream()
                            .mapToInt(level -> label(level).length())
                            .max()
                            .orElse(0)
                    + 1;
            System.out.println(TextLayout.visible(target.shown() + ": " + version));
            StringBuilder head = new StringBuilder(" ".repeat(margin));
            scenarios.forEach(scenario -> head.append(GAP).append(scenario.column()));
            System.out.println(Terminal.bold(head.toString()));
        }

        private static String label(Isolation isolation) {
            return isolation.name() + " (" + isolation.claims().text() + ")";
        }

        @Override
        void print(Isolation isolation, List<ScenarioExecution> executions) {
            StringBuilder row = new StringBuilder(pad(label(isolation), margin));
            for (ScenarioExecution execution : executions) {
                boolean contradicts = contradicts(isolation, execution);
                String mark = contradicts ? "X" : execution.outcome().isAllowed() ? "x" : ".";
                String cell = pad(mark, execution.scenario().column().length());
                row.append(GAP).append(contradicts ? Terminal.red(cell) : cell);
                if (contradicts) {
                    contradicted = true;
                    remarks.add(isolation.name() + " claims "
                            + isolation.claims().text() + ", but "
                            + execution.scenario().id() + " ("
                            + execution.scenario().title() + ") happened, which "
                            + forbidding(execution.scenario()) + " forbids: "
                            + execution.scenario().because() + ".");
                }
                if (verbose) {
                    steps.add(isolation.name() + ", " + execution.scenario().id() + " ("
                            + execution.scenario().title() + "): " + execution.explain() + System.lineSeparator()
                            + ScenarioSteps.sideBySide(execution));
                }
            }
            if (!isolation.note().isEmpty()) {
                remarks.add(isolation.name() + ": " + isolation.note() + ".");
            }
            System.out.println(row.toString().stripTrailing());
        }

        @Override
        void failed(Isolation isolation, String reason) {
            StringBuilder row = new StringBuilder(pad(label(isolation), margin));
            scenarios.forEach(scenario ->
                    row.append(GAP).append(pad("?", scenario.column().length())));
            System.out.println(row.toString().stripTrailing());
            Terminal.error(isolation.name() + " could not be played: " + reason);
        }

        @Override
        void end() {
            System.out.println();
            System.out.println("x it happened   "
                    + (contradicted ? "X it happened, and the level claims to forbid it   " : "")
                    + ". it was prevented");
            System.out.println("In parentheses: the level that is claimed; 'isolde levels' explains them.");
            for (String remark : remarks) {
                System.out.println(TextLayout.wrap(remark, "  "));
            }
            System.out.println();
            int width =
                    scenarios.stream().mapToInt(s -> s.column().length()).max().orElse(0);
            for (Scenario scenario : scenarios) {
                String text = (scenario.id().equals(scenario.column()) ? "" : scenario.id() + ", ") + scenario.title()
                        + ": " + scenario.means() + " Forbidden by " + forbidding(scenario) + ".";
                String indent = " ".repeat(width + 4);
                System.out.println("  " + pad(scenario.column(), width + 2)
                        + TextLayout.wrap(text, indent).stripLeading());
            }
            for (String each : steps) {
                System.out.println();
                System.out.print(each);
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
