package org.isolde.sql.execute;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.scenario.StepEvent;

/**
 * What happened when units of several sessions were executed. A unit is a list of steps that are sent one right behind the other; one with
 * an error is the last of them.
 */
public final class Execution {
    private final Map<Step, Reply> replies = new IdentityHashMap<>();
    private final Map<Step, Integer> sent = new IdentityHashMap<>();
    private final Map<Step, Integer> answered = new IdentityHashMap<>();
    private int waits;
    private boolean stuck;

    public Execution(List<StepEvent<List<Step>, List<Reply>>> events) {
        for (int i = 0; i < events.size(); i++) {
            StepEvent<List<Step>, List<Reply>> event = events.get(i);
            switch (event.kind()) {
                case SENT -> sent.put(event.step().get(0), i);
                case ANSWERED -> answered(event, i);
                case WAITS -> waits++;
                case CANCELLED -> stuck = true;
                default -> {}
            }
        }
    }

    private void answered(StepEvent<List<Step>, List<Reply>> event, int position) {
        int begin = sent.get(event.step().get(0));
        for (int i = 0; i < event.answer().size(); i++) {
            Step step = event.step().get(i);
            sent.put(step, begin);
            answered.put(step, position);
            replies.put(step, event.answer().get(i));
        }
    }

    /** All answers, in no order. */
    public Collection<Map.Entry<Step, Reply>> replies() {
        return replies.entrySet();
    }

    /** The answer to a step; null if it was not sent, or never answered. */
    public Reply reply(Step step) {
        return replies.get(step);
    }

    /** When the unit of a step was sent, counted in events; -1 if it was not, or not so far. */
    public int sent(Step step) {
        return sent.getOrDefault(step, -1);
    }

    /** When the unit of a step was answered, counted in events; -1 if it was not. */
    public int answered(Step step) {
        return answered.getOrDefault(step, -1);
    }

    /** How often something waited. */
    public int waits() {
        return waits;
    }

    /** Whether something waited for ever, and was cancelled. */
    public boolean isStuck() {
        return stuck;
    }

    /** Whether a unit did not wait, so that nothing else happened between its steps. */
    public boolean isUndivided(List<Step> unit) {
        Step first = unit.get(0);
        return answered(first) < 0 || answered(first) == sent(first) + 1;
    }
}
