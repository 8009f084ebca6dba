package org.isolde.online.aion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.isolde.history.TransactionBatch;

/** A few random transactions with timestamps, as a whole history and as a stream. */
public final class TinyStream {
    /** A value or key: a number, or a text. */
    public record Op(byte kind, Object key, Object value, List<Object> list) {}

    public record Tx(int id, Object session, long seq, Status status, long[] start, long[] commit, List<Op> ops) {
        public String name() {
            return (session instanceof String ? "\"" + session + "\"" : session.toString()) + ":" + seq;
        }
    }

    public final List<Tx> transactions = new ArrayList<>();
    private final Random random;
    private final boolean lists;
    private final boolean hybrid;
    private final int times;
    private final int keys;

    public TinyStream(Random random) {
        this.random = random;
        this.lists = random.nextInt(5) == 0;
        this.hybrid = random.nextInt(4) == 0;
        this.times = 2 + random.nextInt(14);
        this.keys = 1 + random.nextInt(3);
        int sessions = 1 + random.nextInt(4);
        int count = 1 + random.nextInt(9);
        boolean gaps = random.nextInt(4) == 0;
        boolean mostlyRight = random.nextInt(3) > 0;
        long[] next = new long[sessions];
        for (int session = 0; session < sessions; session++) {
            next[session] = random.nextInt(4) == 0 ? random.nextInt(3) : 0;
        }
        for (int i = 0; i < count; i++) {
            int session = random.nextInt(sessions);
            Object name = session == 2 ? "b" : session == 3 ? "a" : (Object) (long) (10 - session);
            transactions.add(transaction(i, name, next[session]++));
            next[session] += gaps && random.nextInt(5) == 0 ? 1 + random.nextInt(2) : 0;
        }
        if (mostlyRight) {
            new Mending(transactions, lists).mend(random);
        }
    }

    /**
     * Lets each session's transactions all commit, one behind the other, in so many phases of time: nothing of a phase has
     * timestamps of an earlier one. Now and then one starts too early all the same.
     */
    public void inOrder(int phases) {
        Map<Object, List<Tx>> sessions = new LinkedHashMap<>();
        transactions.forEach(tx ->
                sessions.computeIfAbsent(tx.session, name -> new ArrayList<>()).add(tx));
        for (List<Tx> session : sessions.values()) {
            List<long[]> points = new ArrayList<>();
            for (Tx tx : session) {
                long phase = 100L * phase(tx, phases);
                points.add(new long[] {phase + tx.start[0], tx.start[1]});
                points.add(new long[] {phase + tx.commit[0], tx.commit[1]});
            }
            points.sort(TinyStream::compare);
            long[] before = {-1, 0};
            for (int i = 0; i < session.size(); i++) {
                Tx tx = session.get(i);
                boolean tooEarly = random.nextInt(10) == 0;
                long[] start = tooEarly ? new long[] {100L * phase(tx, phases), 0} : points.get(2 * i);
                boolean writes = tx.ops.stream().anyMatch(op -> OpKind.isWrite(op.kind));
                long[] commit = points.get(2 * i + 1);
                if (compare(commit, before) <= 0) {
                    // behind the one before; and nothing is written at the very time at which that one has read
                    commit = new long[] {before[0], before[1] + (writes ? 1 : 0)};
                }
                before = commit;
                transactions.set(tx.id, new Tx(tx.id, tx.session, tx.seq, Status.COMMITTED, start, commit, tx.ops));
            }
        }
        if (random.nextInt(3) > 0) {
            new Mending(transactions, lists).mend(random);
        }
    }

    public int phase(Tx tx, int phases) {
        return tx.id * phases / transactions.size();
    }

    private Object value(int i) {
        return i == 3 && random.nextBoolean() ? "text" : (Object) (long) i;
    }

    private Object key(int i) {
        return i == 2 ? "y" : (Object) (long) i;
    }

    private Tx transaction(int id, Object session, long seq) {
        int kind = random.nextInt(12);
        Status status = kind == 0 ? Status.ABORTED : kind == 1 ? Status.UNKNOWN : Status.COMMITTED;
        List<Op> ops = new ArrayList<>();
        for (int left = random.nextInt(5); left > 0; left--) {
            Object key = key(random.nextInt(keys));
            int drawn = random.nextInt(10);
            if (lists) {
                if (drawn < 5) {
                    ops.add(new Op(OpKind.APPEND, key, value(random.nextInt(5)), null));
                } else {
                    List<Object> list = new ArrayList<>();
                    for (int size = random.nextInt(3); size > 0; size--) {
                        list.add(value(random.nextInt(5)));
                    }
                    ops.add(new Op(OpKind.LIST_READ, key, null, list));
                }
            } else if (drawn < 4) {
                ops.add(new Op(OpKind.WRITE, key, value(random.nextInt(5)), null));
            } else if (drawn < 8) {
                ops.add(new Op(OpKind.READ, key, random.nextInt(4) == 0 ? null : value(random.nextInt(5)), null));
            } else if (drawn == 8) {
                ops.add(new Op(OpKind.CAS_FAILED, key, random.nextInt(4) == 0 ? null : value(random.nextInt(5)), null));
            } else {
                ops.add(new Op(OpKind.CAS_READ, key, value(random.nextInt(5)), null));
                ops.add(new Op(OpKind.CAS_WRITE, key, value(random.nextInt(5)), null));
            }
        }
        long[] start = time();
        long[] commit = random.nextInt(3) == 0 ? start : time();
        if (random.nextInt(8) > 0 && compare(start, commit) > 0) {
            long[] swapped = start;
            start = commit;
            commit = swapped;
        }
        return new Tx(id, session, seq, status, start, commit, ops);
    }

    private long[] time() {
        return new long[] {random.nextInt(times), hybrid ? random.nextInt(3) : 0};
    }

    static int compare(long[] a, long[] b) {
        return a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]);
    }

    /** All of them as a history. */
    public History history() throws BadHistoryException {
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        for (Tx tx : transactions) {
            fill(segment, tx);
        }
        builder.initialValue(0, segment.scalars());
        return builder.build();
    }

    /** One of them as a batch, the first with the header. */
    public static TransactionBatch batch(List<Tx> transactions, boolean header) {
        TransactionBatch.Builder builder = TransactionBatch.builder();
        for (Tx tx : transactions) {
            fill(builder.segment(), tx);
        }
        if (header) {
            builder.initial(0, true);
        }
        return builder.build();
    }

    private static void fill(Segment segment, Tx tx) {
        Scalars scalars = segment.scalars();
        segment.begin(code(tx.session, scalars), tx.id, 0);
        segment.status(tx.status);
        segment.seq(tx.seq);
        if (tx.status == Status.COMMITTED) {
            segment.start(tx.start[0], tx.start[1]);
            segment.commit(tx.commit[0], tx.commit[1]);
        }
        for (Op op : tx.ops) {
            if (op.kind == OpKind.LIST_READ) {
                long[] elements =
                        op.list.stream().mapToLong(each -> code(each, scalars)).toArray();
                segment.listRead(code(op.key, scalars), elements, elements.length);
            } else {
                segment.op(op.kind, code(op.key, scalars), code(op.value, scalars));
            }
        }
    }

    private static long code(Object scalar, Scalars scalars) {
        if (scalar == null) {
            return Scalars.NULL;
        }
        return scalar instanceof String text ? scalars.text(text) : (Long) scalar;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Tx tx : transactions) {
            text.append(tx.id + " " + tx.name() + " " + tx.status + " " + tx.start[0] + "." + tx.start[1] + "-"
                    + tx.commit[0] + "." + tx.commit[1]);
            for (Op op : tx.ops) {
                text.append(" [" + op.kind + " " + op.key + " " + (op.list == null ? op.value : op.list) + "]");
            }
            text.append("\n");
        }
        return text.toString();
    }
}
