package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.replay.Script.Transaction;

/**
 * A play as a script that a person can follow: what was not sent is left out, and a transaction that failed is rolled back
 * right behind the step that failed.
 *
 * @param answers what each step was answered, in words
 */
record AsPlayed(Script script, List<Step> order, Map<Step, String> answers) {
    static AsPlayed of(StepPlay play) {
        Script script = play.script();
        Map<Integer, Integer> failedAt = new HashMap<>();
        for (StepPlay.Line line : play.lines()) {
            boolean failed = line.end() == StepPlay.End.CANCELLED
                    || line.reply() != null && line.reply().kind() != Reply.Kind.DONE;
            if (failed && script.operation(line.step()) != null) {
                failedAt.put(line.step().transaction(), line.step().operation());
            }
        }
        List<Transaction> shortened = new ArrayList<>();
        for (int t = 0; t < script.transactions().size(); t++) {
            Transaction each = script.transactions().get(t);
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
        List<Step> order = order(play, failedAt);
        Map<Step, String> answers = new HashMap<>();
        order.forEach(step -> answers.put(step, "done"));
        for (StepPlay.Line line : play.lines()) {
            if (line.end() != StepPlay.End.SKIPPED) {
                Step until = line.waitedUntil() > 0 ? play.order().get(line.waitedUntil() - 1) : null;
                answers.put(line.step(), answer(line, until == null ? 0 : order.indexOf(until) + 1));
            }
        }
        Script told = new Script(script.clients(), shortened, script.preparation(), script.timed(), script.lists());
        return new AsPlayed(told, order, answers);
    }

    private static List<Step> order(StepPlay play, Map<Integer, Integer> failedAt) {
        List<Step> order = new ArrayList<>();
        for (StepPlay.Line line : play.lines()) {
            if (line.end() != StepPlay.End.SKIPPED) {
                order.add(line.step());
            }
        }
        for (StepPlay.Line line : play.lines()) {
            Integer last = failedAt.get(line.step().transaction());
            if (last != null && last == line.step().operation()) {
                // one that waited fails only during a later step
                Step failing = line.waitedUntil() > 0 ? play.order().get(line.waitedUntil() - 1) : line.step();
                order.add(order.indexOf(failing) + 1, new Step(line.step().transaction(), last + 1));
            }
        }
        return order;
    }

    /** @param until the step of the script during which it was answered, if it had to wait; else 0 */
    private static String answer(StepPlay.Line line, int until) {
        if (line.end() == StepPlay.End.CANCELLED) {
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
}
