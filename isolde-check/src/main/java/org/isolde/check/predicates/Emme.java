package org.isolde.check.predicates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;
import org.isolde.history.Rows;

/**
 * Predicate reads under a certificate (Emme, algorithms 1 and 3): whether their version sets can be, whether what came back is
 * what the conditions give on them, and the dependencies that follow.
 *
 * <p>Conditions are taken one after the other, equal ones once for each table.
 */
public final class Emme {
    private final Facts facts;
    private final History history;
    private final Rows rows;
    private final VersionChains chains;
    private final RowVersions versions;
    private final Visibility visibility;
    private final Changers.Finder finder;
    private final boolean[] isOpen;
    private final Findings findings;
    private final Lazy<PredicateEdges> edges;
    private final Lazy<PredicateEdges> exactEdges;
    private final Lazy<List<Contradiction>> outside = new Lazy<>(this::outsideSnapshots);
    private int open;

    private Emme(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
        this.rows = history.rows();
        this.chains = facts.chains();
        this.versions = new RowVersions(history);
        this.visibility = rows.snapshots() == 0 ? null : Visibility.of(facts);
        this.finder = new Changers.Finder(history, chains, versions);
        this.isOpen = new boolean[rows.predicates()];
        findOpen();
        findings = visibility == null ? Findings.withEdges() : Findings.along(visibility);
        examine(findings, false);
        edges = new Lazy<>(() -> findings.edges != null ? findings.edges : findEdges(false));
        exactEdges = findings.isCoarse() ? new Lazy<>(() -> findEdges(true)) : edges;
    }

    /**
     * @param facts of a history with predicate reads
     */
    public static Emme of(Facts facts) {
        return new Emme(facts);
    }

    // ---- what was found

    /** How many predicate reads of transactions that count have no version set, or none that is known. */
    public int open() {
        return open;
    }

    /** Whether the order of all versions is known, and all version sets. */
    public boolean isCertified() {
        return open == 0 && chains.areOrdered();
    }

    /** What is wrong with single predicate reads. */
    public List<Contradiction> flaws() {
        return findings.flaws;
    }

    /** What transactions with a snapshot depend on and is not in it, which si forbids. */
    public List<Contradiction> outside() {
        return outside.get();
    }

    /**
     * An order of all transactions, as the place of each, that contains all version orders and follows the numbers by which
     * snapshots name transactions; null if none is known.
     */
    public int[] order() {
        return visibility == null ? null : visibility.places();
    }

    /**
     * Whether all dependencies lead forward in the order: known without any edge being made.
     *
     * @param anti whether anti-dependencies count
     * @param missed whether those of predicates count among these
     */
    public boolean leadsForward(boolean anti, boolean missed) {
        return visibility != null
                && !findings.leadsBackward(PredicateEdges.Kind.SEEN)
                && !findings.leadsBackward(PredicateEdges.Kind.ITEM_SEEN)
                && !(anti && findings.leadsBackward(PredicateEdges.Kind.ITEM_OVERWRITTEN))
                && !(anti && missed && findings.leadsBackward(PredicateEdges.Kind.MISSED));
    }

    /** All dependencies, if it is certified. Made when they are first asked for. */
    public PredicateEdges edges() {
        return edges.get();
    }

    /** The same without edges that stand for version order, which costs more: see {@link #isCoarse}. */
    public PredicateEdges exactEdges() {
        return exactEdges.get();
    }

    private PredicateEdges findEdges(boolean exact) {
        Findings found = Findings.withEdges();
        examine(found, exact);
        return found.edges;
    }

    /**
     * The history with the rows among its operations that aggregates of values read; null if that is not known of all. For levels
     * that are about items only.
     */
    public History withAggregatedReads() {
        if (open > 0 || !findings.flaws.isEmpty()) {
            return null;
        }
        IntList aggregated = findings.aggregated;
        int count = aggregated.size() / 3;
        long[] predicate = new long[count];
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            predicate[i] = aggregated.get(3 * i);
            order[i] = i;
        }
        new TimeSort().sort(predicate, order, count);
        int[][] columns = new int[3][count];
        for (int i = 0; i < count; i++) {
            for (int c = 0; c < 3; c++) {
                columns[c][i] = aggregated.get(3 * order[i] + c);
            }
        }
        return history.withReads(columns[0], columns[1], columns[2]);
    }

    /**
     * Whether among the edges of changes that were seen there are some on rows that the reader had written itself before. They
     * are no predicate dependencies, but version order between the same two, which is as good for every level but pc.
     */
    public boolean isCoarse() {
        return findings.isCoarse();
    }

    public PredicateExplanation explanation() {
        return new PredicateExplanation(facts, versions, visibility, finder);
    }

    // ---- the way there

    private void findOpen() {
        boolean[] unordered = new boolean[versions.tables()];
        boolean anyUnordered = !chains.areOrdered();
        for (int key = 0; anyUnordered && key < history.keys(); key++) {
            if (!chains.isOrdered(key) && versions.tableOf(key) >= 0) {
                unordered[versions.tableOf(key)] = true;
            }
        }
        for (int p = 0; p < rows.predicates(); p++) {
            if (facts.counts(rows.transaction(p))) {
                boolean bySnapshot = rows.snapshot(p) >= 0;
                isOpen[p] = !rows.hasVersionSet(p) || bySnapshot && unordered[rows.table(p)];
                open += isOpen[p] ? 1 : 0;
            }
        }
    }

    private void examine(Findings into, boolean exact) {
        if (visibility == null && rows.snapshots() > 0) {
            return;
        }
        long[] group = new long[rows.predicates()];
        int[] reads = new int[group.length];
        int size = 0;
        for (int p = 0; p < group.length; p++) {
            if (facts.counts(rows.transaction(p)) && !isOpen[p]) {
                group[size] = (long) rows.table(p) << 32 | rows.condition(p);
                reads[size++] = p;
            }
        }
        new TimeSort().sort(group, reads, size);
        ConditionReads examined = new ConditionReads(facts, versions, visibility, finder, into, exact);
        for (int first = 0, next; first < size; first = next) {
            next = first + 1;
            while (next < size && group[next] == group[first]) {
                next++;
            }
            examined.examine((int) (group[first] >>> 32), (int) group[first], Arrays.copyOfRange(reads, first, next));
        }
    }

    /** Item reads, and versions that were overwritten; {@link ConditionReads} has found the changes that were seen. */
    private List<Contradiction> outsideSnapshots() {
        List<Contradiction> found = new ArrayList<>(findings.outside);
        for (int t = 1; t <= history.transactions(); t++) {
            int snapshot = rows.snapshotOf(t);
            if (snapshot < 0 || !facts.counts(t)) {
                continue;
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int other = facts.source(op, t);
                if (history.isWrite(op)) {
                    int version = chains.version(history.value(op));
                    boolean first = version <= chains.first(history.key(op));
                    other = version < 0 || first || !chains.isOrdered(history.key(op))
                            ? -1
                            : chains.writer(version - 1);
                }
                if (other > 0 && !rows.sees(snapshot, other)) {
                    found.add(new Contradiction.OutsideSnapshot(t, other, history.key(op)));
                }
            }
        }
        return found;
    }
}
