package org.isolde.run.scenario;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.scenario.Scenario.Step;

/** One execution of a scenario: what was sent and answered, in order, and what that means. */
public final class ScenarioExecution {
    private final Scenario scenario;
    private final List<StepEvent<Step, Answer>> events;
    /** By identity: a scenario may have the same step twice. */
    private final Map<Step, Answer> answers = new IdentityHashMap<>();

    private final Map<String, Answer> failures = new HashMap<>();

    ScenarioExecution(Scenario scenario, List<StepEvent<Step, Answer>> events) {
        this.scenario = scenario;
        this.events = List.copyOf(events);
        for (StepEvent<Step, Answer> event : events) {
            if (event.kind() == StepEvent.Kind.ANSWERED) {
                answers.put(event.step(), event.answer());
                if (event.answer().kind() == Answer.Kind.ERROR) {
                    failures.putIfAbsent(event.step().session(), event.answer());
                }
            }
        }
    }

    /** How it came out. */
    public enum Outcome {
        /** The anomaly happened. */
        ALLOWED,
        /** Everybody got on without waiting, and the values were right. */
        PREVENTED_BY_VALUES,
        /** Somebody had to wait, and then the values were right. */
        PREVENTED_BY_WAITING,
        /** The database refused a step. */
        PREVENTED_BY_ERROR,
        /** Sessions waited for each other until Isolde cancelled them. */
        PREVENTED_BY_BLOCKING;

        public boolean isAllowed() {
            return this == ALLOWED;
        }
    }

    public Scenario scenario() {
        return scenario;
    }

    public List<StepEvent<Step, Answer>> events() {
        return events;
    }

    private boolean has(StepEvent.Kind kind) {
        return events.stream().anyMatch(event -> event.kind() == kind);
    }

    public Outcome outcome() {
        if (has(StepEvent.Kind.CANCELLED)) {
            return Outcome.PREVENTED_BY_BLOCKING;
        }
        if (scenario.happened().holds(this)) {
            return Outcome.ALLOWED;
        }
        if (!failures.isEmpty()) {
            return Outcome.PREVENTED_BY_ERROR;
        }
        return has(StepEvent.Kind.WAITS) ? Outcome.PREVENTED_BY_WAITING : Outcome.PREVENTED_BY_VALUES;
    }

    /** The first error of each session that had one. */
    public Map<String, Answer> failures() {
        return Map.copyOf(failures);
    }

    /** The outcome in words. */
    public String explain() {
        return switch (outcome()) {
            case ALLOWED -> "allowed: it happened";
            case PREVENTED_BY_VALUES -> "prevented: the values are right";
            case PREVENTED_BY_WAITING -> "prevented: by waiting";
            case PREVENTED_BY_BLOCKING -> "prevented: the sessions blocked each other for good";
            case PREVENTED_BY_ERROR -> {
                String session = failures.keySet().stream().sorted().findFirst().orElseThrow();
                yield "prevented: error " + failures.get(session).state() + " in " + session;
            }
        };
    }

    boolean committed(String session) {
        for (Step step : scenario.steps()) {
            if (step.session().equals(session) && step.isCommit()) {
                Answer answer = answers.get(step);
                return answer != null && answer.kind() == Answer.Kind.DONE && !failures.containsKey(session);
            }
        }
        return false;
    }

    /** What a step returned, sorted; null if it failed. */
    List<Row> rows(String label) {
        for (Step step : scenario.steps()) {
            if (step.label().equals(label)) {
                Answer answer = answers.get(step);
                return answer == null ? null : answer.rows();
            }
        }
        return null;
    }
}
