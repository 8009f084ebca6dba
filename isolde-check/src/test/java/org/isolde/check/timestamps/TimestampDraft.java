package org.isolde.check.timestamps;

import java.util.ArrayList;
import java.util.Collections;
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

/** A tiny history with timestamps that can still be changed. */
public final class TimestampDraft {
    /** One operation; {@code list} is what a list read saw, and null for any other. */
    static final class Op {
        byte kind;
        final int key;
        long value;
        List<Long> list;

        Op(byte kind, int key, long value) {
            this.kind = kind;
            this.key = key;
            this.value = value;
        }

        boolean isWrite() {
            return OpKind.isWrite(kind);
        }
    }

    /** One transaction; timestamps are physical * 2 + logical, which has the order of the pairs. */
    static final class Txn {
        Status status = Status.COMMITTED;
        long start;
        long commit;
        long begin;
        long end;
        long seq;
        final List<Op> ops = new ArrayList<>();

        boolean isWriter() {
            return ops.stream().anyMatch(Op::isWrite);
        }

        boolean isPoint() {
            return start == commit;
        }
    }

    /** A session: its name is an entry of {@link #NAMES}, so that names are compared by comparing numbers. */
    static final class Session {
        final int name;
        final List<Txn> txns = new ArrayList<>();
        boolean numbered;

        Session(int name) {
            this.name = name;
        }
    }

    /** Names of sessions in their order: integers by value, then texts by code points. */
    static final List<Object> NAMES = List.of(
            Long.MIN_VALUE + 7, -3L, 0L, 2L, 10L, Long.MAX_VALUE, "", "10", "9", "B", "a", "ab", "é", "\uFFFD", "😀");

    final List<Session> sessions = new ArrayList<>();
    boolean hybrid;
    boolean timed;
    /** The code of the initial value. */
    long initial;

    int keys;

    List<Txn> txns() {
        List<Txn> all = new ArrayList<>();
        sessions.forEach(session -> all.addAll(session.txns));
        return all;
    }

    /** The history, the sessions interleaved at random; where they are numbered, not even in their order. */
    public History toHistory(SplittableRandom random) {
        try {
            HistoryBuilder builder = new HistoryBuilder();
            Segment segment = builder.segment();
            if (initial != Scalars.NULL) {
                builder.initialValue(initial, segment.scalars());
            }
            List<Session> turns = new ArrayList<>();
            List<List<Txn>> rest = new ArrayList<>();
            for (Session session : sessions) {
                turns.addAll(Collections.nCopies(session.txns.size(), session));
                List<Txn> own = new ArrayList<>(session.txns);
                if (session.numbered) {
                    shuffle(own, random);
                }
                rest.add(own);
            }
            shuffle(turns, random);
            for (Session turn : turns) {
                add(segment, turn, rest.get(sessions.indexOf(turn)).remove(0));
            }
            return builder.build();
        } catch (BadHistoryException e) {
            throw new AssertionError(e);
        }
    }

    private static <T> void shuffle(List<T> list, SplittableRandom random) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, random.nextInt(i + 1));
        }
    }

    private void add(Segment segment, Session session, Txn txn) {
        Scalars scalars = segment.scalars();
        Object name = NAMES.get(session.name);
        segment.begin(
                name instanceof Long number ? scalars.number(number) : scalars.text((String) name), Segment.NO_ID, 0);
        segment.status(txn.status);
        if (session.numbered) {
            segment.seq(txn.seq);
        }
        if (timed) {
            segment.realTime(txn.begin, txn.end);
        }
        segment.start(hybrid ? txn.start >> 1 : txn.start, hybrid ? txn.start & 1 : 0);
        segment.commit(hybrid ? txn.commit >> 1 : txn.commit, hybrid ? txn.commit & 1 : 0);
        for (Op op : txn.ops) {
            if (op.kind == OpKind.LIST_READ) {
                long[] elements = op.list.stream().mapToLong(Long::longValue).toArray();
                segment.listRead(scalars.text("k" + op.key), elements, elements.length);
            } else {
                segment.op(op.kind, scalars.text("k" + op.key), op.value);
            }
        }
    }

    @Override
    public String toString() {
        return (initial == Scalars.NULL ? "initial null, " : "") + HistoryText.of(toHistory(new SplittableRandom(1)));
    }
}
