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

/**
 * Turns the oracle's tiny histories into real ones, the sessions interleaved at random in the input, and transactions that
 * only read a key and then write it sometimes as compare-and-set.
 */
final class TinyHistories {
    private TinyHistories() {}

    static History toHistory(TinyHistory tiny, SplittableRandom random) {
        try {
            HistoryBuilder builder = new HistoryBuilder();
            Segment segment = builder.segment();
            builder.initialValue(0, segment.scalars());
            boolean compareAndSet = random.nextBoolean();
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
        Scalars scalars = segment.scalars();
        segment.begin(session, scalars.text(txn.id()), 0);
        segment.status(Status.valueOf(txn.status().name()));
        if (txn.timed()) {
            segment.realTime(txn.begin(), txn.end());
        }
        boolean isCompareAndSet = compareAndSet && isReadAndWrite(txn.ops());
        for (TinyHistory.Op op : txn.ops()) {
            long key = scalars.text(TinyHistory.keyName(op.key()));
            switch (op.kind()) {
                case READ -> segment.op(isCompareAndSet ? OpKind.CAS_READ : OpKind.READ, key, op.value());
                case WRITE -> segment.op(isCompareAndSet ? OpKind.CAS_WRITE : OpKind.WRITE, key, op.value());
                case APPEND -> segment.op(OpKind.APPEND, key, op.value());
                case LIST_READ -> {
                    long[] elements =
                            op.list().stream().mapToLong(Integer::longValue).toArray();
                    segment.listRead(key, elements, elements.length);
                }
            }
        }
    }

    private static boolean isReadAndWrite(List<TinyHistory.Op> ops) {
        return ops.size() == 2
                && ops.get(0).key() == ops.get(1).key()
                && ops.get(0).kind() == TinyHistory.Kind.READ
                && ops.get(1).kind() == TinyHistory.Kind.WRITE;
    }
}
