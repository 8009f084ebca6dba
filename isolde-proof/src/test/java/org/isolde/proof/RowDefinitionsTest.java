package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.Dependencies;
import org.isolde.oracle.Relation;
import org.isolde.oracle.rows.RowGenerators;
import org.isolde.oracle.rows.RowGenerators.Flavour;
import org.isolde.oracle.rows.RowHistory;
import org.isolde.oracle.rows.RowOracle;
import org.junit.jupiter.api.Test;

/**
 * Under a certificate: the edges that the checker takes are those of the oracle's dependency graph, and an order is accepted exactly
 * if it contains that graph in the way of the level.
 */
class RowDefinitionsTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 50;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int MOST_TRANSACTIONS = 5;

    private final Map<String, Integer> counts = new TreeMap<>();

    /** One history, and what the oracle makes of it. */
    private static final class Case {
        final String text;
        final History history;
        final RowOracle oracle;
        final Set<Evidence> evidence = EnumSet.of(Evidence.VERSIONS);
        final Dependencies graph;
        /** By the numbers of the oracle. */
        final int[] transaction;

        Case(RowHistory rows) {
            text = RowProofs.text(rows);
            history = RowProofs.history(rows);
            oracle = new RowOracle(rows, new RowOracle.Flags(true, true, false));
            graph = oracle.dependencies().orElse(null);
            if (history.hasRealTime()) {
                evidence.add(Evidence.REAL_TIME);
            }
            transaction = oracle.counted().stream().mapToInt(this::number).toArray();
        }

        private int number(String id) {
            for (int t = 1; t <= history.transactions(); t++) {
                if (history.transactionName(t).equals(id)) {
                    return t;
                }
            }
            throw new IllegalStateException(id);
        }
    }

    private List<Case> cases() {
        List<Flavour> flavours = new ArrayList<>(RowGenerators.truthful());
        flavours.addAll(RowGenerators.flavours());
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < HISTORIES; i++) {
            RowHistory rows = flavours.get(i % flavours.size()).generate(new SplittableRandom(SEED * 1_000_003 + i));
            Case one = new Case(rows);
            if (one.graph != null && one.oracle.flaws().isEmpty() && one.transaction.length <= MOST_TRANSACTIONS) {
                cases.add(one);
            }
        }
        return cases;
    }

    @Test
    void edgesAreThoseOfTheDefinition() {
        for (Case one : cases()) {
            Readings readings = new Readings(one.history, true, WriteTable.Named.ALL, new java.util.BitSet());
            Proof proof = new Proof(Level.SER, true, one.evidence, new Refutation(List.of()));
            EdgeChecker edges = new EdgeChecker(
                    readings, new PredicateSteps(readings, new GivenVersions(readings, true), proof), proof);
            for (int a = 0; a < one.transaction.length; a++) {
                for (int b = 0; b < one.transaction.length; b++) {
                    boolean wr = false;
                    boolean predicateRw = false;
                    int from = one.transaction[a];
                    int to = one.transaction[b];
                    for (int key = 0; key < one.history.keys(); key++) {
                        wr |= isTaken(edges, ProofEdge.of(ProofEdge.Kind.WR, from, to, key));
                        for (int p = 0; p < one.history.predicates(); p++) {
                            boolean read = isTaken(edges, ProofEdge.predicateRead(from, to, key, p));
                            boolean anti = isTaken(edges, ProofEdge.predicateAntiDependency(from, to, key, p));
                            wr |= read;
                            predicateRw |= anti;
                            count("predicate-wr", read);
                            count("predicate-rw", anti);
                        }
                    }
                    String message = "seed " + SEED + ", " + from + " to " + to + " in\n" + one.text;
                    assertEquals(one.graph.wr().has(a, b), wr, message);
                    assertEquals(one.graph.predicateRw().has(a, b), predicateRw, message);
                }
            }
        }
        System.out.println("edges: seed " + SEED + ", " + counts);
        assertTrue(HISTORIES < 100 || counts.get("predicate-wr true") > HISTORIES / 2, counts.toString());
        assertTrue(HISTORIES < 100 || counts.get("predicate-rw true") > HISTORIES / 4, counts.toString());
    }

    private static boolean isTaken(EdgeChecker edges, ProofEdge edge) {
        try {
            edges.check(edge);
            return true;
        } catch (Refusal e) {
            return false;
        }
    }

    private void count(String what, boolean is) {
        counts.merge(what + " " + is, 1, Integer::sum);
    }

    @Test
    void ordersAreAcceptedThatContainTheGraph() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (Case one : cases()) {
            ProofChecker checker = new ProofChecker(one.history);
            for (int tries = 0; tries < 12; tries++) {
                int[] order = shuffled(one.transaction.length, random);
                int[] snapshot = new int[order.length];
                for (int p = 0; p < snapshot.length; p++) {
                    snapshot[p] = p - (random.nextInt(3) == 0 ? random.nextInt(p + 1) : 0);
                }
                for (Level level : Level.values()) {
                    boolean timed = !level.isAboutRealTime() || one.history.hasRealTime();
                    if (level.isAboutPredicates() && timed) {
                        Witness witness = new Witness(
                                Arrays.stream(order)
                                        .map(n -> one.transaction[n])
                                        .toArray(),
                                snapshot);
                        ProofResult result = checker.check(new Proof(level, true, one.evidence, witness));
                        assertEquals(
                                contains(one.graph, level, order, snapshot),
                                result.isAccepted(),
                                () -> "seed " + SEED + ", " + level.text() + ", "
                                        + Arrays.toString(witness.order()) + Arrays.toString(snapshot) + ", " + result
                                        + " of\n" + one.text);
                        count(level.text(), result.isAccepted());
                    }
                }
            }
        }
        System.out.println("orders: seed " + SEED + ", " + counts);
        for (String level : List.of("g1", "cs", "rr", "cv", "psi", "pc", "si", "ser")) {
            assertTrue(HISTORIES < 100 || counts.get(level + " true") > HISTORIES / 4, counts.toString());
            assertTrue(HISTORIES < 100 || counts.get(level + " false") > HISTORIES / 4, counts.toString());
        }
    }

    /** Earlier numbers mostly come first: that is how the transactions committed. */
    private static int[] shuffled(int n, SplittableRandom random) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        for (int swaps = random.nextInt(4); swaps > 0 && n > 1; swaps--) {
            int i = random.nextInt(n - 1);
            int kept = order[i];
            order[i] = order[i + 1];
            order[i + 1] = kept;
        }
        return order;
    }

    private static boolean contains(Dependencies g, Level level, int[] order, int[] snapshot) {
        Relation none = new Relation(order.length);
        Relation ww = none.or(g.ww());
        Relation rw = none.or(g.rw());
        Relation allRw = rw.or(g.predicateRw());
        int[] place = new int[order.length];
        for (int p = 0; p < order.length; p++) {
            place[order[p]] = p;
        }
        boolean seen =
                isSeen(g.wr(), place, snapshot) && isMissed(allRw, place, snapshot) && isSeen(g.so(), place, snapshot);
        return switch (level) {
            case G1 -> isForward(g.wr().or(ww), place);
            case CS, CV -> isForward(g.wr().or(ww), place) && g.allow(level.text());
            case PSI -> isForward(g.wr().or(ww, g.so()), place) && g.allow("psi");
            case RR -> isForward(g.wr().or(ww, rw), place);
            case SER -> isForward(g.wr().or(ww, allRw, g.so()), place);
            case SSER -> isForward(g.wr().or(ww, allRw, g.so(), g.rt()), place);
            case PC -> seen && isForward(ww, place);
            case SI -> seen && isSeen(ww, place, snapshot);
            case STRONG_SI -> seen && isSeen(ww.or(g.rt()), place, snapshot);
            default -> throw new IllegalArgumentException(level.text());
        };
    }

    private static boolean isForward(Relation relation, int[] place) {
        return holds(relation, (a, b) -> place[a] < place[b]);
    }

    private static boolean isSeen(Relation relation, int[] place, int[] snapshot) {
        return holds(relation, (a, b) -> place[a] < snapshot[place[b]]);
    }

    private static boolean isMissed(Relation relation, int[] place, int[] snapshot) {
        return holds(relation, (a, b) -> place[b] >= snapshot[place[a]]);
    }

    private interface Pair {
        boolean test(int a, int b);
    }

    private static boolean holds(Relation relation, Pair pair) {
        for (int a = 0; a < relation.size(); a++) {
            for (int b = 0; b < relation.size(); b++) {
                if (relation.has(a, b) && !pair.test(a, b)) {
                    return false;
                }
            }
        }
        return true;
    }
}
