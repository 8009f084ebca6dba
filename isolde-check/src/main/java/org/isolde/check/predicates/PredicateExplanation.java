package org.isolde.check.predicates;

import java.util.List;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.proof.ProofEdge;

/** Says which predicate read and which row an edge of {@link PredicateEdges} is about: for the few edges of cycles. */
public final class PredicateExplanation {
    private final History history;
    private final Rows rows;
    private final VersionChains chains;
    private final RowVersions versions;
    private final Changers.Finder finder;
    private final VersionSet set;

    PredicateExplanation(Facts facts, RowVersions versions, Visibility visibility, Changers.Finder finder) {
        this.history = facts.history;
        this.rows = history.rows();
        this.chains = facts.chains();
        this.versions = versions;
        this.finder = finder;
        this.set = new VersionSet(facts, versions, visibility);
    }

    /**
     * The same without having examined anything.
     *
     * @param facts of a history with predicate reads
     */
    public static PredicateExplanation of(Facts facts) {
        RowVersions versions = new RowVersions(facts.history);
        Visibility visibility = facts.history.rows().snapshots() == 0 ? null : Visibility.of(facts);
        return new PredicateExplanation(
                facts, versions, visibility, new Changers.Finder(facts.history, facts.chains(), versions));
    }

    /** Whether it is known what predicate reads were put to: version orders that run in a circle leave snapshots open. */
    public boolean isKnown() {
        return rows.snapshots() == 0 || set.hasVisibility();
    }

    /** Whether a row is of the table that a predicate read is about. */
    public boolean isOfTable(int predicate, int key) {
        return versions.tableOf(key) == rows.table(predicate);
    }

    /** The versions of a row in their order, as value numbers; as they come if the order is not known. */
    public int[] order(int key) {
        int[] values = new int[chains.first(key + 1) - chains.first(key)];
        for (int i = 0; i < values.length; i++) {
            values[i] = chains.value(chains.first(key) + i);
        }
        return values;
    }

    /** A change by {@code writer} that a predicate read of {@code reader} saw; or version order that stands for it. */
    public ProofEdge seen(int writer, int reader) {
        ProofEdge found = change(reader, writer, true);
        return found != null ? found : versionOrder(writer, reader);
    }

    /** A change by {@code writer} that a predicate read of {@code reader} missed; or version order that stands for it. */
    public ProofEdge missed(int reader, int writer) {
        ProofEdge found = change(reader, writer, false);
        return found != null ? found : versionOrder(reader, writer);
    }

    private ProofEdge change(int reader, int writer, boolean seen) {
        for (int p = rows.firstPredicate(reader); p < rows.firstPredicate(reader + 1); p++) {
            set.open(p);
            Changers changers = finder.of(rows.table(p), rows.condition(p), versions.matcher(rows.condition(p)));
            for (int i = 0; i < changers.size(); i++) {
                int version = changers.version[i];
                int key = chains.key(version);
                if (chains.writer(version) == writer && !set.isOwn(key) && version <= set.version(key) == seen) {
                    return seen
                            ? new ProofEdge(ProofEdge.Kind.PREDICATE_WR, writer, reader, key, p, List.of())
                            : new ProofEdge(ProofEdge.Kind.PREDICATE_RW, reader, writer, key, p, List.of());
                }
            }
        }
        return null;
    }

    private ProofEdge versionOrder(int before, int after) {
        for (int op = history.firstOp(after); op < history.firstOp(after + 1); op++) {
            if (!history.isWrite(op)) {
                continue;
            }
            int own = chains.version(history.value(op));
            for (int v = own - 1; own >= 0 && v >= chains.first(history.key(op)); v--) {
                if (chains.writer(v) == before) {
                    return ProofEdge.of(ProofEdge.Kind.WW, before, after, history.key(op));
                }
            }
        }
        throw new IllegalStateException("no dependency of transaction " + after + " on transaction " + before);
    }

    /** What a predicate read was put to of a row: a value number; 0 if the row was unborn. */
    public int value(int predicate, int key) {
        set.open(predicate);
        return set.value(key);
    }

    /** Whether a version matches the condition of a predicate read. */
    public boolean matches(int predicate, int value) {
        return versions.matches(versions.matcher(rows.condition(predicate)), value);
    }

    /** The first rows that match on a version set, as value numbers. */
    public int[] matching(int predicate, int most) {
        IntList found = new IntList();
        for (int key = 0; key < history.keys() && found.size() < most; key++) {
            if (versions.tableOf(key) == rows.table(predicate)) {
                int value = value(predicate, key);
                if (value > 0 && matches(predicate, value)) {
                    found.add(value);
                }
            }
        }
        return found.toArray();
    }

    /** The version that a transaction made of a row. */
    public int made(int transaction, int key) {
        for (int v = chains.first(key); v < chains.first(key + 1); v++) {
            if (chains.writer(v) == transaction) {
                return chains.value(v);
            }
        }
        throw new IllegalStateException("transaction " + transaction + " made no version of key " + key);
    }

    /** The predicate read of a transaction whose aggregate was made of a row. */
    public int aggregateOf(int reader, int key) {
        for (int p = rows.firstPredicate(reader); p < rows.firstPredicate(reader + 1); p++) {
            if (rows.readsRows(p) && versions.tableOf(key) == rows.table(p) && matches(p, value(p, key))) {
                return p;
            }
        }
        throw new IllegalStateException("no aggregate of transaction " + reader + " read key " + key);
    }

    /** The item dependency of a reader whose aggregate was made of a row: it read the version of another one. */
    public ProofEdge itemSeen(int writer, int reader, int key) {
        return ProofEdge.of(ProofEdge.Kind.WR, writer, reader, key);
    }

    /** The same where {@code writer} overwrote what the reader's aggregate was made of. */
    public ProofEdge itemOverwritten(int reader, int writer, int key) {
        for (int p = rows.firstPredicate(reader); p < rows.firstPredicate(reader + 1); p++) {
            if (rows.readsRows(p) && versions.tableOf(key) == rows.table(p)) {
                set.open(p);
                int version = set.version(key);
                if (!set.isOwn(key)
                        && version >= chains.first(key)
                        && version + 1 < chains.first(key + 1)
                        && chains.writer(version + 1) == writer
                        && versions.matches(versions.matcher(rows.condition(p)), chains.value(version))) {
                    return ProofEdge.antiDependency(reader, writer, key, chains.writer(version));
                }
            }
        }
        throw new IllegalStateException("no aggregate of transaction " + reader + " read key " + key);
    }
}
