package org.isolde.oracle;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.isolde.oracle.Facts.Read;
import org.isolde.oracle.TinyHistory.Kind;
import org.isolde.oracle.TinyHistory.Op;

/**
 * Decides every level of docs/levels.md for a {@link TinyHistory} by trying all commit orders or all version orders; the
 * judge of the real checkers, and so written from the definitions and not from any algorithm.
 *
 * <p>Invariant: a level is satisfied iff some total order of T (or some combination of total orders of each key's
 * writers) meets its definition. The search leaves out an order only once its beginning already breaks the
 * definition whatever follows. pc, ser and sser have both definitions; {@link #selfCheck} asserts that they agree.
 */
public final class Oracle {

    /** Every level, roughly weakest first. */
    public static final List<String> LEVELS = List.of(
            "ru",
            "g1",
            "rc",
            "ryw",
            "mr",
            "mw",
            "wfr",
            "ra",
            "cc",
            "pc",
            "cs",
            "cv",
            "rr",
            "psi",
            "si",
            "strong-si",
            "ser",
            "sser",
            "lin");

    /** The levels defined by a commit order. */
    public static final List<String> BY_COMMIT_ORDER =
            List.of("rc", "ryw", "mr", "mw", "wfr", "ra", "cc", "pc", "ser", "sser");

    /** The levels defined by a dependency graph (lin apart). */
    public static final List<String> BY_DEPENDENCY_GRAPH =
            List.of("ru", "g1", "cs", "cv", "rr", "pc", "psi", "si", "strong-si", "ser", "sser");

    /** With more transactions than these, version orders are tried where both definitions can be, for they are fewer. */
    private static final int FEW = 8;

    /**
     * What counts. Invariant: without {@code sessionOrder} so is empty; without {@code versionOrder} the version
     * order of the history is as if it were absent (list reads still tell what they tell).
     */
    public record Flags(boolean sessionOrder, boolean versionOrder) {
        public static final Flags DEFAULT = new Flags(true, true);
    }

    private Oracle() {}

    /** Whether the history satisfies the level; throws IllegalArgumentException where the level is inapplicable. */
    public static boolean satisfies(TinyHistory h, String level) {
        return satisfies(h, level, true, true);
    }

    public static boolean satisfies(TinyHistory h, String level, boolean sessionOrder, boolean versionOrder) {
        return check(h, level, new Flags(sessionOrder, versionOrder))
                .orElseThrow(() -> new IllegalArgumentException(level + " is inapplicable to " + h));
    }

    /** Whether the history satisfies the level; empty where the level is inapplicable. */
    public static Optional<Boolean> check(TinyHistory h, String level, Flags flags) {
        return check(h, flags, requireUnique(h, flags), level);
    }

    /** Whether nobody can know what some read saw, because several that count wrote the value: no level can be decided. */
    public static boolean isRefused(TinyHistory h, Flags flags) {
        return facts(h, flags).repeated;
    }

    private static Facts requireUnique(TinyHistory h, Flags flags) {
        Facts f = facts(h, flags);
        if (f.repeated) {
            throw new IllegalArgumentException("a value is written twice: " + h);
        }
        return f;
    }

    /** The verdicts of all levels that are applicable, in the order of {@link #LEVELS}. */
    public static Map<String, Boolean> verdicts(TinyHistory h, Flags flags) {
        return verdicts(h, flags, LEVELS);
    }

    /** The verdicts of those of the levels that are applicable. */
    public static Map<String, Boolean> verdicts(TinyHistory h, Flags flags, List<String> levels) {
        Facts f = requireUnique(h, flags);
        Map<String, Boolean> verdicts = new LinkedHashMap<>();
        levels.forEach(level -> check(h, flags, f, level).ifPresent(v -> verdicts.put(level, v)));
        return verdicts;
    }

    /** Asserts that both definitions of pc, ser and sser give the same. */
    public static void selfCheck(TinyHistory h, Flags flags) {
        Facts f = facts(h, flags);
        for (String level : List.of("pc", "ser", "sser")) {
            boolean one = f.failed.isEmpty() || level.equals("pc"); // of failed compare-and-sets only an order knows
            if (one && applicable(f, level) && byCommitOrder(f, level) != byDependencyGraph(f, level)) {
                throw new AssertionError(level + ": by commit order " + byCommitOrder(f, level)
                        + ", by dependency graph " + byDependencyGraph(f, level) + ": " + h);
            }
        }
    }

    static Facts facts(TinyHistory h, Flags flags) {
        return new Facts(h, flags.sessionOrder(), flags.versionOrder());
    }

    private static Optional<Boolean> check(TinyHistory h, Flags flags, Facts f, String level) {
        if (!applicable(f, level)) {
            return Optional.empty();
        }
        if (asksFailed(level) && !f.failed.isEmpty()) {
            return Optional.of(withSomeUnknown(h, flags, level));
        }
        return Optional.of(holds(f, level));
    }

    private static boolean holds(Facts f, String level) {
        if (level.equals("lin")) {
            return linearizable(f);
        }
        boolean both = BY_COMMIT_ORDER.contains(level) && BY_DEPENDENCY_GRAPH.contains(level);
        boolean failed = asksFailed(level) && !f.failed.isEmpty();
        boolean byCommitOrder = BY_COMMIT_ORDER.contains(level) && !(both && f.n > FEW && !failed);
        return byCommitOrder ? byCommitOrder(f, level) : byDependencyGraph(f, level);
    }

    /** Whether the level demands of failed compare-and-sets that they found another value; the others leave them aside. */
    private static boolean asksFailed(String level) {
        return level.equals("ser") || level.equals("sser") || level.equals("lin");
    }

    /**
     * An unknown transaction that nobody read from makes no level harder to satisfy, so elsewhere it is left out; but it may
     * be the reason why a compare-and-set failed. So each may have taken effect or not.
     */
    private static boolean withSomeUnknown(TinyHistory h, Flags flags, String level) {
        List<TinyHistory.Txn> all = h.txns();
        for (int subset = 0; subset < 1 << all.size(); subset++) {
            Set<Integer> tookEffect = new HashSet<>();
            boolean unknown = true;
            for (int t = 0; t < all.size(); t++) {
                if ((subset >> t & 1) != 0) {
                    unknown &= all.get(t).status() == TinyHistory.Status.UNKNOWN;
                    tookEffect.add(t);
                }
            }
            if (unknown) {
                Facts f = new Facts(h, flags.sessionOrder(), flags.versionOrder(), tookEffect);
                if (!f.repeated && applicable(f, level) && holds(f, level)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean applicable(Facts f, String level) {
        return switch (level) {
            case "strong-si", "sser" -> f.timed;
            case "lin" -> f.timed && f.txns.stream().allMatch(t -> isOneOperation(t.ops()));
            default -> {
                if (!LEVELS.contains(level)) {
                    throw new IllegalArgumentException("no such level: " + level);
                }
                yield true;
            }
        };
    }

    /** A read, a write, or a compare-and-set: a read and then a write of the same key. */
    private static boolean isOneOperation(List<Op> ops) {
        return ops.size() == 1
                || ops.size() == 2
                        && ops.get(0).key() == ops.get(1).key()
                        && ops.get(0).kind() == Kind.READ
                        && ops.get(1).kind() == Kind.WRITE;
    }

    // ---------------------------------------------------------------------------------------- by a commit order

    /** Whether t2 must be before r.writer() in the commit order if r.reader() reads r.key() from there. */
    interface Premise {
        boolean holds(int t2, Read r, Commits co);
    }

    /** A beginning of a commit order. Invariant: {@code position[t]} is t's place in it, or MAX_VALUE. */
    static final class Commits {
        private final int[] position;
        /** Whether failed compare-and-sets have to find other values. */
        private final boolean failed;

        Commits(int n, boolean failed) {
            this.failed = failed;
            position = new int[n];
            Arrays.fill(position, Integer.MAX_VALUE);
        }

        boolean has(int a, int b) {
            return position[a] < position[b];
        }

        /** The last before t that wrote the key. */
        int lastWriter(Facts f, int t, int key) {
            int last = Facts.INIT;
            for (int w = 0; w < f.n; w++) {
                if ((f.writers[key] >> w & 1) != 0 && has(w, t) && (last == Facts.INIT || has(last, w))) {
                    last = w;
                }
            }
            return last;
        }
    }

    public static boolean byCommitOrder(Facts f, String level) {
        if (!f.readConsistent) {
            return false;
        }
        Relation contained = f.so.or(f.wr, f.allEvidence());
        if (level.equals("sser")) {
            contained = contained.or(f.rt);
        }
        return extend(f, contained, premise(f, level), new Commits(f.n, asksFailed(level)), 0, 0);
    }

    static Premise premise(Facts f, String level) {
        Relation sowr = f.so.or(f.wr);
        return switch (level) {
            case "rc" ->
                (t2, r, co) ->
                        f.reads.stream().anyMatch(q -> q.reader() == r.reader() && q.writer() == t2 && q.op() < r.op());
            case "ryw" -> fixed(f.so);
            case "mr" -> fixed(f.wr.then(f.so));
            case "mw" -> fixed(f.so.then(f.wr));
            case "wfr" -> fixed(f.wr.then(f.so.orEqual()).then(f.wr));
            case "ra" -> fixed(sowr);
            case "cc" -> fixed(sowr.plus());
            case "pc" ->
                (t2, r, co) -> {
                    for (int s = 0; s < f.n; s++) {
                        if (sowr.has(s, r.reader()) && (t2 == s || co.has(t2, s))) {
                            return true;
                        }
                    }
                    return false;
                };
            case "ser", "sser" -> (t2, r, co) -> co.has(t2, r.reader());
            default -> throw new IllegalArgumentException(level + " is not defined by a commit order");
        };
    }

    /** The premise: t2 and t3 are related. */
    private static Premise fixed(Relation relation) {
        return (t2, r, co) -> relation.has(t2, r.reader());
    }

    /**
     * Whether the beginning of a commit order (the transactions placed) can be extended to a whole one. A premise
     * speaks of transactions before t3 only, so what the definition says of t3 can be seen once t3 is placed.
     */
    private static boolean extend(Facts f, Relation contained, Premise premise, Commits co, int placed, int length) {
        if (length == f.n) {
            return true;
        }
        for (int t = 0; t < f.n; t++) {
            if ((placed >> t & 1) == 0 && (contained.before(t) & ~placed) == 0) {
                co.position[t] = length;
                if (axiomHolds(f, premise, co, t) && extend(f, contained, premise, co, placed | 1 << t, length + 1)) {
                    return true;
                }
                co.position[t] = Integer.MAX_VALUE;
            }
        }
        return false;
    }

    /** For every key x, t1 -wr_x-> t3, and every other t2 that writes x: if the premise holds then t2 co t1. */
    private static boolean axiomHolds(Facts f, Premise premise, Commits co, int t3) {
        if (co.failed && !f.failedRightly(t3, key -> co.lastWriter(f, t3, key))) {
            return false;
        }
        for (Read r : f.reads) {
            for (int t2 = 0; t2 < f.n && r.reader() == t3; t2++) {
                int t1 = r.writer();
                if (t2 != t1
                        && (f.writers[r.key()] >> t2 & 1) != 0
                        && premise.holds(t2, r, co)
                        && (t1 == Facts.INIT || !co.has(t2, t1))) {
                    return false;
                }
            }
        }
        return true;
    }

    // ----------------------------------------------------------------------------------- by a dependency graph

    /** ww and rw of the keys whose version order is chosen. Invariant: those of all other keys are empty. */
    static final class Graph {
        final Relation[] ww;
        final Relation[] rw;

        Graph(Facts f) {
            ww = new Relation[f.keys];
            rw = new Relation[f.keys];
            Arrays.setAll(ww, x -> new Relation(f.n));
            Arrays.setAll(rw, x -> new Relation(f.n));
        }
    }

    public static boolean byDependencyGraph(Facts f, String level) {
        if (f.contradictory || (!f.readConsistent && !level.equals("ru"))) {
            return false;
        }
        Predicate<Graph> condition = condition(f, level);
        Graph none = new Graph(f);
        return condition.test(none) && choose(f, none, 0, condition);
    }

    /** The condition of the level; with more in ww and rw it never becomes true again. */
    static Predicate<Graph> condition(Facts f, String level) {
        Relation none = new Relation(f.n);
        return g -> new Dependencies(f.so, f.rt, f.wr, g.ww, g.rw, none).allow(level);
    }

    /** Whether there are version orders of x and all keys after it such that the condition holds. */
    private static boolean choose(Facts f, Graph g, int x, Predicate<Graph> condition) {
        return x == f.keys || order(f, g, x, condition, 0);
    }

    /**
     * Whether the beginning of x's version order (the writers placed) can be extended to a whole one, and the keys
     * after x be ordered, such that the condition holds. The condition is tested as soon as one more writer is
     * placed: what is placed is before all that is not, so its ww and rw are known.
     */
    private static boolean order(Facts f, Graph g, int x, Predicate<Graph> condition, int placed) {
        int rest = f.writers[x] & ~placed;
        if (rest == 0) {
            return choose(f, g, x + 1, condition);
        }
        Relation ww = g.ww[x];
        Relation rw = g.rw[x];
        for (int t = 0; t < f.n; t++) {
            if ((rest >> t & 1) != 0 && (f.evidence[x].before(t) & ~placed) == 0) {
                g.ww[x] = ww.or();
                g.rw[x] = rw.or();
                for (int later = 0; later < f.n; later++) {
                    if ((rest >> later & 1) != 0 && later != t) {
                        g.ww[x].add(t, later);
                    }
                }
                for (Read r : f.reads) {
                    if (r.key() == x && r.reader() != t && (r.writer() == Facts.INIT || g.ww[x].has(r.writer(), t))) {
                        g.rw[x].add(r.reader(), t);
                    }
                }
                if (condition.test(g) && order(f, g, x, condition, placed | 1 << t)) {
                    return true;
                }
            }
        }
        g.ww[x] = ww;
        g.rw[x] = rw;
        return false;
    }

    // ------------------------------------------------------------------------------------------- linearizability

    /** Each key on its own has a total order that contains rt (not so) and explains every read. */
    private static boolean linearizable(Facts f) {
        for (int x = 0; x < f.keys; x++) {
            int touching = 0;
            for (int t = 0; t < f.n; t++) {
                touching |= (f.txns.get(t).ops().get(0).key() == x ? 1 : 0) << t;
            }
            if (!f.readConsistent || !linearize(f, x, touching, Facts.INIT)) {
                return false;
            }
        }
        return f.readConsistent;
    }

    /** Whether the rest of those that touch x can be ordered if the last writer so far is {@code current}. */
    private static boolean linearize(Facts f, int x, int rest, int current) {
        if (rest == 0) {
            return true;
        }
        Relation contained = f.rt.or(f.evidence[x]);
        for (int t = 0; t < f.n; t++) {
            if ((rest >> t & 1) != 0 && (contained.before(t) & rest) == 0 && explained(f, t, current)) {
                boolean writes = (f.writers[x] >> t & 1) != 0;
                if (linearize(f, x, rest & ~(1 << t), writes ? t : current)) {
                    return true;
                }
            }
        }
        return false;
    }

    static boolean explained(Facts f, int t, int current) {
        return f.reads.stream().allMatch(r -> r.reader() != t || r.writer() == current)
                && f.failedRightly(t, key -> current);
    }
}
