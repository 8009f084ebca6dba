package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.ViolationLimit;
import org.isolde.check.timestamps.TimestampDraft;
import org.isolde.check.timestamps.TimestampHistories;
import org.isolde.check.timestamps.TimestampOracle;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Level;
import org.isolde.proof.Refutation.TimestampStep;
import org.junit.jupiter.api.Test;

/**
 * Proofs by timestamps against brute force, on random tiny histories: of all steps that could be said, exactly those are
 * accepted that are findings by definition, and a witness is accepted iff it is the one that the timestamps give and nothing
 * was found.
 */
class TimestampProofTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 10;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final List<Level> LEVELS = List.of(Level.SI, Level.SER, Level.SSER);
    private static final Set<Evidence> EVIDENCE = Set.of(Evidence.values());

    /** One question about one history. */
    private record Question(
            History history, ProofChecker checker, Level level, boolean sessionOrder, Supplier<String> message) {
        Question(History history, Level level, boolean sessionOrder, Supplier<String> message) {
            this(history, new ProofChecker(history), level, sessionOrder, message);
        }

        Proof proof(Proof.Body body) {
            return new Proof(level, sessionOrder, EVIDENCE, body);
        }

        boolean accepts(Proof.Body body) {
            return checker.check(proof(body)).isAccepted();
        }

        boolean accepts(TimestampStep.Axiom axiom, int transaction, int other, int key, int operation) {
            return accepts(new Refutation(List.of(new TimestampStep(axiom, transaction, other, key, operation))));
        }
    }

    @Test
    void exactlyWhatIsFoundByDefinitionIsAccepted() {
        Map<String, Integer> counts = new TreeMap<>();
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
                Question question = new Question(
                        history,
                        level,
                        sessionOrder,
                        () -> "seed " + SEED + ", history " + number + ", " + oracle + "\n" + draft);
                assertEquals(oracle.findings(), accepted(question), question.message);
                witnesses(question, oracle, random);
                counts.merge(level.text() + " " + oracle.verdict(), 1, Integer::sum);
            }
        }
        System.out.println("proofs by timestamps: seed " + SEED + ", " + counts);
    }

    @Test
    void everyVerdictHasAProofThatIsAcceptedAndSurvivesItsFile() throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TimestampDraft draft = TimestampHistories.any(random);
            History history = draft.toHistory(random);
            boolean sessionOrder = random.nextInt(8) != 0;
            CheckOptions options = CheckOptions.of(
                            random.nextInt(4) == 0 ? EnumSet.allOf(Level.class) : EnumSet.copyOf(LEVELS))
                    .withSessionOrder(sessionOrder)
                    .withViolations(ViolationLimit.values()[random.nextInt(3)]);
            String message = "seed " + SEED + ", history " + i + (sessionOrder ? "" : ", no session order");
            CheckResult result = Isolde.check(history, options);
            ProofChecker checker = new ProofChecker(history);
            List<Proof> proofs = new ArrayList<>();
            for (Level level : options.levels()) {
                Proof proof = result.proof(level);
                boolean byTimestamps = proof != null && proof.evidence().contains(Evidence.TIMESTAMPS);
                // other levels are about versions: there are none where values repeat, or a register is read as a list
                boolean versions = TimestampHistories.isUnique(draft) && !TimestampHistories.isMixed(draft);
                if (proof == null || (!byTimestamps && !versions)) {
                    continue;
                }
                String claim = message + ", " + level.text() + " " + proof.claimsSatisfied() + " by " + proof.body();
                assertEquals(new ProofResult.Accepted(), checker.check(proof), claim + "\n" + draft);
                proofs.add(proof);
                counts.merge((byTimestamps ? "by timestamps " : "without ") + proof.claimsSatisfied(), 1, Integer::sum);
                if (byTimestamps) {
                    TimestampOracle oracle = new TimestampOracle(history, level, sessionOrder);
                    mutations(history, proof, oracle.verdict(), random, claim + "\n" + draft);
                }
            }
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            ProofFile.write(history, proofs, file);
            List<Proof> read = ProofFile.read(history, new ByteArrayInputStream(file.toByteArray()));
            ByteArrayOutputStream again = new ByteArrayOutputStream();
            ProofFile.write(history, read, again);
            assertEquals(file.toString(StandardCharsets.US_ASCII), again.toString(StandardCharsets.US_ASCII), message);
            for (Proof proof : read) {
                assertTrue(checker.check(proof).isAccepted(), message);
            }
        }
        System.out.println("proofs of checks by timestamps: seed " + SEED + ", " + counts);
    }

    /** A changed proof may still be right, but only of what is true. */
    private static void mutations(
            History history, Proof proof, String verdict, SplittableRandom random, String message) {
        Proof.Body other = proof.claimsSatisfied()
                ? new Refutation(List.of(anyStep(history, random)))
                : new Witness(IntStream.rangeClosed(1, history.transactions()).toArray(), null);
        for (Proof.Body body : List.of(proof.body(), other)) {
            for (int i = 0; i < 4; i++) {
                Proof changed = ProofMutations.mutate(
                        new Proof(proof.level(), proof.sessionOrder(), proof.evidence(), body), history, random);
                boolean sameQuestion = changed.level() == proof.level()
                        && changed.sessionOrder() == proof.sessionOrder()
                        && changed.evidence().contains(Evidence.TIMESTAMPS);
                if (sameQuestion && ProofChecker.check(history, changed).isAccepted()) {
                    assertEquals(verdict, changed.claimsSatisfied() ? "satisfied" : "violated", message);
                }
            }
        }
    }

    private static TimestampStep anyStep(History history, SplittableRandom random) {
        TimestampStep.Axiom axiom = TimestampStep.Axiom.values()[random.nextInt(TimestampStep.Axiom.values().length)];
        int t = random.nextInt(history.transactions() + 2);
        int other = random.nextInt(history.transactions() + 2);
        return TimestampStep.of(
                axiom, t, other, random.nextInt(history.keys() + 1), random.nextInt(history.operations() + 1));
    }

    /** All steps that are accepted, said as the oracle says them. */
    private static Set<String> accepted(Question question) {
        History history = question.history;
        Set<String> accepted = new TreeSet<>();
        for (int op = -1; op <= history.operations(); op++) {
            if (question.accepts(TimestampStep.Axiom.INT, -1, -1, -1, op)) {
                accepted.add("INT " + op);
            }
        }
        for (int t = -1; t <= history.transactions() + 1; t++) {
            if (question.accepts(TimestampStep.Axiom.START_AFTER_COMMIT, t, -1, -1, -1)) {
                accepted.add("START_AFTER_COMMIT " + t);
            }
            if (question.accepts(TimestampStep.Axiom.SESSION, t, -1, -1, -1)) {
                accepted.add("SESSION " + t);
            }
            for (int key = -1; key <= history.keys(); key++) {
                if (question.accepts(TimestampStep.Axiom.EXT, t, -1, key, -1)) {
                    accepted.add("EXT " + t + " " + key);
                }
            }
            for (int other = -1; other <= history.transactions() + 1; other++) {
                pairs(question, t, other, accepted);
            }
        }
        return accepted;
    }

    private static void pairs(Question question, int t, int other, Set<String> accepted) {
        if (question.accepts(TimestampStep.Axiom.REAL_TIME, t, other, -1, -1)) {
            accepted.add("REAL_TIME " + t);
        }
        for (int key = -1; key <= question.history.keys(); key++) {
            for (TimestampStep.Axiom axiom : List.of(TimestampStep.Axiom.NOCONFLICT, TimestampStep.Axiom.SAME_COMMIT)) {
                if (question.accepts(axiom, t, other, key, -1)) {
                    accepted.add(axiom + " " + Math.min(t, other) + " " + Math.max(t, other) + " " + key);
                }
            }
        }
    }

    private static void witnesses(Question question, TimestampOracle oracle, SplittableRandom random) {
        int[] order = array(oracle.commitOrder());
        int[] snapshot = array(oracle.snapshots());
        Witness right = new Witness(order, question.level == Level.SI || random.nextBoolean() ? snapshot : null);
        assertEquals(oracle.verdict().equals("satisfied"), question.accepts(right), question.message);
        for (int i = 0; i < 3; i++) {
            int[] changed = order.clone();
            int[] seen = snapshot.clone();
            int at = order.length == 0 ? -1 : random.nextInt(order.length);
            switch (random.nextInt(question.level == Level.SI ? 4 : 3)) {
                case 0 -> changed = append(changed, random.nextInt(question.history.transactions() + 2));
                case 1 -> changed = at < 0 ? new int[] {0} : append(append(new int[0], changed[at]), changed[at]);
                case 2 -> {
                    if (order.length < 2) {
                        continue;
                    }
                    int other = (at + 1) % order.length;
                    changed[at] = order[other];
                    changed[other] = order[at];
                }
                default -> {
                    if (at < 0) {
                        continue;
                    }
                    seen[at] += random.nextBoolean() ? 1 : -1;
                }
            }
            assertFalse(question.accepts(new Witness(changed, seen)), question.message);
        }
    }

    private static int[] append(int[] numbers, int number) {
        int[] longer = java.util.Arrays.copyOf(numbers, numbers.length + 1);
        longer[numbers.length] = number;
        return longer;
    }

    private static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    @Test
    void everyAxiomHasItsLineAndAWrongLineIsAnError() throws Exception {
        SplittableRandom random = new SplittableRandom(2);
        History found;
        do {
            found = TimestampHistories.any(random).toHistory(random);
        } while (found.transactions() < 2 || found.operations() < 2);
        History history = found;
        List<Refutation.Step> steps = new ArrayList<>();
        for (TimestampStep.Axiom axiom : TimestampStep.Axiom.values()) {
            steps.add(TimestampStep.of(axiom, 2, 1, 0, 1));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Proof proof = new Proof(Level.SI, true, Set.of(Evidence.TIMESTAMPS), new Refutation(steps));
        ProofFile.write(history, List.of(proof), out);
        String text = out.toString(StandardCharsets.US_ASCII);
        assertEquals(
                List.of(
                        "{\"timestamps\":[\"session\",2]}",
                        "{\"timestamps\":[\"int\",1]}",
                        "{\"timestamps\":[\"ext\",2,0]}",
                        "{\"timestamps\":[\"noconflict\",2,1,0]}",
                        "{\"timestamps\":[\"start-after-commit\",2]}",
                        "{\"timestamps\":[\"same-commit\",2,1,0]}",
                        "{\"timestamps\":[\"real-time\",2,1]}"),
                text.lines().filter(line -> line.startsWith("{\"timestamps")).toList());
        assertEquals(List.of(proof), read(history, text));
        assertBad(history, 5, text.replace("\"ext\"", "\"axt\""), "'axt' is no axiom");
        assertBad(history, 5, text.replace("\"ext\",2,0", "\"ext\",2"), "a comma");
        assertBad(history, 5, text.replace("\"ext\",2,0", "\"ext\",2,99"), "a key, from 0");
        assertBad(history, 5, text.replace("\"ext\",2,0", "\"ext\",99,0"), "a transaction, from 0");
        assertBad(history, 4, text.replace("\"int\",1", "\"int\",99"), "an operation, from 0");
        assertBad(history, 3, text.replace("\"session\",2", "\"session\",2,1"), "the end of the array");
    }

    private static List<Proof> read(History history, String text) throws Exception {
        return ProofFile.read(history, new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static void assertBad(History history, int line, String text, String because) {
        BadHistoryException e = assertThrows(BadHistoryException.class, () -> read(history, text));
        assertTrue(e.getMessage().contains(because), e.getMessage());
        assertEquals(line, e.line());
    }

    @Test
    void timestampsArePartOfTheFingerprint() {
        Set<String> prints = new TreeSet<>();
        for (String variant : List.of(
                "1: ^1-2{w(x,1)} 2: ^1-2{w(y,1)}",
                "1: ^1-3{w(x,1)} 2: ^1-3{w(y,1)}",
                "1: ^0-2{w(x,1)} 2: ^1-2{w(y,1)}",
                "1: ^1-2{w(x,1)} 2: ^1.1-2{w(y,1)}",
                "a: ^1-2{w(x,1)} 2: ^1-2{w(y,1)}",
                "1: {w(x,1)} 2: {w(y,1)}")) {
            assertTrue(prints.add(Fingerprint.of(HistoryText.parse(variant))), variant);
        }
    }

    @Test
    void aStepAboutTimestampsNeedsThemAmongTheEvidence() {
        SplittableRandom random = new SplittableRandom(1);
        History history;
        TimestampOracle oracle;
        do {
            history = TimestampHistories.any(random).toHistory(random);
            oracle = new TimestampOracle(history, Level.SI, true);
        } while (oracle.startAfterCommit.isEmpty());
        Refutation refutation = new Refutation(List.of(TimestampStep.of(
                TimestampStep.Axiom.START_AFTER_COMMIT,
                oracle.startAfterCommit.iterator().next(),
                -1,
                -1,
                -1)));
        for (Level level : Level.values()) {
            assertFalse(ProofChecker.check(history, new Proof(level, true, Set.of(Evidence.REAL_TIME), refutation))
                    .isAccepted());
            boolean byTimestamps = level == Level.SI || level == Level.SER;
            assertEquals(
                    byTimestamps,
                    ProofChecker.check(history, new Proof(level, true, Set.of(Evidence.TIMESTAMPS), refutation))
                            .isAccepted());
        }
        assertTrue(ProofChecker.check(history, new Proof(Level.SI, true, Set.of(Evidence.TIMESTAMPS), refutation))
                .isAccepted());
    }
}
