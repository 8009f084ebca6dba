package org.isolde.online.aion;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Verdicts on external reads: the first, when the read comes; another, whenever a version comes that it sees; and the last, when its time
 * is over.
 */
final class Judgements {
    private final OpenReads open;
    private final Frontier frontier;
    private final Watermark watermark;
    private final Sessions sessions;
    private final Values values;
    private final AionState state;
    private final AionReports reports;

    private final Place lookPlace = new Place();
    private final Place nextPlace = new Place();
    private final Found found = new Found();

    Judgements(
            OpenReads open,
            Frontier frontier,
            Watermark watermark,
            Sessions sessions,
            Values values,
            AionState state,
            AionReports reports) {
        this.open = open;
        this.frontier = frontier;
        this.watermark = watermark;
        this.sessions = sessions;
        this.values = values;
        this.state = state;
        this.reports = reports;
    }

    /** Adds an external read of the transaction that was opened last: it stays open. */
    void add(KeyChain chain, Place place, long seen, long[] list, byte flags) throws IOException {
        byte first = judge(chain, place, seen, list, flags);
        long read = open.add(chain, seen, list, first);
        state.addRead(chain, read, place);
    }

    /** What a read comes to by the versions known now. */
    private byte judge(KeyChain chain, Place place, long seen, long[] list, byte flags) throws IOException {
        int kept = flags & OpenReads.NEGATED;
        if (list != null) {
            if (watermark.isAbove(place.physical)) {
                return (byte) (kept | OpenReads.TOO_LATE);
            }
            return (byte) (frontier.matches(chain, place, list, (int) seen) ? kept : kept | OpenReads.BAD);
        }
        frontier.find(chain, place, values.initial, found);
        if (found.tooLate) {
            return (byte) (kept | OpenReads.TOO_LATE);
        }
        boolean same = found.value == seen;
        return (byte) (same == (kept == 0) ? kept : kept | OpenReads.BAD);
    }

    /**
     * Looks again at the reads that see the version which was added last.
     *
     * @param commit where that version is
     * @param value what it wrote last
     */
    void lookAgain(KeyChain chain, Place commit, long value) throws IOException {
        if (chain.reads == null) {
            return;
        }
        boolean followed = frontier.successor(chain, nextPlace);
        try {
            chain.reads.after(commit, read -> {
                try {
                    return lookAgain(chain, read, value, followed);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean lookAgain(KeyChain chain, long read, long value, boolean followed) throws IOException {
        byte before = open.state(read);
        open.place(read, lookPlace);
        long[] list = open.list(read);
        if (list == null) {
            if (followed && AionState.isBefore(nextPlace, lookPlace, sessions)) {
                // what comes now sees a later version; only lists see all of them
                return chain.appended;
            }
            boolean negated = (before & OpenReads.NEGATED) != 0;
            boolean bad = (open.seen(read) == value) == negated;
            settle(read, before, (byte) ((before & OpenReads.NEGATED) | (bad ? OpenReads.BAD : 0)));
        } else {
            settle(read, before, judge(chain, lookPlace, open.seen(read), list, before));
        }
        return true;
    }

    private void settle(long read, byte before, byte after) {
        if (before != after) {
            open.state(read, after);
            if (((before ^ after) & OpenReads.BAD) != 0) {
                state.flipFlop();
            }
        }
    }

    /** The time of the oldest transaction is over: tells of its reads that are wrong for good. */
    void settleOldest(Sessions.Entry session, long now) throws IOException {
        long end = open.oldestReadsEnd();
        for (long read = open.firstRead(); read < end; read++) {
            byte verdict = open.state(read);
            if ((verdict & (OpenReads.BAD | OpenReads.TOO_LATE)) != 0) {
                judgeForGood(session, open.oldestSeq(), read, verdict, now);
            }
        }
        open.removeOldest();
    }

    private void judgeForGood(Sessions.Entry session, long seq, long read, byte verdict, long now) throws IOException {
        KeyChain chain = open.chain(read);
        if ((verdict & OpenReads.TOO_LATE) != 0
                || isOpenForUnknown(chain, read, verdict)
                || state.hasStalledSince(open.oldestArrival())) {
            state.undecided();
            return;
        }
        for (long other = open.firstRead(); other < read; other++) {
            boolean bad = (open.state(other) & OpenReads.BAD) != 0;
            if (bad && open.chain(other) == chain && !isOpenForUnknown(chain, other, open.state(other))) {
                // one finding for a transaction and key
                return;
            }
        }
        long[] list = open.list(read);
        String seen = list == null ? values.json(open.seen(read)) : values.json(list);
        open.place(read, lookPlace);
        String expected = null;
        found.initial(values.initial);
        if (list != null) {
            long[] before = frontier.list(chain, lookPlace);
            int own = list.length - (int) open.seen(read);
            long[] right = java.util.Arrays.copyOf(before, before.length + own);
            System.arraycopy(list, list.length - own, right, before.length, own);
            expected = values.json(right);
        } else {
            frontier.find(chain, lookPlace, values.initial, found);
            expected = (verdict & OpenReads.NEGATED) != 0 ? null : values.json(found.value);
        }
        reports.external(
                session,
                seq,
                values.id(open.oldestId()),
                values.json(chain.code),
                expected,
                seen,
                found.session,
                found.seq,
                now);
    }

    /** Whether a read saw what a transaction of unknown outcome wrote, whose place is not known. */
    private boolean isOpenForUnknown(KeyChain chain, long read, byte verdict) {
        if (!chain.hasUnknown()) {
            return false;
        }
        if ((verdict & OpenReads.NEGATED) != 0) {
            return true;
        }
        long[] list = open.list(read);
        if (list == null) {
            return chain.isUnknown(open.seen(read));
        }
        for (long element : list) {
            if (chain.isUnknown(element)) {
                return true;
            }
        }
        return false;
    }
}
