package org.isolde.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

/** The part that shows an anomaly of timestamps shows just that one, and whatever else it violates, the whole violates too. */
class TimestampMinimizerTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 40;

    @Test
    void whatThePartViolatesTheWholeViolates() throws Exception {
        System.out.println("parts by timestamps: seed " + SEED);
        Map<AnomalyKind, Integer> cases = new EnumMap<>(AnomalyKind.class);
        for (int i = 0; i < HISTORIES; i++) {
            History history = TiedHistories.of(new SplittableRandom(SEED * 1_000_003 + i));
            for (Level level : List.of(Level.SI, Level.SER, Level.SSER)) {
                CheckResult result = check(history, level);
                Set<List<Object>> whole = facts(result, null);
                for (Anomaly anomaly : anomalies(result, level)) {
                    MinimalCase minimal = new Minimizer(result).minimize(anomaly);
                    String place = "-Disolde.seed=" + SEED + ", history " + i + ", " + level.text() + "\n";
                    Supplier<String> message =
                            () -> place + text(history) + anomaly.story() + "\n" + text(minimal.history());
                    cases.merge(anomaly.kind(), 1, Integer::sum);
                    assertNotSame(history, minimal.history(), message);
                    assertTrue(minimal.isMinimal(), message);
                    assertSound(minimal, level, whole, result, message);
                }
            }
        }
        System.out.println("parts by timestamps: " + cases);
        for (AnomalyKind kind : AnomalyKind.values()) {
            assertTrue(!kind.isByTimestamps() || cases.getOrDefault(kind, 0) >= HISTORIES / 20, kind + " of " + cases);
        }
    }

    private static void assertSound(
            MinimalCase minimal, Level level, Set<List<Object>> whole, CheckResult result, Supplier<String> message)
            throws Exception {
        CheckResult part = check(minimal.history(), level);
        Set<List<Object>> facts = facts(part, minimal);
        for (List<Object> fact : facts) {
            assertTrue(whole.contains(fact), () -> message.get() + fact + " is not in the whole");
        }
        // whom a transaction follows in a part may be another one, but then some link of the chain between them is
        // broken
        assertTrue(
                part.timestamps().get(level).count(TimestampAxiom.SESSION) == 0
                        || result.timestamps().get(level).count(TimestampAxiom.SESSION) > 0,
                message);
        CheckResult readBack = check(Draft.of(minimal.history()).history(), level);
        assertEquals(
                part.timestamps().get(level).counts(),
                readBack.timestamps().get(level).counts(),
                message);
    }

    private static String text(History history) {
        try {
            return Draft.of(history).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CheckResult check(History history, Level level) {
        return Samples.check(history, CheckOptions.of(EnumSet.of(level)).withViolations(ViolationLimit.ALL));
    }

    private static List<Anomaly> anomalies(CheckResult result, Level level) {
        return result.verdicts().get(level) instanceof Verdict.Violated violated ? violated.anomalies() : List.of();
    }

    /** What is violated, by the names and numbers of the whole; sessions are asked for apart. */
    private static Set<List<Object>> facts(CheckResult result, MinimalCase minimal) {
        Set<List<Object>> facts = new HashSet<>();
        result.verdicts().keySet().forEach(level -> {
            for (Anomaly anomaly : anomalies(result, level)) {
                if (anomaly.kind() == AnomalyKind.SESSION_NOT_SEEN) {
                    continue;
                }
                List<Object> fact = new ArrayList<>();
                fact.add(anomaly.kind());
                fact.add(anomaly.key() < 0 ? "" : result.history().keyName(anomaly.key()));
                Set<Integer> who = new HashSet<>();
                boolean isPair = anomaly.kind() == AnomalyKind.OVERLAPPING_WRITERS
                        || anomaly.kind() == AnomalyKind.SAME_COMMIT_TIMESTAMP;
                for (int t : anomaly.transactions().subList(0, isPair ? 2 : 1)) {
                    who.add(minimal == null ? t : minimal.originals()[t]);
                }
                fact.add(who);
                facts.add(fact);
            }
        });
        return facts;
    }

    @Test
    void aBadReadAmongManyTransactionsTakesThreeOperations() {
        List<String> lines = new ArrayList<>();
        lines.add("{\"isolde\":1,\"initial\":0}");
        for (int i = 1; i <= 2000; i++) {
            lines.add("{\"session\":" + i % 7 + ",\"id\":" + i + ",\"start\":" + (2 * i) + ",\"commit\":" + (2 * i + 1)
                    + ",\"ops\":[[\"r\",\"x\"," + (i == 1500 ? 1490 : i - 1) + "],[\"w\",\"y\"," + i + "],[\"w\",\"x\","
                    + i
                    + "]]}");
        }
        CheckResult result = check(Samples.read(lines.toArray(String[]::new)), Level.SI);
        assertEquals(1, anomalies(result, Level.SI).size());
        MinimalCase minimal =
                new Minimizer(result).minimize(anomalies(result, Level.SI).get(0));
        assertEquals(3, minimal.history().transactions());
        assertEquals(3, minimal.history().operations());
        assertEquals(AnomalyKind.NOT_FROM_SNAPSHOT, minimal.anomaly().kind());
    }

    /** Without timestamps a history that has them is made small the usual way. */
    @Test
    void withoutTimestampsNothingChanges() {
        History history = Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.SI)
                .transactions(200)
                .keys(3)
                .timestamps(true)
                .seed(5)
                .build());
        CheckResult result = Samples.check(
                history,
                CheckOptions.of(EnumSet.of(Level.SER))
                        .withEvidence(EnumSet.complementOf(EnumSet.of(Evidence.TIMESTAMPS))));
        MinimalCase minimal = new Minimizer(result).minimize(result.anomalies().get(0));
        assertTrue(minimal.isMinimal());
        assertTrue(!minimal.anomaly().kind().isByTimestamps());
        assertTrue(minimal.history().transactions() < 10);
    }
}
