package org.isolde.run.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.scenario.Scenario.Step;

/** One play of a scenario: what was sent and answered, in order, and what that means. */
public final class Play implements Stage.Script<Step, Answer> {
    private final Scenario scenario;
    private final List<Event> events = new ArrayList<>();
    /** By identity: a scenario may have the same step twice. */
    private final Map<Step, Answer> answers = new IdentityHashMap<>();

    private final Map<String, Answer> failures = new HashMap<>();
    private boolean waited;
    private boolean stuck;

    Play(Scenario scenario) {
        this.scenario = scenario;
    }

    /** Something that happened: a step was sent ({@code answer} null, not waiting), waits, or was answered. */
    public record Event(Step step, boolean waits, Answer answer) {}

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

    @Override
    public String session(Step step) {
        return step.session();
    }

    /** After an error the session has rolled back, and nothing more is sent. */
    @Override
    public boolean skips(Step step) {
        return failures.containsKey(step.session());
    }

    @Override
    public void sent(Step step) {
        events.add(new Event(step, false, null));
    }

    @Override
    public void waits(Step step) {
        waited = true;
        events.add(new Event(step, true, null));
    }

    @Override
    public void answered(Step step, Answer answer) {
        events.add(new Event(step, false, answer));
        answers.put(step, answer);
        if (answer.kind() == Answer.Kind.ERROR) {
            failures.putIfAbsent(step.session(), answer);
        }
        stuck |= answer.kind() == Answer.Kind.CANCELLED;
    }

    @Override
    public void skipped(Step step) {
        answered(step, Answer.skipped());
    }

    @Override
    public void cancelled(Step step) {
        answered(step, Answer.cancelled());
    }

    @Override
    public boolean releases(Step step, Answer answer) {
        return step.isEnd() || answer.kind() == Answer.Kind.ERROR;
    }

    public Scenario scenario() {
        return scenario;
    }

    public List<Event> events() {
        return List.copyOf(events);
    }

    public Outcome outcome() {
        if (stuck) {
            return Outcome.PREVENTED_BY_BLOCKING;
        }
        if (scenario.happened().holds(this)) {
            return Outcome.ALLOWED;
        }
        if (!failures.isEmpty()) {
            return Outcome.PREVENTED_BY_ERROR;
        }
        return waited ? Outcome.PREVENTED_BY_WAITING : Outcome.PREVENTED_BY_VALUES;
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
