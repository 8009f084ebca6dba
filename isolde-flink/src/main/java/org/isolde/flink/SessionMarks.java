package org.isolde.flink;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.isolde.online.axiom.SessionRuns;

/**
 * The watermark of the sessions of one part of the cluster: up to which commit timestamp everything has come, as far as one can know.
 *
 * <p>A session sends its transactions in order, and each ends behind the one before it. So what it has sent without a gap bounds what it can still send: nothing that
 * ends before its mark, the end of the last of these. The rule:
 *
 * <ul>
 *   <li>The watermark stays before the marks of all sessions that something has come of within the time to settle. How far they are apart, by the skew of their clocks
 *       or by the way they are read, makes no difference.
 *   <li>A session that was silent for that long, or has said that it has ended, is not waited for. It may come back.
 *   <li>Of a session that nobody has heard of, nothing is known; so a watermark is let out only when the time to settle has passed since the marks were there: so
 *       long may the first transaction of a new session take. One whose first number is not 0 holds everything back for that time, for what comes before may follow.
 *   <li>A gap in a session's numbers holds its mark until it is filled, or until the time to settle is over, twice at most: then it is closed, and a finding.
 *   <li>When all are silent, all that came is final.
 * </ul>
 *
 * <p><b>Time</b> is that of the sources, never a clock here. A transaction has the time by which it was offered; and a source says, behind what it has given, up to which time
 * everything that was offered has been read. Silence is what lies between the two. So however long something waits to be read, in a source, before this part or because of
 * what is behind it, nobody becomes silent by that: what was offered comes before the time that would make its session silent. {@link Listening} leaves out steps in which nobody listened.
 *
 * <p>Where session order does not count, sessions promise nothing: everything that came is final when the time to settle is over.
 *
 * <p>So it can't stand still for ever: who holds it back either goes on, and it follows, or is silent.
 */
final class SessionMarks {
    /** No time. */
    static final long NONE = Listening.NONE;

    /** The time at which listening begins, which is not known yet. */
    private static final long BEGIN = Long.MAX_VALUE;

    /** So many steps, at the least, is the time to settle. */
    private static final int STEPS = 4;

    private static final class Mark {
        long physical = NONE;
        /** When something that takes part last came. */
        long heard;
        /** Since when it holds everything back, because it may not have been there from its start. */
        long unsureSince = NONE;

        boolean silent;
        /** When its gaps up to a number were seen; NONE if there is none. */
        long gapSince = NONE;

        long gapsBefore;
    }

    /** What the watermark may be when the time to settle has passed. */
    private record Sample(long time, long candidate) {}

    private final long settle;
    private final long retain;
    private final boolean sessionOrder;
    private final Listening listening;
    private final Map<Name, Mark> marks = new HashMap<>();
    private final ArrayDeque<Sample> samples = new ArrayDeque<>();
    /** The latest time at which anything was offered. */
    private long lastOffered = NONE;

    private long released = NONE;
    private long latest = NONE;
    private long watermark = NONE;
    private boolean live;
    private int liveSessions;

    /**
     * @param retain how long a session is known that is silent
     */
    SessionMarks(long settle, long retain, boolean sessionOrder) {
        this.settle = settle;
        this.retain = Math.max(retain, settle);
        this.sessionOrder = sessionOrder;
        this.listening = new Listening(Math.max(settle / STEPS, interval(settle)));
    }

    /** How often it is worth while to look for who is silent. */
    static long interval(long settle) {
        return Math.max(10, Math.min(200, settle / 20));
    }

    /** A session was known before the job began again. */
    void restored(Name session, SessionRuns runs) {
        Mark mark = marks.computeIfAbsent(session, name -> new Mark());
        mark.heard = BEGIN;
        reached(mark, runs, BEGIN);
        latest = Math.max(latest, mark.physical);
        live = true;
    }

    /**
     * A transaction of a session has come, which is in its runs now; it takes part if it has a commit.
     *
     * @param offered by when it was there to be read
     */
    void came(Name session, SessionRuns runs, long commit, long offered) {
        long time = listening.of(offered);
        lastOffered = Math.max(lastOffered, time);
        Mark mark = marks.get(session);
        if (mark == null) {
            mark = new Mark();
            mark.unsureSince = runs.isKnownFromTheStart() ? NONE : time;
            mark.silent = true;
            mark.heard = time;
            marks.put(session, mark);
        }
        if (runs.isKnownFromTheStart()) {
            mark.unsureSince = NONE;
        }
        if (commit != NONE) {
            mark.heard = mark.heard == BEGIN ? time : Math.max(mark.heard, time);
            mark.silent = false;
            live = true;
            latest = Math.max(latest, commit);
        }
        reached(mark, runs, time);
    }

    private static void reached(Mark mark, SessionRuns runs, long time) {
        SessionRuns.Event reached = runs.reached();
        mark.physical = reached == null ? NONE : reached.physical();
        if (runs.isWhole()) {
            mark.gapSince = NONE;
        } else if (mark.gapSince == NONE) {
            mark.gapSince = time;
            mark.gapsBefore = runs.next();
        }
    }

    /** A session says that it has ended. */
    void ended(Name session, SessionRuns runs) {
        Mark mark = marks.get(session);
        if (mark != null && runs.isWhole()) {
            mark.silent = true;
        }
    }

    /** Whether some session is waited for. */
    boolean isLive() {
        return live;
    }

    /** How many sessions were waited for when it was last advanced. */
    int liveSessions() {
        return liveSessions;
    }

    /** How far the watermark is behind the latest commit that came, in the unit of timestamps; -1 if there is no watermark yet. */
    long lag() {
        return watermark == NONE ? -1 : latest - watermark;
    }

    /** Everything that was offered up to a time has been read, and has come. */
    void read(long time) {
        boolean begins = !listening.hasBegun();
        long more = listening.read(time);
        if (begins) {
            for (Mark mark : marks.values()) {
                mark.heard = mark.heard == BEGIN ? listening.now() : mark.heard;
                mark.gapSince = mark.gapSince == BEGIN ? listening.now() : mark.gapSince;
            }
        }
        if (more > 0) {
            move(more);
        }
    }

    private void move(long more) {
        for (Mark mark : marks.values()) {
            mark.heard = listening.moved(mark.heard, more);
            mark.unsureSince = listening.moved(mark.unsureSince, more);
            mark.gapSince = listening.moved(mark.gapSince, more);
        }
        lastOffered = listening.moved(lastOffered, more);
        for (int left = samples.size(); left > 0; left--) {
            Sample sample = samples.poll();
            samples.add(new Sample(listening.moved(sample.time, more), sample.candidate));
        }
    }

    /** The sessions that have a gap for so long that it is to be closed. */
    void overdue(Consumer<Name> visitor) {
        for (Map.Entry<Name, Mark> each : marks.entrySet()) {
            if (each.getValue().gapSince != NONE && isOver(each.getValue().gapSince)) {
                visitor.accept(each.getKey());
            }
        }
    }

    private boolean isOver(long since) {
        return listening.now() - since >= settle;
    }

    /** Gaps before this number are to be closed. */
    long gapsBefore(Name session) {
        return marks.get(session).gapsBefore;
    }

    /** Gaps of a session were closed. */
    void closed(Name session, SessionRuns runs) {
        Mark mark = marks.get(session);
        mark.gapSince = NONE;
        reached(mark, runs, Math.max(lastOffered, listening.now()));
    }

    /** The watermark as it is now; {@link #NONE} if there is none yet. It never goes back. */
    long advance() {
        long candidate = candidate();
        if (!live) {
            watermark = Math.max(watermark, candidate);
            samples.clear();
            return watermark;
        }
        Sample last = samples.peekLast();
        if (last == null || last.candidate != candidate) {
            samples.add(new Sample(Math.max(lastOffered, listening.now()), candidate));
        }
        while (!samples.isEmpty() && isOver(samples.peek().time)) {
            released = Math.max(released, samples.poll().candidate);
        }
        watermark = Math.max(watermark, Math.min(released, candidate));
        return watermark;
    }

    /** What the marks that are there allow. */
    private long candidate() {
        long low = Long.MAX_VALUE;
        live = false;
        liveSessions = 0;
        for (Mark mark : marks.values()) {
            mark.silent |= isOver(mark.heard);
            if (mark.silent) {
                continue;
            }
            live = true;
            liveSessions++;
            if (sessionOrder) {
                boolean unsure = mark.physical == NONE || mark.unsureSince != NONE && !isOver(mark.unsureSince);
                low = Math.min(low, unsure ? NONE : mark.physical - 1);
            }
        }
        return low == Long.MAX_VALUE ? latest : low;
    }

    /** Forgets sessions that have been silent for long, and tells of each. */
    void expire(Consumer<Name> visitor) {
        for (Iterator<Map.Entry<Name, Mark>> all = marks.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Name, Mark> each = all.next();
            if (each.getValue().silent && listening.now() - each.getValue().heard >= retain) {
                visitor.accept(each.getKey());
                all.remove();
            }
        }
    }

    int size() {
        return marks.size();
    }
}
