package org.isolde.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/** Turns the oracle's tiny histories into real ones, the sessions interleaved at random in the input; and back. */
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
        return toHistory(List.of(tiny), random, compareAndSet);
    }

    /**
     * One history of several, which share neither keys nor sessions. It satisfies a level iff all of them do: no dependency
     * leads from one to another but by real time, which has room for all of their points in time.
     */
    public static History toHistory(List<TinyHistory> parts, SplittableRandom random, boolean compareAndSet) {
        try {
            HistoryBuilder builder = new HistoryBuilder();
            Segment segment = builder.segment();
            builder.initialValue(0, segment.scalars());
            List<Session> open = new ArrayList<>();
            int sessions = 0;
            for (int part = 0; part < parts.size(); part++) {
                for (List<TinyHistory.Txn> session : parts.get(part).sessions()) {
                    if (!session.isEmpty()) {
                        open.add(new Session(sessions++, prefix(parts, part), session.iterator()));
                    }
                }
            }
            while (!open.isEmpty()) {
                int at = random.nextInt(open.size());
                Session session = open.get(at);
                add(segment, session, session.rest().next(), compareAndSet);
                if (!session.rest().hasNext()) {
                    open.remove(at);
                }
            }
            for (int part = 0; part < parts.size(); part++) {
                String prefix = prefix(parts, part);
                parts.get(part).versions().forEach((key, values) -> {
                    long[] codes = values.stream().mapToLong(Integer::longValue).toArray();
                    segment.versions(segment.scalars().text(prefix + TinyHistory.keyName(key)), codes);
                });
            }
            return builder.build();
        } catch (BadHistoryException e) {
            throw new AssertionError(parts.toString(), e);
        }
    }

    /** What the names of a part begin with, so that no two parts have one in common. */
    private static String prefix(List<TinyHistory> parts, int part) {
        return parts.size() == 1 ? "" : "h" + part + ".";
    }

    /** A session of which some transactions are still to be written. */
    private record Session(int number, String prefix, Iterator<TinyHistory.Txn> rest) {}

    private static void add(Segment segment, Session session, TinyHistory.Txn txn, boolean compareAndSet) {
        boolean both = compareAndSet && isCompareAndSet(txn);
        Scalars scalars = segment.scalars();
        segment.begin(session.number(), scalars.text(session.prefix() + txn.id()), 0);
        segment.status(Status.valueOf(txn.status().name()));
        if (txn.timed()) {
            segment.realTime(txn.begin(), txn.end());
        }
        for (TinyHistory.Op op : txn.ops()) {
            long key = scalars.text(session.prefix() + TinyHistory.keyName(op.key()));
            switch (op.kind()) {
                case READ -> segment.op(both ? OpKind.CAS_READ : OpKind.READ, key, op.value());
                case WRITE -> segment.op(both ? OpKind.CAS_WRITE : OpKind.WRITE, key, op.value());
                case CAS_FAILED -> segment.op(OpKind.CAS_FAILED, key, op.value());
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

    /** The tiny history that a real one is; throws IllegalArgumentException if it is none. */
    static TinyHistory of(History history) {
        List<List<TinyHistory.Txn>> sessions = new ArrayList<>();
        for (int session = 0; session < history.sessions(); session++) {
            List<TinyHistory.Txn> txns = new ArrayList<>();
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                txns.add(new TinyHistory.Txn(
                        history.transactionName(t),
                        TinyHistory.Status.valueOf(history.status(t).name()),
                        operations(history, t),
                        history.hasRealTime() ? history.begin(t) : -1,
                        history.hasRealTime() ? history.end(t) : -1));
            }
            sessions.add(txns);
        }
        Map<Integer, List<Integer>> versions = new LinkedHashMap<>();
        for (int chain = 0; chain < history.versionChains(); chain++) {
            int key = TinyHistory.key(history.keyName(history.versionChainKey(chain)));
            List<Integer> values = Arrays.stream(history.versionChain(chain))
                    .mapToObj(value -> value(history, value))
                    .toList();
            if (versions.put(key, values) != null) {
                throw new IllegalArgumentException("two version orders of key " + TinyHistory.keyName(key));
            }
        }
        return new TinyHistory(sessions, versions);
    }

    private static List<TinyHistory.Op> operations(History history, int t) {
        List<TinyHistory.Op> ops = new ArrayList<>();
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int key = TinyHistory.key(history.keyName(history.key(op)));
            int value = value(history, history.value(op));
            ops.add(
                    switch (history.kind(op)) {
                        case OpKind.READ, OpKind.CAS_READ -> TinyHistory.Op.read(key, value);
                        case OpKind.WRITE, OpKind.CAS_WRITE -> TinyHistory.Op.write(key, value);
                        case OpKind.APPEND -> TinyHistory.Op.append(key, value);
                        case OpKind.CAS_FAILED -> TinyHistory.Op.casFailed(key, value);
                        default -> TinyHistory.Op.listRead(key, elements(history, history.listOf(op)));
                    });
        }
        return ops;
    }

    private static List<Integer> elements(History history, int list) {
        List<Integer> elements = new ArrayList<>();
        for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
            elements.add(value(history, history.listElement(i)));
        }
        return elements;
    }

    private static int value(History history, int value) {
        return Integer.parseInt(history.valueName(value));
    }
}
