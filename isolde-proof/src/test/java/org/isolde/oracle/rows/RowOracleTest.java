package org.isolde.oracle.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyShrinker;
import org.isolde.oracle.rows.RowGenerators.Flavour;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowOracle.Flags;
import org.isolde.oracle.rows.RowOracle.Verdict;
import org.isolde.oracle.rows.RowStores.Policy;
import org.junit.jupiter.api.Test;

/** Holds the {@link RowOracle} to what is said of levels and predicates, on random histories. */
class RowOracleTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 20;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final List<String> CONCERNED =
            List.of("g1", "cs", "cv", "rr", "pc", "psi", "si", "strong-si", "ser", "sser");

    /** Of what a store makes; a smaller history need not be one of it. */
    private static void forAll(List<Flavour> flavours, int n, TinyShrinker.Property<RowHistory> property) {
        hold(flavours, n, property, h -> List.of());
    }

    private static void hold(List<Flavour> flavours, int n, TinyShrinker.Property<RowHistory> property) {
        hold(flavours, n, property, RowHistory::smaller);
    }

    private static void hold(
            List<Flavour> flavours,
            int n,
            TinyShrinker.Property<RowHistory> property,
            Function<RowHistory, List<RowHistory>> smaller) {
        SplittableRandom r = new SplittableRandom(SEED);
        for (int i = 0; i < n; i++) {
            Flavour flavour = flavours.get(i % flavours.size());
            int number = i;
            TinyShrinker.check(
                    flavour.generate(r),
                    smaller,
                    () -> "-Disolde.seed=" + SEED + ", history " + number + ", " + flavour.name(),
                    property);
        }
    }

    // ----------------------------------------------------------------------------------------------- what stores do

    /** The levels that each store keeps. */
    @Test
    void storesKeepTheirLevels() {
        Map<Policy, String> kept = new EnumMap<>(Policy.class);
        kept.put(Policy.SERIAL, "ru g1 cs cv rr psi pc si ser rc ryw mr mw wfr ra cc");
        kept.put(Policy.SNAPSHOT, "ru g1 cs cv psi pc si rc ryw mr mw wfr ra cc");
        kept.put(Policy.PREFIX, "ru g1 pc rc ryw mr mw wfr ra cc");
        kept.put(Policy.STATEMENT, "ru g1 rc ryw");
        kept.put(Policy.PHANTOM, "ru g1 cs rr rc ryw mr mw wfr ra cc");
        kept.put(Policy.TORN, "ru g1 ryw");
        kept.put(Policy.PARALLEL, "ru g1 cs cv psi rc ryw mr mw wfr ra cc");
        kept.put(Policy.SET, "ru g1 ryw ra");
        for (Policy policy : Policy.values()) {
            Flavour flavour = new Flavour(policy.name(), r -> RowStores.simulate(r, policy));
            forAll(List.of(flavour), HISTORIES / 20, h -> {
                RowOracle oracle = new RowOracle(h, new Flags(true, true, policy == Policy.SERIAL));
                for (String level : kept.get(policy).split(" ")) {
                    assertEquals(Verdict.SATISFIED, oracle.verdict(level), level);
                }
            });
        }
    }

    @Test
    void aSerialStoreIsSatisfiedAtEveryLevelByAnyEvidence() {
        Flavour serial = new Flavour("serial", r -> RowChanges.times(RowStores.simulate(r, Policy.SERIAL), r, 5));
        forAll(List.of(serial), HISTORIES / 10, h -> {
            boolean predicates = asksPredicates(h);
            for (Flags flags :
                    List.of(new Flags(true, true, true), new Flags(true, true, false), new Flags(true, false, true))) {
                new RowOracle(h, flags).verdicts().forEach((level, verdict) -> {
                    if (!level.equals("lin")) {
                        assertEquals(Verdict.SATISFIED, verdict, level + flags);
                    } else if (predicates) {
                        assertEquals(Verdict.INAPPLICABLE, verdict);
                    }
                });
            }
        });
    }

    private static boolean asksPredicates(RowHistory h) {
        return h.txns().stream().flatMap(t -> t.ops().stream()).anyMatch(op -> op instanceof PredicateRead);
    }

    // ------------------------------------------------------------------------------------------ what is said of all

    @Test
    void claimsHold() {
        hold(RowGenerators.flavours(), HISTORIES, RowOracleTest::claims);
    }

    private static void claims(RowHistory h) {
        Map<String, Verdict> all = implied(h, Flags.DEFAULT);
        Map<String, Verdict> noSessions = implied(h, new Flags(false, true, true));
        assertEquals(noSessions.get("psi"), noSessions.get("cv"), "without so psi = cv");
        weakerIsMoreOften(all, noSessions, "without so");
        for (Flags less :
                List.of(new Flags(true, true, false), new Flags(true, false, true), new Flags(true, false, false))) {
            weakerIsMoreOften(all, implied(h, less), less.toString());
        }
        RowOracle oracle = new RowOracle(h, new Flags(true, true, false));
        for (String level : CONCERNED) {
            if (oracle.verdict(level) == Verdict.UNDECIDED) {
                assertTrue(asksPredicates(h), "undecided without predicates: " + level);
            }
        }
    }

    /** What is satisfied with more evidence is not violated with less. */
    private static void weakerIsMoreOften(Map<String, Verdict> more, Map<String, Verdict> less, String what) {
        more.forEach((level, verdict) -> {
            if (verdict == Verdict.SATISFIED) {
                assertTrue(less.get(level) != Verdict.VIOLATED, level + " " + what);
            }
        });
    }

    /** The verdicts, after they were held to the implications that stay with predicates. */
    private static Map<String, Verdict> implied(RowHistory h, Flags flags) {
        Map<String, Verdict> verdicts = new RowOracle(h, flags).verdicts();
        for (Level stronger : Level.values()) {
            for (Level weaker : Level.values()) {
                boolean lost = stronger == Level.RR && weaker == Level.CV
                        || RowOracle.BY_ITEMS.contains(stronger.text()) && weaker == Level.G1;
                if (stronger.implies(weaker)
                        && !lost
                        && verdicts.get(stronger.text()) == Verdict.SATISFIED
                        && verdicts.get(weaker.text()) != Verdict.INAPPLICABLE) {
                    assertEquals(Verdict.SATISFIED, verdicts.get(weaker.text()), stronger + " => " + weaker + flags);
                }
            }
        }
        return verdicts;
    }

    // ------------------------------------------------------------------------------------------- two formulations

    /** Of those that change the matches, the last up to the version seen and the first behind it are enough. */
    @Test
    void nearestChangersAreEnough() {
        hold(RowGenerators.flavours(), HISTORIES, h -> {
            RowOracle oracle = new RowOracle(h, new Flags(true, true, false));
            for (String level : CONCERNED) {
                Verdict verdict = oracle.verdict(level);
                if (asksPredicates(h) && oracle.flaws().isEmpty() && oracle.isCertifiedAndConsistent()) {
                    if (verdict != Verdict.INAPPLICABLE) {
                        assertEquals(verdict == Verdict.SATISFIED, oracle.nearestChangersAllow(level), level);
                    }
                }
            }
        });
    }

    /** A certificate that satisfies ser is one that some serial order explains. */
    @Test
    void certifiedHistoriesAreSerial() {
        hold(RowGenerators.flavours(), HISTORIES, h -> {
            RowOracle oracle = new RowOracle(h, new Flags(true, true, false));
            if (asksPredicates(h) && oracle.verdict("ser") == Verdict.SATISFIED) {
                assertTrue(oracle.isSerialByAnyReplay());
            }
        });
    }

    /** There are version orders and version sets with an acyclic graph iff there is a serial order that explains all. */
    @Test
    void graphsAndSerialOrdersSayTheSame() {
        int[] serial = new int[2];
        hold(RowGenerators.flavours(), HISTORIES / 4, h -> {
            if (predicateReads(h) <= 3) {
                RowOracle oracle = new RowOracle(h, new Flags(true, false, false));
                boolean replayed = oracle.isSerialByAnyReplay();
                serial[replayed ? 1 : 0]++;
                assertEquals(replayed, oracle.isPossible("ser"));
            }
        });
        assertTrue(Math.min(serial[0], serial[1]) > HISTORIES / 40, Arrays.toString(serial));
    }

    /** What a certificate satisfies is not impossible without a part of it, so nobody may call it violated then. */
    @Test
    void lessEvidenceRefutesNothingThatIsSatisfied() {
        SplittableRandom r = new SplittableRandom(SEED);
        hold(RowGenerators.truthful(), HISTORIES / 4, h -> {
            if (predicateReads(h) <= 3) {
                RowOracle all = new RowOracle(h, new Flags(true, true, false));
                RowOracle less = new RowOracle(RowChanges.lessEvidence(h, r).withOrder(null));
                for (String level : List.of("g1", "cv", "rr", "psi", "pc", "si", "ser")) {
                    if (all.verdict(level) == Verdict.SATISFIED) {
                        assertTrue(!less.accepts(level, Verdict.VIOLATED), level);
                    }
                }
            }
        });
    }

    private static long predicateReads(RowHistory h) {
        return h.txns().stream()
                .flatMap(t -> t.ops().stream())
                .filter(op -> op instanceof PredicateRead)
                .count();
    }

    // -------------------------------------------------------------------------------------------------- generators

    /** Each level is satisfied and violated often, and each flaw is there. */
    @Test
    void generatorsPartTheLevels() {
        SplittableRandom r = new SplittableRandom(1);
        List<Flavour> flavours = RowGenerators.flavours();
        Map<String, int[]> tally = new TreeMap<>();
        Map<String, Integer> flaws = new TreeMap<>();
        int n = 2000;
        for (int i = 0; i < n; i++) {
            RowHistory h = flavours.get(i % flavours.size()).generate(r);
            RowOracle oracle = new RowOracle(h);
            oracle.verdicts()
                    .forEach((level, verdict) ->
                            tally.computeIfAbsent(level, l -> new int[Verdict.values().length])[verdict.ordinal()]++);
            oracle.flaws().forEach(flaw -> flaws.merge(flaw.name(), 1, Integer::sum));
        }
        StringBuilder told = new StringBuilder("of " + n + " satisfied, violated, undecided, inapplicable:\n");
        tally.forEach((level, counts) ->
                told.append(level).append(' ').append(Arrays.toString(counts)).append('\n'));
        told.append(flaws);
        for (String level : Oracle.LEVELS) {
            int[] counts = tally.get(level);
            boolean timed = level.equals("sser") || level.equals("strong-si");
            int enough = level.equals("ru") ? 1 : level.equals("lin") ? 0 : n / (timed ? 60 : 20);
            assertTrue(counts[Verdict.SATISFIED.ordinal()] >= enough, level + " satisfied: " + told);
            assertTrue(counts[Verdict.VIOLATED.ordinal()] >= enough, level + " violated: " + told);
        }
        for (RowOracle.Flaw flaw : RowOracle.Flaw.values()) {
            assertTrue(flaws.getOrDefault(flaw.name(), 0) > 0, flaw + ": " + told);
        }
    }
}
