package org.isolde.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

/** A minimal history is a part of the whole, breaks the same level in the same way, and nothing of it can go. */
class MinimizerTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 40;
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Map<String, Integer> sizes = new TreeMap<>();
    private int cases;
    private int notMinimal;

    @Test
    void nothingOfItCanGo() throws Exception {
        System.out.println("minimal histories: seed " + SEED);
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            GeneratorOptions options = options(random);
            String message = "-Disolde.seed=" + SEED + ", history " + i + ": " + options;
            History history = Generator.generate(options);
            CheckResult result = Isolde.check(
                    history, CheckOptions.of(EnumSet.allOf(Level.class)).withLimits(LIMIT, 0));
            Minimizer minimizer = new Minimizer(result);
            for (Anomaly anomaly : result.anomalies()) {
                assertMinimal(result, anomaly, minimizer.minimize(anomaly), message);
            }
        }
        System.out.println("minimal histories, transactions by kind: " + sizes + ", not surely minimal " + notMinimal
                + " of " + cases);
        assertTrue(cases > HISTORIES, "enough cases: " + cases);
        assertTrue(notMinimal * 50 <= cases, notMinimal + " of " + cases + " were given up");
    }

    private static GeneratorOptions options(SplittableRandom random) {
        SimulatedStore store = SimulatedStore.values()[random.nextInt(SimulatedStore.values().length)];
        int shapes = random.nextInt(4);
        HistoryShape shape = shapes == 0 && store != SimulatedStore.CAUSAL
                ? HistoryShape.LIST_APPEND
                : shapes == 1 ? HistoryShape.CAS : HistoryShape.REGISTERS;
        List<InjectedAnomaly> anomalies = new ArrayList<>();
        if (shape != HistoryShape.CAS) {
            anomalies.add(InjectedAnomaly.values()[random.nextInt(InjectedAnomaly.values().length)]);
        }
        return GeneratorOptions.builder()
                .store(store)
                .shape(shape)
                .sessions(2 + random.nextInt(6))
                .transactions(10 + random.nextInt(60))
                .operations(1, 2 + random.nextInt(5))
                .keys(1 + random.nextInt(12))
                .readRatio(0.3 + 0.4 * random.nextDouble())
                .rmw(random.nextInt(3) / 2.0)
                .abortRate(random.nextInt(3) == 0 ? 0.1 : 0)
                .unknownRate(random.nextInt(3) == 0 ? 0.1 : 0)
                .failedCas(shape == HistoryShape.CAS ? 0.2 : 0)
                .values(shape == HistoryShape.CAS && random.nextBoolean() ? 5 : 0)
                .replicationLag(random.nextInt(30))
                .realTime(shape == HistoryShape.CAS || random.nextBoolean())
                .seed(random.nextLong())
                .inject(anomalies)
                .build();
    }

    private void assertMinimal(CheckResult result, Anomaly wanted, MinimalCase minimal, String place) throws Exception {
        String message = place + "\n" + wanted + "\n";
        cases++;
        if (!minimal.isMinimal()) {
            notMinimal++;
            return;
        }
        Draft draft = Draft.of(minimal.history());
        message += draft;
        sizes.merge(wanted.kind().text() + " " + minimal.history().transactions(), 1, Integer::sum);
        assertEquals(wanted.kind(), minimal.anomaly().kind(), message);
        assertEquals(wanted.level(), minimal.anomaly().level(), message);
        assertNotNull(find(draft, result, wanted), message + "it still shows when it is written and read");
        assertPart(result.history(), minimal, message);
        for (Draft smaller : draft.withoutATransaction()) {
            assertNull(find(smaller, result, wanted), message + "also without a transaction:\n" + smaller);
        }
        for (Draft smaller : draft.withoutAnOperation()) {
            assertNull(find(smaller, result, wanted), message + "also without an operation:\n" + smaller);
        }
    }

    /** Everything of the minimal history is in the whole one, in the same order. */
    private static void assertPart(History whole, MinimalCase minimal, String message) {
        History part = minimal.history();
        for (int t = 1; t <= part.transactions(); t++) {
            int original = minimal.originals()[t];
            assertEquals(whole.transactionName(original), part.transactionName(t), message);
            assertEquals(whole.sessionName(whole.session(original)), part.sessionName(part.session(t)), message);
            assertEquals(whole.status(original), part.status(t), message);
            int at = whole.firstOp(original);
            for (int op = part.firstOp(t); op < part.firstOp(t + 1); op++) {
                while (at < whole.firstOp(original + 1) && !same(whole, at, part, op)) {
                    at++;
                }
                assertTrue(
                        at++ < whole.firstOp(original + 1),
                        message + OperationText.of(part, new Statement(-1, op, op + 1)));
            }
        }
    }

    private static boolean same(History whole, int op, History part, int other) {
        // lists may have lost elements, but not their key
        return whole.kind(op) == part.kind(other)
                && whole.keyName(whole.key(op)).equals(part.keyName(part.key(other)))
                && (whole.listOf(op) >= 0
                        || whole.valueName(whole.value(op)).equals(part.valueName(part.value(other))));
    }

    private static Anomaly find(Draft draft, CheckResult result, Anomaly wanted) throws Exception {
        CheckOptions options = CheckOptions.of(EnumSet.of(wanted.level()))
                .withEvidence(result.evidence())
                .withSessionOrder(result.sessionOrder());
        try {
            Verdict verdict = Isolde.check(draft.history(), options).verdicts().get(wanted.level());
            return verdict instanceof Verdict.Violated violated
                    ? violated.anomalies().stream()
                            .filter(one -> one.kind() == wanted.kind()
                                    && one.alias().equals(wanted.alias())
                                    && (one.cases().isEmpty() || !wanted.cases().isEmpty()))
                            .findFirst()
                            .orElse(null)
                    : null;
        } catch (BadHistoryException e) {
            return null;
        }
    }

    @Test
    void aLostUpdateAmongManyTransactionsTakesTwo() throws Exception {
        History history = Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.SERIAL)
                .transactions(20_000)
                .inject(List.of(InjectedAnomaly.LOST_UPDATE))
                .build());
        CheckResult result = Isolde.check(history, CheckOptions.of(EnumSet.of(Level.SI)));
        MinimalCase minimal = new Minimizer(result).minimize(result.anomalies().get(0));
        assertEquals(AnomalyKind.LOST_UPDATE, minimal.anomaly().kind());
        assertTrue(minimal.isMinimal());
        assertEquals(2, minimal.history().transactions());
        assertEquals(4, minimal.history().operations());
    }
}
