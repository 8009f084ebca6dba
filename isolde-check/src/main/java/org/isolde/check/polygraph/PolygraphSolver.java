package org.isolde.check.polygraph;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.check.budget.Budget;
import org.isolde.check.budget.BudgetExceededException;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.proof.Refutation;

/** Decides a level by dependency graph for any history: saturate, then search for what is left open. */
public final class PolygraphSolver {
    private static final int FEW_EXCHANGES = 16;
    private static final int MANY_EXCHANGES = 500;

    private final Polygraph polygraph;
    private final Budget budget;
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private boolean greedy;
    private OpenPairs pairs;
    private ComponentSearch search;
    private long last = System.nanoTime();

    public PolygraphSolver(Facts facts, LevelRules rules, Budget budget) {
        this.budget = budget;
        this.polygraph = new Polygraph(facts.withSessions(rules.sessions()), rules, budget);
        lap("known edges");
    }

    private void lap(String phase) {
        long now = System.nanoTime();
        seconds.merge(phase, (now - last) / 1e9, Double::sum);
        last = now;
    }

    /** How long each phase took. */
    public Map<String, Double> seconds() {
        return seconds;
    }

    /**
     * An order that explains the history, if one is found at once, as it mostly is where the history gives version orders;
     * else null, and nothing is decided.
     */
    public Outcome decideAtOnce() {
        greedy = polygraph.order != null
                && polygraph.given.size() > 0
                && polygraph.rules.anti() == LevelRules.Anti.EDGE
                && new GreedyVersions(polygraph, VersionRuns.single(polygraph), budget, FEW_EXCHANGES).solve();
        lap("greedy order");
        return greedy ? Outcome.of(order()) : null;
    }

    /**
     * An order that explains the history, or why there is none.
     *
     * @throws BudgetExceededException if the budget ran out before
     */
    public Outcome decide() {
        boolean open = polygraph.saturate();
        lap("saturation");
        if (open) {
            VersionRuns runs = new VersionRuns(polygraph);
            greedy = new GreedyVersions(polygraph, runs, budget, MANY_EXCHANGES).solve();
            lap("greedy order");
            open = greedy || search(runs);
        }
        return open ? Outcome.of(order()) : Outcome.of(new Contradiction.Cases(refutation()));
    }

    private boolean search(VersionRuns runs) {
        pairs = new OpenPairs(polygraph, runs, budget);
        lap("open pairs");
        search = new ComponentSearch(polygraph, pairs, budget);
        boolean solved = search.solve();
        lap("search");
        return solved;
    }

    private TransactionOrder order() {
        return polygraph.nodes.commitOrder(polygraph.facts, polygraph.order);
    }

    /** What was done, in words. */
    public String account() {
        String account = polygraph.derivedEdges() + " edges inferred in " + polygraph.rounds()
                + (polygraph.rounds() == 1 ? " round" : " rounds");
        if (greedy) {
            return account + ", an order of the rest found without search";
        }
        return pairs == null
                ? account
                : account + ", " + pairs.size() + " pairs of versions left open, " + search.components()
                        + " searches with " + search.conflicts() + " conflicts";
    }

    private Refutation refutation() {
        RefutationBuilder builder = new RefutationBuilder(polygraph);
        if (search == null) {
            builder.saturation();
        } else {
            new SearchRefutation(polygraph, pairs, search, builder).build();
        }
        return builder.result();
    }
}
