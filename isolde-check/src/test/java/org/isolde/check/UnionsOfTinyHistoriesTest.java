package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyGenerators.Flavour;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.junit.jupiter.api.Test;

/**
 * Middle-sized histories of which brute force knows the verdicts: they are made of many tiny ones that have neither a key
 * nor a session in common, and satisfy a level iff all of these do. In most of them all parts satisfy some level, but for
 * at most one, so that the one that matters has to be found among many that are open.
 */
class UnionsOfTinyHistoriesTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int UNIONS = Integer.getInteger("isolde.property.histories", 20_000) / 200;

    /** Whether a level may be left undecided. */
    private static final boolean MAY_BE_UNDECIDED = false;

    /** The levels that a union satisfies iff its parts do, and that brute force decides for histories of any flavour. */
    private static final Set<Level> LEVELS = EnumSet.range(Level.PC, Level.SSER);

    @Test
    void unionSatisfiesWhatAllPartsSatisfy() throws Exception {
        List<Flavour> flavours = new ArrayList<>(TinyGenerators.shapeFlavours());
        flavours.addAll(TinyGenerators.blindFlavours());
        flavours.addAll(TinyGenerators.flavours());
        flavours.addAll(TinyGenerators.singleKeyFlavours());
        for (int i = 0; i < 20; i++) {
            flavours.addAll(TinyGenerators.searchFlavours());
        }
        Map<String, Integer> decided = new TreeMap<>();
        for (int i = 0; i < UNIONS; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            Level kept = LEVELS.stream()
                    .skip(random.nextInt(LEVELS.size()))
                    .findFirst()
                    .orElseThrow();
            boolean timed = kept.isAboutRealTime();
            List<TinyHistory> parts = new ArrayList<>();
            Map<Level, Boolean> expected = new TreeMap<>();
            int size = 2 + random.nextInt(60);
            boolean broken = random.nextInt(3) == 0;
            for (int tries = 0; tries < 2000 && parts.size() < size; tries++) {
                TinyHistory tiny = flavours.get(random.nextInt(flavours.size())).generate(random);
                boolean wanted = !(broken && parts.isEmpty());
                if (tiny.timed() == timed && Oracle.satisfies(tiny, kept.text()) == wanted) {
                    parts.add(tiny);
                    Map<String, Boolean> verdicts =
                            Oracle.verdicts(tiny, Oracle.Flags.DEFAULT, Oracle.BY_DEPENDENCY_GRAPH);
                    verdicts.forEach((level, verdict) ->
                            Level.parse(level).forEach(l -> expected.merge(l, verdict, Boolean::logicalAnd)));
                }
            }
            check(TinyHistories.toHistory(parts, random, random.nextBoolean()), expected, kept, random, decided, i);
        }
        System.out.println("unions: seed " + SEED + ", " + decided);
    }

    private static void check(
            History history,
            Map<Level, Boolean> expected,
            Level kept,
            SplittableRandom random,
            Map<String, Integer> decided,
            int union)
            throws Exception {
        String message = "-Disolde.seed=" + SEED + ", union " + union + " around " + kept.text() + " of "
                + history.transactions() + " transactions";
        Algorithm[] forced = {Algorithm.POLYGRAPH, Algorithm.SEARCH, Algorithm.SATURATION};
        for (CheckOptions way : List.of(
                CheckOptions.of(LEVELS),
                CheckOptions.of(LEVELS).withAlgorithm(forced[random.nextInt(forced.length)]),
                CheckOptions.of(EnumSet.of(kept)))) {
            CheckOptions options = way.withViolations(ViolationLimit.values()[random.nextInt(3)]);
            CheckResult result = Isolde.check(history, options);
            ProofChecker proofs = new ProofChecker(history);
            result.verdicts().forEach((level, verdict) -> {
                decided.merge(level.text() + " " + verdict.text(), 1, Integer::sum);
                String wanted =
                        !expected.containsKey(level) ? "inapplicable" : expected.get(level) ? "satisfied" : "violated";
                if (!(MAY_BE_UNDECIDED && verdict instanceof Verdict.Undecided)) {
                    assertEquals(wanted, verdict.text(), message + ": " + level.text() + " by " + verdict.algorithm());
                }
                Proof proof = result.proof(level);
                if (proof != null) {
                    assertEquals(
                            new ProofResult.Accepted(),
                            proofs.check(proof),
                            message + ": " + level.text() + " by " + verdict.algorithm());
                }
            });
        }
    }
}
