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
import org.isolde.run.scenario.Play;
import org.isolde.run.scenario.Scenario;

/** Prints what {@code isolde scenarios} saw: as a table with a legend, or as JSON. A level is printed when it is done. */
abstract class ScenarioReport {
    /** @return whether something happened that the level claims to forbid */
    final boolean level(Isolation isolation, List<Play> plays) {
        print(isolation, plays);
        return plays.stream().anyMatch(play -> contradicts(isolation, play));
    }

    abstract void print(Isolation isolation, List<Play> plays);

    /** A level that could not be played. */
    abstract void failed(Isolation isolation, String reason);

    abstract void end();

    static boolean contradicts(Isolation isolation, Play play) {
        return play.outcome().isAllowed() && play.scenario().isForbiddenBy(isolation.claims());
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
        void print(Isolation isolation, List<Play> plays) {
            StringBuilder row = new StringBuilder(pad(label(isolation), margin));
            for (Play play : plays) {
                boolean contradicts = contradicts(isolation, play);
                String mark = contradicts ? "X" : play.outcome().isAllowed() ? "x" : ".";
                String cell = pad(mark, play.scenario().column().length());
                row.append(GAP).append(contradicts ? Terminal.red(cell) : cell);
                if (contradicts) {
                    contradicted = true;
                    remarks.add(isolation.name() + " claims "
                            + isolation.claims().text() + ", but "
                            + play.scenario().id() + " (" + play.scenario().title() + ") happened, which "
                            + forbidding(play.scenario()) + " forbids: "
                            + play.scenario().because() + ".");
                }
                if (verbose) {
                    steps.add(isolation.name() + ", " + play.scenario().id() + " ("
                            + play.scenario().title() + "): " + play.explain() + System.lineSeparator()
                            + ScenarioSteps.sideBySide(play));
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
            for (String play : steps) {
                System.out.println();
                System.out.print(play);
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
        void print(Isolation isolation, List<Play> plays) {
            List<Object> scenarios = new ArrayList<>();
            for (Play play : plays) {
                Map<String, Object> scenario = new LinkedHashMap<>();
                scenario.put("id", play.scenario().id());
                scenario.put("outcome", play.outcome().isAllowed() ? "allowed" : "prevented");
                if (!play.outcome().isAllowed()) {
                    String name = play.outcome().name().toLowerCase(Locale.ROOT);
                    scenario.put("by", name.substring(name.lastIndexOf('_') + 1));
                }
                Map<String, Object> errors = new LinkedHashMap<>();
                play.failures().keySet().stream()
                        .sorted()
                        .forEach(session ->
                                errors.put(session, play.failures().get(session).state()));
                if (!errors.isEmpty()) {
                    scenario.put("errors", errors);
                }
                scenario.put("contradicts", contradicts(isolation, play));
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
