package org.isolde.online.aion;

import java.io.IOException;
import java.util.List;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.history.TransactionBatch;
import org.isolde.online.axiom.Moments;
import org.isolde.online.axiom.OwnOperations;
import org.isolde.online.axiom.Place;
import org.isolde.online.axiom.SessionRuns;

/**
 * The engine (Aion, algorithm 3): takes transactions as they come and says what is wrong with them.
 *
 * <p>A transaction is looked at once: INT on its own; SESSION when it and the one before it are there; its external reads against the versions
 * known so far; its writes against the overlapping writers known so far (NOCONFLICT, each pair when the second of it comes). Then its writes
 * become versions, and of the open reads those are looked at again that see one of them: from its place to the next version of the key. What
 * a read comes to is final, and reported if it is wrong, as soon as no session can change it any more; where that can't be known, when the
 * time to settle is over and no session is known to be on its way there ({@link LowWater}).
 *
 * <p>Not for several threads. The result depends on the calls alone, in their order, not on {@link #save} or on the memory there is.
 */
public final class Aion implements Engine {
    /** How many overlapping writers are named for a transaction and key; all are counted. */
    private static final int MOST_NAMED = 100;

    private static final int BLOCK = 256;

    private final AionOptions options;
    private final boolean snapshots;
    private final Sessions sessions;
    private final OpenReads open;
    private final KeyTable keys;
    private final Frontier frontier;
    private final Watermark watermark;
    private final LowWater marks;
    private final AionReports reports;
    private final AionState state;

    private final Values values = new Values();
    private final Arriving arriving;
    private final Judgements judgements;

    // the transaction that is being taken
    private TransactionBatch batch;
    private long taken;
    private Sessions.Entry session;
    private long seq;
    private long id;
    private final OwnOperations<KeyChain> own = new OwnOperations<>(new Own());
    private final Moments moments;
    private final Place noPlace = new Place();

    /** The latest time of a read that is final. */
    private final Place finalUpTo = new Place();

    private final Place settledPlace = new Place();

    private long now;

    public Aion(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException {
        this(options, disk, listener, BLOCK);
    }

    /**
     * @param capacity how many versions a block has at most
     */
    Aion(AionOptions options, DiskMap disk, LiveFinding.Listener listener, int capacity) throws IOException {
        if (options.level() != Level.SI && options.level() != Level.SER) {
            throw new IllegalArgumentException("a stream is checked for si or ser, not for "
                    + options.level().text());
        }
        this.options = options;
        this.snapshots = options.level() == Level.SI;
        this.moments = new Moments(snapshots);
        this.sessions = new Sessions(disk);
        this.open = new OpenReads(disk, values);
        this.keys = new KeyTable(disk, sessions, open.recent());
        this.watermark = new Watermark(options.retainNanos());
        this.marks = new LowWater(options.settleNanos(), LowWater.most(options.memory()));
        this.frontier = new Frontier(disk, sessions, values, watermark, capacity);
        this.reports = new AionReports(sessions, listener);
        this.state = new AionState(
                options, disk, sessions, open, keys, frontier, watermark, marks, reports, values, capacity);
        this.arriving = new Arriving(sessions, keys, values, state);
        this.judgements = new Judgements(open, keys, frontier, watermark, sessions, values, state, reports);
        finalUpTo.set(Long.MIN_VALUE, 0, Place.AFTER, 0, 0);
        AionState.Restored restored = state.restore(finalUpTo);
        this.now = restored.now();
        this.taken = restored.taken();
    }

    /**
     * Refuses a batch with a committed transaction that has no timestamps.
     *
     * @throws BadHistoryException with its line
     */
    public static void requireTimestamps(TransactionBatch batch) throws BadHistoryException {
        for (int t = 0; t < batch.transactions(); t++) {
            if (batch.status(t) != Status.COMMITTED) {
                continue;
            }
            boolean started = batch.startPhysical(t) != TransactionBatch.ABSENT;
            boolean ended = batch.commitPhysical(t) != TransactionBatch.ABSENT || !Arriving.isWriter(batch, t);
            if (!started || !ended) {
                throw BadHistoryException.atLine(
                        batch.line(t),
                        "a committed transaction without " + (started ? "\"commit\"" : "\"start\"")
                                + "; a stream is checked by the database's start and commit timestamps (those who only read"
                                + " may leave out the commit)");
            }
        }
    }

    @Override
    public void accept(TransactionBatch source, int t, long uptimeNanos) throws IOException {
        advance(uptimeNanos);
        batch = arriving.turnTo(source);
        session = arriving.session(t);
        session.used = now;
        boolean numbered = batch.seq(t) != TransactionBatch.ABSENT;
        seq = numbered ? batch.seq(t) : session.runs.next();
        if (session.runs.contains(seq)) {
            state.duplicate();
            boolean takesPart = batch.status(t) == Status.COMMITTED && batch.startPhysical(t) < batch.commitPhysical(t);
            if (takesPart && session.runs.endsBefore(batch.startPhysical(t), batch.startLogical(t))) {
                // it can't have come before: another transaction has its number
                state.undecided();
            }
            return;
        }
        session.changed = true;
        state.received();
        taken++;
        if (!numbered && session.numbered) {
            session.numbered = false;
            marks.ended(session.number);
        }
        if (batch.status(t) != Status.COMMITTED) {
            if (batch.status(t) == Status.UNKNOWN) {
                noteUnknown(t);
            }
            takesNoPart();
            return;
        }
        committed(t);
        marks.came(session.number, session.numbered ? session.runs.reached() : null, now);
        state.checked();
    }

    @Override
    public void announced(long sessionsAtATime) {
        marks.announced(sessionsAtATime);
    }

    @Override
    public void ended(TransactionBatch source, int number, long uptimeNanos) throws IOException {
        advance(uptimeNanos);
        Sessions.Entry session = sessions.known(source.endedCode(number), source.scalars());
        if (session != null && session.runs.isWhole()) {
            marks.ended(session.number);
        }
    }

    private void noteUnknown(int t) throws IOException {
        for (int op = batch.firstOp(t); op < batch.firstOp(t + 1); op++) {
            if (OpKind.isWrite(batch.kind(op))) {
                KeyChain chain = arriving.chain(op, now);
                state.leaves(chain);
                chain.addUnknown(arriving.value(batch.valueCode(op)));
                state.enters(chain);
            }
        }
    }

    private void takesNoPart() throws IOException {
        noPlace.set(Long.MIN_VALUE, 0, Place.AFTER, session.number, seq);
        open.begin(now, noPlace, KeyChain.NONE, false);
        addToSession(null, null);
    }

    private SessionRuns.Missed missed(Sessions.Entry session) {
        return (before, transaction) -> {
            if (options.sessionOrder()) {
                reports.session(session, before, transaction, now);
            }
        };
    }

    private void committed(int t) throws IOException {
        long start = batch.startPhysical(t);
        long startLogical = batch.startLogical(t);
        long commit = batch.commitPhysical(t);
        long commitLogical = batch.commitLogical(t);
        if (commit == TransactionBatch.ABSENT) {
            commit = start;
            commitLogical = startLogical;
        }
        id = arriving.id(t);
        if (!Moments.isInOrder(start, startLogical, commit, commitLogical)) {
            reports.startAfterCommit(session, seq, values.id(id), start, startLogical, commit, commitLogical, now);
            takesNoPart();
            return;
        }
        watermark.note(start);
        boolean writer = Arriving.isWriter(batch, t);
        moments.set(start, startLogical, commit, commitLogical, writer, session.number, seq);
        open.begin(now, moments.read, id, true);
        look(t);
        write(start, startLogical);
        SessionRuns.Event end = moments.end();
        addToSession(moments.begin(end), end);
        if (writer && finalUpTo.compareTime(commit, commitLogical) >= 0) {
            state.late();
        }
    }

    private void addToSession(SessionRuns.Event begin, SessionRuns.Event end) {
        SessionRuns.Event before = session.runs.reached();
        sessions.leaves(session);
        session.runs.add(seq, begin, end, missed(session));
        sessions.enters(session);
        moved(session, before);
        long lost = session.runs.followsTooManyGaps();
        if (lost >= 0) {
            closeGap(session, lost, session.runs.takesPart(lost));
        }
    }

    /** The session's mark follows what has come without a gap. */
    private void moved(Sessions.Entry session, SessionRuns.Event before) {
        SessionRuns.Event reached = session.runs.reached();
        if (session.numbered && reached != null && !reached.equals(before)) {
            marks.reached(
                    session.number,
                    reached.physical(),
                    reached.logical(),
                    reached.kind() == Moments.READER,
                    session.runs.isKnownFromTheStart(),
                    now);
        }
    }

    // ---- reads

    private void look(int t) throws IOException {
        own.begin(taken);
        for (int op = batch.firstOp(t), end = batch.firstOp(t + 1); op < end; op++) {
            byte kind = batch.kind(op);
            long[] list = kind == OpKind.LIST_READ ? arriving.list(op) : null;
            own.operation(arriving.chain(op, now), kind, arriving.value(batch.valueCode(op)), list);
        }
    }

    /** Takes what a look at the transaction comes to. */
    private final class Own implements OwnOperations.Listener<KeyChain> {
        @Override
        public void internal(KeyChain key, long[] expected, long[] seen, boolean list) {
            String wanted = expected == null ? null : list ? values.json(expected) : values.json(expected[0]);
            String there = list ? values.json(seen) : values.json(seen[0]);
            reports.internal(session, seq, values.id(id), values.json(key.code), wanted, there, now);
        }

        @Override
        public void external(KeyChain key, long seen, boolean negated) throws IOException {
            judgements.add(key, moments.read, seen, null, negated ? ReadRing.NEGATED : 0);
        }

        @Override
        public void externalList(KeyChain key, long[] seen, int prefix) throws IOException {
            judgements.add(key, moments.read, prefix, seen, (byte) 0);
        }
    }

    // ---- writes

    private void write(long start, long startLogical) throws IOException {
        List<KeyChain> written = own.written();
        for (int i = 0; i < written.size(); i++) {
            KeyChain chain = written.get(i);
            if (snapshots) {
                long pairs = frontier.overlaps(
                        chain,
                        moments.read,
                        moments.commit,
                        MOST_NAMED,
                        (other, otherSeq) -> reports.overlap(
                                session, seq, values.id(id), values.json(chain.code), other, otherSeq, now));
                reports.count(TimestampAxiom.NOCONFLICT, pairs);
            }
            if (watermark.isAbove(moments.commit.physical)) {
                state.undecided();
                continue;
            }
            state.leaves(chain);
            chain.list |= chain.isAppended();
            frontier.insert(
                    chain,
                    start,
                    startLogical,
                    moments.commit,
                    chain.writes(),
                    chain.firstVersion(),
                    chain.writeCount(),
                    now);
            frontier.sameCommit((other, otherSeq) -> reports.sameCommit(
                    session, values.id(id), values.json(chain.code), moments.commit, other, otherSeq, now));
            judgements.lookAgain(chain, moments.commit, chain.writes()[chain.writeCount() - 1]);
            state.enters(chain);
        }
        own.end();
    }

    // ---- time

    @Override
    public void advance(long uptimeNanos) throws IOException {
        now = Math.max(now, uptimeNanos);
        watermark.advance(now);
        while (!open.isEmpty() && (isOver(open.oldest()) || isPassedByAll(open.oldest()))) {
            settleOldest();
        }
    }

    /** Whether the time of the oldest is over, and nobody is known to be on the way to where it looks. */
    private boolean isOver(ReadRing oldest) {
        return now - oldest.oldestArrival() >= options.settleNanos() && oldest.oldestIsPassed(marks, now);
    }

    /** Whether nothing can come any more that changes what the oldest sees, or fills a gap before it. */
    private boolean isPassedByAll(ReadRing oldest) throws IOException {
        return options.sessionOrder()
                && oldest.oldestIsPassedByAll(marks)
                && sessions.of(oldest.oldestSession()).runs.isWhole(oldest.oldestSeq());
    }

    @Override
    public void finish() throws IOException {
        while (!open.isEmpty()) {
            settleOldest();
        }
    }

    @Override
    public boolean waits() {
        return !open.isEmpty();
    }

    private void settleOldest() throws IOException {
        ReadRing oldest = open.oldest();
        long seq = oldest.oldestSeq();
        Sessions.Entry session = sessions.look(oldest.oldestSession());
        if (session.runs.followsGap(seq)) {
            session = sessions.of(oldest.oldestSession());
            closeGap(session, seq, oldest.oldestTakesPart());
        }
        if (oldest.oldestReadsEnd() > oldest.firstRead()) {
            oldest.oldestPlace(settledPlace);
            if (finalUpTo.compareTime(settledPlace.physical, settledPlace.logical) < 0) {
                finalUpTo.set(settledPlace.physical, settledPlace.logical, Place.AFTER, 0, 0);
            }
        }
        judgements.settleOldest(session, now);
    }

    /** What has not come before a transaction is not waited for any longer. */
    private void closeGap(Sessions.Entry session, long seq, boolean takesPart) {
        SessionRuns.Event before = session.runs.reached();
        sessions.leaves(session);
        session.runs.closeGap(seq, takesPart, missed(session));
        sessions.enters(session);
        session.changed = true;
        moved(session, before);
        if (options.sessionOrder() && takesPart) {
            reports.gap(session, seq, now);
        }
    }

    // ---- memory and disk

    @Override
    public boolean wantsSavingBefore(TransactionBatch source, int t) throws IOException {
        return state.wantsSavingFor(Demand.growth(source, t), source.firstOp(t + 1) - source.firstOp(t));
    }

    @Override
    public Demand demand(TransactionBatch source) {
        return Demand.of(source);
    }

    @Override
    public void save(DiskMap.Changes changes) throws IOException {
        state.save(changes, now, taken, finalUpTo);
    }

    @Override
    public void saved() throws IOException {
        state.saved(now);
    }

    @Override
    public AionCounts counts() {
        return state.counts();
    }
}
