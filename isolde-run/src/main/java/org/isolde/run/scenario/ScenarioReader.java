package org.isolde.run.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Level;
import org.isolde.run.scenario.Scenario.Step;

/**
 * Reads scenarios from text: fields as {@code name: value}, continued by indented lines; {@code scenario:} begins a new
 * one, and behind {@code steps:} every indented line is a step. Lines with # are comments.
 */
final class ScenarioReader {
    private static final String RESOURCE = "scenarios.txt";
    private static final Set<String> FIELDS =
            Set.of("scenario", "column", "title", "means", "forbidden-by", "because", "steps", "happened");

    /** The fields of the scenario at hand; lines of a field are kept apart by line feeds. */
    private final Map<String, String> fields = new LinkedHashMap<>();

    private final List<Scenario> scenarios = new ArrayList<>();
    private final String source;
    private int begin;

    private ScenarioReader(String source) {
        this.source = source;
    }

    static List<Scenario> builtIn() {
        try (InputStream in = ScenarioReader.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("this build of Isolde lacks the resource " + RESOURCE);
            }
            return read(RESOURCE, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalArgumentException naming the source, the line and what is wrong */
    static List<Scenario> read(String source, String text) {
        ScenarioReader reader = new ScenarioReader(source);
        int number = 0;
        String field = null;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0))) {
                if (field == null) {
                    throw reader.bad(number, "an indented line continues a field, but there is none before it");
                }
                reader.fields.merge(field, line.strip(), (before, more) -> before + "\n" + more);
                continue;
            }
            int colon = line.indexOf(':');
            field = colon < 0 ? line : line.substring(0, colon);
            if (colon < 0 || !FIELDS.contains(field)) {
                throw reader.bad(number, "'" + line + "' is no field; a line begins with one of " + FIELDS);
            }
            if (field.equals("scenario")) {
                reader.finish();
                reader.begin = number;
            }
            if (reader.fields.putIfAbsent(field, line.substring(colon + 1).strip()) != null) {
                throw reader.bad(number, "the field '" + field + "' stands twice");
            }
        }
        reader.finish();
        return List.copyOf(reader.scenarios);
    }

    private void finish() {
        if (fields.isEmpty()) {
            return;
        }
        for (String field : FIELDS) {
            if (fields.getOrDefault(field, "").isEmpty()) {
                throw bad(begin, "the scenario lacks the field '" + field + "'");
            }
        }
        try {
            Scenario scenario = new Scenario(
                    fields.get("scenario"),
                    fields.get("column"),
                    words("title"),
                    words("means"),
                    Level.parse(words("forbidden-by").replace(' ', ',')),
                    words("because"),
                    steps(),
                    ConditionParser.parse(words("happened")));
            verify(scenario);
            scenarios.add(scenario);
        } catch (IllegalArgumentException e) {
            throw bad(begin, e.getMessage());
        }
        fields.clear();
    }

    private String words(String field) {
        return fields.get(field).replace('\n', ' ');
    }

    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (String line : fields.get("steps").strip().split("\n")) {
            String[] parts = line.split("\\s+", 3);
            if (parts.length < 3) {
                throw new IllegalArgumentException(
                        "the step '" + line + "' needs a session, a label or a dot, and a statement");
            }
            steps.add(new Step(parts[0], parts[1].equals(".") ? "" : parts[1], parts[2]));
        }
        return steps;
    }

    private void verify(Scenario scenario) {
        for (Scenario other : scenarios) {
            if (other.id().equalsIgnoreCase(scenario.id()) || other.column().equalsIgnoreCase(scenario.column())) {
                throw new IllegalArgumentException("there is another scenario of that name or column");
            }
        }
        Set<String> labels = new HashSet<>();
        Set<String> ended = new HashSet<>();
        for (Step step : scenario.steps()) {
            if (!step.label().isEmpty() && !labels.add(step.label())) {
                throw new IllegalArgumentException("the label '" + step.label() + "' stands twice");
            }
            if (ended.contains(step.session())) {
                throw new IllegalArgumentException("session " + step.session() + " goes on after its end");
            }
            if (step.isEnd()) {
                ended.add(step.session());
            }
        }
        Set<String> sessions = new HashSet<>(scenario.sessions());
        sessions.remove(Scenario.AFTER);
        for (String session : sessions) {
            if (!ended.contains(session)) {
                throw new IllegalArgumentException("session " + session + " lacks a commit or rollback at its end");
            }
        }
        verify(scenario.happened(), labels, sessions);
    }

    private static void verify(Condition condition, Set<String> labels, Set<String> sessions) {
        if (condition instanceof Condition.Committed committed) {
            known(committed.session(), sessions, "session");
        } else if (condition instanceof Condition.Is is) {
            known(is.label(), labels, "label");
        } else if (condition instanceof Condition.Has has) {
            known(has.label(), labels, "label");
        } else if (condition instanceof Condition.Not not) {
            verify(not.part(), labels, sessions);
        } else if (condition instanceof Condition.All all) {
            all.parts().forEach(part -> verify(part, labels, sessions));
        } else if (condition instanceof Condition.Any any) {
            any.parts().forEach(part -> verify(part, labels, sessions));
        }
    }

    private static void known(String name, Set<String> names, String what) {
        if (!names.contains(name)) {
            throw new IllegalArgumentException(
                    "the condition speaks of a " + what + " '" + name + "' that is not there");
        }
    }

    private IllegalArgumentException bad(int line, String problem) {
        return new IllegalArgumentException(source + ", line " + line + ": " + problem);
    }
}
