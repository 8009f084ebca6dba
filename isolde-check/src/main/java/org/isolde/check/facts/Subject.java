package org.isolde.check.facts;

import org.isolde.check.graph.IntList;

import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * A history as the checkers see it: which transactions count, and which reads can be relied on.
 *
 * <p>Counted are the committed transactions and the unknown ones that were read from: the least set such that a counted
 * transaction read a value of it, or a counted list read contains an element of it, or a version order names a version
 * of it. All others are left out, and session order passes through them. An unknown transaction precedes nothing in its
 * session.
 */
public final class Subject {
    public final History history;
    /** Whether session order counts. */
    public final boolean sessionOrder;
    /** Whether version orders may be used. */
    public final boolean versions;
    /** Null if all transactions count. */
    private final boolean[] counted;
    /** The transaction before each one in its session; null if that is simply the one before. */
    private final int[] predecessor;
    /** Reads that are no evidence of who wrote before whom, for they are anomalies of their own. */
    final OperationSet badReads;

    public Subject(History history, boolean sessionOrder, boolean versions) {
        this.history = history;
        this.sessionOrder = sessionOrder;
        this.versions = versions;
        this.counted = history.allCommitted() ? null : count();
        this.predecessor = counted == null ? null : predecessors();
        this.badReads = new OperationSet(history.operations());
    }

    private boolean[] count() {
        int transactions = history.transactions();
        boolean[] counts = new boolean[transactions + 1];
        IntList work = new IntList();
        counts[History.INITIAL] = true;
        for (int t = 1; t <= transactions; t++) {
            if (history.isCommitted(t)) {
                counts[t] = true;
                work.add(t);
            }
        }
        if (versions) {
            for (int chain = 0; chain < history.versionChains(); chain++) {
                for (int value : history.versionChain(chain)) {
                    countWriter(value, counts, work);
                }
            }
        }
        for (int next = 0; next < work.size(); next++) {
            int t = work.get(next);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                byte kind = history.kind(op);
                if (OpKind.isRead(kind)) {
                    countWriter(history.value(op), counts, work);
                    if (kind == OpKind.LIST_READ) {
                        int list = history.listOf(op);
                        for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                            countWriter(history.listElement(i), counts, work);
                        }
                    }
                }
            }
        }
        return counts;
    }

    private int[] predecessors() {
        int[] before = new int[history.transactions() + 1];
        for (int session = 0; session < history.sessions(); session++) {
            int last = 0;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                before[t] = last;
                last = counts(t) && precedes(t) ? t : last;
            }
        }
        return before;
    }

    /** The counted transaction directly before one in its session order; 0 if none, or if session order doesn't count. */
    public int predecessor(int transaction) {
        if (!sessionOrder) {
            return 0;
        }
        if (predecessor != null) {
            return predecessor[transaction];
        }
        return history.session(transaction - 1) == history.session(transaction) ? transaction - 1 : 0;
    }

    private void countWriter(int value, boolean[] counts, IntList work) {
        int writer = history.writer(value);
        if (writer > 0 && !counts[writer] && history.status(writer) == Status.UNKNOWN) {
            counts[writer] = true;
            work.add(writer);
        }
    }

    public boolean counts(int transaction) {
        return counted == null || counted[transaction];
    }

    public boolean allCount() {
        return counted == null;
    }

    /** Whether a counted transaction comes before what follows it in its session. */
    public boolean precedes(int transaction) {
        return counted == null || history.isCommitted(transaction);
    }

    /**
     * The transaction that an operation of {@code reader} read from: {@link History#INITIAL}, another counted one, or -1
     * if the operation is no read, a read of an own write, or a read that can't be relied on.
     */
    public int source(int operation, int reader) {
        byte kind = history.kind(operation);
        if (!OpKind.isRead(kind)) {
            return -1;
        }
        int writer = history.writer(history.value(operation));
        if (writer == reader || (!badReads.isEmpty() && badReads.contains(operation))) {
            return -1;
        }
        return writer;
    }

    /** Refuses a history in which it can't be known which write a read saw. */
    void requireUniqueValues() throws BadHistoryException {
        if (!history.hasRepeatedWrites()) {
            return;
        }
        for (int op : history.repeatedWrites()) {
            int value = history.value(op);
            int t = history.transactionOf(op);
            int other = history.writer(value);
            boolean ambiguous = counts(t) && counts(other);
            if (ambiguous || (counts(other) && history.status(other) == Status.UNKNOWN)) {
                String what = "value " + history.valueName(value) + " of key " + history.keyName(history.key(op));
                throw BadHistoryException.of(
                        value == 0
                                ? "transaction " + history.transactionName(t) + " writes the initial value, " + what
                                        + "; to know which write a read saw, every write needs a value of its own"
                                : what + " was written twice, by transaction " + history.transactionName(other)
                                        + " (operation " + (history.writeOp(value) - history.firstOp(other) + 1)
                                        + ") and by transaction " + history.transactionName(t) + " (operation "
                                        + (op - history.firstOp(t) + 1)
                                        + "); to know which write a read saw, every write needs a value of its own");
            }
        }
    }
}
