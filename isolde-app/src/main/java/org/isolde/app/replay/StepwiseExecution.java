package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.run.certificate.Certification;
import org.isolde.run.scenario.StepEvent;

/**
 * What came of executing a schedule step by step. Steps are numbered from 1 in its order.
 *
 * @param lines what happened, in the order in which steps were sent or left out
 * @param history what its transactions saw
 * @param certificate what came of the certificate of an execution on rows; else null
 */
public record StepwiseExecution(
        Schedule schedule, List<Line> lines, History history, Certification.Outcome certificate) {
    public StepwiseExecution {
        lines = List.copyOf(lines);
    }

    /** How a step ended. */
    public enum End {
        ANSWERED,
        /** It was not sent, because its transaction had failed before, or its session was lost. */
        SKIPPED,
        /** It would have waited for ever. */
        CANCELLED
    }

    /**
     * One step.
     *
     * @param number its place in the order
     * @param reply what it was answered; null unless it was
     * @param waitedUntil the step during which it was answered, if it had to wait (its own number if the database ended
     *     the wait by itself); else 0
     */
    public record Line(int number, Step step, End end, Reply reply, int waitedUntil) {}

    static StepwiseExecution of(Schedule schedule, List<StepEvent<Step, Reply>> events, Stage.Seen seen) {
        Map<Step, Integer> numbers = new HashMap<>();
        for (Step step : schedule.order()) {
            numbers.put(step, numbers.size() + 1);
        }
        List<Line> lines = new ArrayList<>();
        Map<Step, Integer> sentAs = new HashMap<>();
        Set<Step> waited = new HashSet<>();
        int lastSent = 0;
        for (StepEvent<Step, Reply> event : events) {
            Step step = event.step();
            int number = numbers.get(step);
            switch (event.kind()) {
                case SENT -> {
                    lastSent = number;
                    sentAs.put(step, lines.size());
                    // every step that is sent is answered or cancelled in the end, and gets its line then
                    lines.add(null);
                }
                case WAITS -> waited.add(step);
                case ANSWERED -> {
                    int until = waited.contains(step) ? lastSent : 0;
                    lines.set(sentAs.get(step), new Line(number, step, End.ANSWERED, event.answer(), until));
                }
                case SKIPPED -> lines.add(new Line(number, step, End.SKIPPED, null, 0));
                case CANCELLED -> lines.set(sentAs.get(step), new Line(number, step, End.CANCELLED, null, 0));
            }
        }
        return new StepwiseExecution(schedule, lines, seen.history(), seen.certificate());
    }
}
