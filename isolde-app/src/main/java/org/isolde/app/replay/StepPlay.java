package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.scenario.Stage;

/** One play of a script in one order: what was sent and answered. Steps are numbered from 1 in that order. */
public final class StepPlay implements Stage.Script<Step, Reply> {
    private final Script script;
    private final List<Step> order;
    private final Map<Step, Integer> numbers = new HashMap<>();
    private final List<Line> lines = new ArrayList<>();
    private final Map<Step, Integer> sentAs = new HashMap<>();
    private final BitSet failedTransactions = new BitSet();
    private final BitSet lostClients = new BitSet();
    private int lastSent;

    /** How a step ended. */
    public enum End {
        ANSWERED,
        /** It was not sent, because its transaction had failed before, or its session was lost. */
        SKIPPED,
        /** It would have waited for ever. */
        CANCELLED
    }

    /**
     * One step in the order in which they were sent.
     *
     * @param number its place in the order
     * @param reply what it was answered; null unless it was
     * @param waitedUntil the step during which it was answered, if it had to wait (its own number if the database ended
     *     the wait by itself); else 0
     */
    public record Line(int number, Step step, End end, Reply reply, int waitedUntil) {}

    StepPlay(Script script, List<Step> order) {
        this.script = script;
        this.order = List.copyOf(order);
        for (Step step : order) {
            numbers.put(step, numbers.size() + 1);
        }
    }

    public Script script() {
        return script;
    }

    public List<Step> order() {
        return order;
    }

    /** What happened, in the order in which steps were sent or left out. */
    public List<Line> lines() {
        return List.copyOf(lines);
    }

    @Override
    public String session(Step step) {
        return client(step);
    }

    private String client(Step step) {
        return Integer.toString(script.transactions().get(step.transaction()).client());
    }

    @Override
    public boolean skips(Step step) {
        return failedTransactions.get(step.transaction())
                || lostClients.get(script.transactions().get(step.transaction()).client());
    }

    @Override
    public void sent(Step step) {
        lastSent = numbers.get(step);
        sentAs.put(step, lines.size());
        lines.add(new Line(lastSent, step, null, null, 0));
    }

    @Override
    public void waits(Step step) {
        change(step, null, null, -1);
    }

    @Override
    public void answered(Step step, Reply reply) {
        boolean waited = lines.get(sentAs.get(step)).waitedUntil() != 0;
        change(step, End.ANSWERED, reply, waited ? lastSent : 0);
        if (reply.kind() != Reply.Kind.DONE) {
            failedTransactions.set(step.transaction());
        }
        if (reply.kind() == Reply.Kind.LOST) {
            lostClients.set(script.transactions().get(step.transaction()).client());
        }
    }

    @Override
    public void skipped(Step step) {
        lines.add(new Line(numbers.get(step), step, End.SKIPPED, null, 0));
    }

    @Override
    public void cancelled(Step step) {
        change(step, End.CANCELLED, null, 0);
    }

    @Override
    public boolean releases(Step step, Reply reply) {
        return script.operation(step) == null || reply.kind() != Reply.Kind.DONE;
    }

    private void change(Step step, End end, Reply reply, int waitedUntil) {
        lines.set(sentAs.get(step), new Line(numbers.get(step), step, end, reply, waitedUntil));
    }
}
