package org.isolde.check.timestamps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.check.TimestampFindings.Finding;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.junit.jupiter.api.Test;

/**
 * Checking by timestamps against brute force by the definitions, on random tiny histories. Run with
 * {@code -Disolde.seed=N} to repeat a run, {@code -Disolde.property.histories=N} for more.
 */
class TimestampOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000);
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final List<Level> LEVELS = List.of(Level.SI, Level.SER, Level.SSER);

    @Test
    void findsWhatTheDefinitionsSay() throws Exception {
        Map<String, Integer> alone = new TreeMap<>();
        Map<String, Integer> verdicts = new TreeMap<>();
        int checks = 0;
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TimestampDraft draft = TimestampHistories.any(random);
            History history = draft.toHistory(random);
            boolean sessionOrder = random.nextInt(8) != 0;
            for (Level level : LEVELS) {
                if (level == Level.SSER && !history.hasRealTime()) {
                    continue;
                }
                TimestampOracle oracle = new TimestampOracle(history, level, sessionOrder);
                int number = i;
                Supplier<String> message = () -> "seed " + SEED + ", history " + number + ", " + oracle + "\n" + draft;
                compare(history, level, sessionOrder, oracle, random, message);
                if (oracle.verdict().equals("satisfied") && TimestampHistories.isUnique(draft)) {
                    withoutTimestamps(history, level, sessionOrder, message);
                }
                checks++;
                verdicts.merge(oracle.verdict(), 1, Integer::sum);
                Set<String> broken = broken(oracle);
                if (broken.size() == 1) {
                    alone.merge(broken.iterator().next(), 1, Integer::sum);
                }
            }
        }
        System.out.println("timestamps: seed " + SEED + ", " + verdicts + ", one axiom alone " + alone);
        assertTrue(verdicts.get("satisfied") * 5 >= checks, verdicts + ", seed " + SEED);
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            assertTrue(
                    alone.getOrDefault(axiom.name(), 0) * 200 >= HISTORIES,
                    axiom + " alone too rarely: " + alone + ", seed " + SEED);
        }
    }

    @Test
    void partsFindWhatTheWholeDoes() {
        int violated = 0;
        for (int i = 0; i < HISTORIES / 4; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TimestampDraft draft = TimestampHistories.any(random);
            History history = draft.toHistory(random);
            for (Level level : LEVELS) {
                if (level == Level.SSER && !history.hasRealTime()) {
                    continue;
                }
                int listed = 1 + random.nextInt(3);
                TimestampFindings whole =
                        Chronos.of(history, level, true, listed, 1).findings();
                violated += whole.isEmpty() ? 0 : 1;
                for (int parts = 2; parts <= 4; parts++) {
                    int number = i;
                    int many = parts;
                    assertEquals(
                            whole,
                            Chronos.of(history, level, true, listed, parts).findings(),
                            () -> many + " parts, " + level + ", seed " + SEED + ", history " + number + "\n" + draft);
                }
            }
        }
        assertTrue(violated * 4 > HISTORIES / 4, violated + " violated, seed " + SEED);
    }

    private static void compare(
            History history,
            Level level,
            boolean sessionOrder,
            TimestampOracle oracle,
            SplittableRandom random,
            Supplier<String> message)
            throws Exception {
        TimestampFindings all = Chronos.of(history, level, sessionOrder, 1000).findings();
        assertEquals(oracle.findings(), named(all), () -> message.get() + "\n" + all.findings());
        assertEquals(oracle.open.size(), all.openReads(), message);
        // counts are exact however few are listed
        int listed = random.nextInt(3);
        TimestampFindings few = Chronos.of(history, level, sessionOrder, listed).findings();
        assertEquals(all.counts(), few.counts(), message);
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            long found = oracle.findings().stream()
                    .filter(finding -> finding.startsWith(axiom.name() + " "))
                    .count();
            assertEquals(found, all.count(axiom), message);
            assertEquals(
                    Math.min(found, listed),
                    few.findings().stream()
                            .filter(finding -> finding.axiom() == axiom)
                            .count(),
                    message);
        }
        assertTrue(oracle.findings().containsAll(named(few)), message);
        CheckOptions options = CheckOptions.of(EnumSet.of(level))
                .withSessionOrder(sessionOrder)
                .withViolations(ViolationLimit.values()[random.nextInt(3)]);
        Verdict verdict = Isolde.check(history, options).verdicts().get(level);
        assertEquals(oracle.verdict(), verdict.text(), message);
    }

    /** What timestamps explain can be explained. */
    private static void withoutTimestamps(History history, Level level, boolean sessionOrder, Supplier<String> message)
            throws Exception {
        CheckOptions options = CheckOptions.of(EnumSet.of(level))
                .withSessionOrder(sessionOrder)
                .withEvidence(EnumSet.complementOf(EnumSet.of(Evidence.TIMESTAMPS)));
        Verdict verdict = Isolde.check(history, options).verdicts().get(level);
        // which order explains compare-and-sets that failed is not searched for
        boolean mayBeOpen = level != Level.SI && hasFailures(history);
        assertTrue(
                verdict instanceof Verdict.Satisfied || (mayBeOpen && verdict instanceof Verdict.Undecided),
                () -> message.get() + ": " + verdict);
    }

    private static boolean hasFailures(History history) {
        for (int op = 0; op < history.operations(); op++) {
            if (history.kind(op) == OpKind.CAS_FAILED) {
                return true;
            }
        }
        return false;
    }

    /** Findings as the oracle says them. */
    static Set<String> named(TimestampFindings findings) {
        Set<String> named = new TreeSet<>();
        for (Finding finding : findings.findings()) {
            int t = finding.transaction();
            int other = finding.other();
            boolean fresh = named.add(
                    switch (finding.axiom()) {
                        case SESSION, START_AFTER_COMMIT, REAL_TIME -> finding.axiom() + " " + t;
                        case INT -> "INT " + finding.operation();
                        case EXT -> "EXT " + t + " " + finding.key();
                        case NOCONFLICT, SAME_COMMIT ->
                            finding.axiom() + " " + Math.min(t, other) + " " + Math.max(t, other) + " " + finding.key();
                    });
            assertTrue(fresh, finding + " is listed twice");
        }
        return named;
    }

    private static Set<String> broken(TimestampOracle oracle) {
        Set<String> broken = new TreeSet<>();
        oracle.findings().forEach(finding -> broken.add(finding.substring(0, finding.indexOf(' '))));
        return broken;
    }
}
