package org.isolde.flink;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
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
 * <p>State, key by key: its versions ({@link KeptKeys}); and the reads that are open ({@link OpenWork}). Versions that nobody sees who looks from the watermark
 * on are forgotten when the key is written, a while later: whoever looks further back, because he has run for long or sees less than his session has done, is judged by
 * what is kept.
 *
 * <p>One message is about several keys, and all of them are this part's own. In batch mode it is about one, and all messages about a key come together: then it is kept
 * here until the next one comes, and there is no state.
 */
final class KeyOperator extends AbstractStreamOperator<FoundViolation>
        implements OneInputStreamOperator<KeyWork, FoundViolation>, BoundedOneInput {
    /** How many overlapping writers are named for a transaction and key; all are counted. */
    private static final int MOST_NAMED = 100;

    private static final int MOST_CODES = 1 << 14;
    private static final int INTERVALS = 16;
    /** One of so many parts of the memory is for keys at hand. */
    private static final int SHARE_OF_MEMORY = 4;

    private static final long NO_ID = Long.MAX_VALUE;

    private record Passed(long time, long watermark) {}

    private final VerdictOptions options;
    private final boolean batch;
    private final int sessionParts;
    private final long room;
    private final OutputTag<LateTransaction> lateOnes;
    private final OutputTag<Tally> tallies;

    private transient KeptKeys keys;
    private transient OpenWork open;
    private transient KeyGroupRange range;
    private transient ListState<byte[]> savedWatermark;
    private transient Map<Integer, Long> passedBefore;
    private transient Counting counting;
    private transient StreamRecord<FoundViolation> message;

    /** Up to where verdicts are final, and from where versions are kept. */
    private transient long watermark;

    private transient long keptFrom;
    private transient ArrayDeque<Passed> passed;
    private transient Horizon horizon;

    /** In batch mode, the key that messages are about, and those that have reads of it. */
    private transient KeptKey batchKey;

    private transient List<byte[]> batchReads;

    /** What is known of a key that nobody has written. */
    private transient KeyVersions nothing;

    // the transaction that is being looked at
    private transient Scalars scalars;
    private transient long initial;
    private transient Moments moments;
    private transient boolean snapshots;
    private transient Encoder encoder;
    private transient long session;
    private transient long seq;
    private transient long id;
    private transient long start;
    private transient long startLogical;
    private transient long commit;
    private transient long[] values;

    /**
     * @param sessionParts how many parts keep the sessions
     * @param room what keys at hand may take in memory; 0 for the usual share of it
     */
    KeyOperator(
            VerdictOptions options,
            boolean batch,
            int sessionParts,
            long room,
            OutputTag<LateTransaction> lateOnes,
            OutputTag<Tally> tallies) {
        this.options = options;
        this.batch = batch;
        this.sessionParts = sessionParts;
        this.room = room;
        this.lateOnes = lateOnes;
        this.tallies = tallies;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        counting = new Counting(context.getOperatorStateStore(), getMetricGroup());
        savedWatermark = context.getOperatorStateStore()
                .getUnionListState(new ListStateDescriptor<>("watermarks", new BytesCodec()));
        watermark = Long.MIN_VALUE;
        passedBefore = new HashMap<>();
        for (byte[] saved : savedWatermark.get()) {
            Decoder in = new Decoder(saved);
            long mark = in.number();
            watermark = Math.max(watermark, mark);
            for (long group = in.number(), last = in.number(); group <= last; group++) {
                passedBefore.put((int) group, mark);
            }
        }
        if (!batch) {
            TaskInfo task = getRuntimeContext().getTaskInfo();
            int groups = task.getMaxNumberOfParallelSubtasks();
            range = KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                    groups, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
            KeptKeys.Turn turn = this::setCurrentKey;
            keys = new KeptKeys(
                    context.getKeyedStateStore(),
                    turn,
                    room > 0 ? room : MemoryShare.of(getContainingTask(), SHARE_OF_MEMORY));
            open = new OpenWork(context.getKeyedStateStore(), turn, range, groups);
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        message = new StreamRecord<>(null);
        snapshots = options.level() == Level.SI;
        moments = new Moments(snapshots);
        encoder = new Encoder();
        values = new long[8];
        passed = new ArrayDeque<>();
        horizon = new Horizon(sessionParts);
        keptFrom = Long.MIN_VALUE;
        batchReads = new ArrayList<>();
        nothing = new KeyVersions();
        renew();
        if (!batch) {
            open.restore(passedBefore, record -> {
                head(new Decoder(record));
                return moments.read.physical;
            });
        }
        passedBefore = null;
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
        boolean speaks = in.octet() == 1;
        if (speaks && committed && moments.writes() && commit <= watermark) {
            counting.late();
            output.collect(lateOnes, new StreamRecord<>(new LateTransaction(sessionJson(), seq, commit, watermark)));
        }
        if (committed && !batch && moments.read.physical <= watermark) {
            // before versions are forgotten
            judge(record);
            head(new Decoder(record));
        }
        boolean reads = false;
        while (in.hasMore()) {
            int length = (int) in.number();
            int from = in.at();
            in.skip(length);
            int readsLength = (int) in.number();
            reads |= readsLength > 0;
            in.skip(readsLength);
            int writes = (int) in.number();
            if (batch) {
                turnTo(record, from, from + length);
            }
            if (writes > 0) {
                write(key(record, from, from + length), in, writes, committed);
            }
        }
        if (batch) {
            if (reads) {
                batchReads.add(record);
            }
            return;
        }
        if (reads && moments.read.physical > watermark) {
            open.add(moments.read.physical, record);
        }
        keys.makeRoom();
    }

    private KeptKey key(byte[] record, int from, int end) throws IOException {
        return batch ? batchKey : keys.get(record, from, end);
    }

    /** In batch mode: if another key comes, all of the one before has come. */
    private void turnTo(byte[] record, int from, int end) throws IOException {
        if (batchKey == null || !batchKey.name.is(Name.hash(record, from, end), record, from, end)) {
            judgeBatch();
            batchKey = new KeptKey(new Name(Arrays.copyOfRange(record, from, end)), null);
            head(new Decoder(record));
        }
    }

    private void judgeBatch() throws IOException {
        for (byte[] record : batchReads) {
            judge(record);
        }
        batchReads.clear();
    }

    /** Reads what stands before the keys; false if the outcome is unknown. */
    private boolean head(Decoder in) {
        boolean committed = in.octet() == StreamTransaction.COMMITTED;
        session = in.keyPart((int) in.number(), scalars);
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

    private void write(KeptKey key, Decoder in, int count, boolean committed) throws IOException {
        boolean appended = in.octet() == 1;
        values = count > values.length ? new long[count] : values;
        for (int i = 0; i < count; i++) {
            values[i] = in.scalar(scalars);
        }
        if (key.versions == null) {
            key.versions = new KeyVersions();
        }
        if (!committed) {
            for (int i = 0; i < count; i++) {
                key.versions.addUnknown(values[i], scalars);
            }
        } else {
            if (key.keptFrom != keptFrom) {
                key.keptFrom = keptFrom;
                key.versions.forget(keptFrom);
            }
            write(key.name, key.versions, count, appended);
        }
        if (!batch) {
            keys.changed(key);
        }
    }

    private void write(Name key, KeyVersions known, int count, boolean appended) throws IOException {
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
                                sessionJson(), seq, idJson(), key.json(), name(known, other), otherSeq, 0))
                        : null,
                (other, otherSeq) -> {
                    counting.found(TimestampAxiom.SAME_COMMIT, 1);
                    tell(LiveFinding.sameCommit(
                            sessionJson(), idJson(), key.json(), moments.commit, name(known, other), otherSeq, 0));
                });
        if (pairs < 0) {
            counting.undecided();
        }
        counting.found(TimestampAxiom.NOCONFLICT, pairs < 0 ? -1 - pairs : pairs);
    }

    private String name(KeyVersions known, int number) {
        return JsonText.of(known.session(number, scalars), scalars);
    }

    private String sessionJson() {
        return JsonText.of(session, scalars);
    }

    private String idJson() {
        return id == NO_ID ? null : JsonText.of(id, scalars);
    }

    private void tell(LiveFinding finding) {
        output.collect(message.replace(new FoundViolation(finding)));
    }

    // ---- reads

    /** Judges the external reads of a message. */
    private void judge(byte[] record) throws IOException {
        if (scalars.size() > MOST_CODES) {
            renew();
        }
        Decoder in = new Decoder(record);
        head(in);
        in.octet();
        while (in.hasMore()) {
            int length = (int) in.number();
            int from = in.at();
            in.skip(length);
            int reads = (int) in.number();
            if (reads > 0) {
                judge(key(record, from, from + length), in, in.at() + reads);
            }
            int writes = (int) in.number();
            if (writes > 0) {
                in.octet();
            }
            for (int i = 0; i < writes; i++) {
                in.skipScalar();
            }
        }
    }

    /** Judges the external reads of a transaction and key, up to where they end: one finding for all of them. */
    private void judge(KeptKey key, Decoder in, int end) {
        KeyVersions known = key.versions == null ? nothing : key.versions;
        boolean told = false;
        while (in.at() < end) {
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
                external(key.name, known, kind, seen, list, prefix);
            }
        }
    }

    private void external(Name key, KeyVersions known, int kind, long seen, long[] list, int prefix) {
        counting.found(TimestampAxiom.EXT, 1);
        Found there = known.there();
        String expected = null;
        if (kind == KeyWork.LIST) {
            long[] before = known.list(moments, session, scalars);
            long[] right = Arrays.copyOf(before, before.length + list.length - prefix);
            System.arraycopy(list, prefix, right, before.length, list.length - prefix);
            expected = JsonText.of(right, scalars);
        } else if (kind == KeyWork.VALUE) {
            expected = JsonText.of(there.value, scalars);
        }
        tell(LiveFinding.external(
                sessionJson(),
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
        if (batch) {
            judgeBatch();
        } else {
            while (open.has(watermark)) {
                judge(open.poll());
                keys.makeRoom();
            }
        }
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
        keys.flush();
        open.flush(watermark);
        savedWatermark.update(List.of(encoder.clear()
                .number(watermark)
                .number(range.getStartKeyGroup())
                .number(range.getEndKeyGroup())
                .toBytes()));
    }

    @Override
    public void finish() throws Exception {
        output.collect(tallies, new StreamRecord<>(counting.tally()));
        super.finish();
    }
}
