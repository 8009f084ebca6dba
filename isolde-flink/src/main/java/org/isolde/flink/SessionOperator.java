package org.isolde.flink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
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
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.online.aion.LiveFinding;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.JsonText;
import org.isolde.online.axiom.Moments;
import org.isolde.online.axiom.OwnOperations;
import org.isolde.online.axiom.SessionRuns;

/**
 * What is asked of a transaction alone and of its session: whether it has come before, START_AFTER_COMMIT, INT, SESSION. What is left, external reads and
 * writes, goes to whoever keeps the keys; and the watermark, made here of what the sessions have sent ({@link SessionMarks}), goes with it.
 *
 * <p>What a session has sent is keyed state, so marks are there again behind a restart, whoever keeps the session then. Watermarks of the input say
 * nothing.
 */
final class SessionOperator extends AbstractStreamOperator<KeyWork>
        implements OneInputStreamOperator<StreamTransaction, KeyWork>,
                BoundedOneInput,
                Triggerable<Name, VoidNamespace> {
    /** Codes of texts are kept from one transaction to the next up to here. */
    private static final int MOST_CODES = 1 << 14;

    private static final long NO_ID = Long.MAX_VALUE;

    private final VerdictOptions options;
    private final Pace pace;
    private final boolean batch;
    private final int targets;
    private final int keyGroups;
    private final OutputTag<FoundViolation> violations;
    private final OutputTag<Tally> tallies;

    private transient ValueState<SessionRuns> state;
    private transient InternalTimerService<VoidNamespace> ends;
    private transient Counting counting;
    private transient SessionMarks marks;
    private transient StreamRecord<KeyWork> message;

    // the clock
    private transient long now;
    private transient long lastTick;
    private transient long interval;
    private transient long elements;
    private transient long emitted;
    private transient boolean idle;

    // for metrics, which others ask for
    private transient volatile int liveSessions;
    private transient volatile long watermarkLag;

    // the transaction that is being looked at
    private transient Scalars scalars;
    private transient Moments moments;
    private transient OwnOperations<TouchedKey> own;
    private transient TouchedKeys keys;
    private transient Encoder head;
    private transient Encoder[] parts;
    private transient Name[] firstKeys;
    private transient long taken;
    private transient Name session;
    private transient long seq;
    private transient long id;

    /**
     * @param batch whether the input is bounded and comes session by session: then there are no watermarks but the last, and a message for each key
     * @param targets how many parts keep the keys
     * @param keyGroups in how many groups they do
     */
    SessionOperator(
            VerdictOptions options,
            Pace pace,
            boolean batch,
            int targets,
            int keyGroups,
            OutputTag<FoundViolation> violations,
            OutputTag<Tally> tallies) {
        this.options = options;
        this.pace = pace;
        this.batch = batch;
        this.targets = targets;
        this.keyGroups = keyGroups;
        this.violations = violations;
        this.tallies = tallies;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        state = context.getKeyedStateStore().getState(new ValueStateDescriptor<>("session", new SessionRunsCodec()));
        counting = new Counting(context.getOperatorStateStore(), getMetricGroup());
    }

    @Override
    public void open() throws Exception {
        super.open();
        ends = getInternalTimerService("ends", VoidNamespaceSerializer.INSTANCE, this);
        message = new StreamRecord<>(null);
        scalars = new Scalars();
        moments = new Moments(options.level() == Level.SI);
        own = new OwnOperations<>(new Own());
        keys = new TouchedKeys();
        head = new Encoder();
        parts = new Encoder[batch ? 1 : targets];
        java.util.Arrays.setAll(parts, i -> new Encoder());
        firstKeys = new Name[parts.length];
        long settle = options.settle().toMillis();
        marks = new SessionMarks(settle, options.retain().toMillis(), options.sessionOrder());
        emitted = SessionMarks.NONE;
        if (!batch) {
            watermarkLag = marks.lag();
            MetricGroup metrics = getMetricGroup().addGroup("isolde");
            metrics.gauge("liveSessions", () -> liveSessions);
            metrics.gauge("watermarkLag", () -> watermarkLag);
            restoreMarks();
            interval = Math.max(10, Math.min(200, settle / 20));
            lastTick = getProcessingTimeService().getCurrentProcessingTime();
            if (pace.isTime()) {
                getProcessingTimeService().scheduleWithFixedDelay(time -> tick(time), interval, interval);
            }
        }
    }

    private void restoreMarks() throws Exception {
        List<Name> known;
        try (Stream<Name> all = this.<Name>getKeyedStateBackend().getKeys("session", VoidNamespace.INSTANCE)) {
            known = all.toList();
        }
        for (Name name : known) {
            setCurrentKey(name);
            marks.restored(name, state.value(), now);
        }
    }

    // ---- transactions

    @Override
    public void processElement(StreamRecord<StreamTransaction> element) throws Exception {
        StreamTransaction transaction = element.getValue();
        session = transaction.session();
        SessionRuns runs = state.value();
        Decoder in = new Decoder(transaction.record());
        int kind = in.octet();
        if (kind == StreamTransaction.ENDED) {
            if (runs != null) {
                marks.ended(session, runs);
            }
            return;
        }
        if (runs == null) {
            runs = new SessionRuns();
            ends.registerEventTimeTimer(VoidNamespace.INSTANCE, Long.MAX_VALUE);
        }
        if (scalars.size() > MOST_CODES) {
            scalars = new Scalars();
        }
        seq = in.number();
        id = in.octet() == 0 ? NO_ID : in.scalar(scalars);
        long commit = take(kind, in, runs);
        state.update(runs);
        if (!batch) {
            marks.came(session, runs, commit, now);
            if (idle && marks.isLive()) {
                idle = false;
                output.emitWatermarkStatus(WatermarkStatus.ACTIVE);
            }
            // behind the mark's move, or others could pass what this one wrote
            send();
            passed();
        } else {
            send();
        }
        keys.clear();
    }

    /** Looks at a transaction; the commit of one that takes part, else {@link SessionMarks#NONE}. */
    private long take(int kind, Decoder in, SessionRuns runs) throws IOException {
        if (kind != StreamTransaction.COMMITTED) {
            if (runs.contains(seq)) {
                counting.duplicate();
                return SessionMarks.NONE;
            }
            counting.transaction();
            if (kind == StreamTransaction.UNKNOWN) {
                head(StreamTransaction.UNKNOWN);
                unknown(in);
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
                    session.json(), seq, idJson(), start, startLogical, commit, commitLogical, 0));
            add(runs, null, null);
            return SessionMarks.NONE;
        }
        look(in);
        boolean writer = !own.written().isEmpty();
        head(StreamTransaction.COMMITTED)
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

    private Encoder head(int kind) {
        byte[] name = session.part();
        head.clear().octet(kind).number(name.length).raw(name).number(seq).octet(id == NO_ID ? 0 : 1);
        if (id != NO_ID) {
            head.scalar(id, scalars);
        }
        return head;
    }

    private void unknown(Decoder in) throws IOException {
        // nothing is asked of such a transaction; what it wrote is a set
        own.begin(++taken);
        while (in.hasMore()) {
            byte kind = (byte) in.octet();
            TouchedKey key = keys.of(new Name(in.raw((int) in.number())));
            if (kind == OpKind.LIST_READ) {
                list(in);
            } else {
                long value = in.scalar(scalars);
                if (OpKind.isWrite(kind)) {
                    own.operation(key, OpKind.APPEND, value, null);
                }
            }
        }
    }

    private void look(Decoder in) throws IOException {
        own.begin(++taken);
        while (in.hasMore()) {
            byte kind = (byte) in.octet();
            TouchedKey key = keys.of(new Name(in.raw((int) in.number())));
            if (kind == OpKind.LIST_READ) {
                long[] seen = list(in);
                // a list read is a read of the last element, too
                own.operation(key, kind, seen.length == 0 ? Scalars.NULL : seen[seen.length - 1], seen);
            } else {
                own.operation(key, kind, in.scalar(scalars), null);
            }
        }
    }

    private long[] list(Decoder in) {
        long[] list = new long[(int) in.number()];
        for (int i = 0; i < list.length; i++) {
            list[i] = in.scalar(scalars);
        }
        return list;
    }

    /** Sends what is left of the transaction to whoever keeps its keys. */
    private void send() {
        boolean speaks = true;
        for (int i = 0; i < keys.size(); i++) {
            TouchedKey key = keys.get(i);
            int writes = own.hasWritten(key) ? key.writeCount() - key.firstVersion() : 0;
            if (key.reads.size() == 0 && writes == 0) {
                continue;
            }
            int target = batch ? 0 : KeyGroupRangeAssignment.assignKeyToParallelOperator(key.name, keyGroups, targets);
            Encoder part = parts[target];
            if (firstKeys[target] == null) {
                firstKeys[target] = key.name;
                part.clear().raw(head.bytes(), 0, head.size()).octet(speaks ? 1 : 0);
                speaks = false;
            }
            part.number(key.name.part().length).raw(key.name.part());
            part.number(key.reads.size()).raw(key.reads.bytes(), 0, key.reads.size());
            part.number(writes);
            if (writes > 0) {
                part.octet(key.isAppended() ? 1 : 0);
                for (int at = key.firstVersion(); at < key.writeCount(); at++) {
                    part.scalar(key.writes()[at], scalars);
                }
            }
            if (batch) {
                emit(0);
            }
        }
        for (int target = 0; target < parts.length; target++) {
            emit(target);
        }
        own.end();
    }

    private void emit(int target) {
        if (firstKeys[target] != null) {
            output.collect(message.replace(new KeyWork(target, firstKeys[target], parts[target].toBytes())));
            firstKeys[target] = null;
        }
    }

    /** Takes what a look at the transaction comes to. */
    private final class Own implements OwnOperations.Listener<TouchedKey> {
        @Override
        public void internal(TouchedKey key, long[] expected, long[] seen, boolean list) {
            counting.found(TimestampAxiom.INT, 1);
            String wanted = expected == null ? null : json(expected, list);
            tell(LiveFinding.internal(session.json(), seq, idJson(), key.name.json(), wanted, json(seen, list), 0));
        }

        private String json(long[] value, boolean list) {
            return list ? JsonText.of(value, scalars) : JsonText.of(value[0], scalars);
        }

        @Override
        public void external(TouchedKey key, long seen, boolean negated) {
            key.reads.octet(negated ? KeyWork.NEGATED : KeyWork.VALUE).scalar(seen, scalars);
        }

        @Override
        public void externalList(TouchedKey key, long[] seen, int prefix) {
            key.reads.octet(KeyWork.LIST).number(prefix).number(seen.length);
            for (long element : seen) {
                key.reads.scalar(element, scalars);
            }
        }
    }

    private String idJson() {
        return id == NO_ID ? null : JsonText.of(id, scalars);
    }

    private void tell(LiveFinding finding) {
        output.collect(violations, new StreamRecord<>(new FoundViolation(finding)));
    }

    // ---- sessions

    private void add(SessionRuns runs, SessionRuns.Event begin, SessionRuns.Event end) {
        runs.add(seq, begin, end, missed(session));
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
        SessionRuns runs = state.value();
        closeGaps(timer.getKey(), runs, Long.MAX_VALUE);
        state.update(runs);
    }

    @Override
    public void onProcessingTime(InternalTimer<Name, VoidNamespace> timer) {
        throw new IllegalStateException("there are no such timers");
    }

    // ---- time

    /** A transaction has passed: where these are the clock, it goes on. */
    private void passed() throws Exception {
        if (!pace.isTime()) {
            elements++;
            now = elements / pace.elements();
            if (elements % 8 == 0) {
                advance();
            }
        }
    }

    /** Of a time in which nothing of it ran, a part counts: sessions can't be heard while nobody listens. */
    private void tick(long time) throws Exception {
        now += Math.max(0, Math.min(time - lastTick, 4 * interval));
        lastTick = time;
        advance();
    }

    private void advance() throws Exception {
        List<Name> due = new ArrayList<>(0);
        marks.overdue(now, due::add);
        for (Name name : due) {
            setCurrentKey(name);
            SessionRuns runs = state.value();
            closeGaps(name, runs, marks.gapsBefore(name));
            state.update(runs);
            marks.closed(name, runs, now);
        }
        long watermark = marks.advance(now);
        liveSessions = marks.liveSessions();
        watermarkLag = marks.lag();
        if (watermark > emitted) {
            if (idle) {
                idle = false;
                output.emitWatermarkStatus(WatermarkStatus.ACTIVE);
            }
            emitted = watermark;
            output.emitWatermark(new Watermark(watermark));
        }
        if (!marks.isLive() && !idle) {
            idle = true;
            output.emitWatermarkStatus(WatermarkStatus.IDLE);
        }
        due.clear();
        marks.expire(now, due::add);
        for (Name name : due) {
            setCurrentKey(name);
            state.clear();
            ends.deleteEventTimeTimer(VoidNamespace.INSTANCE, Long.MAX_VALUE);
        }
    }

    @Override
    public void processWatermark(Watermark mark) {
        // what the input says of its time is nothing to the sessions
    }

    /** All of the input has ended; its last watermark would not say so, for it passes sources that are idle. */
    @Override
    public void endInput() throws Exception {
        if (idle) {
            idle = false;
            output.emitWatermarkStatus(WatermarkStatus.ACTIVE);
        }
        super.processWatermark(Watermark.MAX_WATERMARK);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) {
        // nor is this
    }

    // ---- state

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        counting.save();
    }

    @Override
    public void finish() throws Exception {
        output.collect(tallies, new StreamRecord<>(counting.tally()));
        super.finish();
    }
}
