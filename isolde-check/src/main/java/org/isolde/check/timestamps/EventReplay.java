package org.isolde.check.timestamps;

import java.util.BitSet;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings.Finding;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * Replays start and commit events in the order of their timestamps (Chronos, algorithm 2): all of them, or those from one
 * commit on up to another one. A part begins with what the events before it have left behind, which is found by looking back
 * from there: the last writes of each key, and who has started and not committed. So the workers share nothing.
 *
 * <p>Invariant, between events: {@code frontier[k]} is the last committed value of key k and {@code frontierWriter[k]} who wrote
 * it; {@code ongoing[k]} is how many transactions that write k have started and not committed. Marks such as
 * {@code touchedBy[k] == t} hold for the transaction that is being walked over, so that nothing is kept per transaction.
 */
final class EventReplay {
    private final History history;
    private final EventOrder order;
    private final UnknownWrites unknown;
    private final FindingCollector findings;
    private final int[] frontier;
    private final int[] frontierWriter;
    private final int[] touchedBy;
    private final int[] current;
    private final int[] writtenBy;
    private final int[] externalBy;
    private final int[] committedBy;
    private final int[] ongoing;
    /** Who is ongoing, while violations are still listed. */
    private final IntList[] ongoingWriters;
    /** Writers of the frontier's commit timestamp, where there are several. */
    private final IntList[] sameCommit;

    private final CommittedLists lists;
    /** The event that is being replayed. */
    private long event;

    EventReplay(EventOrder order, UnknownWrites unknown, FindingCollector findings) {
        this.order = order;
        this.history = order.history;
        this.unknown = unknown;
        this.findings = findings;
        int keys = history.keys();
        this.frontier = new int[keys];
        this.frontierWriter = new int[keys];
        this.touchedBy = new int[keys];
        this.current = new int[keys];
        this.writtenBy = new int[keys];
        this.externalBy = new int[keys];
        this.committedBy = new int[keys];
        this.ongoing = new int[keys];
        this.ongoingWriters = new IntList[keys];
        this.sameCommit = new IntList[keys];
        this.lists = history.hasLists() ? new CommittedLists(history) : null;
    }

    /**
     * Replays the events behind one commit up to another one, by their places. At the first place no commit may have the timestamp
     * of the one before it; and lists are replayed from the beginning only.
     */
    void run(int from, int to) {
        int starts = from == 0 ? 0 : order.startsBefore(from - 1);
        event = (long) from + starts;
        if (from > 0) {
            lookBack(from, starts);
        }
        for (int place = from; place < to; place++) {
            while (starts < order.byStart.length && order.startsBefore(starts, place)) {
                event++;
                start(order.byStart[starts++], true);
            }
            event++;
            int t = order.byCommit[place];
            if (!order.snapshots || order.isPoint(t)) {
                start(t, false);
            }
            if (order.isWriter(t)) {
                commit(t);
            }
        }
    }

    /** What the commits before a place, and so many starts, have left behind. */
    private void lookBack(int from, int starts) {
        boolean[] found = new boolean[frontier.length];
        int open = found.length;
        for (int place = from - 1; place >= 0 && open > 0; place--) {
            int t = order.byCommit[place];
            for (int op = history.firstOp(t + 1) - 1; op >= history.firstOp(t); op--) {
                int key = history.key(op);
                if (history.isWrite(op) && !found[key]) {
                    found[key] = true;
                    open--;
                    frontier[key] = history.value(op);
                    frontierWriter[key] = t;
                }
            }
        }
        BitSet committed = new BitSet(history.transactions() + 1);
        for (int place = 0; place < from; place++) {
            committed.set(order.byCommit[place]);
        }
        for (int i = 0; i < starts; i++) {
            int t = order.byStart[i];
            for (int op = history.firstOp(t); !committed.get(t) && op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                if (history.isWrite(op) && writtenBy[key] != t) {
                    writtenBy[key] = t;
                    ongoing[key]++;
                }
            }
        }
    }

    private void start(int t, boolean stays) {
        if (lists != null) {
            lists.begin(t);
        }
        for (int op = history.firstOp(t), end = history.firstOp(t + 1); op < end; op++) {
            int key = history.key(op);
            byte kind = history.kind(op);
            int value = history.value(op);
            if (OpKind.isWrite(kind)) {
                if (order.snapshots && writtenBy[key] != t) {
                    writtenBy[key] = t;
                    overlaps(t, key, op, stays);
                }
                if (lists != null) {
                    lists.wrote(key, op);
                }
            } else if (kind == OpKind.CAS_FAILED) {
                failed(t, key, op, value);
                continue;
            } else if (kind == OpKind.LIST_READ) {
                listRead(t, key, op);
            } else if (touchedBy[key] == t) {
                if (current[key] != value) {
                    internal(t, key, op, current[key], value, -1);
                }
            } else if (frontier[key] != value) {
                external(t, key, op, unknown.wrote(key, value), frontier[key], value, -1);
            }
            touchedBy[key] = t;
            current[key] = value;
        }
    }

    /** A compare-and-set that failed says only that the value was not the expected one. */
    private void failed(int t, int key, int op, int expected) {
        if (touchedBy[key] == t) {
            if (current[key] == expected) {
                internal(t, key, op, -1, expected, -1);
            }
        } else if (frontier[key] == expected) {
            external(t, key, op, unknown.wrote(key), -1, expected, -1);
        }
    }

    private void listRead(int t, int key, int op) {
        switch (lists.read(key, op)) {
            case RIGHT -> {}
            case NOT_OWN -> internal(t, key, op, lists.expected(), lists.seen(), lists.place());
            case NOT_SNAPSHOT ->
                external(t, key, op, unknown.wroteOneOf(key, op), lists.expected(), lists.seen(), lists.place());
        }
    }

    private void internal(int t, int key, int op, int expected, int seen, int place) {
        findings.count(TimestampAxiom.INT, 1);
        if (findings.wantsMore(TimestampAxiom.INT)) {
            findings.list(new Finding(TimestampAxiom.INT, t, t, key, op, expected, seen, place, event));
        }
    }

    private void external(int t, int key, int op, boolean open, int expected, int seen, int place) {
        if (open) {
            findings.open(op);
        } else if (externalBy[key] != t) {
            externalBy[key] = t;
            findings.count(TimestampAxiom.EXT, 1);
            if (findings.wantsMore(TimestampAxiom.EXT)) {
                int writer = place < 0 ? frontierWriter[key] : expected < 0 ? -1 : history.writer(expected);
                findings.list(new Finding(TimestampAxiom.EXT, t, writer, key, op, expected, seen, place, event));
            }
        }
    }

    /** A writer of a key starts: it overlaps all that are ongoing. */
    private void overlaps(int t, int key, int op, boolean stays) {
        findings.count(TimestampAxiom.NOCONFLICT, ongoing[key]);
        boolean listing = findings.wantsMore(TimestampAxiom.NOCONFLICT);
        if (listing) {
            IntList others = ongoingWriters[key];
            for (int i = 0; others != null && i < others.size(); i++) {
                findings.list(new Finding(TimestampAxiom.NOCONFLICT, t, others.get(i), key, op, -1, -1, -1, event));
            }
        }
        if (stays) {
            ongoing[key]++;
            if (listing) {
                if (ongoingWriters[key] == null) {
                    ongoingWriters[key] = new IntList();
                }
                ongoingWriters[key].add(t);
            }
        }
    }

    private void commit(int t) {
        boolean started = order.snapshots && !order.isPoint(t);
        for (int op = history.firstOp(t), end = history.firstOp(t + 1); op < end; op++) {
            int key = history.key(op);
            if (!history.isWrite(op)) {
                continue;
            }
            if (committedBy[key] != t) {
                committedBy[key] = t;
                if (started) {
                    ongoing[key]--;
                    leave(key, t);
                }
                ties(t, key, op);
            }
            frontier[key] = history.value(op);
            frontierWriter[key] = t;
            if (lists != null) {
                lists.append(key, history.value(op));
            }
        }
    }

    private void leave(int key, int t) {
        IntList members = ongoingWriters[key];
        for (int i = 0; members != null && i < members.size(); i++) {
            if (members.get(i) == t) {
                members.set(i, members.get(members.size() - 1));
                members.removeLast();
                return;
            }
        }
    }

    /** Two writers of one key with one commit timestamp leave the order of their versions open. */
    private void ties(int t, int key, int op) {
        int before = frontierWriter[key];
        if (before == History.INITIAL || order.compareCommits(before, t) != 0) {
            sameCommit[key] = null;
            return;
        }
        if (sameCommit[key] == null) {
            sameCommit[key] = new IntList();
            sameCommit[key].add(before);
        }
        IntList tied = sameCommit[key];
        findings.count(TimestampAxiom.SAME_COMMIT, tied.size());
        for (int i = 0; i < tied.size() && findings.wantsMore(TimestampAxiom.SAME_COMMIT); i++) {
            findings.list(new Finding(TimestampAxiom.SAME_COMMIT, t, tied.get(i), key, op, -1, -1, -1, event));
        }
        tied.add(t);
    }
}
