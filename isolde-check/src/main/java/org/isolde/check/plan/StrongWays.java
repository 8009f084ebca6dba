package org.isolde.check.plan;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.Verdict;
import org.isolde.check.budget.BudgetExceededException;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.known.CycleProof;
import org.isolde.check.known.DependencyOrder;
import org.isolde.check.known.Followers;
import org.isolde.check.known.GuessedOrder;
import org.isolde.check.known.MiniGraph;
import org.isolde.check.polygraph.LevelRules;
import org.isolde.check.polygraph.PolygraphSolver;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.history.Level;
import org.isolde.proof.Refutation;

/** Ways to decide the levels above causal consistency: by determined version orders, by known cycles, by the polygraph. */
final class StrongWays {
    static final String MINI = "MTC, algorithm 1";
    static final String POLYGRAPH = "polygraph: saturation and search";
    private static final String KNOWN = "known dependencies";

    private final Question question;
    private final Lazy<GuessedOrder> numbered;
    private final Lazy<Followers> given;

    StrongWays(Question question) {
        this.question = question;
        this.numbered = new Lazy<>(() -> GuessedOrder.byNumbers(question.facts()));
        this.given = new Lazy<>(() -> Followers.given(question.facts()));
    }

    // ---- strong levels whose version orders are determined

    boolean isDetermined() {
        return question.algorithm != Algorithm.POLYGRAPH
                && question.updates().determineVersions()
                && question.facts().given().size() == 0;
    }

    Verdict byMiniTransactions(Level level) {
        question.log.because(level, "every write is preceded by a read of its key, so version orders are determined");
        return level == Level.PSI || level == Level.CV || level == Level.CS ? byCausality(level) : byMiniGraph(level);
    }

    private Verdict byMiniGraph(Level level) {
        LevelRules rules = LevelRules.of(level, question.options.sessionOrder());
        MiniGraph graph =
                new MiniGraph(question.facts().withSessions(rules.sessions()), question.updates(), dependencies(rules));
        TransactionOrder order = graph.commitOrder();
        if (order != null) {
            return question.satisfied(level, MINI, order);
        }
        List<Contradiction> known = question.cycles.get().of(level).breaking(level, question.limit);
        // a search for cycles of a kind may give up; the graph itself has one
        List<Contradiction> found = known.isEmpty() ? List.of(graph.cycle(level)) : known;
        return new Verdict.Violated(MINI, question.tell(found, level), Question.proof(found));
    }

    /**
     * Who overwrote a version had read it, so the order of what was seen has the version orders in it, and no cycle with one
     * anti-dependency is causal consistency; for cs, no divergence and no cycle of what was seen.
     */
    private Verdict byCausality(Level level) {
        boolean sessions = level == Level.PSI && question.options.sessionOrder();
        Facts known = question.facts().withSessions(sessions);
        Outcome outcome = level == Level.CS
                ? question.weakLevels(known).decide(Level.G1)
                : (sessions ? question.causal : question.causalWithoutSessions)
                        .get()
                        .outcome();
        if (outcome instanceof Outcome.Explained explained) {
            return question.satisfied(level, MINI, explained.order());
        }
        List<Contradiction> seen = ((Outcome.Contradicted) outcome).contradictions();
        List<Contradiction> cyclesOfLevel = question.cycles.get().of(level).breaking(level, question.limit);
        Refutation proof = cyclesOfLevel.isEmpty()
                ? CycleProof.ofForced(known, (Contradiction.ForcedCycle) seen.get(0))
                : Question.proof(cyclesOfLevel);
        List<Anomaly> told = explaining(level, cyclesOfLevel);
        return new Verdict.Violated(MINI, told.isEmpty() ? question.tell(seen.subList(0, 1), level) : told, proof);
    }

    // ---- strong levels whose version orders are open

    boolean givesVersions() {
        return question.algorithm != Algorithm.GRAPH && question.facts().given().size() > 0;
    }

    boolean givesNumbers() {
        return givesVersions() && question.algorithm == Algorithm.AUTO && numbered.get() != null;
    }

    /** Where all version orders are given, and the database numbers its commits, their order mostly explains what is satisfied. */
    Verdict byNumbers(Level level) {
        LevelRules rules = LevelRules.of(level, question.options.sessionOrder());
        TransactionOrder order = numbered.get().explaining(rules.sessions(), rules.realTime(), true);
        if (order == null) {
            return null;
        }
        question.log.because(level, "the order of the transactions' numbers explains it, and was tried first");
        return question.satisfied(level, KNOWN, order);
    }

    /** Whether the given version orders leave nothing open that anybody saw: lists do. */
    boolean givesWhatWasSeen() {
        return givesVersions() && question.algorithm != Algorithm.POLYGRAPH && given.get() != null;
    }

    /** What levels ask that a graph without cycles answers; without snapshots nothing is left to choose. */
    Verdict byGivenVersions(Level level) {
        LevelRules rules = LevelRules.of(level, question.options.sessionOrder());
        if (!rules.isAcyclicity()) {
            return null;
        }
        TransactionOrder order =
                DependencyOrder.find(question.facts().withSessions(rules.sessions()), given.get(), dependencies(rules));
        if (order == null) {
            return null;
        }
        question.log.because(level, "the history gives version orders");
        return question.satisfied(level, KNOWN, order);
    }

    private static DependencyOrder.Rules dependencies(LevelRules rules) {
        return new DependencyOrder.Rules(rules.realTime(), rules.snapshots(), rules.conflicts());
    }

    /** Whether an order may be found at once, by guessing what is open. */
    boolean mayGuessVersions(Level level) {
        LevelRules rules = LevelRules.of(level, question.options.sessionOrder());
        return givesVersions() && rules.isAcyclicity() && (rules.snapshots() || !givesWhatWasSeen());
    }

    Verdict atOnce(Level level) {
        return polygraph(level, true);
    }

    Verdict byPolygraph(Level level) {
        question.log.because(level, question.updates().whyOpen());
        return polygraph(level, false);
    }

    private Verdict polygraph(Level level, boolean atOnce) {
        PolygraphSolver solver = new PolygraphSolver(
                question.facts(), LevelRules.of(level, question.options.sessionOrder()), question.budget);
        Outcome outcome = atOnce ? solver.decideAtOnce() : solver.decide();
        if (outcome == null) {
            return null;
        }
        if (atOnce) {
            question.log.because(level, "the history gives version orders");
        }
        question.log.phases(level, solver.seconds(), solver.account());
        if (outcome instanceof Outcome.Explained explained) {
            return question.satisfied(level, POLYGRAPH, explained.order());
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        List<Anomaly> told = explaining(level, question.cycles.get().of(level).breaking(level, question.limit));
        return new Verdict.Violated(
                POLYGRAPH, told.isEmpty() ? question.tell(found, level) : told, Question.proof(found));
    }

    Verdict byKnownCycle(Level level) {
        List<Contradiction> found = question.cycles.get().of(level).breaking(level, question.limit);
        if (found.isEmpty()) {
            return null;
        }
        question.log.because(level, "dependencies that are known without search have a cycle");
        return new Verdict.Violated(KNOWN, question.tell(found, level), Question.proof(found));
    }

    Verdict notKnown(Level level) {
        return new Verdict.Undecided("graph", question.updates().whyOpen());
    }

    /**
     * All that explains the violation of a strong level: what breaks the weak levels that it implies, for that says more; and
     * the cycles of known dependencies. Empty if only a case distinction shows it.
     */
    private List<Anomaly> explaining(Level level, List<Contradiction> known) {
        List<Anomaly> told = new ArrayList<>();
        Lazy<Question.Causal> weaker = level.implies(Level.CC)
                ? question.causal
                : level.implies(Level.CV) ? question.causalWithoutSessions : null;
        if (weaker != null && inTime(weaker) instanceof Outcome.Contradicted broken) {
            told.addAll(question.distinct(question.tell(broken.contradictions(), level), Anomaly::kind));
        }
        told.addAll(question.tell(known, level));
        return question.distinct(told, anomaly -> anomaly.kind() + anomaly.alias());
    }

    /** What came out, or null if there was no time left for it: a violation that was found stays one. */
    private static Outcome inTime(Lazy<Question.Causal> causal) {
        try {
            return causal.get().outcome();
        } catch (BudgetExceededException e) {
            return null;
        }
    }
}
