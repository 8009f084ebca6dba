package org.isolde.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.isolde.history.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both operators alone, with a clock that runs as the test wants: no clock makes a session silent, and no watermark of Flink's is the end. */
class OperatorsTest {
    private static final long SETTLE = 1000;
    private static final OutputTag<FoundViolation> FOUND = new OutputTag<>("violations", FoundViolation.TYPE);
    private static final OutputTag<LateTransaction> LATE = new OutputTag<>("late", LateTransaction.TYPE);
    private static final OutputTag<Tally> TALLIES = new OutputTag<>("tallies", Tally.TYPE);

    private final VerdictOptions options = VerdictOptions.of(Level.SI)
            .withInitial("0")
            .withSettle(Duration.ofMillis(SETTLE))
            .withRetain(Duration.ofHours(1));
    private final TransactionLines lines = new TransactionLines("0");
    private KeyedOneInputStreamOperatorTestHarness<Name, StreamTransaction, KeyWork> sessions;
    private KeyedOneInputStreamOperatorTestHarness<Name, KeyWork, FoundViolation> keys;
    private long clock;

    @BeforeEach
    void open() throws Exception {
        open(options);
    }

    private void open(VerdictOptions options) throws Exception {
        sessions = new KeyedOneInputStreamOperatorTestHarness<>(
                new SessionOperator(options, false, 1, Verdicts.KEY_GROUPS, 0, FOUND, TALLIES),
                StreamTransaction::session,
                NameCodec.TYPE,
                Verdicts.KEY_GROUPS,
                1,
                0);
        keys = new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyOperator(options, false, 1, 0, LATE, TALLIES),
                KeyWork::firstKey,
                NameCodec.TYPE,
                Verdicts.KEY_GROUPS,
                1,
                0);
        sessions.setup(KeyWork.TYPE.createSerializer(null));
        keys.setup(FoundViolation.TYPE.createSerializer(null));
        sessions.open();
        keys.open();
    }

    @AfterEach
    void close() throws Exception {
        sessions.close();
        keys.close();
    }

    /** A transaction comes that was offered by a time. */
    private void comes(String session, int seq, long commit, String ops, long offered) throws Exception {
        byte[] line = ("{\"session\":\"" + session + "\",\"seq\":" + seq + ",\"start\":" + (commit - 2) + ",\"commit\":"
                        + commit + ",\"ops\":[" + ops + "]}")
                .getBytes(StandardCharsets.UTF_8);
        List<StreamTransaction> made = new ArrayList<>();
        lines.parse(line, 0, line.length, made::add);
        sessions.processElement(made.get(0), offered);
        pass();
    }

    private void read(long upTo) throws Exception {
        sessions.processWatermark(upTo);
        pass();
    }

    /** Much time passes on the machine, and nothing is read. */
    private void starves() throws Exception {
        clock += 100 * SETTLE;
        sessions.setProcessingTime(clock);
        keys.setProcessingTime(clock);
        pass();
    }

    /** What the sessions have sent comes to the keys. */
    private void pass() throws Exception {
        Queue<Object> sent = sessions.getOutput();
        while (!sent.isEmpty()) {
            if (sent.poll() instanceof StreamRecord<?> message) {
                keys.processElement(new StreamRecord<>((KeyWork) message.getValue()));
            }
        }
    }

    private List<String> found() {
        List<String> all = new ArrayList<>();
        Queue<StreamRecord<FoundViolation>> beside = sessions.getSideOutput(FOUND);
        if (beside != null) {
            beside.forEach(each -> all.add(each.getValue().finding().axiom().name()));
        }
        for (Object each : keys.getOutput()) {
            if (each instanceof StreamRecord<?> record && record.getValue() instanceof FoundViolation violation) {
                all.add(violation.finding().axiom().name());
            }
        }
        return all;
    }

    private int late() {
        Queue<StreamRecord<LateTransaction>> late = keys.getSideOutput(LATE);
        return late == null ? 0 : late.size();
    }

    private void ends() throws Exception {
        sessions.endInput();
        pass();
        keys.endInput();
    }

    /** How large a checkpoint of both is behind so many transactions and behind four times as many, on twenty keys, ten milliseconds apart. */
    private long[] checkpointBytes(int transactions) throws Exception {
        long[] bytes = new long[2];
        for (int i = 0; i < 4 * transactions; i++) {
            int key = i % 20;
            long seen = i < 20 ? 0 : i - 19;
            comes(
                    "s" + i % 4,
                    i / 4,
                    1000 + i * 10,
                    "[\"r\"," + key + "," + seen + "],[\"w\"," + key + "," + (i + 1) + "]",
                    i * 10L);
            read(i * 10L);
            if (i + 1 == transactions || i + 1 == 4 * transactions) {
                bytes[i + 1 == transactions ? 0 : 1] = sessions.snapshot(i, i).getStateSize()
                        + keys.snapshot(i, i).getStateSize();
            }
        }
        assertEquals(List.of(), found());
        assertEquals(0, late());
        return bytes;
    }

    @Test
    void stateStaysAsItIsOnAFixedSetOfKeys() throws Exception {
        long[] whole = checkpointBytes(1000);
        long growth = whole[1] - whole[0];
        assertTrue(growth > 20_000, "what is retained for an hour is all there: " + Arrays.toString(whole));
        close();
        open(options.withRetain(Duration.ofMillis(2 * SETTLE)));
        long[] bounded = checkpointBytes(1000);
        assertTrue(
                10 * (bounded[1] - bounded[0]) < growth,
                () -> Arrays.toString(bounded) + " against " + Arrays.toString(whole));
    }

    @Test
    void whoeverStarvesHearsNoSilence() throws Exception {
        for (int i = 0; i < 50; i++) {
            // b is behind, and has a gap for a while: what fills it waits unread
            comes("a", i, 1000 + i * 10, "[\"w\",\"x\"," + (i + 1) + "]", i * 10);
            comes("b", 2 * i + 1, 900 + i * 10 + 7, "[\"r\",\"z\",0]", i * 10);
            starves();
            read(i * 10);
            starves();
            comes("b", 2 * i, 900 + i * 10 + 3, "[\"w\",\"y\"," + (i + 1) + "]", i * 10 + 9);
            starves();
        }
        ends();
        assertEquals(List.of(), found());
        assertEquals(0, late());
    }

    /** One step of the sources, however long, makes nobody silent either: those who send may have starved as well. */
    @Test
    void aMachineThatStoodStillHearsNoSilence() throws Exception {
        for (int i = 0; i < 50; i++) {
            long now = i * 50 * SETTLE;
            comes("a", i, 1000 + i * 10, "[\"w\",\"x\"," + (i + 1) + "]", now);
            comes("b", 2 * i + 1, 900 + i * 10 + 7, "[\"r\",\"z\",0]", now);
            read(now);
            comes("b", 2 * i, 900 + i * 10 + 3, "[\"w\",\"y\"," + (i + 1) + "]", now + 1);
        }
        ends();
        assertEquals(List.of(), found());
        assertEquals(0, late());
    }

    @Test
    void aSessionThatIsReallySilentIsNotWaitedFor() throws Exception {
        comes("silent", 0, 10, "[\"w\",\"y\",1]", 0);
        comes("a", 0, 20, "[\"r\",\"x\",5]", 0);
        int seq = 1;
        long now = 0;
        for (; found().isEmpty(); now += 100) {
            assertTrue(now < 5 * SETTLE, "it is told long before");
            comes("a", seq, 20 + 10L * seq++, "[\"w\",\"z\"," + seq + "]", now);
            read(now);
        }
        assertTrue(now > SETTLE, "but not before it has settled");
        assertEquals(List.of("EXT"), found());
        assertEquals(0, late());
    }

    @Test
    void aGapThatNothingFillsIsTold() throws Exception {
        comes("a", 0, 10, "[\"w\",\"y\",1]", 0);
        comes("a", 2, 30, "[\"w\",\"y\",2]", 0);
        for (long now = 0; now < SETTLE; now += 100) {
            read(now);
            assertEquals(List.of(), found());
        }
        read(SETTLE);
        assertEquals(List.of("SESSION"), found());
    }

    @Test
    void theLastWatermarkIsNotTheEnd() throws Exception {
        comes("a", 0, 20, "[\"r\",\"x\",5]", 0);
        comes("a", 2, 40, "[\"w\",\"y\",1]", 0);
        read(Long.MAX_VALUE);
        keys.processWatermark(Long.MAX_VALUE);
        assertEquals(List.of(), found(), "another part may have much to send yet");
        comes("b", 0, 10, "[\"w\",\"x\",5]", 0);
        comes("a", 1, 30, "[\"w\",\"y\",7]", 0);
        ends();
        assertEquals(List.of(), found());
        assertEquals(0, late());
    }
}
