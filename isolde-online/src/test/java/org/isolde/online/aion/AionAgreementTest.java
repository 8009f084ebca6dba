package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.check.TimestampFindings.Finding;
import org.isolde.check.ViolationLimit;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.TransactionBatch;
import org.isolde.online.MemoryMap;
import org.junit.jupiter.api.Test;

/**
 * In whatever order transactions come within the time to settle, and however often the engine is saved, restored and short of
 * memory in between: it finds what the offline check finds.
 */
class AionAgreementTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000);
    private static final long SECOND = 1_000_000_000L;

    private final Map<TimestampAxiom, Integer> seen = new EnumMap<>(TimestampAxiom.class);
    private long readBack;
    private long flipFlops;
    private int restarts;
    private int clean;

    @Test
    void anyOrderOfArrivalGivesWhatTheOfflineCheckGives() throws Exception {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("AionAgreementTest: -Disolde.seed=" + seed);
        for (int i = 0; i < HISTORIES; i++) {
            Random random = new Random(seed + i);
            TinyStream stream = new TinyStream(random);
            Level level = random.nextBoolean() ? Level.SI : Level.SER;
            boolean sessionOrder = random.nextInt(8) > 0;
            String context = "seed " + (seed + i) + ", " + level + ", session order " + sessionOrder + "\n" + stream;
            Outcome expected = offline(stream, level, sessionOrder);
            Outcome found;
            try {
                found = online(stream, level, sessionOrder, random);
            } catch (RuntimeException e) {
                throw new AssertionError(context, e);
            }
            assertEquals(expected.findings, found.findings, context);
            assertEquals(expected.open, found.open, context);
            clean += expected.findings.isEmpty() ? 1 : 0;
        }
        System.out.println("found: " + seen + ", clean " + clean + ", blocks read back " + readBack + ", flip-flops "
                + flipFlops + ", restarts " + restarts);
        for (TimestampAxiom axiom : EnumSet.complementOf(EnumSet.of(TimestampAxiom.REAL_TIME))) {
            assertTrue(seen.getOrDefault(axiom, 0) >= HISTORIES / 200, axiom + " " + seen);
        }
        assertTrue(clean > HISTORIES / 50, "clean " + clean);
        assertTrue(readBack > HISTORIES / 20 && flipFlops > HISTORIES / 20 && restarts > HISTORIES / 20);
    }

    /** Findings by what they are about, with how often; and whether reads were left open. */
    private record Outcome(Map<String, Integer> findings, boolean open) {}

    private Outcome offline(TinyStream stream, Level level, boolean sessionOrder) throws IOException {
        History history = stream.history();
        Map<String, Integer> findings = new TreeMap<>();
        if (!history.hasTimestamps()) {
            return new Outcome(findings, false);
        }
        CheckResult result = Isolde.check(
                history,
                CheckOptions.of(EnumSet.of(level))
                        .withViolations(ViolationLimit.ALL)
                        .withSessionOrder(sessionOrder));
        TimestampFindings all = result.timestamps().get(level);
        for (Finding finding : all.findings()) {
            String key = finding.key() < 0 ? "" : history.keyName(finding.key());
            boolean pair =
                    finding.axiom() == TimestampAxiom.NOCONFLICT || finding.axiom() == TimestampAxiom.SAME_COMMIT;
            String a = name(stream, history, finding.transaction());
            String b = pair ? name(stream, history, finding.other()) : "";
            findings.merge(about(finding.axiom(), a, b, key), 1, Integer::sum);
            seen.merge(finding.axiom(), 1, Integer::sum);
        }
        return new Outcome(findings, all.openReads() > 0);
    }

    private static String name(TinyStream stream, History history, int transaction) {
        return stream.transactions.get((int) history.idCode(transaction)).name();
    }

    private static String about(TimestampAxiom axiom, String a, String b, String key) {
        boolean swapped = !b.isEmpty() && a.compareTo(b) > 0;
        return axiom + " " + (swapped ? b : a) + " " + (swapped ? a : b) + " " + key;
    }

    private Outcome online(TinyStream stream, Level level, boolean sessionOrder, Random random) throws IOException {
        List<TinyStream.Tx> arrivals = new ArrayList<>(stream.transactions);
        if (random.nextInt(4) > 0) {
            Collections.shuffle(arrivals, random);
        }
        int repeats = random.nextInt(3);
        for (int i = 0; i < repeats; i++) {
            arrivals.add(random.nextInt(arrivals.size() + 1), arrivals.get(random.nextInt(arrivals.size())));
        }
        MemoryMap disk = new MemoryMap();
        Map<String, Integer> findings = new HashMap<>();
        LiveFinding.Listener listener = finding -> note(finding, findings);
        AionOptions options =
                new AionOptions(level, sessionOrder, SECOND, random.nextBoolean() ? 1 : 1 << 20, 1000 * SECOND);
        int capacity = 1 + random.nextInt(4);
        Aion aion = new Aion(options, disk, listener, capacity);
        long now = 0;
        int at = 0;
        while (at < arrivals.size()) {
            int end = Math.min(arrivals.size(), at + 1 + random.nextInt(3));
            TransactionBatch batch = TinyStream.batch(arrivals.subList(at, end), at == 0);
            for (int t = 0; t < end - at; t++) {
                now += random.nextInt(1 + (int) SECOND / 30);
                aion.accept(batch, t, now);
                if (random.nextInt(3) == 0) {
                    save(aion, disk);
                    if (random.nextInt(3) == 0) {
                        readBack += aion.counts().readBack();
                        aion = new Aion(options, disk, listener, capacity);
                        restarts++;
                    }
                }
            }
            at = end;
        }
        aion.finish();
        AionCounts counts = aion.counts();
        readBack += counts.readBack();
        flipFlops += counts.flipFlops();
        assertEquals(stream.transactions.size(), counts.received());
        assertEquals(repeats, counts.duplicates());
        assertEquals(0, counts.openVerdicts());
        Map<TimestampAxiom, Long> told = new EnumMap<>(TimestampAxiom.class);
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            told.put(axiom, 0L);
        }
        findings.forEach((about, times) ->
                told.merge(TimestampAxiom.valueOf(about.substring(0, about.indexOf(' '))), (long) times, Long::sum));
        assertEquals(told, counts.findings());
        return new Outcome(new TreeMap<>(findings), counts.undecided() > 0);
    }

    private static void save(Aion aion, MemoryMap disk) throws IOException {
        DiskMap.Changes changes = disk.changes();
        aion.save(changes);
        disk.write(changes);
        aion.saved();
    }

    private static void note(LiveFinding finding, Map<String, Integer> findings) {
        boolean pair = finding.axiom() == TimestampAxiom.NOCONFLICT || finding.axiom() == TimestampAxiom.SAME_COMMIT;
        String a = finding.session() + ":" + finding.seq();
        String b = pair ? finding.otherSession() + ":" + finding.otherSeq() : "";
        String key = finding.key() == null ? "" : finding.key().replace("\"", "");
        findings.merge(about(finding.axiom(), a, b, key), 1, Integer::sum);
    }
}
