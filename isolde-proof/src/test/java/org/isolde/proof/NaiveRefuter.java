package org.isolde.proof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.ProofEdge.Kind;

/**
 * Finds refutations of tiny histories: an impossible read if there is one, else a case distinction over the orderings of
 * versions in which every case ends in a cycle, put together by resolution.
 *
 * <p>The edges are all those that the checker's own {@link EdgeChecker} takes; whether the refutation is right is for the checker
 * and the oracle to say.
 */
final class NaiveRefuter {
    private final History history;
    private final Readings readings;
    private final GivenVersions given;
    private final Proof question;
    private final Level level;
    private final List<Usable> edges = new ArrayList<>();
    private final List<Ordering> orderings = new ArrayList<>();
    private final List<Refutation.Step> steps = new ArrayList<>();
    /** The clause of each step. */
    private final List<Set<Ordering>> clauses = new ArrayList<>();

    /** An edge, and the ordering that has to be supposed for it; null if none has. */
    private record Usable(ProofEdge edge, Ordering supposes) {}

    /** A walk: its last edge, what is before that (null: nothing), and whether there is an anti-dependency in all of it. */
    private record Walk(Walk before, Usable last, boolean hasAntiDependency) {
        Walk then(Usable edge) {
            return new Walk(this, edge, hasAntiDependency || isAntiDependency(edge.edge()));
        }

        List<Usable> edges() {
            List<Usable> edges = new ArrayList<>();
            for (Walk walk = this; walk != null; walk = walk.before) {
                edges.add(walk.last);
            }
            Collections.reverse(edges);
            return edges;
        }
    }

    NaiveRefuter(History history, Proof question) {
        boolean versions = question.evidence().contains(Evidence.VERSIONS);
        this.history = history;
        this.readings = new Readings(
                history,
                versions,
                question.level().isAboutPredicates() ? WriteTable.Named.ALL : WriteTable.Named.ITEM_READS,
                new BitSet());
        this.given = new GivenVersions(readings, versions);
        this.question = question;
        this.level = question.level();
    }

    /** A refutation, or null if there is none. */
    Refutation find() {
        Refutation.Step impossible = contradiction();
        if (impossible == null && level != Level.RU) {
            impossible = impossible();
        }
        if (impossible != null) {
            return new Refutation(List.of(impossible));
        }
        collectEdges();
        for (int key = 0; key < history.keys(); key++) {
            for (int a = 1; a <= history.transactions(); a++) {
                for (int b = a + 1; b <= history.transactions(); b++) {
                    if (readings.writes(a, key)
                            && readings.writes(b, key)
                            && !given.isGiven(key, a, b)
                            && !given.isGiven(key, b, a)) {
                        orderings.add(new Ordering(key, a, b));
                    }
                }
            }
        }
        return refute(new HashSet<>(), 0) < 0 ? null : new Refutation(steps);
    }

    /** One version that evidence has before itself, or two that it has before each other. */
    private Refutation.Step contradiction() {
        VersionEvidence evidence =
                new VersionEvidence(readings, question.evidence().contains(Evidence.VERSIONS));
        for (int key = 0; key < history.keys(); key++) {
            for (int a = 0; a < history.values(); a++) {
                for (int b = 0; b <= a; b++) {
                    if (evidence.isVersion(key, a)
                            && evidence.isVersion(key, b)
                            && evidence.isBefore(key, a, b)
                            && evidence.isBefore(key, b, a)) {
                        return new Refutation.VersionCycle(key, a == b ? List.of(a) : List.of(a, b));
                    }
                }
            }
        }
        return null;
    }

    private Refutation.Step impossible() {
        for (int op = 0; op < history.operations(); op++) {
            if (readings.isBad(op)) {
                return new Refutation.BadRead(op);
            }
        }
        for (int a = 0; a < history.lists(); a++) {
            for (int b = 0; b < history.lists(); b++) {
                int op = history.listOp(a);
                int other = history.listOp(b);
                if (history.key(op) == history.key(other)
                        && readings.isCounted(history.transactionOf(op))
                        && readings.isCounted(history.transactionOf(other))
                        && readings.lists.areIncompatible(a, b)) {
                    return new Refutation.IncompatibleReads(op, other);
                }
            }
        }
        return given.namesUnknownVersion()
                ? new Refutation.UnknownVersion(given.unknownKey(), given.unknownValue())
                : aboutPredicatesOrOrder();
    }

    /** A step about version sets or an expected order that the checker takes, or null. */
    private Refutation.Step aboutPredicatesOrOrder() {
        if (history.predicates() == 0 && !history.hasOrder()) {
            return null;
        }
        List<Refutation.Step> candidates = new ArrayList<>();
        for (int p = 0; p < history.predicates(); p++) {
            candidates.add(new Refutation.ResultMismatch(p));
            candidates.add(new Refutation.UnexplainedPredicate(p));
            for (int key = 0; key < history.keys(); key++) {
                candidates.add(new Refutation.BadVersionSet(p, key));
            }
        }
        for (int op = 0; op < history.operations(); op++) {
            candidates.add(new Refutation.Unexplained(op));
        }
        for (int a = 1; a <= history.transactions(); a++) {
            for (int b = 1; b <= history.transactions(); b++) {
                candidates.add(new Refutation.OutOfOrder(a, b));
                for (int key = 0; key < history.keys(); key++) {
                    candidates.add(new Refutation.OutsideSnapshot(a, b, key));
                }
            }
        }
        return candidates.stream().filter(this::isTaken).findFirst().orElse(null);
    }

    private boolean isTaken(Refutation.Step step) {
        Proof proof = new Proof(level, question.sessionOrder(), question.evidence(), new Refutation(List.of(step)));
        try {
            new RefutationChecker(readings, given, proof).check();
            return true;
        } catch (Refusal e) {
            return false;
        }
    }

    private void collectEdges() {
        int n = history.transactions();
        EdgeChecker checker = new EdgeChecker(readings, new PredicateSteps(readings, given, question), question);
        for (int from = 0; from <= n; from++) {
            List<List<Integer>> paths = new ArrayList<>();
            for (int third = 0; third <= n; third++) {
                paths.add(path(from, third));
            }
            for (int to = 0; to <= n; to++) {
                add(checker, ProofEdge.of(Kind.SO, from, to, -1));
                if (question.evidence().contains(Evidence.REAL_TIME)) {
                    add(checker, ProofEdge.of(Kind.RT, from, to, -1));
                }
                for (int key = 0; key < history.keys(); key++) {
                    add(checker, ProofEdge.of(Kind.WR, from, to, key));
                    add(checker, ProofEdge.of(Kind.WW, from, to, key));
                    for (int third = 0; third <= n; third++) {
                        add(checker, ProofEdge.antiDependency(from, to, key, third));
                        add(checker, new ProofEdge(Kind.CO, from, to, key, third, paths.get(third)));
                    }
                    for (int p = 0; p < history.predicates(); p++) {
                        add(checker, ProofEdge.predicateRead(from, to, key, p));
                        add(checker, ProofEdge.predicateAntiDependency(from, to, key, p));
                    }
                }
            }
        }
    }

    private void add(EdgeChecker checker, ProofEdge edge) {
        try {
            checker.check(edge);
            Ordering used = used(edge);
            boolean holds = used == null || given.isGiven(used.key(), used.before(), used.after());
            edges.add(new Usable(edge, holds ? null : used));
        } catch (Refusal e) {
            // no edge of this history
        }
    }

    /** For cc the transactions between two on a shortest path of so and wr; the other premises are found without. */
    private List<Integer> path(int from, int to) {
        if (level != Level.CC || from == 0) {
            return List.of();
        }
        Map<Integer, List<Integer>> paths = new HashMap<>();
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(from));
        paths.put(from, List.of());
        while (!queue.isEmpty()) {
            int at = queue.remove();
            for (int next = 1; next <= history.transactions(); next++) {
                boolean step =
                        (question.sessionOrder() && readings.isSessionOrder(at, next)) || readings.readsFrom(next, at);
                if (step && next == to) {
                    return paths.get(at);
                }
                if (step && !paths.containsKey(next)) {
                    List<Integer> longer = new ArrayList<>(paths.get(at));
                    longer.add(next);
                    paths.put(next, longer);
                    queue.add(next);
                }
            }
        }
        return List.of();
    }

    /** The step that refutes the orderings supposed, or -1 if none does. */
    private int refute(Set<Ordering> supposed, int next) {
        List<Usable> cycle = cycle(supposed);
        if (cycle != null) {
            Set<Ordering> clause = new HashSet<>();
            for (Usable edge : cycle) {
                if (edge.supposes() != null) {
                    clause.add(edge.supposes().opposite());
                }
            }
            return add(new Refutation.Cycle(cycle.stream().map(Usable::edge).toList()), clause);
        }
        if (next == orderings.size()) {
            return -1;
        }
        Ordering ordering = orderings.get(next);
        int first = refute(with(supposed, ordering), next + 1);
        if (first < 0 || !clauses.get(first).contains(ordering.opposite())) {
            return first;
        }
        int second = refute(with(supposed, ordering.opposite()), next + 1);
        if (second < 0 || !clauses.get(second).contains(ordering)) {
            return second;
        }
        Set<Ordering> resolvent = new HashSet<>(clauses.get(first));
        resolvent.addAll(clauses.get(second));
        resolvent.remove(ordering);
        resolvent.remove(ordering.opposite());
        return add(new Refutation.Clause(List.copyOf(resolvent), List.of(first, second)), resolvent);
    }

    private static Set<Ordering> with(Set<Ordering> supposed, Ordering another) {
        Set<Ordering> more = new HashSet<>(supposed);
        more.add(another);
        return more;
    }

    private int add(Refutation.Step step, Set<Ordering> clause) {
        steps.add(step);
        clauses.add(clause);
        return steps.size() - 1;
    }

    private static Ordering used(ProofEdge edge) {
        return switch (edge.kind()) {
            case WW -> new Ordering(edge.key(), edge.from(), edge.to());
            case RW -> new Ordering(edge.key(), edge.third(), edge.to());
            default -> null;
        };
    }

    /** A closed walk that the level forbids, its orderings given or supposed; null if there is none. */
    private List<Usable> cycle(Set<Ordering> supposed) {
        List<List<Usable>> leaving = new ArrayList<>();
        for (int t = 0; t <= history.transactions(); t++) {
            leaving.add(new ArrayList<>());
        }
        for (Usable edge : edges) {
            if (edge.supposes() == null || supposed.contains(edge.supposes())) {
                leaving.get(edge.edge().from()).add(edge);
            }
        }
        CycleForm form = new CycleForm(history, level);
        for (List<Usable> firsts : leaving) {
            for (Usable first : firsts) {
                List<Usable> walk = walk(first, leaving, form);
                if (walk != null) {
                    return walk;
                }
            }
        }
        return null;
    }

    /** Breadth first, from the first edge to its beginning; edges of the same kinds behind the same are the same. */
    private List<Usable> walk(Usable first, List<List<Usable>> leaving, CycleForm form) {
        ArrayDeque<Walk> queue = new ArrayDeque<>();
        queue.add(new Walk(null, first, isAntiDependency(first.edge())));
        boolean[] seen = new boolean[leaving.size() * Kind.values().length * 2];
        while (!queue.isEmpty()) {
            Walk walk = queue.remove();
            ProofEdge last = walk.last().edge();
            for (Usable next : leaving.get(last.to())) {
                ProofEdge edge = next.edge();
                if (edge.to() == first.edge().from()) {
                    List<Usable> closed = walk.then(next).edges();
                    if (isForbidden(closed, form)) {
                        return closed;
                    }
                }
                boolean one = walk.hasAntiDependency();
                boolean two = isAntiDependency(edge) && one;
                boolean hopeless = (two && (level == Level.CV || level == Level.PSI))
                        || (isAntiDependency(edge)
                                && isAntiDependency(last)
                                && level != Level.SER
                                && level != Level.SSER
                                && level != Level.RR
                                && level != Level.LIN);
                int same = (edge.to() * Kind.values().length + edge.kind().ordinal()) * 2 + (one ? 1 : 0);
                if (!hopeless && !seen[same]) {
                    seen[same] = true;
                    queue.add(walk.then(next));
                }
            }
        }
        return null;
    }

    private static boolean isAntiDependency(ProofEdge edge) {
        return edge.kind() == Kind.RW || edge.kind() == Kind.PREDICATE_RW;
    }

    private static boolean isForbidden(List<Usable> walk, CycleForm form) {
        try {
            form.require(walk.stream().map(Usable::edge).toList());
            return true;
        } catch (Refusal e) {
            return false;
        }
    }
}
