package org.isolde.online.aion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far sessions have come, and so what can still come of them.
 *
 * <p>A session sends its transactions in order, and each ends behind the one before it. So what it has sent without a gap
 * bounds what it can still send: nothing that ends at or before its mark, the end of the last of these. A snapshot that all
 * marks have reached can't change any more by them, however long they take to be heard, and one that a mark has not reached
 * may. A session whose mark does not move for the time to settle holds nothing back any longer: it is silent, or waits for
 * a number that was lost.
 *
 * <p>Sessions without numbers have no mark: what they sent may have come in any order.
 *
 * <p>Invariant: {@code heap} is a binary heap of all marks, the lowest first, and each knows its place in it.
 */
final class LowWater {
    static final int BYTES_A_MARK = 120;

    private static final class Mark {
        final int session;
        long physical;
        long logical;
        long moved;
        int at;

        Mark(int session) {
            this.session = session;
        }

        boolean isBelow(Mark other) {
            return physical != other.physical ? physical < other.physical : logical < other.logical;
        }
    }

    private final long settleNanos;
    private Map<Integer, Mark> bySession = new HashMap<>();
    private final ArrayList<Mark> heap = new ArrayList<>();

    LowWater(long settleNanos) {
        this.settleNanos = settleNanos;
    }

    /** A session has come as far as this; of no effect if it was there already. */
    void reached(int session, long physical, long logical, long now) {
        Mark mark = bySession.get(session);
        if (mark == null) {
            mark = new Mark(session);
            set(mark, physical, logical, now);
            bySession.put(session, mark);
            mark.at = heap.size();
            heap.add(mark);
            up(mark);
        } else if (mark.physical != physical ? mark.physical < physical : mark.logical < logical) {
            set(mark, physical, logical, now);
            down(mark);
        }
    }

    private static void set(Mark mark, long physical, long logical, long now) {
        mark.physical = physical;
        mark.logical = logical;
        mark.moved = now;
    }

    /** A session will send nothing more, or nothing that can be relied on. */
    void ended(int session) {
        Mark mark = bySession.remove(session);
        if (mark != null) {
            Mark last = heap.remove(heap.size() - 1);
            if (last != mark) {
                place(last, mark.at);
                up(last);
                down(last);
            }
        }
    }

    /** Whether nothing that ends at or before a time is to be waited for any more. */
    boolean hasPassed(long physical, long logical, long now) {
        while (!heap.isEmpty()) {
            Mark lowest = heap.get(0);
            if (lowest.physical != physical ? lowest.physical > physical : lowest.logical >= logical) {
                return true;
            }
            if (now - lowest.moved < settleNanos) {
                return false;
            }
            ended(lowest.session);
        }
        return true;
    }

    /** Forgets the marks of sessions that hold nothing back any longer; they get new ones when they move. */
    void forgetSilent(long now) {
        List<Mark> moving = new ArrayList<>();
        for (Mark mark : heap) {
            if (now - mark.moved < settleNanos) {
                moving.add(mark);
            }
        }
        if (moving.size() == heap.size()) {
            return;
        }
        heap.clear();
        heap.trimToSize();
        bySession = new HashMap<>();
        for (Mark mark : moving) {
            bySession.put(mark.session, mark);
            mark.at = heap.size();
            heap.add(mark);
            up(mark);
        }
    }

    long bytes() {
        return (long) BYTES_A_MARK * heap.size();
    }

    private void place(Mark mark, int at) {
        heap.set(at, mark);
        mark.at = at;
    }

    private void up(Mark mark) {
        while (mark.at > 0 && mark.isBelow(heap.get((mark.at - 1) / 2))) {
            swap(mark, heap.get((mark.at - 1) / 2));
        }
    }

    private void down(Mark mark) {
        while (true) {
            int left = 2 * mark.at + 1;
            if (left >= heap.size()) {
                return;
            }
            int right = left + 1;
            Mark lower =
                    right < heap.size() && heap.get(right).isBelow(heap.get(left)) ? heap.get(right) : heap.get(left);
            if (!lower.isBelow(mark)) {
                return;
            }
            swap(mark, lower);
        }
    }

    private void swap(Mark one, Mark other) {
        int at = one.at;
        place(one, other.at);
        place(other, at);
    }

    void write(Encoder out) {
        out.number(heap.size());
        for (Mark mark : heap) {
            out.number(mark.session).number(mark.physical).number(mark.logical).number(mark.moved);
        }
    }

    void read(Decoder in) {
        for (long left = in.number(); left > 0; left--) {
            reached((int) in.number(), in.number(), in.number(), in.number());
        }
    }
}
