package org.isolde.flink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.online.aion.LiveFinding;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Moments;
import org.isolde.online.axiom.SessionRuns;

/**
 * What is asked of a transaction alone and of its session: whether it has come before, START_AFTER_COMMIT, INT, SESSION. What is left, external reads and
 * writes, goes to whoever keeps the keys ({@link KeyWorkMaker}); and the watermark, made here of what the sessions have sent ({@link SessionMarks}), goes with it.
 *
 * <p>What a session has sent is keyed state, so marks are there again behind a restart, whoever keeps the session then. There is no timer here: time is what the sources
 * say, in their watermarks, which come behind the transactions that they are about.
 */
final class SessionOperator extends AbstractStreamOperator<KeyWork>
        implements OneInputStreamOperator<StreamTransaction, KeyWork>,
                BoundedOneInput,
                Triggerable<Name, VoidNamespace> {
    /** One of so many parts of the memory is for sessions at hand. */
    private static final int SHARE_OF_MEMORY = 16;

    private final VerdictOptions options;
    private final boolean batch;
    private final int targets;
    private final int keyGroups;
    private final long room;
    private final OutputTag<FoundViolation> violations;
    private final OutputTag<Tally> tallies;

    private transient KeptSessions sessions;
    private transient InternalTimerService<VoidNamespace> ends;
    private transient Counting counting;
    private transient Moments moments;
    private transient KeyWorkMaker work;
    private transient StreamRecord<KeyWork> message;
    private transient Name session;

    private transient SessionMarks marks;
    private transient long interval;
    private transient long lastRead;

    // for metrics, which others ask for
    private transient volatile int liveSessions;
    private transient volatile long watermarkLag;

    /**
     * @param batch whether the input is bounded and comes session by session: then there are no watermarks but the last, and a message for each key
     * @param targets how many parts keep the keys
     * @param keyGroups in how many groups they do
     * @param room what sessions at hand may take in memory; 0 for the usual share of it
     */
    SessionOperator(
            VerdictOptions options,
            boolean batch,
            int targets,
            int keyGroups,
            long room,
            OutputTag<FoundViolation> violations,
            OutputTag<Tally> tallies) {
        this.options = options;
        this.batch = batch;
        this.targets = targets;
        this.keyGroups = keyGroups;
        this.room = room;
        this.violations = violations;
        this.tallies = tallies;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        sessions = new KeptSessions(
                context.getKeyedStateStore(),
                this::setCurrentKey,
                room > 0 ? room : MemoryShare.of(getContainingTask(), SHARE_OF_MEMORY));
        counting = new Counting(context.getOperatorStateStore(), getMetricGroup());
    }

    @Override
    public void open() throws Exception {
        super.open();
        ends = getInternalTimerService("ends", VoidNamespaceSerializer.INSTANCE, this);
        message = new StreamRecord<>(null);
        moments = new Moments(options.level() == Level.SI);
        work = new KeyWorkMaker(
                batch, targets, keyGroups, this::internal, each -> output.collect(message.replace(each)));
        if (!batch) {
            long settle = options.settle().toMillis();
            marks = new SessionMarks(settle, options.retain().toMillis(), options.sessionOrder());
            interval = SessionMarks.interval(settle);
            lastRead = Listening.NONE;
            watermarkLag = marks.lag();
            MetricGroup metrics = getMetricGroup().addGroup("isolde");
            metrics.gauge("liveSessions", () -> liveSessions);
            metrics.gauge("watermarkLag", () -> watermarkLag);
            restoreMarks();
        }
    }

    private void restoreMarks() throws Exception {
        List<Name> known;
        try (Stream<Name> all = this.<Name>getKeyedStateBackend().getKeys(KeptSessions.STATE, VoidNamespace.INSTANCE)) {
            known = all.toList();
        }
        for (Name name : known) {
            marks.restored(name, sessions.get(name).runs);
            sessions.makeRoom();
        }
    }

    // ---- transactions

    @Override
    public void processElement(StreamRecord<StreamTransaction> element) throws Exception {
        StreamTransaction transaction = element.getValue();
        if (batch && !transaction.session().equals(session)) {
            // all of the one before has come
            sessions.clear();
        }
        session = transaction.session();
        KeptSessions.Kept kept = sessions.get(session);
        Decoder in = new Decoder(transaction.record());
        int kind = in.octet();
        if (kind == StreamTransaction.ENDED) {
            if (kept != null && !batch) {
                marks.ended(session, kept.runs);
            }
            return;
        }
        if (kept == null) {
            kept = sessions.add(session);
            ends.registerEventTimeTimer(VoidNamespace.INSTANCE, Long.MAX_VALUE);
        }
        work.begin(session, in);
        long commit = take(kind, in, kept.runs);
        if (!batch) {
            sessions.changed(kept);
            marks.came(session, kept.runs, commit, offered(element));
            sessions.makeRoom();
        }
        work.send();
    }

    private static long offered(StreamRecord<?> element) {
        if (!element.hasTimestamp()) {
            throw new IllegalStateException("a transaction does not say by when it was there to be read");
        }
        return element.getTimestamp();
    }

    /** Looks at a transaction; the commit of one that takes part, else {@link SessionMarks#NONE}. */
    private long take(int kind, Decoder in, SessionRuns runs) throws IOException {
        long seq = work.seq();
        if (kind != StreamTransaction.COMMITTED) {
            if (runs.contains(seq)) {
                counting.duplicate();
                return SessionMarks.NONE;
            }
            counting.transaction();
            if (kind == StreamTransaction.UNKNOWN) {
                work.head(StreamTransaction.UNKNOWN);
                work.unknown(in);
            }
            add(runs, null, null);
            return SessionMarks.NONE;
        }
        long start = in.number();
        long startLogical = in.number();
        long commit = in.number();
        long commitLogical = in.number();
        if (runs.contains(seq)) {
            counting.duplicate();
            if (start < commit && runs.endsBefore(start, startLogical)) {
                // it can't have come before: another transaction has its number
                counting.undecided();
            }
            return SessionMarks.NONE;
        }
        counting.transaction();
        if (!Moments.isInOrder(start, startLogical, commit, commitLogical)) {
            counting.found(TimestampAxiom.START_AFTER_COMMIT, 1);
            tell(LiveFinding.startAfterCommit(
                    session.json(), seq, work.idJson(), start, startLogical, commit, commitLogical, 0));
            add(runs, null, null);
            return SessionMarks.NONE;
        }
        boolean writer = work.look(in);
        work.head(StreamTransaction.COMMITTED)
                .number(start)
                .number(startLogical)
                .number(commit)
                .number(commitLogical)
                .octet(writer ? 1 : 0);
        moments.set(start, startLogical, commit, commitLogical, writer, 0, seq);
        SessionRuns.Event end = moments.end();
        add(runs, moments.begin(end), end);
        return commit;
    }

    private void internal(Name key, String expected, String seen) {
        counting.found(TimestampAxiom.INT, 1);
        tell(LiveFinding.internal(session.json(), work.seq(), work.idJson(), key.json(), expected, seen, 0));
    }

    private void tell(LiveFinding finding) {
        output.collect(violations, new StreamRecord<>(new FoundViolation(finding)));
    }

    // ---- sessions

    private void add(SessionRuns runs, SessionRuns.Event begin, SessionRuns.Event end) {
        runs.add(work.seq(), begin, end, missed(session));
        long lost = runs.followsTooManyGaps();
        if (lost >= 0) {
            closeGap(session, runs, lost);
        }
    }

    private SessionRuns.Missed missed(Name name) {
        return (before, later) -> {
            if (options.sessionOrder()) {
                counting.found(TimestampAxiom.SESSION, 1);
                tell(LiveFinding.session(name.json(), before, later, 0));
            }
        };
    }

    /** What has not come before a transaction is not waited for any longer. */
    private void closeGap(Name name, SessionRuns runs, long behind) {
        boolean takesPart = runs.takesPart(behind);
        runs.closeGap(behind, takesPart, missed(name));
        if (options.sessionOrder() && takesPart) {
            counting.found(TimestampAxiom.SESSION, 1);
            tell(LiveFinding.gap(name.json(), behind, 0));
        }
    }

    private void closeGaps(Name name, SessionRuns runs, long before) {
        for (long behind = runs.firstBehindGap(); behind >= 0 && behind < before; behind = runs.firstBehindGap()) {
            closeGap(name, runs, behind);
        }
    }

    /** The input has ended: gaps will not be filled. */
    @Override
    public void onEventTime(InternalTimer<Name, VoidNamespace> timer) throws Exception {
        KeptSessions.Kept kept = sessions.get(timer.getKey());
        closeGaps(kept.name, kept.runs, Long.MAX_VALUE);
        if (!batch) {
            sessions.changed(kept);
            sessions.makeRoom();
        }
    }

    @Override
    public void onProcessingTime(InternalTimer<Name, VoidNamespace> timer) {
        throw new IllegalStateException("there are no such timers");
    }

    // ---- time

    /** All sources have read what was offered up to a time, and it has come. The last one is no sign of the end, for it passes sources that are idle. */
    @Override
    public void processWatermark(Watermark mark) throws Exception {
        long time = mark.getTimestamp();
        boolean due = lastRead == Listening.NONE || time - lastRead >= interval;
        if (!batch && due && time < Watermark.MAX_WATERMARK.getTimestamp()) {
            lastRead = time;
            advance(time);
        }
    }

    private void advance(long time) throws Exception {
        marks.read(time);
        List<Name> due = new ArrayList<>(0);
        marks.overdue(due::add);
        for (Name name : due) {
            KeptSessions.Kept kept = sessions.get(name);
            closeGaps(name, kept.runs, marks.gapsBefore(name));
            sessions.changed(kept);
            marks.closed(name, kept.runs);
            sessions.makeRoom();
        }
        long watermark = marks.advance();
        liveSessions = marks.liveSessions();
        watermarkLag = marks.lag();
        work.mark(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), time, !marks.isLive(), watermark);
        due.clear();
        marks.expire(due::add);
        for (Name name : due) {
            sessions.remove(name);
            ends.deleteEventTimeTimer(VoidNamespace.INSTANCE, Long.MAX_VALUE);
        }
    }

    /** All of the input has ended. */
    @Override
    public void endInput() throws Exception {
        super.processWatermark(Watermark.MAX_WATERMARK);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) {
        // a source that is idle has nothing to read, which is nobody's business behind this
    }

    // ---- state

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        counting.save();
        sessions.flush();
    }

    @Override
    public void finish() throws Exception {
        output.collect(tallies, new StreamRecord<>(counting.tally()));
        super.finish();
    }
}
