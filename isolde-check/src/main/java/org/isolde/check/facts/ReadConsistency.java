package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.AnomalyKind;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Read consistency, which every level but {@code ru} demands: algorithm 4 of AWDIT. And who wrote what each read saw, which
 * has to be looked up for that, and which everything behind it asks for again.
 *
 * <p>Every read of a counted transaction is classified once, in this order: what it should have seen of its own
 * transaction's writes, thin air, aborted, intermediate. Linear in the history. List reads are classified by
 * {@link ListReads}.
 *
 * <p>Who wrote a value stands anywhere in memory. Looked up for one read after the other, with other work in between, each
 * look is waited for; for many at once, the processor has many of them under way.
 */
final class ReadConsistency {
    /** Transactions whose reads are looked up at once. */
    private static final int BLOCK = 256;

    private final Counted counted;
    private final History history;
    private final int[] source;

    private ReadConsistency(Counted counted) {
        this.counted = counted;
        this.history = counted.history();
        this.source = new int[history.operations()];
    }

    /**
     * Examines all reads but those of lists.
     *
     * @return for each operation the transaction that it read from; -1 if it is no read, or one of an own write or from thin air
     */
    static int[] examine(Counted counted, BadReads badReads) {
        ReadConsistency reads = new ReadConsistency(counted);
        reads.run(badReads);
        return reads.source;
    }

    private void run(BadReads badReads) {
        int workers = Ranges.workers(history);
        Walk[] walks = new Walk[workers];
        Ranges.transactions(history, (w, from, to) -> {
            walks[w] = new Walk();
            walks[w].run(from, to);
        });
        long[] replaced = replacedValues(walks);
        IntList[] intermediate = new IntList[workers];
        Ranges.transactions(
                history,
                (w, from, to) -> intermediate[w] = replaced == null ? new IntList() : readsOf(replaced, from, to));
        for (int w = 0; w < workers; w++) {
            tell(walks[w].bad, intermediate[w], badReads);
        }
    }

    /** The values that their own writers wrote over, as bits; null if there are none. */
    private long[] replacedValues(Walk[] walks) {
        long[] replaced = null;
        for (Walk walk : walks) {
            for (int i = 0; i < walk.replaced.size(); i++) {
                replaced = replaced == null ? new long[(history.values() >>> 6) + 1] : replaced;
                int value = walk.replaced.get(i);
                replaced[value >>> 6] |= 1L << value;
            }
        }
        return replaced;
    }

    /** The reads of others that saw one of these values, none of which is 0. */
    private IntList readsOf(long[] replaced, int from, int to) {
        IntList found = new IntList();
        for (int t = from; t < to; t++) {
            int end = history.firstOp(t + 1);
            for (int op = history.firstOp(t); op < end; op++) {
                int value = history.value(op) & ~(source[op] >> 31);
                if ((replaced[value >>> 6] & 1L << value) != 0
                        && history.kind(op) != OpKind.LIST_READ
                        && counted.counts(t)) {
                    found.add(op);
                }
            }
        }
        return found;
    }

    /** Both lists have the order of operations, and no operation in common. */
    private void tell(IntList bad, IntList intermediate, BadReads badReads) {
        AnomalyKind[] all = AnomalyKind.values();
        int next = 0;
        for (int i = 0; i <= bad.size(); i += 2) {
            int before = i < bad.size() ? bad.get(i) : Integer.MAX_VALUE;
            for (; next < intermediate.size() && intermediate.get(next) < before; next++) {
                int op = intermediate.get(next);
                badReads.add(op, AnomalyKind.INTERMEDIATE_READ, history.value(op));
            }
            if (i < bad.size()) {
                badReads.add(before, all[bad.get(i + 1)], history.value(before));
            }
        }
    }

    /** One worker's transactions. */
    private final class Walk {
        /** The last write of each key so far; it is one of the current transaction iff it is not before its first operation. */
        private final int[] lastWrite = new int[history.keys()];
        /** Values that the same transaction wrote over later. */
        final IntList replaced = new IntList();
        /** Pairs of bad operation and ordinal of its anomaly. */
        final IntList bad = new IntList();

        Walk() {
            Arrays.fill(lastWrite, -1);
        }

        void run(int from, int to) {
            for (int block = from; block < to; block += BLOCK) {
                int blockEnd = Math.min(to, block + BLOCK);
                lookUp(history.firstOp(block), history.firstOp(blockEnd));
                for (int t = block; t < blockEnd; t++) {
                    classify(t, history.firstOp(t), history.firstOp(t + 1));
                }
            }
        }

        /** Without a branch: of a write, value 0 is looked up in its place. */
        private void lookUp(int from, int end) {
            for (int op = from; op < end; op++) {
                int write = -(history.kind(op) & 1);
                source[op] = history.writer(history.value(op) & ~write) | write;
            }
        }

        private void classify(int t, int first, int end) {
            boolean counts = counted.counts(t);
            for (int op = first; op < end; op++) {
                byte kind = history.kind(op);
                int key = history.key(op);
                if (OpKind.isWrite(kind)) {
                    int before = lastWrite[key];
                    // a value that others wrote too, or that was there, is not known by this write of it
                    if (before >= first && history.writeOp(history.value(before)) == before) {
                        replaced.add(history.value(before));
                    }
                    lastWrite[key] = op;
                    continue;
                }
                int writer = source[op];
                if (writer == t || kind == OpKind.CAS_FAILED) {
                    source[op] = -1;
                }
                if (counts && kind != OpKind.LIST_READ && kind != OpKind.CAS_FAILED) {
                    look(t, first, op, lastWrite[key], writer);
                }
            }
        }

        private void look(int t, int first, int op, int own, int writer) {
            int value = history.value(op);
            if (own >= first) {
                if (history.value(own) != value) {
                    AnomalyKind kind = writer != t
                            ? AnomalyKind.NOT_MY_OWN_WRITE
                            : history.writeOp(value) < op ? AnomalyKind.NOT_MY_LAST_WRITE : AnomalyKind.FUTURE_READ;
                    add(op, kind);
                }
            } else if (value == 0) {
                return;
            } else if (writer == History.NOBODY) {
                add(op, AnomalyKind.THIN_AIR_READ);
            } else if (writer == t) {
                add(op, AnomalyKind.FUTURE_READ);
            } else if (!counted.allCount() && history.status(writer) == Status.ABORTED) {
                add(op, AnomalyKind.ABORTED_READ);
            }
        }

        /** A read that is bad is none of a replaced value any more. */
        private void add(int op, AnomalyKind kind) {
            bad.add(op);
            bad.add(kind.ordinal());
            source[op] = -1;
        }
    }
}
