package org.isolde.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.isolde.oracle.TinyHistory;

/** Turns the oracle's tiny histories into real ones, the sessions interleaved at random in the input. */
public final class TinyHistories {
    private TinyHistories() {}

    public static History toHistory(TinyHistory tiny, SplittableRandom random) {
        return toHistory(tiny, random, false);
    }

    /**
     * @param compareAndSet whether a transaction that reads a key and then writes it, and nothing else, is a compare-and-set,
     *     as the oracle has it
     */
    public static History toHistory(TinyHistory tiny, SplittableRandom random, boolean compareAndSet) {
        try {
            HistoryBuilder builder = new HistoryBuilder();
            Segment segment = builder.segment();
            builder.initialValue(0, segment.scalars());
            int[] next = new int[tiny.sessions().size()];
            List<Integer> open = new ArrayList<>();
            for (int s = 0; s < next.length; s++) {
                if (!tiny.sessions().get(s).isEmpty()) {
                    open.add(s);
                }
            }
            while (!open.isEmpty()) {
                int at = random.nextInt(open.size());
                int s = open.get(at);
                add(segment, s, tiny.sessions().get(s).get(next[s]++), compareAndSet);
                if (next[s] == tiny.sessions().get(s).size()) {
                    open.remove(at);
                }
            }
            tiny.versions().forEach((key, values) -> {
                long[] codes = values.stream().mapToLong(Integer::longValue).toArray();
                segment.versions(segment.scalars().text(TinyHistory.keyName(key)), codes);
            });
            return builder.build();
        } catch (BadHistoryException e) {
            throw new AssertionError(tiny.toString(), e);
        }
    }

    private static void add(Segment segment, int session, TinyHistory.Txn txn, boolean compareAndSet) {
        boolean both = compareAndSet && isCompareAndSet(txn);
        Scalars scalars = segment.scalars();
        segment.begin(session, scalars.text(txn.id()), 0);
        segment.status(Status.valueOf(txn.status().name()));
        if (txn.timed()) {
            segment.realTime(txn.begin(), txn.end());
        }
        for (TinyHistory.Op op : txn.ops()) {
            long key = scalars.text(TinyHistory.keyName(op.key()));
            switch (op.kind()) {
                case READ -> segment.op(both ? OpKind.CAS_READ : OpKind.READ, key, op.value());
                case WRITE -> segment.op(both ? OpKind.CAS_WRITE : OpKind.WRITE, key, op.value());
                case APPEND -> segment.op(OpKind.APPEND, key, op.value());
                case LIST_READ -> {
                    long[] elements =
                            op.list().stream().mapToLong(Integer::longValue).toArray();
                    segment.listRead(key, elements, elements.length);
                }
            }
        }
    }

    private static boolean isCompareAndSet(TinyHistory.Txn txn) {
        return txn.ops().size() == 2
                && txn.ops().get(0).kind() == TinyHistory.Kind.READ
                && txn.ops().get(1).kind() == TinyHistory.Kind.WRITE
                && txn.ops().get(0).key() == txn.ops().get(1).key();
    }
}
