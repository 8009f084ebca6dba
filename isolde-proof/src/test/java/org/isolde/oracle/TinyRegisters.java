package org.isolde.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.HistoryText;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * A few single operations on registers, small enough to try all orders: see {@link RegisterOracle}. The initial value is 0.
 */
public record TinyRegisters(List<TinyRegisters.Op> ops, List<TinyRegisters.Versions> versions) {
    enum Kind {
        READ,
        WRITE,
        CAS,
        FAILED
    }

    /** An operation; {@code expected} is what it read or wanted to find, {@code written} what it wrote. */
    record Op(Kind kind, Status status, int key, int expected, int written, long begin, long end) {
        boolean writes() {
            return kind == Kind.WRITE || kind == Kind.CAS;
        }

        boolean sees() {
            return kind == Kind.READ || kind == Kind.CAS;
        }
    }

    record Versions(int key, List<Integer> values) {}

    @Override
    public String toString() {
        return HistoryText.of(toHistory());
    }

    /** Operation {@code i} is the transaction named {@code i}, alone in its session. */
    public History toHistory() {
        try {
            HistoryBuilder builder = new HistoryBuilder();
            Segment segment = builder.segment();
            Scalars scalars = segment.scalars();
            builder.initialValue(0, scalars);
            for (int i = 0; i < ops.size(); i++) {
                Op op = ops.get(i);
                segment.begin(i, i, 0);
                segment.status(op.status);
                segment.realTime(op.begin, op.status == Status.UNKNOWN ? Long.MAX_VALUE : op.end);
                long key = scalars.text("xy".substring(op.key, op.key + 1));
                switch (op.kind) {
                    case READ -> segment.op(OpKind.READ, key, op.expected);
                    case WRITE -> segment.op(OpKind.WRITE, key, op.written);
                    case FAILED -> segment.op(OpKind.CAS_FAILED, key, op.expected);
                    case CAS -> {
                        segment.op(OpKind.CAS_READ, key, op.expected);
                        segment.op(OpKind.CAS_WRITE, key, op.written);
                    }
                }
            }
            for (Versions order : versions) {
                segment.versions(
                        scalars.text("xy".substring(order.key, order.key + 1)),
                        order.values.stream().mapToLong(Integer::longValue).toArray());
            }
            return builder.build();
        } catch (BadHistoryException e) {
            throw new AssertionError(e);
        }
    }

    /** The history with one operation or version order less; without any operation there would be no times. */
    List<TinyRegisters> smaller() {
        List<TinyRegisters> smaller = new ArrayList<>();
        for (int i = 0; i < ops.size() && ops.size() > 1; i++) {
            List<Op> rest = new ArrayList<>(ops);
            rest.remove(i);
            smaller.add(new TinyRegisters(rest, versions));
        }
        for (int i = 0; i < versions.size(); i++) {
            List<Versions> rest = new ArrayList<>(versions);
            rest.remove(i);
            smaller.add(new TinyRegisters(ops, rest));
        }
        return smaller;
    }

    /** Whether no value that was read was written twice, nor the initial value where it was read. */
    public boolean isUnique() {
        for (Op reader : ops) {
            if (reader.status != Status.ABORTED && reader.sees()) {
                int writers = reader.expected == 0 ? 1 : 0;
                for (Op writer : ops) {
                    boolean same = writer.key == reader.key && writer.writes() && writer.written == reader.expected;
                    writers += same && writer.status != Status.ABORTED ? 1 : 0;
                }
                if (writers > 1) {
                    return false;
                }
            }
        }
        return true;
    }

    // ---- random ones

    /** A few operations, half of the time with unique values, now and then with a version order. */
    public static TinyRegisters random(SplittableRandom random) {
        boolean unique = random.nextBoolean();
        TinyRegisters made = new Maker(random, unique, random.nextInt(4) == 0 ? 2 : 1).make(1 + random.nextInt(7));
        return unique && random.nextInt(8) == 0 ? made.withVersions(random) : made;
    }

    /** More operations than all orders can be tried of, on one key. */
    public static TinyRegisters larger(SplittableRandom random, int count) {
        return new Maker(random, random.nextInt(3) == 0, 1).make(count);
    }

    /** Runs operations one after the other, around points in time, and every now and then sees something else. */
    private static final class Maker {
        private final SplittableRandom random;
        private final boolean unique;
        private final int keys;
        private final int domain;
        private final int spread;
        private final int odd;
        private final int[] state;
        private final List<List<Integer>> written = new ArrayList<>();

        Maker(SplittableRandom random, boolean unique, int keys) {
            this.random = random;
            this.unique = unique;
            this.keys = keys;
            this.domain = 1 + random.nextInt(random.nextInt(4) == 0 ? 6 : 3);
            this.spread = 1 + random.nextInt(12);
            this.odd = 2 + random.nextInt(30);
            this.state = new int[keys];
            for (int key = 0; key < keys; key++) {
                written.add(new ArrayList<>(List.of(0)));
            }
        }

        TinyRegisters make(int count) {
            int failed = random.nextInt(3) == 0 ? 3 : 12;
            int unknown = random.nextInt(3) == 0 ? 3 : 10;
            int shuffled = random.nextInt(4) == 0 ? 2 : 20;
            List<Op> ops = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Status status = random.nextInt(unknown) == 0
                        ? Status.UNKNOWN
                        : random.nextInt(16) == 0 ? Status.ABORTED : Status.COMMITTED;
                Kind kind = random.nextInt(failed) == 0 ? Kind.FAILED : Kind.values()[random.nextInt(3)];
                long point = random.nextInt(shuffled) == 0 ? random.nextInt(4 * count) : 4L * i;
                ops.add(op(kind, status, random.nextInt(keys), i + 1, point));
            }
            return new TinyRegisters(ops, List.of());
        }

        private Op op(Kind kind, Status status, int key, int freshValue, long point) {
            int value = unique ? freshValue : random.nextInt(domain + 1);
            int expected = state[key];
            List<Integer> known = written.get(key);
            if (kind == Kind.FAILED ? random.nextInt(odd) != 0 : random.nextInt(odd) == 0) {
                expected = known.get(random.nextInt(known.size()));
            }
            if (random.nextInt(60) == 0) {
                expected = freshValue + random.nextInt(2);
            }
            if (kind == Kind.WRITE || kind == Kind.CAS) {
                known.add(value);
                boolean happens = status == Status.COMMITTED || (status == Status.UNKNOWN && random.nextBoolean());
                state[key] = happens ? value : state[key];
            }
            long begin = point - random.nextInt(spread);
            return new Op(kind, status, key, expected, value, begin, point + random.nextInt(spread));
        }
    }

    /** The same with an order of some versions, mostly in the order in which they were made. */
    private TinyRegisters withVersions(SplittableRandom random) {
        List<Integer> values = new ArrayList<>();
        int key = random.nextInt(2) == 0 ? 0 : ops.get(0).key;
        for (Op op : ops) {
            if (op.key == key && op.writes() && (op.status != Status.ABORTED || random.nextInt(4) == 0)) {
                values.add(random.nextInt(values.size() + 1) == 0 ? 0 : values.size(), op.written);
            }
        }
        while (values.size() > 1 && random.nextInt(3) == 0) {
            values.remove(random.nextInt(values.size()));
        }
        return values.isEmpty() ? this : new TinyRegisters(ops, List.of(new Versions(key, values)));
    }
}
