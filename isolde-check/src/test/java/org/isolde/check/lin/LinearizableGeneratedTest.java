package org.isolde.check.lin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.KeyDistribution;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;
import org.junit.jupiter.api.Test;

/** Middle-sized and large histories of registers: both ways agree, the stores keep what they promise. */
class LinearizableGeneratedTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    private static Verdict check(History history, ViolationLimit violations, boolean search) {
        return RegisterProofs.decide(history, Duration.ofMinutes(1), 1L << 30, violations, search);
    }

    @Test
    void bothWaysAgree() {
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < 400; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 31 + i);
            GeneratorOptions options = options(random);
            History made = Generator.generate(options);
            boolean spoiled = random.nextInt(2) == 0;
            History history = spoiled ? withStaleReads(made, random) : made;
            String message = "seed " + SEED + ", history " + i + ": " + options + (spoiled ? ", spoiled" : "");
            Verdict chains = check(history, ViolationLimit.values()[random.nextInt(3)], false);
            Verdict search = check(history, ViolationLimit.values()[random.nextInt(3)], true);
            assertEquals(chains.text(), search.text(), message);
            counts.merge(options.store().text() + " " + chains.text(), 1, Integer::sum);
            RegisterProofs.check(history, chains, message);
            RegisterProofs.check(history, search, message);
            if (!spoiled && (options.store() == SimulatedStore.SERIAL || options.store() == SimulatedStore.STRICT)) {
                assertEquals("satisfied", chains.text(), message);
            }
        }
        System.out.println("linearizability of generated histories: seed " + SEED + ", " + counts);
    }

    private static GeneratorOptions options(SplittableRandom random) {
        SimulatedStore[] stores = {
            SimulatedStore.SERIAL,
            SimulatedStore.STRICT,
            SimulatedStore.STRICT,
            SimulatedStore.SI,
            SimulatedStore.CAUSAL
        };
        int sessions = 1 + random.nextInt(20);
        return GeneratorOptions.builder()
                .store(stores[random.nextInt(stores.length)])
                .shape(HistoryShape.CAS)
                .sessions(sessions)
                .transactions(20 + random.nextInt(800))
                .keys(1 + random.nextInt(4))
                .readRatio(0.2 + 0.6 * random.nextDouble())
                .rmw(random.nextInt(3) / 2.0)
                .failedCas(random.nextInt(2) * 0.2)
                .distribution(KeyDistribution.UNIFORM)
                .abortRate(random.nextInt(3) == 0 ? 0.1 : 0)
                .unknownRate(random.nextInt(3) == 0 ? 0.1 : 0)
                .replicationLag(random.nextInt(5))
                .seed(random.nextLong())
                .build();
    }

    /** The same history, but a few reads saw what some other operation on the key wrote. */
    private static History withStaleReads(History history, SplittableRandom random) {
        List<List<Integer>> values = new ArrayList<>();
        for (int key = 0; key < history.keys(); key++) {
            values.add(new ArrayList<>(List.of(0)));
        }
        int reads = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op) && history.isCommitted(t)) {
                    values.get(history.key(op)).add(history.value(op));
                }
                reads += history.kind(op) == OpKind.READ ? 1 : 0;
            }
        }
        int one = reads == 0 ? 0 : random.nextInt(reads);
        Copy copy = new Copy(history);
        for (int place = 0; place < history.transactions(); place++) {
            int t = history.arrival(place);
            copy.begin(t);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int value = history.value(op);
                if (history.kind(op) == OpKind.READ && (one-- == 0 || random.nextInt(400) == 0)) {
                    List<Integer> known = values.get(history.key(op));
                    value = known.get(random.nextInt(known.size()));
                }
                copy.operation(op, value);
            }
        }
        return copy.build();
    }

    /** Writes a history anew. */
    private static final class Copy {
        private final History history;
        private final HistoryBuilder builder = new HistoryBuilder();
        private final Segment segment = builder.segment();

        Copy(History history) {
            this.history = history;
            builder.initialValue(0, segment.scalars());
        }

        void begin(int t) {
            segment.begin(history.sessionCode(history.session(t)), t, 0);
            segment.status(history.status(t));
            segment.realTime(history.begin(t), history.end(t));
        }

        void operation(int op, int value) {
            segment.op(history.kind(op), history.keyCode(history.key(op)), history.valueCode(value));
        }

        History build() {
            try {
                return builder.build();
            } catch (BadHistoryException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A long chain of compare-and-sets, and in the middle of it a read, or a write, that does not fit. */
    @Test
    void aProofIsAsShortAsWhatWentWrong() throws BadHistoryException {
        int size = 100_000;
        for (boolean read : new boolean[] {true, false}) {
            HistoryBuilder builder = new HistoryBuilder();
            Segment segment = builder.segment();
            builder.initialValue(0, segment.scalars());
            for (int i = 0; i < size; i++) {
                segment.begin(0, Segment.NO_ID, 0);
                segment.realTime(10L * i, 10L * i + 5);
                segment.op(OpKind.CAS_READ, 0, i);
                segment.op(OpKind.CAS_WRITE, 0, i + 1);
            }
            segment.begin(1, Segment.NO_ID, 0);
            segment.realTime(5L * size + 6, 5L * size + 8);
            segment.op(read ? OpKind.READ : OpKind.WRITE, 0, read ? size / 2 - 10 : size + 1);
            History history = builder.build();
            Verdict outcome = check(history, ViolationLimit.FIRST, false);
            Verdict.Violated violated = assertInstanceOf(Verdict.Violated.class, outcome);
            assertEquals(AnomalyKind.STALE_READ, violated.anomalies().get(0).kind());
            assertNotNull(violated.refutation());
            assertTrue(violated.refutation().steps().size() <= 4, violated.refutation()::toString);
            RegisterProofs.check(history, outcome, "a long chain");
        }
    }

    @Test
    void aSearchKeepsToItsBudget() throws BadHistoryException {
        // all at once, and at the end a read that nothing explains: every order of the compare-and-sets would do before
        // it
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        builder.initialValue(0, segment.scalars());
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 60; i++) {
            segment.begin(i, Segment.NO_ID, 0);
            segment.realTime(0, 100);
            segment.op(OpKind.CAS_READ, 0, random.nextInt(30));
            segment.op(OpKind.CAS_WRITE, 0, random.nextInt(30));
        }
        for (int i = 0; i < 30; i++) {
            segment.begin(60 + i, Segment.NO_ID, 0);
            segment.realTime(0, 100);
            segment.op(OpKind.WRITE, 0, i);
        }
        segment.begin(90, Segment.NO_ID, 0);
        segment.realTime(200, 201);
        segment.op(OpKind.READ, 0, 29);
        segment.begin(91, Segment.NO_ID, 0);
        segment.realTime(202, 203);
        segment.op(OpKind.READ, 0, 28);
        History history = builder.build();
        for (boolean little : new boolean[] {false, true}) {
            long start = System.nanoTime();
            Verdict verdict = RegisterProofs.decide(
                    history,
                    little ? Duration.ofMinutes(5) : Duration.ofMillis(200),
                    little ? 1 << 20 : Long.MAX_VALUE,
                    ViolationLimit.FIRST,
                    false);
            Verdict.Undecided undecided = assertInstanceOf(Verdict.Undecided.class, verdict);
            assertTrue(undecided.reason().contains("limit"), undecided.reason());
            assertTrue(System.nanoTime() - start < 120e9);
        }
    }
}
