package org.isolde.oracle;

import static org.isolde.oracle.Draws.pick;
import static org.isolde.oracle.Draws.range;
import static org.isolde.oracle.Draws.shuffled;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.TinyHistory.Txn;

/**
 * Histories that part two levels, each with its name, and others made from them that mostly part the same levels but look
 * different: keys and sessions in another order, the initial value replaced by one that somebody wrote blindly, blind
 * writers that nobody reads, readers of a single value.
 *
 * <p>Invariant: the text of a shape satisfies and violates the levels that it names ({@code OracleTest} holds it to that).
 */
public final class TinyShapes {

    /** A history that satisfies some levels and violates others; both are lists with blanks between. */
    public record Shape(String name, String text, String satisfied, String violated) {

        /** Whether verdicts are such that this shape parts the levels that it is there for. */
        public boolean isShownBy(Map<String, Boolean> verdicts) {
            return all(satisfied, true, verdicts) && all(violated, false, verdicts);
        }

        static List<String> levels(String text) {
            return text.isBlank() ? List.of() : List.of(text.split(" "));
        }

        private static boolean all(String levels, boolean verdict, Map<String, Boolean> verdicts) {
            return levels(levels).stream()
                    .allMatch(l -> Boolean.valueOf(verdict).equals(verdicts.get(l)));
        }
    }

    public static final List<Shape> SHAPES = List.of(
            new Shape(
                    "long-fork", "T1{w(x,1)} | T2{w(y,1)} | T3{r(x,1) r(y,0)} | T4{r(x,0) r(y,1)}", "psi cv", "pc rr"),
            new Shape("long-fork-by-sessions", "T1{w(x,1)} T2{r(y,0)} | T3{w(y,1)} T4{r(x,0)}", "psi rr", "pc si"),
            new Shape(
                    "long-fork-by-overwrites",
                    "T1{w(z,1) w(x,1)} | T2{w(z,2) r(y,0)} | T3{w(a,1) w(y,1)} | T4{w(a,2) r(x,0)}"
                            + " | T5{r(z,1) r(a,1)} T6{r(z,2) r(a,2)}",
                    "psi pc",
                    "si"),
            new Shape(
                    "cross",
                    "T1{w(x,1) w(y,1)} | T2{w(x,2) w(y,2)} | T3{r(x,1) r(y,2)} | T4{r(y,1) r(x,2)}",
                    "rc cs ryw mr mw wfr",
                    "ra cv"),
            new Shape(
                    "cross-not-rc",
                    "T1{w(x,1) w(y,1)} | T2{w(x,2) w(y,2)} | T3{r(x,1) r(y,2)} | T4{r(x,2) r(y,1)}",
                    "g1 cs ryw mr mw wfr",
                    "rc cv"),
            new Shape("write-skew", "T1{r(x,0) w(y,1)} | T2{r(y,0) w(x,1)}", "si", "rr ser"),
            new Shape(
                    "write-skew-of-three", "T1{r(x,0) w(y,1)} | T2{r(y,0) w(z,1)} | T3{r(z,0) w(x,1)}", "si", "rr ser"),
            new Shape("write-skew-by-sessions", "T1{w(x,1)} T2{r(y,0)} | T3{r(x,0) w(y,1)}", "si rr", "ser"),
            new Shape(
                    "read-only-anomaly",
                    "T1{r(x,0) r(y,0) w(x,1)} | T2{r(y,0) w(y,1)} | T3{r(x,0) r(y,1)}",
                    "si",
                    "rr ser"),
            new Shape("read-only-anomaly-blind", "T1{r(y,0) w(x,1)} | T2{w(y,1)} | T3{r(x,0) r(y,1)}", "si", "rr ser"),
            new Shape("lost-update", "T1{r(x,0) w(x,1)} | T2{r(x,0) w(x,2)}", "pc", "cs"),
            new Shape("lost-update-blind", "T1{w(x,1) w(y,1)} | T2{r(x,0) r(y,1) w(x,2)}", "rc ryw mr mw wfr", "cs ra"),
            new Shape(
                    "lost-update-blind-causal",
                    "T1{r(x,0) w(x,1)} | T2{w(x,2)} | T3{r(x,2) w(y,1)} | T4{r(y,1) r(x,1)}",
                    "pc cs",
                    "cv psi"),
            new Shape(
                    "lost-update-blind-by-sessions",
                    "T1{r(x,0) w(x,1)} | T2{w(x,2)} | T3{r(x,2)} T4{r(x,1)}",
                    "pc rr",
                    "psi"),
            new Shape("fractured-read", "T1{w(x,1) w(y,1)} | T2{r(x,0) r(y,1)}", "rc cs", "ra cv"),
            new Shape(
                    "g-single-of-three",
                    "T1{r(x,0) r(z,1)} | T2{w(x,1) w(y,1)} | T3{r(y,1) w(z,1)}",
                    "ra cs mr mw",
                    "wfr cv"),
            new Shape(
                    "g-single-of-three-by-overwrites",
                    "T1{r(z,1) r(x,0)} | T2{w(x,1) w(y,1)} | T3{w(y,2) w(z,1)} | T4{r(y,1) w(a,1)} | T5{r(a,1) r(y,2)}",
                    "cc cs",
                    "cv pc"),
            new Shape("not-causal-by-sessions", "T1{w(x,1)} T2{w(y,1)} | T3{r(y,1) r(x,0)}", "rr ra", "mw psi"),
            new Shape(
                    "four-guarantees",
                    "T1{w(x,1)} | T2{r(x,1) w(y,1)} | T3{r(y,1) w(z,1)} | T4{r(z,1) r(x,0)}",
                    "ryw mr mw wfr ra cs",
                    "cc cv"),
            new Shape(
                    "four-guarantees-by-sessions",
                    "T1{w(x,1)} T2{w(y,1)} | T3{r(y,1)} T4{r(x,0)}",
                    "ryw mr mw wfr ra rr",
                    "cc"),
            new Shape("stale-session", "T1{w(x,1)} T2{r(x,0)}", "rr rc mr mw wfr", "ryw ra si"),
            new Shape("stale-in-real-time", "T1@10-20{w(x,1)} | T2@30-40{r(x,0)}", "ser", "strong-si"),
            new Shape(
                    "stale-snapshot-in-real-time",
                    "T1@10-20{w(x,1)} | T2@30-40{r(x,0) w(y,1)} | T3@50-60{r(x,1) r(y,1)}",
                    "ser",
                    "strong-si"),
            new Shape(
                    "serial-order-against-real-time",
                    "T1@10-90{r(x,0) w(y,1)} | T2@20-30{w(x,1)} | T3@50-60{r(y,0)}",
                    "ser strong-si",
                    "sser"),
            new Shape("write-skew-in-time", "T1@10-90{r(x,0) w(y,1)} | T2@10-90{r(y,0) w(x,1)}", "strong-si", "ser"),
            new Shape(
                    "read-only-anomaly-in-time",
                    "T1@10-90{r(x,0) r(y,0) w(x,1)} | T2@20-30{r(y,0) w(y,1)} | T3@40-50{r(x,0) r(y,1)}",
                    "strong-si",
                    "rr ser"),
            new Shape("circular", "T1{r(x,1) w(y,1)} | T2{r(y,1) w(x,1)}", "ru", "g1"),
            new Shape("overwritten-in-turns", "T1{w(x,1) w(y,1)} | T2{w(x,2) w(y,2)} # x[1,2] y[2,1]", "", "ru"));

    private TinyShapes() {}

    /** A history like the shape. */
    public static TinyHistory like(Shape shape, SplittableRandom r) {
        TinyHistory h = TinyHistory.parse(shape.text());
        if (r.nextInt(3) == 0) {
            h = rebased(h, r);
        }
        for (int i = r.nextInt(3); i > 0 && h.txns().size() < 7; i--) {
            h = with(h, bystander(h, r));
        }
        if (r.nextInt(10) == 0) {
            h = TinyChanges.mutate(h, r);
        }
        if (r.nextInt(10) == 0) {
            h = TinyChanges.statuses(h, r, 1);
        }
        h = rearranged(h, r);
        return !h.timed() && r.nextInt(4) == 0 ? TinyChanges.times(h, r) : h;
    }

    /** What was the initial value of some keys is one that somebody wrote: one transaction for all keys, or for each. */
    private static TinyHistory rebased(TinyHistory h, SplittableRandom r) {
        Map<Integer, Integer> base = new TreeMap<>();
        for (int x = 0; x < h.keys(); x++) {
            if (r.nextInt(4) > 0) {
                base.put(x, 90);
            }
        }
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            sessions.add(session.stream()
                    .map(t -> withOps(
                            t,
                            t.ops().stream()
                                    .map(o -> o.value() == TinyHistory.INITIAL && base.containsKey(o.key())
                                            ? Op.read(o.key(), 90)
                                            : o)
                                    .toList()))
                    .toList());
        }
        long time = h.timed() ? 1 : -1;
        List<Op> writes = base.keySet().stream().map(x -> Op.write(x, 90)).toList();
        if (r.nextBoolean()) {
            // T0, T00, ... come first wherever the numbers in ids matter
            writes.forEach(w -> sessions.add(
                    List.of(new Txn("T0" + "0".repeat(w.key()), Status.COMMITTED, List.of(w), time, time))));
        } else if (!writes.isEmpty()) {
            sessions.add(List.of(new Txn("T0", Status.COMMITTED, writes, time, time)));
        }
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        h.versions().forEach((x, order) -> {
            List<Integer> longer = new ArrayList<>(order);
            if (base.containsKey(x)) {
                longer.add(0, 90);
            }
            versions.put(x, longer);
        });
        return new TinyHistory(sessions, versions);
    }

    /** A blind writer of some keys that nobody reads, or a reader of one value. */
    private static Txn bystander(TinyHistory h, SplittableRandom r) {
        int n = h.txns().size();
        long begin = h.timed() ? r.nextInt(100) : -1;
        long end = h.timed() ? begin + r.nextInt(100) : -1;
        int x = r.nextInt(h.keys());
        List<Op> ops = new ArrayList<>();
        if (r.nextBoolean() && h.versions().isEmpty()) {
            ops.add(Op.write(x, 70 + n));
            if (r.nextBoolean() && h.keys() > 1) {
                ops.add(Op.write((x + 1) % h.keys(), 70 + n));
            }
        } else {
            List<Integer> values = TinyChanges.values(h, x, t -> t.status() != Status.ABORTED);
            ops.add(Op.read(x, values.get(Math.min(values.size() - 1, r.nextInt(values.size() + 1)))));
        }
        return new Txn("T7" + n, Status.COMMITTED, ops, begin, end);
    }

    private static TinyHistory with(TinyHistory h, Txn txn) {
        List<List<Txn>> sessions = new ArrayList<>(h.sessions());
        sessions.add(List.of(txn));
        return new TinyHistory(sessions, h.versions());
    }

    /** Keys renamed, sessions and, where that changes nothing within a transaction, operations in another order. */
    private static TinyHistory rearranged(TinyHistory h, SplittableRandom r) {
        List<Integer> names = shuffled(r, range(h.keys()));
        boolean shuffle = r.nextInt(3) == 0;
        List<Txn> byNumber = new ArrayList<>(h.txns());
        byNumber.sort(Comparator.comparing(t -> Integer.valueOf(t.id().substring(1))));
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : shuffled(r, h.sessions())) {
            List<Txn> out = new ArrayList<>();
            for (Txn t : session) {
                Set<Integer> keys = new HashSet<>();
                t.ops().forEach(o -> keys.add(o.key()));
                List<Op> ops = shuffle && keys.size() == t.ops().size() ? shuffled(r, t.ops()) : t.ops();
                out.add(new Txn(
                        "T" + (byNumber.indexOf(t) + 1),
                        t.status(),
                        ops.stream()
                                .map(o -> new Op(o.kind(), names.get(o.key()), o.value(), o.list()))
                                .toList(),
                        t.begin(),
                        t.end()));
            }
            sessions.add(out);
        }
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        h.versions().forEach((x, order) -> versions.put(names.get(x), order));
        return new TinyHistory(sessions, versions);
    }

    private static Txn withOps(Txn t, List<Op> ops) {
        return new Txn(t.id(), t.status(), ops, t.begin(), t.end());
    }

    /** A history like any of the shapes. */
    public static TinyHistory any(SplittableRandom r) {
        return like(pick(r, SHAPES), r);
    }
}
