package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyGenerators.Flavour;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.isolde.oracle.TinyShapes;
import org.isolde.oracle.TinyShrinker;
import org.isolde.oracle.TinyWitness;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.junit.jupiter.api.Test;

/**
 * Every level against brute force over all commit orders and all version orders, on 50,000 tiny histories of all kinds, and
 * every way to decide them against every other. The histories part every two levels that lie next to each other, and some
 * that are not comparable, a hundred times. Run with {@code -Disolde.seed=N} to repeat a run,
 * {@code -Disolde.property.histories=N} for more.
 */
class StrongLevelsOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 2 * 5;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    /** Whether a level may be left undecided. */
    private static final boolean MAY_BE_UNDECIDED = false;

    private static final Set<Level> ALL = EnumSet.allOf(Level.class);
    private static final Set<Level> STRONG = EnumSet.range(Level.PC, Level.LIN);

    /** How many of 50 histories are of which kind. */
    private record Group(String name, int share, List<Flavour> flavours) {}

    private static final List<Group> GROUPS = List.of(
            new Group("general", 10, TinyGenerators.flavours()),
            new Group("shapes", 10, TinyGenerators.shapeFlavours()),
            new Group("blind writes", 6, TinyGenerators.blindFlavours()),
            new Group("one key", 4, TinyGenerators.singleKeyFlavours()),
            new Group("single operations", 2, TinyGenerators.singleOperationFlavours()),
            new Group("mini-transactions", 6, TinyGenerators.miniFlavours()),
            new Group("lists", 5, TinyGenerators.listFlavours()),
            new Group("version orders", 5, TinyGenerators.versionFlavours()),
            new Group("search", 2, TinyGenerators.searchFlavours()));

    private static final List<Pair> PAIRS = pairs();

    private final Map<Pair, Integer> separated = new LinkedHashMap<>();
    private final Map<String, Integer> shapesShown = new TreeMap<>();
    private final Map<String, Map<String, Integer>> decided = new TreeMap<>();
    private int undecided;
    private int proven;
    private int unproven;

    @Test
    void allWaysToDecideAgreeWithBruteForce() {
        System.out.println("strong levels: seed " + SEED);
        for (Group group : GROUPS) {
            long start = System.nanoTime();
            int histories = HISTORIES * group.share() / 50;
            for (int i = 0; i < histories; i++) {
                compare(group, i);
            }
            System.out.printf("%s: %d histories, %.1f s%n", group.name(), histories, (System.nanoTime() - start) / 1e9);
        }
        System.out.println("decided: " + decided);
        System.out.println("proofs accepted: " + proven + ", verdicts by exhausted search: " + unproven);
        System.out.println("parted: " + separated);
        System.out.println("shapes: " + shapesShown);
        int enough = HISTORIES >= 50_000 ? 100 : HISTORIES / 1000;
        for (Pair pair : PAIRS) {
            int times = separated.getOrDefault(pair, 0);
            assertTrue(times >= enough, pair + " parted only " + times + " times; seed " + SEED);
        }
        for (TinyShapes.Shape shape : TinyShapes.SHAPES) {
            int times = shapesShown.getOrDefault("shape-" + shape.name(), 0);
            assertTrue(times >= enough, shape.name() + " shown only " + times + " times; seed " + SEED);
        }
        assertTrue(MAY_BE_UNDECIDED || undecided == 0, undecided + " undecided; seed " + SEED);
    }

    /** One history, and what may be used of it. */
    private record Question(Flavour flavour, boolean large, Oracle.Flags flags, boolean realTime, long seed) {
        Set<Evidence> evidence() {
            Set<Evidence> evidence = EnumSet.allOf(Evidence.class);
            evidence.removeAll(flags.versionOrder() ? Set.of() : Set.of(Evidence.VERSIONS));
            evidence.removeAll(realTime ? Set.of() : Set.of(Evidence.REAL_TIME));
            return evidence;
        }
    }

    private void compare(Group group, int i) {
        SplittableRandom random =
                new SplittableRandom((SEED * 1_000_003 + i) * 31 + group.name().hashCode());
        Flavour flavour = group.flavours().get(i % group.flavours().size());
        TinyHistory tiny = flavour.generate(random);
        Oracle.Flags flags = new Oracle.Flags(random.nextInt(8) != 0, random.nextInt(8) != 0);
        boolean realTime = random.nextInt(16) != 0;
        boolean large = group.name().equals("search");
        Question question = new Question(flavour, large, flags, realTime, random.nextLong());
        Supplier<String> message = () -> group.name() + ", -Disolde.seed=" + SEED + ", history " + i + " of "
                + flavour.name() + (flags.sessionOrder() ? "" : ", no session order") + ", evidence "
                + question.evidence();
        TinyShrinker.check(tiny, message, h -> hold(h, question));
    }

    private void hold(TinyHistory tiny, Question question) throws Exception {
        Oracle.Flags flags = question.flags;
        Map<String, Boolean> expected =
                Oracle.verdicts(tiny, flags, question.large ? Oracle.BY_DEPENDENCY_GRAPH : Oracle.LEVELS);
        count(question, expected);
        SplittableRandom random = new SplittableRandom(question.seed);
        History history = TinyHistories.toHistory(tiny, random, random.nextBoolean());
        ProofChecker proofs = new ProofChecker(history);
        TinyWitness witness = new TinyWitness(tiny, flags);
        for (CheckOptions options : ways(question.large ? STRONG : ALL, random)) {
            CheckOptions all = options.withSessionOrder(flags.sessionOrder()).withEvidence(question.evidence());
            CheckResult result = Isolde.check(history, all);
            Map<Level, Verdict> found = result.verdicts();
            assertEquals(all.levels(), found.keySet());
            for (Map.Entry<Level, Verdict> entry : found.entrySet()) {
                Level level = entry.getKey();
                Verdict verdict = entry.getValue();
                Supplier<String> message = () -> level.text() + " " + verdict.text() + " by " + verdict.algorithm()
                        + " (" + all.algorithm() + ", " + all.violations() + ")";
                boolean applies = expected.containsKey(level.text()) && (question.realTime || !level.isAboutRealTime());
                verify(level, verdict, applies ? expected.get(level.text()) : null, message);
                Proof proof = result.proof(level);
                if (proof != null) {
                    proven++;
                    assertEquals(new ProofResult.Accepted(), proofs.check(proof), message);
                } else if (!(verdict instanceof Verdict.Inapplicable)) {
                    unproven++;
                }
                if (verdict instanceof Verdict.Satisfied satisfied && !level.isWeak()) {
                    List<String> order = order(history, satisfied.commitOrder());
                    assertTrue(
                            witness.explains(level.text(), order),
                            () -> message.get() + " is not explained by " + order);
                }
            }
        }
    }

    private void count(Question question, Map<String, Boolean> expected) {
        for (Pair pair : PAIRS) {
            if (pair.isPartedBy(expected)) {
                separated.merge(pair, 1, Integer::sum);
            }
        }
        if (question.flags.equals(Oracle.Flags.DEFAULT)) {
            String flavour = question.flavour.name();
            TinyShapes.SHAPES.stream()
                    .filter(shape -> flavour.equals("shape-" + shape.name()) && shape.isShownBy(expected))
                    .forEach(shape -> shapesShown.merge(flavour, 1, Integer::sum));
        }
    }

    /**
     * The ways to decide levels: all at once; and one alone, with nothing that was found out for another to go by, or by an
     * algorithm that the planner might not have picked.
     */
    private static List<CheckOptions> ways(Set<Level> levels, SplittableRandom random) {
        Level alone =
                STRONG.stream().skip(random.nextInt(STRONG.size())).findFirst().orElseThrow();
        Algorithm[] forced = {Algorithm.POLYGRAPH, Algorithm.SEARCH, Algorithm.SATURATION};
        CheckOptions other = random.nextBoolean()
                ? CheckOptions.of(EnumSet.of(alone)).withAlgorithm(Algorithm.SATURATION)
                : CheckOptions.of(levels).withAlgorithm(forced[random.nextInt(forced.length)]);
        List<CheckOptions> ways = new ArrayList<>(List.of(CheckOptions.of(levels), other));
        ways.replaceAll(way -> way.withViolations(ViolationLimit.values()[random.nextInt(3)]));
        return ways;
    }

    /**
     * @param expected what brute force says, or null if the level does not apply
     */
    private void verify(Level level, Verdict verdict, Boolean expected, Supplier<String> message) {
        decided.computeIfAbsent(level.text(), l -> new TreeMap<>()).merge(verdict.text(), 1, Integer::sum);
        if (verdict instanceof Verdict.Inapplicable) {
            // the oracle takes a read and a write for a compare-and-set, where the history has to say so
            assertTrue(level == Level.LIN || expected == null, message);
            return;
        }
        if (verdict instanceof Verdict.Undecided) {
            undecided++;
            return;
        }
        assertEquals(expected == null ? "inapplicable" : expected ? "satisfied" : "violated", verdict.text(), message);
        if (verdict instanceof Verdict.Violated violated) {
            assertFalse(violated.anomalies().isEmpty(), message);
            for (Anomaly anomaly : violated.anomalies()) {
                List<Edge> cycle = anomaly.cycle();
                for (int e = 0; e < cycle.size(); e++) {
                    assertEquals(
                            cycle.get(e).to(), cycle.get((e + 1) % cycle.size()).from(), message);
                }
            }
        }
    }

    private static List<String> order(History history, CommitOrder order) {
        List<String> ids = new ArrayList<>();
        for (int place = 0; place < order.size(); place++) {
            ids.add(history.transactionName(order.transaction(place)));
        }
        return ids;
    }

    /** Levels that are all satisfied, and one that is violated. */
    private record Pair(List<String> satisfied, String violated) {
        boolean isPartedBy(Map<String, Boolean> verdicts) {
            return Boolean.FALSE.equals(verdicts.get(violated))
                    && satisfied.stream().allMatch(level -> verdicts.getOrDefault(level, false));
        }

        @Override
        public String toString() {
            return String.join("+", satisfied) + " but not " + violated;
        }
    }

    /** What the histories are to part: neighbours in the lattice, and levels of which one does not imply the other. */
    private static List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>(List.of(
                new Pair(List.of("psi"), "pc"),
                new Pair(List.of("pc"), "psi"),
                new Pair(List.of("psi", "pc"), "si"),
                new Pair(List.of("rr"), "ra"),
                new Pair(List.of("rr"), "si"),
                new Pair(List.of("ser", "strong-si"), "sser"),
                new Pair(List.of("ryw", "mr", "mw", "wfr"), "cc")));
        for (Level stronger : Level.values()) {
            stronger.implied().forEach(weaker -> pairs.add(new Pair(List.of(weaker.text()), stronger.text())));
        }
        return pairs;
    }
}
