package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isolde.check.TimestampAxiom;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.Level;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.Format;
import org.isolde.history.format.TransactionReader;
import org.isolde.online.MemoryMap;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.SessionRuns;
import org.junit.jupiter.api.Test;

/** Whose mark holds a verdict back, and that no verdict is told too soon by it. */
class LowWaterTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long SETTLE = 2000 * MILLISECOND;

    @Test
    void theLowestMarkHoldsBackUntilItMovesOrIsSilent() {
        LowWater marks = new LowWater(10);
        assertTrue(marks.hasPassed(5, 0, 0), "nobody is known");
        marks.reached(1, 7, 0, false, true, 100);
        marks.reached(2, 3, 5, false, true, 101);
        assertTrue(marks.hasPassed(3, 5, 102));
        assertFalse(marks.hasPassed(3, 6, 102));
        assertFalse(marks.hasPassed(7, 0, 102));
        marks.reached(2, 9, 0, false, true, 104);
        assertTrue(marks.hasPassed(7, 0, 105));
        assertFalse(marks.hasPassed(8, 0, 109));
        assertTrue(marks.hasPassed(8, 0, 110), "1 is silent");
        assertFalse(marks.hasPassed(10, 0, 113), "2 is not");
        marks.reached(2, 9, 0, false, true, 113);
        assertTrue(marks.hasPassed(10, 0, 114), "what does not move is silent");
        assertTrue(marks.hasPassed(100, 0, 115), "nobody is left");
    }

    @Test
    void whoeverHasNoMarkOfTheirOwnHoldsBackToo() {
        LowWater marks = new LowWater(40, 2);
        for (int session = 0; session < 5; session++) {
            marks.reached(session, 10 + session, 0, false, true, 100 + session);
        }
        assertFalse(marks.hasPassed(11, 0, 105), "0 is not there yet");
        marks.reached(0, 50, 0, false, true, 105);
        marks.reached(1, 50, 0, false, true, 105);
        assertFalse(marks.hasPassed(13, 0, 106), "2 is not there yet, one of those who share a mark");
        assertTrue(marks.hasPassed(12, 0, 106));
        for (int session = 2; session < 5; session++) {
            marks.reached(session, 40, 0, false, true, 120 + session);
        }
        marks.came(4, new SessionRuns.Event(7, 40, 0, 0), 130);
        assertFalse(marks.hasPassed(13, 0, 143), "they have moved on, but nobody knows");
        assertTrue(marks.hasPassed(13, 0, 144));
        assertFalse(marks.hasPassed(41, 0, 169));
        marks.reached(0, 60, 0, false, true, 169);
        marks.reached(1, 60, 0, false, true, 169);
        assertTrue(marks.hasPassed(41, 0, 170), "silent for long enough");
    }

    @Test
    void asByLookingAtAll() {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("LowWaterTest: -Disolde.seed=" + seed);
        for (int i = 0; i < 2000; i++) {
            Random random = new Random(seed + i);
            LowWater marks = new LowWater(20);
            Map<Integer, long[]> all = new HashMap<>();
            long now = 0;
            for (int step = 0; step < 60; step++) {
                now += random.nextInt(4);
                int session = random.nextInt(8);
                long physical = step / 2;
                long logical = random.nextInt(3);
                if (random.nextInt(12) == 0) {
                    marks.ended(session);
                    all.remove(session);
                } else if (random.nextInt(10) == 0) {
                    Encoder out = new Encoder();
                    marks.write(out);
                    marks = new LowWater(20);
                    marks.read(new Decoder(out.toBytes()));
                } else if (random.nextBoolean() && (all.get(session) == null || all.get(session)[0] < physical - 2)) {
                    // a mark only moves on
                    marks.reached(session, physical - 2, logical, false, true, now);
                    all.put(session, new long[] {physical - 2, logical, now});
                }
                long time = now;
                long asked = physical - random.nextInt(8);
                boolean expected = all.values().stream()
                        .allMatch(mark ->
                                mark[0] > asked || mark[0] == asked && mark[1] >= logical || time - mark[2] >= 20);
                assertEquals(expected, marks.hasPassed(asked, logical, now), "seed " + (seed + i) + " step " + step);
            }
        }
    }

    /** A stream that is right; one session falls behind the others more and more, up to twice the time to settle. */
    private static Map<TimestampAxiom, Long> findings(boolean numbered, Level level) throws IOException {
        GeneratorOptions options = GeneratorOptions.builder()
                .store(SimulatedStore.STRICT)
                .transactions(3000)
                .sessions(6)
                .operations(1, 6)
                .keys(20)
                .timestamps(true)
                .seed(3)
                .build();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Format.ISOLDE.write(Generator.generate(options), out);
        String[] lines = out.toString(StandardCharsets.UTF_8).split("\n");
        Map<String, Integer> next = new HashMap<>();
        record Arrival(String line, long time) {}
        List<Arrival> arrivals = new ArrayList<>();
        String slow = null;
        for (int at = 1; at < lines.length; at++) {
            String session = lines[at].substring(0, lines[at].indexOf(','));
            slow = slow == null ? session : slow;
            int seq = next.merge(session, 1, Integer::sum) - 1;
            String line = numbered ? session + ",\"seq\":" + seq + lines[at].substring(session.length()) : lines[at];
            long delay = session.equals(slow) ? 2 * SETTLE * at / lines.length : 0;
            arrivals.add(new Arrival(line, at * 4 * MILLISECOND + delay));
        }
        arrivals.sort(Comparator.comparingLong(Arrival::time));
        Aion aion = new Aion(
                new AionOptions(level, true, SETTLE, 1 << 20, Long.MAX_VALUE / 4), new MemoryMap(), finding -> {});
        for (Arrival arrival : arrivals) {
            byte[] bytes = (lines[0] + "\n" + arrival.line + "\n").getBytes(StandardCharsets.UTF_8);
            TransactionBatch batch = new TransactionReader()
                    .parse(Arrays.copyOf(bytes, bytes.length + TransactionReader.PADDING), bytes.length);
            aion.accept(batch, 0, arrival.time);
        }
        aion.finish();
        return aion.counts().findings();
    }

    @Test
    void aSessionThatFallsBehindMakesNoFalseAlarm() throws IOException {
        for (Level level : List.of(Level.SI, Level.SER)) {
            assertEquals(
                    0, findings(true, level).values().stream().mapToLong(n -> n).sum(), level.text());
        }
    }

    @Test
    void withoutNumbersNobodyKnowsWhatIsStillToCome() throws IOException {
        assertTrue(findings(false, Level.SER).get(TimestampAxiom.EXT) > 0, "else the test above shows nothing");
    }
}
