package org.isolde.flink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The watermark of all sessions, made of those of the parts that keep them ({@link SessionMarks}).
 *
 * <p>A part that waits for sessions says where its watermark is. One that waits for none can't say anything of commits, but a session of its may come any time; so what the others
 * say holds only as far as it has listened, too. Therefore each says up to which time of the sources it has listened, all are taken as they were at the earliest of these times, and
 * then the lowest watermark is that of all. When no part waits for a session, all that came is final.
 *
 * <p>What the parts say comes behind what they have sent, so it holds for everything that is here.
 */
final class Horizon {
    /**
     * @param free whether no session is waited for
     * @param bound the watermark; of one that is free, the latest commit that came
     */
    private record Report(long time, boolean free, long bound) {}

    private final List<ArrayDeque<Report>> parts = new ArrayList<>();
    private long time = Listening.NONE;
    private long watermark = SessionMarks.NONE;

    /**
     * @param count how many parts keep sessions
     */
    Horizon(int count) {
        for (int i = 0; i < count; i++) {
            parts.add(new ArrayDeque<>());
        }
    }

    /** A part has listened up to a time. */
    void report(int part, long upTo, boolean free, long bound) {
        parts.get(part).add(new Report(upTo, free, bound));
        long common = Long.MAX_VALUE;
        for (ArrayDeque<Report> each : parts) {
            common = Math.min(common, each.isEmpty() ? Listening.NONE : each.peekLast().time);
        }
        if (common == Listening.NONE) {
            return;
        }
        time = common;
        boolean allFree = true;
        long low = Long.MAX_VALUE;
        long latest = SessionMarks.NONE;
        for (ArrayDeque<Report> each : parts) {
            Report then = at(each);
            allFree &= then.free;
            if (then.free) {
                latest = Math.max(latest, then.bound);
            } else {
                low = Math.min(low, then.bound);
            }
        }
        watermark = Math.max(watermark, allFree ? latest : low);
    }

    /** What a part said at the common time; before it has said anything, that it waits. */
    private Report at(ArrayDeque<Report> reports) {
        Report then = reports.peek();
        if (then.time > time) {
            return new Report(time, false, SessionMarks.NONE);
        }
        Report next = reports.poll();
        while (next != null && next.time <= time) {
            then = next;
            next = reports.poll();
        }
        if (next != null) {
            reports.addFirst(next);
        }
        reports.addFirst(then);
        return then;
    }

    /** Up to when all have listened; {@link Listening#NONE} if one has not begun. */
    long time() {
        return time;
    }

    /** The watermark; {@link SessionMarks#NONE} if there is none yet. It never goes back. */
    long watermark() {
        return watermark;
    }
}
