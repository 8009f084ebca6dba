package org.isolde.check.known;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.TestFacts;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.budget.Budget;
import org.isolde.check.facts.Facts;
import org.isolde.check.polygraph.LevelRules;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.tell.Teller;
import org.isolde.check.weak.WeakLevels;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.isolde.oracle.TinyShrinker;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.isolde.proof.Refutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The search for cycles of a kind may give up; a level that is violated is still shown to be, by a cycle of the graph that
 * decided it, with a proof.
 */
class GivenUpCyclesTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 4;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final EnumSet<Level> BY_GRAPH =
            EnumSet.of(Level.PC, Level.RR, Level.SI, Level.STRONG_SI, Level.SER, Level.SSER);

    private final Map<String, Integer> proven = new TreeMap<>();

    /** More components than are searched have a write skew, which snapshots allow; one of those behind them breaks more. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "P{r(a,0) w(a,1) r(b,0) w(b,1)} | Q{r(a,1) r(b,0)}",
                "P{r(a,0) w(a,1)} | Q{r(a,1) r(b,0) w(b,1)} | R{r(b,1) r(a,0)}",
                "P{r(a,0) w(a,1)} | Q{r(b,0) w(b,1)} | R{r(a,1) r(b,0)} | S{r(a,0) r(b,1)}",
            })
    void behindManyComponents(String text) throws Exception {
        String skews = skews(2_500);
        History history = HistoryText.parse(
                skews + " | " + text + " | " + skews.replace("x", "z").replace("y", "u"));
        Facts facts = TestFacts.of(history, true, true);
        AdyaCycles cycles = AdyaCyclesTest.cycles(facts);
        CheckResult result = Isolde.check(history, CheckOptions.of(EnumSet.complementOf(EnumSet.of(Level.LIN))));
        TinyHistory tiny = TinyHistory.parse(text);
        ProofChecker proofs = new ProofChecker(history);
        int givenUp = 0;
        for (Level level : List.of(Level.PC, Level.CV, Level.PSI, Level.SI)) {
            boolean broken = !Oracle.satisfies(tiny, level.text());
            assertEquals(
                    broken ? "violated" : "satisfied",
                    result.verdicts().get(level).text(),
                    level.text());
            if (broken) {
                givenUp += cycles.breaking(level, ViolationLimit.EACH).isEmpty() ? 1 : 0;
                assertFalse(assertInstanceOf(
                                Verdict.Violated.class, result.verdicts().get(level))
                        .anomalies()
                        .isEmpty());
                assertEquals(new ProofResult.Accepted(), proofs.check(result.proof(level)), level.text());
            }
        }
        assertTrue(givenUp > 0, "the search found all: " + text);
    }

    private static String skews(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String x = "x" + i;
            String y = "y" + i;
            text.append(i == 0 ? "" : " | ");
            text.append("{r(" + x + ",0) r(" + y + ",0) w(" + x + ",1)} | ");
            text.append("{r(" + x + ",0) r(" + y + ",0) w(" + y + ",1)}");
        }
        return text.toString();
    }

    /** Whatever graph has no order has a cycle, and that is a proof; on tiny histories of mini-transactions. */
    @Test
    void everyGraphWithoutAnOrderHasAProof() {
        List<TinyGenerators.Flavour> flavours = TinyGenerators.miniFlavours();
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TinyHistory tiny = flavours.get(i % flavours.size()).generate(random);
            boolean sessionOrder = random.nextInt(8) != 0;
            String message = "seed " + SEED + ", history " + i + (sessionOrder ? "" : ", no session order");
            TinyShrinker.check(tiny, message, h -> hold(h, sessionOrder));
        }
        System.out.println("seed " + SEED + ": " + proven);
        assertEquals(BY_GRAPH.size() + 3, proven.size(), proven.toString());
    }

    private void hold(TinyHistory tiny, boolean sessionOrder) throws Exception {
        History history = TinyHistories.toHistory(tiny, new SplittableRandom(1));
        Facts facts = TestFacts.of(history, sessionOrder, true);
        Updates updates = new Updates(facts);
        if (!updates.determineVersions() || !facts.badReads().isEmpty()) {
            return;
        }
        Teller teller = new Teller(facts);
        for (Level level : BY_GRAPH) {
            if (level.isAboutRealTime() && !history.hasRealTime()) {
                continue;
            }
            LevelRules rules = LevelRules.of(level, sessionOrder);
            MiniGraph graph = new MiniGraph(
                    facts.withSessions(rules.sessions()),
                    updates,
                    new DependencyOrder.Rules(rules.realTime(), rules.snapshots(), rules.conflicts()));
            if (graph.commitOrder() == null) {
                Contradiction cycle = graph.cycle(level);
                assertFalse(teller.tell(cycle, level).story().isEmpty(), level.text());
                accept(history, level, sessionOrder, cycle.refutation());
            }
        }
        for (Level level : List.of(Level.PSI, Level.CV, Level.CS)) {
            Facts known = facts.withSessions(level == Level.PSI && sessionOrder);
            WeakLevels weak = new WeakLevels(known, ViolationLimit.EACH, Budget.UNLIMITED, Long.MAX_VALUE);
            if (weak.decide(level == Level.CS ? Level.G1 : Level.CC) instanceof Outcome.Contradicted seen) {
                for (Contradiction cycle : seen.contradictions()) {
                    accept(history, level, sessionOrder, CycleProof.ofForced(known, (Contradiction.ForcedCycle) cycle));
                }
            }
        }
    }

    private void accept(History history, Level level, boolean sessionOrder, Refutation refutation) {
        Proof proof = new Proof(level, sessionOrder, history.evidence(), refutation);
        assertEquals(new ProofResult.Accepted(), ProofChecker.check(history, proof), level.text());
        proven.merge(level.text(), 1, Integer::sum);
    }
}
