package org.isolde.flink;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
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
import org.apache.flink.util.OutputTag;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.history.Scalars;
import org.isolde.online.aion.LiveFinding;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.Found;
import org.isolde.online.axiom.JsonText;
import org.isolde.online.axiom.KeyVersions;
import org.isolde.online.axiom.Moments;

/**
 * What is asked of a key: NOCONFLICT and SAME_COMMIT when the second of a pair comes, EXT when the watermark has passed the place where a read looks, for then all versions
 * before it have come.
 *
 * <p>State, key by key: its versions ({@link KeyVersions}), and its open reads, as they came, each with a timer at its place. Versions that nobody sees who looks from the watermark
 * on are forgotten when the key is written, a while later: whoever looks further back, because he has run for long or sees less than his session has done, is judged by
 * what is kept.
 *
 * <p>One message is about several keys: the current key is set here for each of them, and all of them are this part's own.
 */
final class KeyOperator extends AbstractStreamOperator<FoundViolation>
        implements OneInputStreamOperator<KeyWork, FoundViolation>, BoundedOneInput, Triggerable<Name, VoidNamespace> {
    /** How many overlapping writers are named for a transaction and key; all are counted. */
    private static final int MOST_NAMED = 100;

    private static final int MOST_CODES = 1 << 14;
    private static final int INTERVALS = 16;
    private static final long NO_ID = Long.MAX_VALUE;

    private record Passed(long time, long watermark) {}

    private final VerdictOptions options;
    private final boolean batch;
    private final int sessionParts;
    private final OutputTag<LateTransaction> lateOnes;
    private final OutputTag<Tally> tallies;

    private transient ValueState<KeyVersions> versions;
    private transient ListState<byte[]> reads;
    private transient ListState<Long> savedWatermark;
    private transient InternalTimerService<VoidNamespace> places;
    private transient Counting counting;
    private transient StreamRecord<FoundViolation> message;

    /** Up to where verdicts are final, and from where versions are kept. */
    private transient long watermark;

    private transient long keptFrom;
    private transient ArrayDeque<Passed> passed;
    private transient Horizon horizon;

    /**
     * The keys whose open reads were judged up to the watermark that timers fire for: the first timer of a key judges all of them, and the others, of which a key that is read
     * much has thousands, must not look through what is left.
     */
    private transient Set<Name> judged;

    // the transaction that is being looked at
    private transient Scalars scalars;
    private transient long initial;
    private transient Moments moments;
    private transient boolean snapshots;
    private transient Encoder encoder;
    private transient Name sessionName;
    private transient long session;
    private transient long seq;
    private transient long id;
    private transient long start;
    private transient long startLogical;
    private transient long commit;
    private transient long[] values;

    /**
     * @param sessionParts how many parts keep the sessions
     */
    KeyOperator(
            VerdictOptions options,
            boolean batch,
            int sessionParts,
            OutputTag<LateTransaction> lateOnes,
            OutputTag<Tally> tallies) {
        this.options = options;
        this.batch = batch;
        this.sessionParts = sessionParts;
        this.lateOnes = lateOnes;
        this.tallies = tallies;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        versions =
                context.getKeyedStateStore().getState(new ValueStateDescriptor<>("versions", new KeyVersionsCodec()));
        reads = context.getKeyedStateStore()
                .getListState(new ListStateDescriptor<>("reads", BytePrimitiveArraySerializer.INSTANCE));
        counting = new Counting(context.getOperatorStateStore(), getMetricGroup());
        // all parts have got the same watermarks before a barrier
        savedWatermark = context.getOperatorStateStore()
                .getUnionListState(new ListStateDescriptor<>("watermark", LongSerializer.INSTANCE));
        watermark = Long.MIN_VALUE;
        for (long saved : savedWatermark.get()) {
            watermark = Math.max(watermark, saved);
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        places = getInternalTimerService("places", VoidNamespaceSerializer.INSTANCE, this);
        message = new StreamRecord<>(null);
        snapshots = options.level() == Level.SI;
        moments = new Moments(snapshots);
        encoder = new Encoder();
        values = new long[8];
        passed = new ArrayDeque<>();
        horizon = new Horizon(sessionParts);
        judged = new HashSet<>();
        keptFrom = Long.MIN_VALUE;
        renew();
    }

    private void renew() throws IOException {
        scalars = new Scalars();
        initial = InitialValue.code(options.initial(), scalars);
    }

    @Override
    public void processElement(StreamRecord<KeyWork> element) throws Exception {
        if (scalars.size() > MOST_CODES) {
            renew();
        }
        byte[] record = element.getValue().record();
        Decoder in = new Decoder(record);
        if (record[0] == KeyWork.MARK) {
            in.octet();
            marked((int) in.number(), in.number(), in.octet() == 1, in.number());
            return;
        }
        boolean committed = head(in);
        int headEnd = in.at();
        boolean speaks = in.octet() == 1;
        if (speaks && committed && moments.writes() && commit <= watermark) {
            counting.late();
            output.collect(
                    lateOnes, new StreamRecord<>(new LateTransaction(sessionName.json(), seq, commit, watermark)));
        }
        while (in.hasMore()) {
            Name key = new Name(in.raw((int) in.number()));
            setCurrentKey(key);
            int length = (int) in.number();
            if (length > 0) {
                byte[] read = encoder.clear()
                        .raw(record, 0, headEnd)
                        .raw(record, in.at(), in.at() + length)
                        .toBytes();
                in.skip(length);
                if (moments.read.physical <= watermark) {
                    judge(key, read, versions.value());
                } else {
                    reads.add(read);
                    places.registerEventTimeTimer(VoidNamespace.INSTANCE, moments.read.physical);
                }
            }
            int writes = (int) in.number();
            if (writes > 0) {
                write(key, in, writes, committed);
            }
        }
    }

    /** Reads what stands before the keys; false if the outcome is unknown. */
    private boolean head(Decoder in) {
        boolean committed = in.octet() == StreamTransaction.COMMITTED;
        sessionName = new Name(in.raw((int) in.number()));
        session = sessionName.code(scalars, encoder);
        seq = in.number();
        id = in.octet() == 0 ? NO_ID : in.scalar(scalars);
        if (committed) {
            start = in.number();
            startLogical = in.number();
            commit = in.number();
            long commitLogical = in.number();
            moments.set(start, startLogical, commit, commitLogical, in.octet() == 1, 0, seq);
        }
        return committed;
    }

    private void write(Name key, Decoder in, int count, boolean committed) throws IOException {
        boolean appended = in.octet() == 1;
        values = count > values.length ? new long[count] : values;
        for (int i = 0; i < count; i++) {
            values[i] = in.scalar(scalars);
        }
        KeyVersions known = versions.value();
        known = known == null ? new KeyVersions() : known;
        if (!committed) {
            for (int i = 0; i < count; i++) {
                known.addUnknown(values[i], scalars);
            }
        } else {
            write(key, known, count, appended);
        }
        versions.update(known);
    }

    private void write(Name key, KeyVersions known, int count, boolean appended) throws IOException {
        known.forget(keptFrom);
        long pairs = known.write(
                moments,
                start,
                startLogical,
                session,
                scalars,
                values,
                0,
                count,
                appended,
                MOST_NAMED,
                snapshots
                        ? (other, otherSeq) -> tell(LiveFinding.overlap(
                                sessionName.json(), seq, idJson(), key.json(), name(known, other), otherSeq, 0))
                        : null,
                (other, otherSeq) -> {
                    counting.found(TimestampAxiom.SAME_COMMIT, 1);
                    tell(LiveFinding.sameCommit(
                            sessionName.json(), idJson(), key.json(), moments.commit, name(known, other), otherSeq, 0));
                });
        if (pairs < 0) {
            counting.undecided();
        }
        counting.found(TimestampAxiom.NOCONFLICT, pairs < 0 ? -1 - pairs : pairs);
    }

    private String name(KeyVersions known, int number) {
        return JsonText.of(known.session(number, scalars), scalars);
    }

    private String idJson() {
        return id == NO_ID ? null : JsonText.of(id, scalars);
    }

    private void tell(LiveFinding finding) {
        output.collect(message.replace(new FoundViolation(finding)));
    }

    // ---- reads

    /** The watermark has passed the place of an open read of the key. */
    @Override
    public void onEventTime(InternalTimer<Name, VoidNamespace> timer) throws Exception {
        if (!batch && !judged.add(timer.getKey())) {
            return;
        }
        long upTo = Math.max(places.currentWatermark(), timer.getTimestamp());
        Iterable<byte[]> open = reads.get();
        if (open == null) {
            return;
        }
        KeyVersions known = versions.value();
        List<byte[]> left = null;
        boolean some = false;
        for (byte[] read : open) {
            head(new Decoder(read));
            if (moments.read.physical <= upTo) {
                judge(timer.getKey(), read, known);
                some = true;
            } else {
                left = left == null ? new ArrayList<>() : left;
                left.add(read);
            }
        }
        if (left == null) {
            reads.clear();
        } else if (some) {
            reads.update(left);
        }
    }

    @Override
    public void onProcessingTime(InternalTimer<Name, VoidNamespace> timer) {
        throw new IllegalStateException("there are no such timers");
    }

    /**
     * Judges the external reads of a transaction and key: one finding for all of them.
     *
     * @param versions null if nobody has written the key
     */
    private void judge(Name key, byte[] read, KeyVersions versions) {
        KeyVersions known = versions == null ? new KeyVersions() : versions;
        Decoder in = new Decoder(read);
        head(in);
        boolean told = false;
        while (in.hasMore()) {
            int kind = in.octet();
            KeyVersions.Answer answer;
            long seen = 0;
            long[] list = null;
            int prefix = 0;
            if (kind == KeyWork.LIST) {
                prefix = (int) in.number();
                list = new long[(int) in.number()];
                for (int i = 0; i < list.length; i++) {
                    list[i] = in.scalar(scalars);
                }
                answer = known.judge(moments, session, list, prefix, scalars);
            } else {
                seen = in.scalar(scalars);
                answer = known.judge(moments, session, seen, kind == KeyWork.NEGATED, initial, scalars);
            }
            if (answer == KeyVersions.Answer.OPEN) {
                counting.undecided();
            } else if (answer == KeyVersions.Answer.WRONG && !told) {
                told = true;
                external(key, known, kind, seen, list, prefix);
            }
        }
    }

    private void external(Name key, KeyVersions known, int kind, long seen, long[] list, int prefix) {
        counting.found(TimestampAxiom.EXT, 1);
        Found there = known.there();
        String expected = null;
        if (kind == KeyWork.LIST) {
            long[] before = known.list(moments, scalars);
            long[] right = Arrays.copyOf(before, before.length + list.length - prefix);
            System.arraycopy(list, prefix, right, before.length, list.length - prefix);
            expected = JsonText.of(right, scalars);
        } else if (kind == KeyWork.VALUE) {
            expected = JsonText.of(there.value, scalars);
        }
        tell(LiveFinding.external(
                sessionName.json(),
                seq,
                idJson(),
                key.json(),
                expected,
                list == null ? JsonText.of(seen, scalars) : JsonText.of(list, scalars),
                there.session < 0 ? null : name(known, there.session),
                there.seq,
                0));
    }

    // ---- time

    /** A part of the sessions says where its watermark is. */
    private void marked(int part, long upTo, boolean free, long bound) throws Exception {
        horizon.report(part, upTo, free, bound);
        if (horizon.watermark() > watermark) {
            pass(new Watermark(horizon.watermark()));
        }
        if (horizon.time() != Listening.NONE) {
            keep(horizon.time());
        }
    }

    /** Watermarks of Flink are nothing to it; not even the last one is a sign of the end, for it passes parts that are idle. */
    @Override
    public void processWatermark(Watermark mark) {
        // see marked
    }

    /** All parts of the sessions have ended. */
    @Override
    public void endInput() throws Exception {
        pass(Watermark.MAX_WATERMARK);
    }

    private void pass(Watermark mark) throws Exception {
        watermark = Math.max(watermark, mark.getTimestamp());
        judged.clear();
        super.processWatermark(mark);
    }

    /** Versions are kept from where the watermark was a while ago. */
    private void keep(long now) {
        long retain = options.retain().toMillis();
        Passed last = passed.peekLast();
        if (last == null || now - last.time >= retain / INTERVALS) {
            passed.add(new Passed(now, watermark));
        }
        while (!passed.isEmpty() && now - passed.peek().time >= retain) {
            keptFrom = Math.max(keptFrom, passed.poll().watermark);
        }
    }

    // ---- state

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        counting.save();
        savedWatermark.update(List.of(watermark));
    }

    @Override
    public void finish() throws Exception {
        output.collect(tallies, new StreamRecord<>(counting.tally()));
        super.finish();
    }
}
