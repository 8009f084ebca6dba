package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.replay.Excerpt.Transaction;

/**
 * A schedule that a person can follow, with what each step is answered.
 *
 * @param answers in a replay, in words; empty if there was none, and the answers are those that were recorded
 */
record AnsweredSchedule(Schedule schedule, Map<Step, String> answers) {
    static AnsweredSchedule recorded(Excerpt excerpt) {
        return new AnsweredSchedule(Interleaving.of(excerpt), Map.of());
    }

    /**
     * As it was executed: what was not sent is left out, and a transaction that failed is rolled back right behind the step
     * that failed.
     */
    static AnsweredSchedule executed(StepwiseExecution execution) {
        Excerpt excerpt = execution.schedule().excerpt();
        Map<Integer, Integer> failedAt = new HashMap<>();
        for (StepwiseExecution.Line line : execution.lines()) {
            boolean failed = line.end() == StepwiseExecution.End.CANCELLED
                    || line.reply() != null && line.reply().kind() != Reply.Kind.DONE;
            if (failed && excerpt.operation(line.step()) != null) {
                failedAt.put(line.step().transaction(), line.step().operation());
            }
        }
        List<Transaction> shortened = new ArrayList<>();
        for (int t = 0; t < excerpt.transactions().size(); t++) {
            Transaction each = excerpt.transactions().get(t);
            Integer last = failedAt.get(t);
            shortened.add(
                    last == null
                            ? each
                            : new Transaction(
                                    each.name(),
                                    each.client(),
                                    each.operations().subList(0, last + 1),
                                    false,
                                    each.begin(),
                                    each.end()));
        }
        List<Step> order = order(execution, failedAt);
        Map<Step, String> answers = new HashMap<>();
        order.forEach(step -> answers.put(step, "done"));
        for (StepwiseExecution.Line line : execution.lines()) {
            if (line.end() != StepwiseExecution.End.SKIPPED) {
                Step until = line.waitedUntil() > 0 ? step(execution, line.waitedUntil()) : null;
                answers.put(line.step(), answer(line, until == null ? 0 : order.indexOf(until) + 1));
            }
        }
        Excerpt told = excerpt.with(shortened);
        return new AnsweredSchedule(new Schedule(told, order), answers);
    }

    private static Step step(StepwiseExecution execution, int number) {
        return execution.schedule().order().get(number - 1);
    }

    private static List<Step> order(StepwiseExecution execution, Map<Integer, Integer> failedAt) {
        List<Step> order = new ArrayList<>();
        for (StepwiseExecution.Line line : execution.lines()) {
            if (line.end() != StepwiseExecution.End.SKIPPED) {
                order.add(line.step());
            }
        }
        for (StepwiseExecution.Line line : execution.lines()) {
            Integer last = failedAt.get(line.step().transaction());
            if (last != null && last == line.step().operation()) {
                // one that waited fails only during a later step
                Step failing = line.waitedUntil() > 0 ? step(execution, line.waitedUntil()) : line.step();
                order.add(order.indexOf(failing) + 1, new Step(line.step().transaction(), last + 1));
            }
        }
        return order;
    }

    /** @param until the step of the order during which it was answered, if it had to wait; else 0 */
    private static String answer(StepwiseExecution.Line line, int until) {
        if (line.end() == StepwiseExecution.End.CANCELLED) {
            return "waits for ever";
        }
        boolean alone = line.waitedUntil() == line.number();
        return (until > 0 ? "waits " + (alone ? "for a while" : "until step " + until) + ", then " : "")
                + switch (line.reply().kind()) {
                    case DONE ->
                        line.reply().text().isEmpty() ? "done" : line.reply().text();
                    case ABORTED -> "fails: " + line.reply().text();
                    case LOST -> "the connection is lost: " + line.reply().text();
                };
    }

    /** What a step is answered, and in which run it was. */
    String answer(Step step) {
        if (answers.containsKey(step)) {
            return "answered: " + answers.get(step);
        }
        Excerpt excerpt = schedule.excerpt();
        Operation op = excerpt.operation(step);
        if (op == null) {
            return "recorded: "
                    + (excerpt.transactions().get(step.transaction()).commits() ? "committed" : "rolled back");
        }
        return "recorded: " + (op.answer().isEmpty() ? "done" : op.answer());
    }
}
