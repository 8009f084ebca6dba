package org.isolde.sql.execute;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.scenario.StepEvent;
import org.isolde.run.scenario.StepEvent.Kind;

/** What happened when steps of several sessions were executed. */
public final class Execution {
    private final List<StepEvent<Step, Reply>> events;
    private final Map<Step, Reply> replies = new IdentityHashMap<>();
    private final Map<Step, Integer> sent = new IdentityHashMap<>();
    private final Map<Step, Integer> answered = new IdentityHashMap<>();
    private final boolean stuck;

    public Execution(List<StepEvent<Step, Reply>> events) {
        this.events = List.copyOf(events);
        boolean cancelled = false;
        for (int i = 0; i < events.size(); i++) {
            StepEvent<Step, Reply> event = events.get(i);
            switch (event.kind()) {
                case SENT -> sent.put(event.step(), i);
                case ANSWERED -> {
                    answered.put(event.step(), i);
                    replies.put(event.step(), event.answer());
                }
                case CANCELLED -> cancelled = true;
                default -> {}
            }
        }
        this.stuck = cancelled;
    }

    public List<StepEvent<Step, Reply>> events() {
        return events;
    }

    /** The answer to a step; null if it was not sent, or never answered. */
    public Reply reply(Step step) {
        return replies.get(step);
    }

    /** When a step was sent, counted in events; -1 if it was not. */
    public int sent(Step step) {
        return sent.getOrDefault(step, -1);
    }

    /** When a step was answered, counted in events; -1 if it was not. */
    public int answered(Step step) {
        return answered.getOrDefault(step, -1);
    }

    /** Whether something waited for ever, and was cancelled. */
    public boolean isStuck() {
        return stuck;
    }

    /** Whether nothing else happened between the first of these steps and the last, and none of them waited. */
    public boolean isUndivided(List<Step> steps) {
        int first = sent(steps.get(0));
        if (first < 0) {
            return true;
        }
        int last = first;
        for (Step step : steps) {
            last = Math.max(last, Math.max(sent(step), answered(step)));
        }
        for (int i = first; i <= last; i++) {
            StepEvent<Step, Reply> event = events.get(i);
            if (event.kind() == Kind.WAITS
                    || event.step().transaction() != steps.get(0).transaction()) {
                return false;
            }
        }
        return true;
    }
}
