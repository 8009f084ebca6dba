package org.isolde.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * The transactions that make an anomaly, written as in {@code A{rx0 wx1} | B{rx0 wx2}}.
 *
 * <p>{@code A} and {@code B} are sessions, {@code A!} an aborted transaction; {@code rx0} reads 0, the initial value,
 * from key x, and {@code wx1} writes the value 1. Transactions joined by {@code |} overlap, those parted by {@code ;} come
 * one after the other in the store. {@code A{wx1}@1-3} has timestamps of its own instead: it starts at 1 and commits at
 * 3, in whatever order that is. Keys and values stand for fresh ones.
 *
 * <p>Invariant: transactions are in the order of the text, which is the order in each session too.
 */
record AnomalyScript(List<Transaction> transactions, int sessions) {

    /** A read or a write of the script's keys and values. */
    record Step(boolean isWrite, int key, int value) {}

    /**
     * A transaction; those with the same {@code group} overlap in the store, unless it has timestamps of its own, which
     * count from 1 (0: none).
     */
    record Transaction(int group, int session, boolean isAborted, List<Step> steps, int start, int commit) {
        boolean isTimed() {
            return start > 0;
        }
    }

    static AnomalyScript of(String text) {
        List<Transaction> transactions = new ArrayList<>();
        int sessions = 0;
        int group = 0;
        for (String together : text.split(";", -1)) {
            for (String one : together.split("\\|", -1)) {
                String transaction = one.strip();
                int session = transaction.charAt(0) - 'A';
                List<Step> steps = new ArrayList<>();
                int open = transaction.indexOf('{');
                int close = transaction.indexOf('}');
                for (String step : transaction.substring(open + 1, close).split(" ", -1)) {
                    steps.add(new Step(step.charAt(0) == 'w', step.charAt(1) - 'x', step.charAt(2) - '0'));
                }
                boolean timed = transaction.startsWith("@", close + 1);
                transactions.add(new Transaction(
                        group,
                        session,
                        transaction.charAt(1) == '!',
                        List.copyOf(steps),
                        timed ? transaction.charAt(close + 2) - '0' : 0,
                        timed ? transaction.charAt(close + 4) - '0' : 0));
                sessions = Math.max(sessions, session + 1);
            }
            group++;
        }
        return new AnomalyScript(List.copyOf(transactions), sessions);
    }

    /** Whether every transaction is a read or a compare-and-set. */
    boolean isSingleOperations() {
        for (Transaction transaction : transactions) {
            List<Step> steps = transaction.steps();
            Step first = steps.get(0);
            Step last = steps.get(steps.size() - 1);
            boolean compareAndSet = steps.size() == 2
                    && !first.isWrite()
                    && last.isWrite()
                    && first.key() == last.key()
                    && first.value() != last.value();
            if (!compareAndSet && (steps.size() > 1 || first.isWrite())) {
                return false;
            }
        }
        return true;
    }

    /** The values that a list of the script has up to this one: those written to the key before it, and itself. */
    List<Integer> listUpTo(int key, int value) {
        List<Integer> list = new ArrayList<>();
        for (Transaction transaction : transactions) {
            for (Step step : transaction.steps()) {
                if (step.isWrite() && step.key() == key) {
                    list.add(step.value());
                }
            }
        }
        int at = list.indexOf(value);
        return value == 0 ? List.of() : at < 0 ? List.of(value) : list.subList(0, at + 1);
    }
}
