package org.isolde.check.timestamps;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.isolde.check.timestamps.TimestampDraft.Op;
import org.isolde.check.timestamps.TimestampDraft.Session;
import org.isolde.check.timestamps.TimestampDraft.Txn;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Status;

/**
 * Random tiny histories with timestamps, so few of them that ties and points are frequent. Most come out of a small
 * simulated store, by snapshots or one transaction after the other at its commit, and are then left as they are or changed
 * in one or two places; the others are nonsense from the beginning.
 */
public final class TimestampHistories {
    private final SplittableRandom random;
    private final TimestampDraft draft = new TimestampDraft();
    private final boolean unique;
    private final boolean[] listKey;
    private long nextValue = 1;

    private TimestampHistories(SplittableRandom random) {
        this.random = random;
        this.unique = random.nextInt(3) > 0;
        draft.hybrid = random.nextInt(4) == 0;
        draft.timed = random.nextInt(8) > 0;
        draft.initial = random.nextInt(4) == 0 ? Scalars.NULL : 0;
        draft.keys = 1 + random.nextInt(3);
        listKey = new boolean[draft.keys];
        int kind = random.nextInt(3);
        for (int key = 0; key < draft.keys; key++) {
            listKey[key] = kind == 1 || (kind == 2 && random.nextBoolean());
        }
    }

    /** A history; whether its written values are all different is {@link #isUnique}'s to say. */
    public static TimestampDraft any(SplittableRandom random) {
        TimestampHistories generator = new TimestampHistories(random);
        boolean nonsense = random.nextInt(6) == 0;
        generator.sessions();
        generator.times(nonsense);
        if (nonsense) {
            generator.draft.txns().forEach(generator::guess);
        } else {
            generator.execute(random.nextInt(3) > 0);
            for (int changes = random.nextInt(4) - 1; changes > 0; changes--) {
                generator.change();
            }
        }
        return generator.draft;
    }

    /** Whether no value is written twice to a key, and none is the initial one. */
    public static boolean isUnique(TimestampDraft draft) {
        Set<List<Long>> written = new HashSet<>();
        for (Txn txn : draft.txns()) {
            for (Op op : txn.ops) {
                if (op.isWrite() && (op.value == draft.initial || !written.add(List.of((long) op.key, op.value)))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether some key is both read as a list and used as a register. */
    public static boolean isMixed(TimestampDraft draft) {
        Set<Integer> lists = new HashSet<>();
        Set<Integer> registers = new HashSet<>();
        for (Txn txn : draft.txns()) {
            for (Op op : txn.ops) {
                boolean list = op.kind == OpKind.LIST_READ || op.kind == OpKind.APPEND;
                (list ? lists : registers).add(op.key);
            }
        }
        lists.retainAll(registers);
        return !lists.isEmpty();
    }

    // ---- what is asked for

    private void sessions() {
        int wanted = 1 + random.nextInt(4);
        Set<Integer> names = new TreeSet<>();
        while (names.size() < wanted) {
            names.add(random.nextInt(TimestampDraft.NAMES.size()));
        }
        List<Session> all = names.stream().map(Session::new).toList();
        int txns = Math.max(1 + random.nextInt(6), 1 + random.nextInt(6));
        boolean allCommitted = random.nextInt(3) > 0;
        for (int i = 0; i < txns; i++) {
            Txn txn = new Txn();
            if (!allCommitted && random.nextInt(4) == 0) {
                txn.status = random.nextBoolean() ? Status.ABORTED : Status.UNKNOWN;
            }
            boolean readOnly = random.nextInt(4) == 0;
            for (int ops = Math.max(random.nextInt(4), random.nextInt(4)); ops > 0; ops--) {
                operation(txn, readOnly);
            }
            all.get(random.nextInt(all.size())).txns.add(txn);
        }
        boolean numbered = random.nextInt(3) == 0;
        for (Session session : all) {
            if (session.txns.isEmpty()) {
                continue;
            }
            session.numbered = numbered && random.nextInt(4) > 0;
            long seq = random.nextInt(3);
            for (Txn txn : session.txns) {
                txn.seq = seq++;
            }
            draft.sessions.add(session);
        }
    }

    private void operation(Txn txn, boolean readOnly) {
        int key = random.nextInt(draft.keys);
        boolean list = listKey[key] != (random.nextInt(40) == 0);
        int kind = random.nextInt(readOnly ? 9 : 20);
        if (list) {
            boolean write = kind >= 10;
            Op op = new Op(write ? OpKind.APPEND : OpKind.LIST_READ, key, write ? newValue() : 0);
            op.list = write ? null : new ArrayList<>();
            txn.ops.add(op);
        } else if (kind < 8) {
            txn.ops.add(new Op(OpKind.READ, key, draft.initial));
        } else if (kind < 10) {
            txn.ops.add(new Op(OpKind.CAS_FAILED, key, smallValue()));
        } else if (kind < 17) {
            txn.ops.add(new Op(OpKind.WRITE, key, newValue()));
        } else {
            txn.ops.add(new Op(OpKind.CAS_READ, key, draft.initial));
            txn.ops.add(new Op(OpKind.CAS_WRITE, key, newValue()));
        }
    }

    private long newValue() {
        return unique ? nextValue++ : random.nextInt(3);
    }

    private long smallValue() {
        int value = random.nextInt(unique ? 6 : 3);
        return value == 0 ? draft.initial : value;
    }

    /** Timestamps and the clients' clock. In a sensible history both go forward within a session, and agree. */
    private void times(boolean nonsense) {
        int width = 1 + random.nextInt(4);
        boolean points = random.nextInt(4) == 0;
        boolean otherClock = random.nextInt(8) == 0;
        for (Session session : draft.sessions) {
            long now = random.nextInt(width + 1);
            long clock = 0;
            for (Txn txn : session.txns) {
                if (nonsense) {
                    now = random.nextInt(width + 2);
                    txn.start = now;
                    txn.commit = random.nextInt(3) == 0 ? now : random.nextInt(width + 2);
                } else {
                    txn.start = now + random.nextInt(3);
                    txn.commit = points || random.nextInt(5) == 0 ? txn.start : txn.start + 1 + random.nextInt(width);
                    now = txn.commit;
                }
                txn.begin = Math.max(clock, otherClock ? random.nextInt(20) : txn.start * 4 - random.nextInt(3));
                txn.end = Math.max(
                        txn.begin, otherClock ? txn.begin + random.nextInt(8) : txn.commit * 4 + random.nextInt(3));
                clock = txn.end;
            }
        }
    }

    // ---- what is seen

    /** Anything. */
    private void guess(Txn txn) {
        for (Op op : txn.ops) {
            if (op.kind == OpKind.LIST_READ) {
                for (int elements = random.nextInt(4); elements > 0; elements--) {
                    op.list.add((long) 1 + random.nextInt(unique ? 5 : 2));
                }
            } else if (!op.isWrite()) {
                op.value = smallValue();
            }
        }
    }

    private record Event(long time, int order, int session, int place, Txn txn, boolean starts, boolean commits) {}

    /** A store: every transaction sees what was committed before its start (or before its commit), and its own. */
    private void execute(boolean snapshots) {
        List<Event> events = new ArrayList<>();
        for (Session session : draft.sessions) {
            for (Txn txn : session.txns) {
                int place = session.txns.indexOf(txn);
                int name = session.name;
                if (!snapshots) {
                    int order = !txn.isWriter() ? 2 : txn.isPoint() ? 1 : 0;
                    events.add(new Event(txn.commit, order, name, place, txn, true, true));
                } else if (txn.isPoint()) {
                    events.add(new Event(txn.start, txn.isWriter() ? 1 : 2, name, place, txn, true, true));
                } else {
                    events.add(new Event(txn.start, 3, name, place, txn, true, false));
                    events.add(new Event(txn.commit, 0, name, place, txn, false, true));
                }
            }
        }
        events.sort(Comparator.comparingLong(Event::time)
                .thenComparingInt(Event::order)
                .thenComparingInt(Event::session)
                .thenComparingInt(Event::place));
        boolean firstCommitterWins = random.nextBoolean();
        Map<Integer, List<Long>> store = new HashMap<>();
        Map<Integer, Txn> lastWriter = new HashMap<>();
        for (Event event : events) {
            Txn txn = event.txn;
            if (event.starts) {
                see(txn, store);
            }
            boolean applied = txn.status == Status.COMMITTED || (txn.status == Status.UNKNOWN && random.nextBoolean());
            if (event.commits && applied) {
                if (firstCommitterWins && loses(txn, snapshots, lastWriter)) {
                    txn.status = Status.ABORTED;
                    continue;
                }
                for (Op op : txn.ops) {
                    if (op.isWrite()) {
                        store.computeIfAbsent(op.key, key -> new ArrayList<>()).add(op.value);
                        lastWriter.put(op.key, txn);
                    }
                }
            }
        }
    }

    private static boolean loses(Txn txn, boolean snapshots, Map<Integer, Txn> lastWriter) {
        for (Op op : txn.ops) {
            Txn other = op.isWrite() ? lastWriter.get(op.key) : null;
            if (other != null && (other.commit == txn.commit || (snapshots && other.commit > txn.start))) {
                return true;
            }
        }
        return false;
    }

    private void see(Txn txn, Map<Integer, List<Long>> store) {
        Map<Integer, List<Long>> view = new HashMap<>();
        for (Op op : txn.ops) {
            List<Long> values = view.computeIfAbsent(op.key, k -> new ArrayList<>(store.getOrDefault(k, List.of())));
            long current = values.isEmpty() ? draft.initial : values.get(values.size() - 1);
            if (op.isWrite()) {
                values.add(op.value);
            } else if (op.kind == OpKind.LIST_READ) {
                op.list = new ArrayList<>(values);
            } else if (op.kind == OpKind.CAS_FAILED) {
                op.value = op.value == current ? 7 : op.value;
            } else {
                op.value = current;
            }
        }
    }

    // ---- what goes wrong

    private void change() {
        List<Txn> txns = draft.txns();
        Txn txn = txns.get(random.nextInt(txns.size()));
        Txn other = txns.get(random.nextInt(txns.size()));
        switch (random.nextInt(8)) {
            case 0 -> {
                long start = txn.start;
                txn.start = txn.commit;
                txn.commit = start;
            }
            case 1 -> txn.commit = Math.max(txn.start, other.commit);
            case 2 -> txn.start = Math.min(txn.commit, other.start);
            case 3 -> txn.status = random.nextBoolean() ? Status.UNKNOWN : Status.COMMITTED;
            case 4 -> gap();
            case 5 -> {
                for (Txn each : txns) {
                    each.begin = 0;
                    each.end = 0;
                }
                txn.begin = random.nextInt(3);
                txn.end = txn.begin;
                followClock();
            }
            default -> misread(txn);
        }
    }

    private void gap() {
        for (Session session : draft.sessions) {
            int from = random.nextInt(session.txns.size());
            for (int i = from; i < session.txns.size(); i++) {
                session.txns.get(i).seq += 2;
            }
        }
    }

    /** A session's transactions come one after the other. */
    private void followClock() {
        for (Session session : draft.sessions) {
            long clock = 0;
            for (Txn txn : session.txns) {
                txn.begin = Math.max(txn.begin, clock);
                txn.end = Math.max(txn.begin, txn.end);
                clock = txn.end;
            }
        }
    }

    private void misread(Txn txn) {
        if (txn.ops.isEmpty()) {
            return;
        }
        Op op = txn.ops.get(random.nextInt(txn.ops.size()));
        if (op.isWrite()) {
            return;
        }
        if (op.kind != OpKind.LIST_READ) {
            op.value = smallValue();
        } else if (op.list.isEmpty() || random.nextBoolean()) {
            op.list.add(random.nextInt(op.list.size() + 1), 1L + random.nextInt(unique ? 5 : 2));
        } else {
            op.list.remove(random.nextInt(op.list.size()));
        }
    }
}
