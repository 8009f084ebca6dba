package org.isolde.check.lin;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.isolde.check.ViolationLimit;
import org.isolde.check.budget.Budget;
import org.isolde.check.budget.BudgetExceededException;
import org.isolde.check.facts.Counted;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.refute.RegisterContradiction;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Decides linearizability, key by key, which is enough because it is a local property (Herlihy and Wing 1990): by
 * {@link Chains} where every value that was read has one write, else by {@link Search}. The search also takes over where a
 * compare-and-set that failed has no place in the order that the chains give, or where a given version order does not agree
 * with it.
 *
 * <p>Keys are searched only if no other one is broken already: one is enough.
 */
public final class Linearizability {
    private static final String CHAINS = "chains of compare-and-sets (MTC, algorithm 2) and zones (Gibbons and Korach)";
    private static final String SEARCH = "search (Wing and Gong, Lowe)";

    private final History history;
    private final Counted counted;
    private final Budget budget;
    private final ViolationLimit limit;
    private final Registers registers;
    private final GivenOrders given;
    private final Chains chains;
    private final ChainFindings findings;
    private final FailedCompareAndSets failedOnes;
    private final IntList order;
    private final List<Contradiction> found = new ArrayList<>();
    private String algorithm = CHAINS;
    /** Why a key could not be decided; null if all were. */
    private String undecided;

    /**
     * @param limit how many violations to look for; each key shows one at most
     */
    public Linearizability(History history, Counted counted, Budget budget, ViolationLimit limit) {
        this.history = history;
        this.counted = counted;
        this.budget = budget;
        this.limit = limit;
        this.registers = new Registers(history, counted);
        this.given = new GivenOrders(history, counted);
        this.chains = new Chains(registers);
        this.findings = new ChainFindings(registers, chains);
        this.failedOnes = new FailedCompareAndSets(registers);
        this.order = new IntList(registers.member.length);
    }

    /** Why linearizability says nothing about this history; null if it does. */
    public String inapplicable() {
        return registers.inapplicable();
    }

    /** How it was decided. */
    public String algorithm() {
        return algorithm;
    }

    /** Why it was not decided. */
    public String undecided() {
        return undecided;
    }

    /**
     * Decides whether the history is linearizable; null if {@link #undecided}.
     *
     * @param forceSearch whether to search even where that is not needed, as a test of the one way by the other
     */
    public Outcome decide(boolean forceSearch) {
        for (int i = 0; i < given.unknownValues.size() && !isEnough(); i++) {
            found.add(new Contradiction.UnknownVersion(given.unknownKeys.get(i), given.unknownValues.get(i)));
        }
        for (int i = 0; i < given.beforeInitial.size() && !isEnough(); i++) {
            int value = given.beforeInitial.get(i);
            found.add(new Contradiction.VersionCycle(history.key(history.writeOp(value)), List.of(0, value)));
        }
        IntList open = forceSearch ? allKeys() : byChains();
        if (open.size() > 0 && found.isEmpty()) {
            algorithm = open.size() == history.keys() ? SEARCH : CHAINS + "; " + SEARCH;
            for (int i = 0; i < open.size() && !isEnough(); i++) {
                search(open.get(i));
            }
        }
        if (!found.isEmpty()) {
            return Outcome.of(found);
        }
        return undecided != null ? null : Outcome.of(TransactionOrder.of(history, order.toArray()));
    }

    /**
     * The linearizations of all keys as one order of all operations that respects real time and sessions. There is one that
     * respects real time, for linearizability is local; and sessions say no more, unless an operation begins at the very time
     * at which the one before it ended. What failed has its place in it.
     *
     * @return null if there is none, or if that is not known
     */
    public TransactionOrder strictOrder() {
        if (inapplicable() != null || !(decide(false) instanceof Outcome.Explained)) {
            return null;
        }
        RealTime realTime = new RealTime(counted);
        Nodes nodes = new Nodes(history.transactions(), 1, realTime.points(), 0);
        EdgeList edges = new EdgeList(order.size());
        for (int i = 1; i < order.size(); i++) {
            int before = order.get(i - 1);
            if (history.key(history.firstOp(before)) == history.key(history.firstOp(order.get(i)))) {
                edges.add(nodes.commit(before), nodes.snapshot(order.get(i)));
            }
        }
        realTime.addTo(edges, nodes);
        for (int session = 0; session < history.sessions(); session++) {
            int before = 0;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (counted.counts(t) && before != 0) {
                    edges.add(nodes.commit(before), nodes.snapshot(t));
                }
                before = counted.counts(t) && counted.precedes(t) ? t : before;
            }
        }
        Digraph graph = new Digraph(nodes.count, edges, new EdgeList(0));
        int[] all = graph.topologicalOrder();
        IntList strict = new IntList(order.size());
        for (int node : all) {
            if (nodes.isTransaction(node) && node > 0 && counted.counts(node)) {
                strict.add(node);
            }
        }
        return all.length < graph.nodes - 1 ? null : TransactionOrder.of(history, strict.toArray());
    }

    private IntList allKeys() {
        IntList keys = new IntList(history.keys());
        for (int key = 0; key < history.keys(); key++) {
            keys.add(key);
        }
        return keys;
    }

    private boolean isEnough() {
        return limit == ViolationLimit.FIRST && !found.isEmpty();
    }

    /** Decides what can be decided without search; returns the other keys. */
    private IntList byChains() {
        IntList open = new IntList();
        BitSet ambiguous = registers.ambiguousKeys();
        for (int key = 0; key < history.keys() && !isEnough(); key++) {
            if (ambiguous.get(key) ? !hasBadRead(key) : !byChains(key)) {
                open.add(key);
            }
        }
        return open;
    }

    /** Whether the chains of a key decide it. */
    private boolean byChains(int key) {
        int start = order.size();
        Chains.Finding finding = chains.check(key, order);
        if (finding != null) {
            found.add(findings.of(key, finding));
            return true;
        }
        int[] pairs = given.pairs(key);
        if (chains.failed() == 0 && pairs.length == 0 && !given.isAmbiguous(key)) {
            return true;
        }
        int[] all = order.from(start);
        order.shrink(start);
        if (chains.failed() > 0) {
            all = failedOnes.place(key, chains.failed(), all);
            RegisterContradiction failure = all == null ? findings.falseFailure(failedOnes.homeless()) : null;
            if (failure != null) {
                found.add(failure);
                return true;
            }
        }
        if (all == null || given.isAmbiguous(key) || !given.agrees(pairs, all)) {
            return false;
        }
        order.addAll(all);
        return true;
    }

    /** A read of what nobody wrote, or of what did not happen, breaks a key whatever else there is. */
    private boolean hasBadRead(int key) {
        for (int i = registers.first[key]; i < registers.first[key + 1]; i++) {
            int t = registers.member[i];
            if (history.isCommitted(t) && OpKind.isRead(registers.kind(t))) {
                int source = registers.source(t);
                if (source == History.NOBODY || history.status(source) == Status.ABORTED) {
                    found.add(findings.badRead(key, t, source));
                    return true;
                }
            }
        }
        return false;
    }

    /** Searches a key; where that takes more than the budget has, another key may still be found broken. */
    private void search(int key) {
        Search search = new Search(new SearchColumns(registers, key, given), budget);
        try {
            int[] linearization = search.run();
            if (linearization == null) {
                found.add(new RegisterContradiction.Exhausted(search.stuckAt(), search.explained()));
            } else if (given.isAmbiguous(key)) {
                undecided(
                        key,
                        "its version order names a value that was written more than once, so that it can't be"
                                + " known which write is meant");
            } else {
                order.addAll(linearization);
            }
        } catch (BudgetExceededException e) {
            undecided(key, "it would have to be searched for an order of its operations, and " + e.getMessage());
        }
    }

    private void undecided(int key, String reason) {
        undecided = undecided == null ? "key " + history.keyName(key) + " is open: " + reason : undecided;
    }
}
