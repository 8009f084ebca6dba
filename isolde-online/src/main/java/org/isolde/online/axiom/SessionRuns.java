package org.isolde.online.axiom;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Which transactions of a session have come, as runs of consecutive numbers, and what SESSION needs to know of each run: its first and its
 * last transaction that takes part (aborted ones and such of unknown outcome come, but take no part).
 *
 * <p>A transaction and the one before it are compared when their runs meet, whichever came later; so each pair is compared once, and
 * in any order of arrival the same pairs are. A gap that does not close in time is closed here: the numbers are kept as missing.
 *
 * <p>Invariant: runs are in order, not empty, and don't touch each other; missing numbers are in order and lie within runs. Of a
 * session that has lost very many the first are forgotten: they count as if they had come.
 */
public final class SessionRuns {
    /** An event of a transaction: when, and its kind among those of the same time. */
    public record Event(long seq, long physical, long logical, int kind) {
        /** Whether it comes before an event of a later transaction of the same session. */
        boolean isBefore(Event later) {
            int order = Long.compare(physical, later.physical);
            order = order != 0 ? order : Long.compare(logical, later.logical);
            return order != 0 ? order < 0 : kind <= later.kind;
        }

        void write(Encoder out) {
            out.number(seq).number(physical).number(logical).octet(kind);
        }

        static Event read(Decoder in) {
            return new Event(in.number(), in.number(), in.number(), in.octet());
        }
    }

    /** Who is told that a transaction did not see the one before it. */
    public interface Missed {
        void found(Event before, Event transaction);
    }

    private static final class Run {
        long from;
        long to;
        /** The begin of the first transaction that takes part, the end of the last; null if none does. */
        Event first;

        Event last;
        /** Whether the first one is known to follow a gap, which is what is wrong with it. */
        boolean afterGap;
    }

    private record Range(long from, long to) {}

    public static final int MOST_MISSING = 100_000;
    private static final int MOST_GAPS = 100_000;

    private final List<Run> runs = new ArrayList<>(1);
    private final List<Range> missing = new ArrayList<>(0);
    /** The latest end of any; null if none took part. */
    private Event latest;

    /** What it takes in memory beyond what every session has. */
    public long bytes() {
        return 140L * Math.max(0, runs.size() - 1) + 32L * missing.size();
    }

    /** The number behind the first gap; -1 if there is none. */
    public long firstBehindGap() {
        return runs.size() > 1 ? runs.get(1).from : -1;
    }

    /** The number behind the first gap, if there are so many that it can't be waited for; else -1. */
    public long followsTooManyGaps() {
        return runs.size() > MOST_GAPS ? runs.get(1).from : -1;
    }

    /** Whether the transaction of a number that {@link #followsGap} takes part. */
    public boolean takesPart(long seq) {
        Event first = runs.get(runOf(seq)).first;
        return first != null && first.seq == seq;
    }

    /** Whether nothing has come yet. */
    public boolean isEmpty() {
        return runs.isEmpty();
    }

    /** The number of a transaction that comes without one. */
    public long next() {
        return runs.isEmpty() ? 0 : runs.get(runs.size() - 1).to + 1;
    }

    /** Whether all that has come of the session had ended before a time. */
    public boolean endsBefore(long physical, long logical) {
        return latest != null
                && (latest.physical < physical || (latest.physical == physical && latest.logical < logical));
    }

    /** The end of the last transaction that takes part among those that have come without a gap; null if there is none. */
    public Event reached() {
        return runs.isEmpty() ? null : runs.get(0).last;
    }

    /** Whether nothing is missing up to a number, as far as the session is known. */
    public boolean isWhole(long seq) {
        return !runs.isEmpty() && seq <= runs.get(0).to;
    }

    /** Whether nothing is missing. */
    public boolean isWhole() {
        return runs.size() <= 1;
    }

    /** Whether it is known from its first number on. */
    public boolean isKnownFromTheStart() {
        return !runs.isEmpty() && runs.get(0).from == 0;
    }

    public boolean contains(long seq) {
        int at = runOf(seq);
        if (at < 0 || runs.get(at).to < seq) {
            return false;
        }
        return missingAt(seq) < 0;
    }

    private int missingAt(long seq) {
        int at = last(missing.size(), i -> missing.get(i).from <= seq);
        return at >= 0 && seq <= missing.get(at).to ? at : -1;
    }

    /** The last run that begins at or before a number, or -1. */
    private int runOf(long seq) {
        return last(runs.size(), i -> runs.get(i).from <= seq);
    }

    /** The last of so many for which something holds that holds for all before it, or -1. */
    private static int last(int count, IntPredicate holds) {
        if (count == 0 || holds.test(count - 1)) {
            return count - 1;
        }
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (holds.test(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    private void miss(long from, long to) {
        missing.add(last(missing.size(), i -> missing.get(i).from <= from) + 1, new Range(from, to));
        if (missing.size() > MOST_MISSING) {
            missing.remove(0);
        }
    }

    /**
     * Takes a transaction that has not come before.
     *
     * @param begin when it begins; null if it takes no part
     * @param end when it ends
     */
    public void add(long seq, Event begin, Event end, Missed missed) {
        if (end != null && (latest == null || endsBefore(end.physical, end.logical))) {
            latest = end;
        }
        int hole = missingAt(seq);
        if (hole >= 0) {
            // it comes after its gap was closed: what is around it has been compared already
            Range range = missing.remove(hole);
            if (range.from < seq) {
                miss(range.from, seq - 1);
            }
            if (seq < range.to) {
                miss(seq + 1, range.to);
            }
            return;
        }
        Run latest = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        if (latest != null && latest.to + 1 == seq) {
            // by far the most common case
            if (begin != null) {
                if (latest.last != null && !latest.last.isBefore(begin)) {
                    missed.found(latest.last, begin);
                }
                latest.first = latest.first == null ? begin : latest.first;
                latest.last = end;
            }
            latest.to = seq;
            return;
        }
        Run run = new Run();
        run.from = seq;
        run.to = seq;
        run.first = begin;
        run.last = end;
        int at = runOf(seq) + 1;
        runs.add(at, run);
        if (at > 0 && runs.get(at - 1).to + 1 == seq) {
            join(--at, missed);
        }
        if (at + 1 < runs.size() && seq + 1 == runs.get(at + 1).from) {
            join(at, missed);
        }
    }

    /** Joins a run with the next one. */
    private void join(int at, Missed missed) {
        Run left = runs.get(at);
        Run right = runs.remove(at + 1);
        if (left.last != null && right.first != null && !right.afterGap && !left.last.isBefore(right.first)) {
            missed.found(left.last, right.first);
        }
        left.to = right.to;
        if (left.first == null) {
            left.first = right.first;
            left.afterGap = right.afterGap;
        }
        left.last = right.last == null ? left.last : right.last;
    }

    /** Whether what comes directly before a transaction has not come. */
    public boolean followsGap(long seq) {
        int at = runOf(seq);
        return at > 0 && runs.get(at).from == seq;
    }

    /**
     * The time of a transaction that {@link #followsGap} is over: what has not come before it is not waited for any longer.
     *
     * @param takesPart whether the transaction takes part; if it does, the gap itself is what is wrong with it
     */
    public void closeGap(long seq, boolean takesPart, Missed missed) {
        int at = runOf(seq);
        miss(runs.get(at - 1).to + 1, seq - 1);
        runs.get(at).afterGap |= takesPart;
        join(at - 1, missed);
    }

    public void write(Encoder out) {
        out.octet(latest == null ? 0 : 1);
        if (latest != null) {
            latest.write(out);
        }
        out.number(runs.size());
        for (Run run : runs) {
            out.number(run.from).number(run.to - run.from).octet((run.first == null ? 0 : 1) | (run.afterGap ? 2 : 0));
            if (run.first != null) {
                run.first.write(out);
                run.last.write(out);
            }
        }
        out.number(missing.size());
        for (Range range : missing) {
            out.number(range.from).number(range.to);
        }
    }

    public static SessionRuns read(Decoder in) {
        SessionRuns session = new SessionRuns();
        session.latest = in.octet() == 1 ? Event.read(in) : null;
        for (long left = in.number(); left > 0; left--) {
            Run run = new Run();
            run.from = in.number();
            run.to = run.from + in.number();
            int flags = in.octet();
            run.afterGap = (flags & 2) != 0;
            if ((flags & 1) != 0) {
                run.first = Event.read(in);
                run.last = Event.read(in);
            }
            session.runs.add(run);
        }
        for (long left = in.number(); left > 0; left--) {
            session.missing.add(new Range(in.number(), in.number()));
        }
        return session;
    }
}
