package org.isolde.online.aion;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.online.aion.MarkHeap.Mark;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.SessionRuns;

/**
 * How far sessions have come, and so what can still come of them.
 *
 * <p>A session sends its transactions in order, and each ends behind the one before it. So what it has sent without a gap
 * bounds what it can still send: nothing that ends before its mark, the end of the last of these. Two questions are
 * answered from the marks:
 *
 * <ul>
 *   <li>{@link #hasPassed}: is nobody known to be on the way to a time? Whoever has not passed it, and of whom something has come within
 *       the time to settle, is. Others are not waited for: they are silent, or abort all the time.
 *   <li>{@link #allHavePassed}: can nobody send anything more that ends at a time or before? That can be known only where the stream says
 *       how many sessions there are at a time, and while that many have come and not ended: nobody is missing then.
 * </ul>
 *
 * <p>Sessions without numbers have no mark: what they sent may have come in any order. Beyond a number of sessions at a time, others have none of
 * their own either, but share one for each part of the time to settle: the lowest of theirs, which holds back until the last of that part has been
 * silent for long enough. So nothing is told too soon, and memory is bounded.
 */
final class LowWater {
    private static final int BYTES_A_MARK = 150;
    private static final int MOST_MARKS = 1 << 16;
    private static final int LEAST_MARKS = 64;
    private static final int PARTS = 4;

    /** The mark of sessions that have none of their own, of those that came in a part of the time to settle. */
    private static final class Crowd {
        private final long part;
        private long physical;
        private long logical;
        private long came;

        Crowd(long part, long physical, long logical, long came) {
            this.part = part;
            this.physical = physical;
            this.logical = logical;
            this.came = came;
        }

        boolean isBelow(long time, long logicalPart) {
            return physical != time ? physical < time : logical < logicalPart;
        }
    }

    private final long settleNanos;
    private final int most;
    private final Map<Integer, Mark> bySession = new HashMap<>();
    /** Those of whom something has come within the time to settle, or who have not been in anybody's way since. */
    private final MarkHeap moving = new MarkHeap(0);
    /** Those who have not ended, if the stream says how many there are. */
    private final MarkHeap live = new MarkHeap(1);
    /** How many sessions there are at a time; 0 if that is not known. */
    private long announced;

    private final ArrayDeque<Crowd> crowds = new ArrayDeque<>();
    /** Whether there were ever more than have marks of their own: then it is not known who lives. */
    private boolean crowded;
    /** In which part of the time marks of the silent were last forgotten. */
    private long swept = -1;

    LowWater(long settleNanos) {
        this(settleNanos, MOST_MARKS);
    }

    /** How many marks may be had in a memory of so many bytes. */
    static int most(long memory) {
        return (int) Math.max(LEAST_MARKS, Math.min(MOST_MARKS, memory / 16 / BYTES_A_MARK));
    }

    /**
     * @param most how many sessions have marks of their own
     */
    LowWater(long settleNanos, int most) {
        this.settleNanos = settleNanos;
        this.most = most;
    }

    /** The stream says how many sessions there are at a time; the greatest such number counts. */
    void announced(long sessions) {
        announced = Math.max(announced, sessions);
    }

    /**
     * A session has come as far as this; of no effect if it was there already.
     *
     * @param last whether nothing that writes can follow at that very time
     * @param whole whether nothing is missing that the session has sent before
     */
    void reached(int session, long physical, long logical, boolean last, boolean whole, long now) {
        Mark mark = bySession.get(session);
        if (mark == null) {
            if (isCrowded(now)) {
                crowd(physical, logical, now);
                return;
            }
            mark = new Mark(session);
            set(mark, physical, logical, last, now);
            bySession.put(session, mark);
        } else if (mark.isBelow(physical, logical)) {
            set(mark, physical, logical, last, now);
            if (live.contains(mark)) {
                live.moved(mark);
            }
            if (moving.contains(mark)) {
                moving.moved(mark);
            }
        } else {
            mark.last &= last;
            return;
        }
        if (!moving.contains(mark)) {
            moving.add(mark);
        }
        if (announced > 0 && whole && !live.contains(mark)) {
            live.add(mark);
        }
    }

    private static void set(Mark mark, long physical, long logical, boolean last, long now) {
        mark.physical = physical;
        mark.logical = logical;
        mark.last = last;
        mark.came = now;
    }

    /**
     * Something that takes part has come of a session, whether or not it fills a gap.
     *
     * @param reached how far the session has come; null if that is not known
     */
    void came(int session, SessionRuns.Event reached, long now) {
        Mark mark = bySession.get(session);
        if (mark != null) {
            mark.came = now;
            if (!moving.contains(mark)) {
                moving.add(mark);
            }
        } else if (crowded && reached != null) {
            crowd(reached.physical(), reached.logical(), now);
        }
    }

    private long part(long now) {
        return now / Math.max(1, settleNanos / PARTS);
    }

    /** Whether there is no room for one more mark, however many are forgotten. */
    private boolean isCrowded(long now) {
        if (bySession.size() >= most && swept != part(now)) {
            swept = part(now);
            crowded = true;
            forgetSilent(now);
        }
        return bySession.size() >= most;
    }

    private void crowd(long physical, long logical, long now) {
        Crowd last = crowds.peekLast();
        if (last == null || last.part != part(now)) {
            crowds.add(new Crowd(part(now), physical, logical, now));
            return;
        }
        if (!last.isBelow(physical, logical)) {
            last.physical = physical;
            last.logical = logical;
        }
        last.came = now;
    }

    /** A session will send nothing more, or nothing that can be relied on. */
    void ended(int session) {
        Mark mark = bySession.remove(session);
        if (mark != null) {
            if (moving.contains(mark)) {
                moving.remove(mark);
            }
            if (live.contains(mark)) {
                live.remove(mark);
            }
        }
    }

    /** Whether nothing that ends at or before a time is known to be on its way. */
    boolean hasPassed(long physical, long logical, long now) {
        while (!crowds.isEmpty() && now - crowds.peek().came >= settleNanos) {
            crowds.poll();
        }
        for (Crowd crowd : crowds) {
            if (crowd.isBelow(physical, logical)) {
                return false;
            }
        }
        while (moving.size() > 0) {
            Mark lowest = moving.get(0);
            if (!lowest.isBelow(physical, logical)) {
                return true;
            }
            if (now - lowest.came < settleNanos) {
                return false;
            }
            moving.remove(lowest);
            if (!live.contains(lowest)) {
                bySession.remove(lowest.session);
            }
        }
        return true;
    }

    /** Before which time nothing that ends there is known to be on its way; the greatest if nothing is on its way at all. */
    long lowest(long now) {
        long lowest = Long.MAX_VALUE;
        for (Crowd crowd : crowds) {
            lowest = now - crowd.came < settleNanos ? Math.min(lowest, crowd.physical) : lowest;
        }
        for (int i = 0; i < moving.size(); i++) {
            Mark mark = moving.get(i);
            lowest = now - mark.came < settleNanos ? Math.min(lowest, mark.physical) : lowest;
        }
        return lowest;
    }

    /**
     * Whether no session can send anything more that ends at or before a time.
     *
     * @param reader the session of whoever looks there: what it sends itself is behind
     */
    boolean allHavePassed(long physical, long logical, int reader) {
        return announced > 0 && !crowded && live.size() == announced && areBehind(physical, logical, reader, 0);
    }

    /** Whether the marks of a part of the heap are all above a time, or at it and nothing follows there. */
    private boolean areBehind(long physical, long logical, int reader, int at) {
        if (at >= live.size()) {
            return true;
        }
        Mark mark = live.get(at);
        if (mark.isAbove(physical, logical)) {
            return true;
        }
        return !mark.isBelow(physical, logical)
                && (mark.last || mark.session == reader)
                && areBehind(physical, logical, reader, 2 * at + 1)
                && areBehind(physical, logical, reader, 2 * at + 2);
    }

    /** Forgets the marks of sessions of whom nothing has come within the time to settle; they get new ones when they move. */
    private void forgetSilent(long now) {
        for (Mark mark : List.copyOf(bySession.values())) {
            if (now - mark.came >= settleNanos) {
                ended(mark.session);
            }
        }
    }

    long bytes() {
        return (long) BYTES_A_MARK * bySession.size();
    }

    void write(Encoder out) {
        out.number(announced).octet(crowded ? 1 : 0).number(swept).number(crowds.size());
        for (Crowd crowd : crowds) {
            out.number(crowd.part).number(crowd.physical).number(crowd.logical).number(crowd.came);
        }
        out.number(bySession.size());
        for (Mark mark : bySession.values()) {
            out.number(mark.session).number(mark.physical).number(mark.logical).number(mark.came);
            out.octet((mark.last ? 1 : 0) | (moving.contains(mark) ? 2 : 0) | (live.contains(mark) ? 4 : 0));
        }
    }

    void read(Decoder in) {
        announced = in.number();
        crowded = in.octet() == 1;
        swept = in.number();
        for (long left = in.number(); left > 0; left--) {
            crowds.add(new Crowd(in.number(), in.number(), in.number(), in.number()));
        }
        for (long left = in.number(); left > 0; left--) {
            Mark mark = new Mark((int) in.number());
            mark.physical = in.number();
            mark.logical = in.number();
            mark.came = in.number();
            int flags = in.octet();
            mark.last = (flags & 1) != 0;
            bySession.put(mark.session, mark);
            if ((flags & 2) != 0) {
                moving.add(mark);
            }
            if ((flags & 4) != 0) {
                live.add(mark);
            }
        }
    }
}
