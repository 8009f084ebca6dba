package org.isolde.check.polygraph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.proof.Ordering;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.ProofEdge.Kind;

/**
 * Turns the log of a search without solution into a proof: of the clauses only those that the end depends on, lemmas as
 * cycles, learned clauses with their hints.
 *
 * <p>A choice is written as the ordering of the first versions of two runs. The edges of a choice speak of the last version
 * of the earlier run; that it follows is said by clauses along the run.
 */
final class SearchRefutation {
    private final Polygraph polygraph;
    private final OpenPairs pairs;
    private final VersionRuns runs;
    private final int[] pairOf;
    private final ClauseLog log;
    private final RefutationBuilder builder;
    private final Map<Integer, Integer> stepOf = new HashMap<>();
    /** The clause "first of the run before b, so some later one of the run before b". */
    private final Map<Ordering, Integer> alongRun = new HashMap<>();

    SearchRefutation(Polygraph polygraph, OpenPairs pairs, ComponentSearch search, RefutationBuilder builder) {
        this.polygraph = polygraph;
        this.pairs = pairs;
        this.runs = pairs.runs();
        this.pairOf = search.refutedPairs;
        this.log = search.refutation;
        this.builder = builder;
    }

    void build() {
        boolean[] needed = new boolean[log.size()];
        int[] unitOf = units();
        needed[log.size() - 1] = true;
        for (int clause = log.size() - 1; clause >= 0; clause--) {
            if (!needed[clause]) {
                continue;
            }
            if (log.hints(clause) != null) {
                for (int hint : log.hints(clause)) {
                    needed[hint] = true;
                    needUnits(hint, clause, unitOf, needed);
                }
            }
            needUnits(clause, clause, unitOf, needed);
        }
        for (int clause = 0; clause < log.size(); clause++) {
            if (needed[clause]) {
                stepOf.put(clause, log.hints(clause) == null ? lemma(clause) : learned(clause));
            }
        }
    }

    /** For each literal the first clause that says that it holds, or -1. */
    private int[] units() {
        int[] unitOf = new int[2 * pairOf.length];
        Arrays.fill(unitOf, -1);
        for (int clause = 0; clause < log.size(); clause++) {
            if (log.clause(clause).length == 1 && unitOf[log.clause(clause)[0]] < 0) {
                unitOf[log.clause(clause)[0]] = clause;
            }
        }
        return unitOf;
    }

    /** The units that had refuted literals of a clause when another one was added. */
    private void needUnits(int clause, int before, int[] unitOf, boolean[] needed) {
        for (int literal : log.clause(clause)) {
            int unit = unitOf[literal ^ 1];
            if (unit >= 0 && unit < before) {
                needed[unit] = true;
            }
        }
    }

    private Ordering ordering(int literal) {
        int choice = 2 * pairOf[literal >> 1] + (literal & 1);
        return builder.ordering(pairs.firstEarlier(choice), pairs.later(choice));
    }

    private int learned(int clause) {
        List<Ordering> orderings = new ArrayList<>();
        for (int literal : log.clause(clause)) {
            orderings.add(ordering(literal));
        }
        List<Integer> hints = new ArrayList<>();
        for (int hint : log.hints(clause)) {
            hints.add(stepOf.get(hint));
        }
        return builder.add(orderings, hints);
    }

    private int lemma(int clause) {
        int[] note = log.note(clause);
        List<Integer> implications = new ArrayList<>();
        List<ProofEdge> edges = new ArrayList<>();
        int size = note.length;
        int last = -1;
        if (size >= 4 && note[size - 4] == -1) {
            size -= 4;
            last = note[size + 1];
        }
        List<KnownPaths.Step> known = new ArrayList<>();
        for (int i = 0; i < size; i += 2) {
            int from = note[i];
            int to = i + 2 < size ? note[i + 2] : last >= 0 ? last : note[0];
            if (note[i + 1] < 0) {
                known.add(builder.paths().step(from, to));
            } else {
                edges.addAll(builder.need(known));
                known.clear();
                edges.add(edgeOf(note[i + 1], from, to, implications));
            }
        }
        edges.addAll(builder.need(known));
        if (last >= 0) {
            edges.add(closing(note[size + 1], note[size + 2], note[size + 3], implications));
        }
        int step = builder.add(edges);
        if (implications.isEmpty()) {
            return step;
        }
        List<Ordering> orderings = new ArrayList<>();
        for (int literal : log.clause(clause)) {
            orderings.add(ordering(literal));
        }
        implications.add(step);
        return builder.add(orderings, implications);
    }

    private ProofEdge edgeOf(int choice, int from, int to, List<Integer> implications) {
        int earlier = pairs.earlier(choice);
        int later = pairs.later(choice);
        imply(pairs.firstEarlier(choice), earlier, later, later, implications);
        int key = polygraph.versions.key[earlier];
        int source = polygraph.nodes.transaction(from);
        int target = polygraph.nodes.transaction(to);
        int writer = polygraph.versions.writer[earlier];
        return source == writer
                ? ProofEdge.of(Kind.WW, source, target, key)
                : ProofEdge.antiDependency(source, target, key, writer);
    }

    /** The anti-dependency that closes a path. */
    private ProofEdge closing(int t, int read, int other, List<Integer> implications) {
        int key = polygraph.versions.keyOf(read);
        int b = polygraph.versions.writer[other];
        int source = polygraph.versions.writerOf(read);
        if (source != History.INITIAL) {
            int choice = pairs.choice(read, other);
            if (choice >= 0) {
                imply(pairs.firstEarlier(choice), read, pairs.later(choice), other, implications);
            } else {
                Ordering ordering = builder.ordering(read, other);
                if (!builder.isEstablished(ordering)) {
                    builder.establish(
                            builder.need(builder.paths().path(source, b, polygraph.derivedEdges())), ordering);
                }
            }
        }
        return ProofEdge.antiDependency(t, b, key, source);
    }

    /**
     * The clause that if the first version of a run is before the first of another one, then some version of the one is
     * before some version of the other.
     */
    private void imply(int first, int earlier, int head, int later, List<Integer> implications) {
        if (first == earlier && head == later) {
            return;
        }
        Ordering wanted = builder.ordering(earlier, later);
        Integer known = alongRun.get(wanted);
        if (known == null) {
            known = clauseAlongRuns(first, earlier, head, later);
            alongRun.put(wanted, known);
        }
        implications.add(known);
    }

    private int clauseAlongRuns(int first, int earlier, int head, int later) {
        List<Integer> hints = new ArrayList<>();
        int key = polygraph.versions.key[first];
        int b = polygraph.versions.writer[head];
        for (int v = first; v != earlier; v = runs.next[v]) {
            int source = polygraph.versions.writer[v];
            int updater = polygraph.versions.writer[runs.next[v]];
            hints.add(builder.add(List.of(
                    ProofEdge.antiDependency(updater, b, key, source), ProofEdge.of(Kind.WW, b, updater, key))));
        }
        int a = polygraph.versions.writer[earlier];
        for (int v = head; v != later; v = runs.next[v]) {
            int source = polygraph.versions.writer[v];
            int updater = polygraph.versions.writer[runs.next[v]];
            builder.establish(
                    new ArrayList<>(List.of(ProofEdge.of(Kind.WR, source, updater, key))),
                    new Ordering(key, source, updater));
            hints.add(builder.add(List.of(
                    ProofEdge.of(Kind.WW, a, source, key),
                    ProofEdge.of(Kind.WW, source, updater, key),
                    ProofEdge.of(Kind.WW, updater, a, key))));
        }
        return builder.add(
                List.of(
                        builder.ordering(first, head).opposite(),
                        new Ordering(key, a, polygraph.versions.writer[later])),
                hints);
    }
}
