package org.isolde.check.weak;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.Edge.Premise;
import org.isolde.check.ViolationLimit;
import org.isolde.check.budget.Budget;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.LaneVectors;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.Ranges;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.history.Level;
import org.isolde.history.Workers;

/**
 * Decides the levels up to causal consistency by saturation, one at a time: a commit order exists iff session order,
 * reads-from, the given version orders and the orderings that the level forces are acyclic together.
 *
 * <p>What the levels have in common (write sets, lanes, who writes a key) is made once, and the vectors of causal consistency
 * are kept no longer than this.
 */
public final class WeakLevels {
    /** Orderings that go forward over more places than this are mostly of no use: see {@link ForcedOrderings}. */
    private static final int NEAR = 1 << 11;

    private final Facts facts;
    private final ViolationLimit limit;
    private final Budget budget;
    private final long vectorBytes;
    private final SeenEdges seen;
    private final Lazy<WriteSets> writeSets;
    private final Lazy<Lanes> lanes;
    private final Lazy<WriterIndex> writers;
    private final Lazy<Saturation> causal = new Lazy<>(this::causalSaturation);

    /**
     * @param vectorBytes how many bytes the vectors of causal consistency may take
     */
    public WeakLevels(Facts facts, ViolationLimit limit, Budget budget, long vectorBytes) {
        this.facts = facts;
        this.limit = limit;
        this.budget = budget;
        this.vectorBytes = vectorBytes;
        this.seen = SeenEdges.all(facts);
        this.writeSets = new Lazy<>(() -> new WriteSets(facts.history));
        this.lanes = new Lazy<>(
                () -> facts.sessionOrder ? Lanes.ofSessions(facts) : Lanes.greedy(facts, facts.causalOrder()));
        this.writers = new Lazy<>(() -> new WriterIndex(facts, facts.causalOrder(), lanes.get()));
    }

    /** Decides a level, reads that are wrong by themselves left aside. */
    public Outcome decide(Level level) {
        return switch (level) {
            case RU -> readUncommitted();
            case G1 -> informationFlow();
            default -> facts.causalOrder() == null ? seenCycles() : saturated(level);
        };
    }

    /** How a level is decided, in words. */
    public String algorithm(Level level) {
        return switch (level) {
            case RU -> facts.given().size() == 0 ? "no version order, so nothing can break it" : "version order";
            case G1 -> "reads-from cycles";
            default -> {
                if (facts.causalOrder() == null) {
                    yield "causal cycles";
                }
                yield switch (level) {
                    case RC -> "AWDIT, algorithm 1";
                    case RA -> "AWDIT, algorithm 2";
                    case CC ->
                        causal.get() instanceof CausalConsistency
                                ? "AWDIT, algorithm 3"
                                : "reachability by blocks of writers";
                    default -> "saturation";
                };
            }
        };
    }

    private Outcome readUncommitted() {
        if (facts.given().size() == 0) {
            return Outcome.of(facts.counted().arrivalOrder());
        }
        return acyclic(facts, SeenEdges.versionsOnly(facts));
    }

    private Outcome informationFlow() {
        CausalOrder order = facts.causalOrder();
        if (order != null) {
            return Outcome.of(order.asCommitOrder());
        }
        Facts plain = facts.withoutSessions();
        return acyclic(plain, SeenEdges.all(plain));
    }

    /** Whether seen edges alone are acyclic. */
    private Outcome acyclic(Facts of, SeenEdges edges) {
        Digraph graph = new Digraph(of.history.transactions() + 1, edges.list(), new EdgeList(0));
        CausalOrder found = CausalOrder.topological(of, graph);
        return found != null
                ? Outcome.of(found.asCommitOrder())
                : Outcome.of(new ForcedCycles(of, edges, List.of(), limit).in(graph));
    }

    /** What was seen has a cycle, which breaks every level from rc on. */
    private Outcome seenCycles() {
        return acyclic(facts, seen);
    }

    private Outcome saturated(Level level) {
        budget.check();
        ForcedOrderings forced = new ForcedOrderings(facts, seen, saturation(level), limit, budget, NEAR);
        if (forced.commitOrder() != null) {
            return Outcome.of(forced.commitOrder());
        }
        ForcedCycles cycles = new ForcedCycles(facts, seen, premises(level), limit);
        List<Contradiction> found = new ArrayList<>();
        if (!forced.toInitial().isEmpty()) {
            found.addAll(cycles.toInitial(forced.toInitial()));
        }
        if (found.isEmpty() || limit != ViolationLimit.FIRST) {
            found.addAll(cycles.in(forced.graph()));
        }
        return Outcome.of(found);
    }

    /** What can explain a level's edges: the premises of each level that it contains, the weakest first. */
    private static List<List<Premise>> premises(Level level) {
        List<Premise> readCommitted = List.of(Premise.READ_BEFORE);
        List<Premise> readAtomic = List.of(Premise.SESSION, Premise.READ);
        return switch (level) {
            case RC -> List.of(readCommitted);
            case RYW -> List.of(List.of(Premise.SESSION));
            case MR -> List.of(List.of(Premise.SESSION_READ));
            case MW -> List.of(List.of(Premise.SESSION_WRITE));
            case WFR -> List.of(List.of(Premise.READ_THEN_WRITTEN));
            case RA -> List.of(readCommitted, readAtomic);
            case CC -> List.of(readCommitted, readAtomic, List.of(Premise.CAUSAL));
            default -> throw new IllegalArgumentException(level.text());
        };
    }

    private Saturation saturation(Level level) {
        return switch (level) {
            case RC -> new ReadCommitted(facts, writeSets.get());
            case RA -> ReadAtomic.readAtomic(facts, writeSets.get());
            case RYW -> ReadAtomic.readYourWrites(facts, writeSets.get());
            case MR -> new MonotonicReads(facts);
            case MW -> new MonotonicWrites(facts, facts.causalOrder(), writers.get());
            case WFR -> new WritesFollowReads(facts, facts.causalOrder(), lanes.get(), writers.get(), writeSets.get());
            case CC -> causal.get();
            default -> throw new IllegalArgumentException(level.text());
        };
    }

    /** Causal consistency: with vectors over lanes where they fit into memory, else by blocks. */
    private Saturation causalSaturation() {
        CausalOrder order = facts.causalOrder();
        int transactions = facts.history.transactions();
        Lanes found = lanes.get();
        if (LaneVectors.bytes(transactions, found.count) > vectorBytes) {
            found = Lanes.greedy(facts, order);
        }
        return LaneVectors.bytes(transactions, found.count) > vectorBytes
                ? new CausalByBlocks(facts, order, budget)
                : byLanes(order, found);
    }

    private CausalConsistency byLanes(CausalOrder order, Lanes found) {
        int[][] lastUse = new int[1][];
        WriterIndex[] index = new WriterIndex[1];
        Runnable first = () -> lastUse[0] = HappensBefore.lastUses(facts, order);
        Runnable second = () -> index[0] = found == lanes.get() ? writers.get() : new WriterIndex(facts, order, found);
        if (Ranges.workers(facts.history) == 1) {
            first.run();
            second.run();
        } else {
            Workers.compute(2, worker -> (worker == 0 ? first : second).run());
        }
        return new CausalConsistency(facts, order, found, lastUse[0], index[0]);
    }
}
