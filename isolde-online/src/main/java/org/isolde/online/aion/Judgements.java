package org.isolde.online.aion;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.isolde.online.axiom.Found;
import org.isolde.online.axiom.Place;
import org.isolde.online.axiom.ReadRule;

/**
 * Verdicts on external reads: the first, when the read comes; another, whenever a version comes that it sees; and the last, when its time
 * is over. A read that was on disk meanwhile is judged anew before the last: what it comes to is the same.
 */
final class Judgements {
    private final OpenReads open;
    private final ReadRing recent;
    private final KeyTable keys;
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
            KeyTable keys,
            Frontier frontier,
            Watermark watermark,
            Sessions sessions,
            Values values,
            AionState state,
            AionReports reports) {
        this.open = open;
        this.recent = open.recent();
        this.keys = keys;
        this.frontier = frontier;
        this.watermark = watermark;
        this.sessions = sessions;
        this.values = values;
        this.state = state;
        this.reports = reports;
    }

    /** Adds an external read of the transaction that was opened last: it stays open. */
    void add(KeyChain chain, Place place, long seen, long[] list, byte flags) throws IOException {
        byte first = watermark.isAbove(place.physical)
                ? (byte) (flags | ReadRing.TOO_LATE)
                : judge(chain, place, seen, list, flags);
        long read = open.add(chain.code, seen, list, first);
        state.addRead(chain, read, place);
    }

    /** What a read comes to by the versions known now, which are kept as long as it is open. */
    private byte judge(KeyChain chain, Place place, long seen, long[] list, byte flags) throws IOException {
        int kept = flags & ReadRing.NEGATED;
        if (list != null) {
            return (byte) (frontier.matches(chain, place, list, (int) seen) ? kept : kept | ReadRing.BAD);
        }
        frontier.find(chain, place, values.initial, found);
        return (byte) (ReadRule.isWrong(found.value, seen, kept != 0) ? kept | ReadRing.BAD : kept);
    }

    /**
     * Looks again at the reads that see the version which was added last.
     *
     * @param commit where that version is
     * @param value what it wrote last
     */
    void lookAgain(KeyChain chain, Place commit, long value) throws IOException {
        if (!chain.hasReads(recent)) {
            return;
        }
        Place next = frontier.successor(chain, nextPlace) ? nextPlace : null;
        try {
            chain.readsAfter(commit, next, recent, sessions, (read, seen, beyond) -> {
                try {
                    return lookAgain(chain, read, seen, beyond, value);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean lookAgain(KeyChain chain, long read, long seen, boolean beyond, long value) throws IOException {
        long[] list = recent.list(read);
        if (list == null && beyond) {
            // what comes now sees a later version; only lists see all of them
            return chain.isAppended();
        }
        byte before = recent.state(read);
        if (list == null) {
            boolean negated = (before & ReadRing.NEGATED) != 0;
            boolean bad = ReadRule.isWrong(value, seen, negated);
            change(recent, read, (byte) ((before & ReadRing.NEGATED) | (bad ? ReadRing.BAD : 0)));
        } else {
            change(recent, read, judge(chain, recent.place(read, lookPlace), seen, list, before));
        }
        return true;
    }

    private void change(ReadRing ring, long read, byte after) {
        byte before = ring.state(read);
        if (before != after) {
            ring.state(read, after);
            if (((before ^ after) & ReadRing.BAD) != 0) {
                state.flipFlop();
            }
        }
    }

    /** The time of the oldest transaction is over: tells of its reads that are wrong for good. */
    void settleOldest(Sessions.Entry session, long now) throws IOException {
        ReadRing ring = open.oldest();
        long end = ring.oldestReadsEnd();
        if (open.oldestHasReturned()) {
            for (long read = ring.firstRead(); read < end; read++) {
                judgeAnew(ring, read);
            }
        }
        long negated = end;
        for (long read = ring.firstRead(); read < end; read++) {
            byte verdict = ring.state(read);
            negated = (verdict & ReadRing.NEGATED) != 0 ? Math.min(negated, read) : negated;
            if ((verdict & (ReadRing.BAD | ReadRing.TOO_LATE)) != 0) {
                judgeForGood(session, ring, read, verdict, negated, now);
            }
        }
        if (open.removeOldest()) {
            state.renewIfDue();
        }
    }

    private void judgeAnew(ReadRing ring, long read) throws IOException {
        byte before = ring.state(read);
        if ((before & ReadRing.TOO_LATE) == 0) {
            ring.place(read, lookPlace);
            KeyChain chain = keys.look(ring.key(read), values.scalars);
            change(ring, read, judge(chain, lookPlace, ring.seen(read), ring.list(read), before));
        }
    }

    /**
     * @param negated the first failed compare-and-set of the transaction: a key is read again only behind such
     */
    private void judgeForGood(Sessions.Entry session, ReadRing ring, long read, byte verdict, long negated, long now)
            throws IOException {
        KeyChain chain = keys.look(ring.key(read), values.scalars);
        if ((verdict & ReadRing.TOO_LATE) != 0 || isOpenForUnknown(chain, ring, read, verdict)) {
            state.undecided();
            return;
        }
        for (long other = negated; other < read; other++) {
            boolean bad = (ring.state(other) & ReadRing.BAD) != 0;
            if (bad && ring.key(other) == ring.key(read) && !isOpenForUnknown(chain, ring, other, ring.state(other))) {
                // one finding for a transaction and key
                return;
            }
        }
        long[] list = ring.list(read);
        String seen = list == null ? values.json(ring.seen(read)) : values.json(list);
        ring.place(read, lookPlace);
        String expected;
        found.initial(values.initial);
        if (list != null) {
            long[] before = frontier.list(chain, lookPlace);
            int own = list.length - (int) ring.seen(read);
            long[] right = java.util.Arrays.copyOf(before, before.length + own);
            System.arraycopy(list, list.length - own, right, before.length, own);
            expected = values.json(right);
        } else {
            frontier.find(chain, lookPlace, values.initial, found);
            expected = (verdict & ReadRing.NEGATED) != 0 ? null : values.json(found.value);
        }
        reports.external(
                session,
                ring.oldestSeq(),
                values.id(ring.oldestId()),
                values.json(chain.code),
                expected,
                seen,
                found.session,
                found.seq,
                now);
    }

    /** Whether a read saw what a transaction of unknown outcome wrote, whose place is not known. */
    private static boolean isOpenForUnknown(KeyChain chain, ReadRing ring, long read, byte verdict) {
        return ReadRule.isOpen(chain.unknown(), ring.seen(read), ring.list(read), (verdict & ReadRing.NEGATED) != 0);
    }
}
