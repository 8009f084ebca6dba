package org.isolde.check.lin;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CommitOrder;
import org.isolde.check.Names;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.budget.Budget;
import org.isolde.check.budget.BudgetExceededException;
import org.isolde.check.facts.Subject;
import org.isolde.check.graph.IntList;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.proof.Refutation;

/**
 * Decides linearizability, key by key, which is enough because it is a local property (Herlihy and Wing 1990): by
 * {@link Chains} where every value that was read has one write, else by {@link Search}. The search
 * also takes over where a compare-and-set that failed has no place in the order that the chains give, or where a given
 * version order does not agree with it.
 *
 * <p>Keys are searched only if no other one is broken already: one is enough.
 */
public final class Linearizability {
    static final String CHAINS = "chains of compare-and-sets (MTC, algorithm 2) and zones (Gibbons and Korach)";
    static final String SEARCH = "search (Wing and Gong, Lowe)";

    private final History history;
    private final Budget budget;
    private final ViolationLimit violations;
    private final Registers registers;
    private final GivenOrders given;
    private final Chains chains;
    private final ChainFindings findings;
    private final FailedCompareAndSets failedOnes;

    private final IntList order;
    private final List<Anomaly> anomalies = new ArrayList<>();
    private final Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
    private Refutation refutation;
    /** Why a key could not be decided; null if all were. */
    private String undecided;

    private Linearizability(Registers registers, boolean versionsCount, Budget budget, ViolationLimit violations) {
        this.history = registers.history;
        this.budget = budget;
        this.violations = violations;
        this.registers = registers;
        this.given = new GivenOrders(registers.subject, versionsCount);
        this.chains = new Chains(registers);
        this.findings = new ChainFindings(registers, chains);
        this.failedOnes = new FailedCompareAndSets(registers);
        this.order = new IntList(registers.member.length);
    }

    /**
     * Decides whether a history is linearizable.
     *
     * @param versionsCount whether given version orders count
     * @param budget for the searches
     * @param violations how many violations to look for; each key shows one at most
     * @param forceSearch whether to search even where that is not needed, as a test of the one way by the other
     */
    public static LinearizableOutcome check(
            History history, boolean versionsCount, Budget budget, ViolationLimit violations, boolean forceSearch) {
        if (!history.hasRealTime()) {
            return inapplicable("lin is about real time, and the history has no begin and end of transactions");
        }
        Subject subject = new Subject(history, false, versionsCount);
        Registers registers = new Registers(subject);
        return registers.inapplicable() != null
                ? inapplicable(registers.inapplicable())
                : new Linearizability(registers, versionsCount, budget, violations).decide(forceSearch);
    }

    private static LinearizableOutcome inapplicable(String reason) {
        return new LinearizableOutcome(new Verdict.Inapplicable(reason), null);
    }

    private LinearizableOutcome decide(boolean forceSearch) {
        String algorithm = CHAINS;
        unknownVersions();
        IntList open = forceSearch ? allKeys() : byChains();
        if (open.size() > 0 && anomalies.isEmpty()) {
            algorithm = open.size() == history.keys() ? SEARCH : CHAINS + "; " + SEARCH;
            for (int i = 0; i < open.size() && !isEnough(); i++) {
                search(open.get(i));
            }
        }
        if (!anomalies.isEmpty()) {
            return new LinearizableOutcome(new Verdict.Violated(algorithm, anomalies, () -> refutation), refutation);
        }
        if (undecided != null) {
            return new LinearizableOutcome(new Verdict.Undecided(algorithm, undecided), null);
        }
        return new LinearizableOutcome(
                new Verdict.Satisfied(algorithm, CommitOrder.of(history, order.toArray())), null);
    }

    private IntList allKeys() {
        IntList keys = new IntList(history.keys());
        for (int key = 0; key < history.keys(); key++) {
            keys.add(key);
        }
        return keys;
    }

    private void found(Anomaly anomaly, Refutation proof) {
        // a refutation speaks of writers of values, and so of keys only whose values all have one
        if (refutation == null && !registers.isRepeated(anomaly.key())) {
            refutation = proof;
        }
        if (violations == ViolationLimit.ALL || kinds.add(anomaly.kind())) {
            anomalies.add(anomaly);
        }
    }

    private void found(ChainFindings.Explained explained) {
        found(explained.anomaly(), explained.refutation());
    }

    private boolean isEnough() {
        return violations == ViolationLimit.FIRST && !anomalies.isEmpty();
    }

    private void unknownVersions() {
        for (int i = 0; i < given.unknownValues.size() && !isEnough(); i++) {
            int value = given.unknownValues.get(i);
            int key = given.unknownKeys.get(i);
            int writer = history.writer(value);
            Anomaly anomaly = new Anomaly(
                    AnomalyKind.UNKNOWN_VERSION,
                    Level.LIN,
                    writer > 0 ? List.of(writer) : List.of(),
                    key,
                    value,
                    -1,
                    List.of(),
                    "the version order of key " + history.keyName(key) + " names " + history.valueName(value)
                            + ", which "
                            + (writer > 0
                                    ? new Names(history).transaction(writer) + " wrote, and that did not happen"
                                    : "nobody wrote"));
            found(anomaly, new Refutation(List.of(new Refutation.UnknownVersion(key, value))));
        }
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
            found(findings.explain(key, finding));
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
            ChainFindings.Explained explained = all == null ? findings.falseFailure(key, failedOnes.homeless()) : null;
            if (explained != null) {
                found(explained);
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
                    found(findings.explain(
                            key, new Chains.Finding(Chains.Problem.BAD_READ, t, -1, source)));
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
            int[] found = search.run();
            if (found == null) {
                stuck(key, search);
            } else if (given.isAmbiguous(key)) {
                undecided(
                        key,
                        "its version order names a value that was written more than once, so that it can't be"
                                + " known which write is meant");
            } else {
                order.addAll(found);
            }
        } catch (BudgetExceededException e) {
            undecided(key, "it would have to be searched for an order of its operations, and " + e.getMessage());
        }
    }

    private void undecided(int key, String reason) {
        undecided = undecided == null ? "key " + history.keyName(key) + " is open: " + reason : undecided;
    }

    private void stuck(int key, Search search) {
        int t = search.stuckAt();
        boolean writes = registers.kind(t) == OpKind.WRITE;
        Names names = new Names(history);
        String rest = search.explained() == 0
                ? ", and no order of the operations that had begun by its end explains that"
                : ", and no order that respects real time explains that together with the " + search.explained()
                        + " operations on " + names.key(key)
                        + " that had ended before it did (those alone have one)";
        found(
                new Anomaly(
                        AnomalyKind.NOT_LINEARIZABLE,
                        Level.LIN,
                        List.of(t),
                        key,
                        writes ? registers.written(t) : registers.expected(t),
                        history.firstOp(t),
                        List.of(),
                        ChainFindings.describe(registers, names, t) + rest),
                null);
    }
}
