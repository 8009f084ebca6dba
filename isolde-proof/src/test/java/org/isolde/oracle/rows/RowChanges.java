package org.isolde.oracle.rows;

import static org.isolde.oracle.Draws.pick;
import static org.isolde.oracle.Draws.shuffled;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowHistory.Aggregate;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Read;
import org.isolde.oracle.rows.RowHistory.Rows;
import org.isolde.oracle.rows.RowHistory.Seen;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/**
 * Changes of a history of rows: faults of a store or of a certificate, other outcomes, times, and less evidence.
 *
 * <p>Invariant: writes stay as they are. A change that finds nothing to change gives the history back.
 */
public final class RowChanges {
    private RowChanges() {}

    /** A change with a name. */
    public record Fault(String name, BiFunction<RowHistory, SplittableRandom, RowHistory> change) {
        public RowHistory apply(RowHistory h, SplittableRandom r) {
            return change.apply(h, r);
        }
    }

    /** What can be wrong with a store or with its certificate. */
    public static final List<Fault> FAULTS = List.of(
            new Fault("versions-swapped", RowChanges::swapVersions),
            new Fault("set-widened", (h, r) -> shiftSeen(h, r, 1, true)),
            new Fault("set-narrowed", (h, r) -> shiftSeen(h, r, -1, true)),
            new Fault("set-widened-alone", (h, r) -> shiftSeen(h, r, 1, false)),
            new Fault("set-of-anything", RowChanges::seeAnything),
            new Fault("sets-redrawn", RowChanges::redrawSets),
            new Fault("set-without-row", RowChanges::forgetSeen),
            new Fault("result-without-row", (h, r) -> changeResult(h, r, RowChanges::withoutOne)),
            new Fault("result-with-row", (h, r) -> changeResult(h, r, RowChanges::withAnother)),
            new Fault("result-with-row-twice", (h, r) -> changeResult(h, r, RowChanges::withOneTwice)),
            new Fault("aggregate-wrong", RowChanges::wrongAggregate),
            new Fault("item-of-anything", RowChanges::readAnything),
            new Fault("dead-row-read", RowChanges::readTheDead),
            new Fault("phantom", RowChanges::phantom),
            new Fault("order-shuffled", RowChanges::shuffleOrder));

    /** An operation and where it stands. */
    private record At<O extends Op>(Txn txn, int place, O op) {}

    private static <O extends Op> List<At<O>> all(RowHistory h, Class<O> kind, Predicate<O> which) {
        List<At<O>> all = new ArrayList<>();
        for (Txn t : h.txns()) {
            for (int i = 0; i < t.ops().size(); i++) {
                if (kind.isInstance(t.ops().get(i))
                        && which.test(kind.cast(t.ops().get(i)))) {
                    all.add(new At<>(t, i, kind.cast(t.ops().get(i))));
                }
            }
        }
        return all;
    }

    private static RowHistory put(RowHistory h, At<?> at, Op other) {
        return h.with(at.txn().id(), at.place(), other);
    }

    /** The predicate read with another version set and, if it is truthful, with what the condition gives on it. */
    private static PredicateRead asked(RowHistory h, PredicateRead p, Map<String, Integer> sees, boolean truthful) {
        List<Write> seen = new ArrayList<>();
        sees.forEach((row, version) -> seen.add(h.write(row, version)));
        PredicateRead other = p.withSees(sees);
        return truthful ? other.withResult(Answers.of(p.condition(), p.result(), seen)) : other;
    }

    private static RowHistory swapVersions(RowHistory h, SplittableRandom r) {
        List<Supplier<RowHistory>> swapped = new ArrayList<>();
        h.versions().forEach((row, list) -> {
            for (int i = 0; i + 1 < list.size(); i++) {
                List<Integer> other = new ArrayList<>(list);
                Collections.swap(other, i, i + 1);
                Write earlier = h.write(row, other.get(i));
                if (earlier == null || !earlier.isDead()) {
                    Map<String, List<Integer>> versions = new TreeMap<>(h.versions());
                    versions.put(row, other);
                    swapped.add(() -> h.withVersions(versions));
                }
            }
        });
        return swapped.isEmpty() ? h : pick(r, swapped).get();
    }

    /** One row of a version set by one version later or earlier. */
    private static RowHistory shiftSeen(RowHistory h, SplittableRandom r, int by, boolean truthful) {
        List<Supplier<RowHistory>> shifted = new ArrayList<>();
        for (At<PredicateRead> at : all(h, PredicateRead.class, p -> p.sees() != null)) {
            for (String row : h.rowsOf(at.op().table())) {
                List<Integer> chain = new ArrayList<>(List.of(0));
                chain.addAll(h.versions().getOrDefault(row, List.of()));
                int seen = chain.indexOf(at.op().sees().getOrDefault(row, 0));
                if (seen >= 0 && seen + by >= 0 && seen + by < chain.size()) {
                    Map<String, Integer> sees = new TreeMap<>(at.op().sees());
                    sees.put(row, chain.get(seen + by));
                    sees.values().removeIf(version -> version == 0);
                    shifted.add(() -> put(h, at, asked(h, at.op(), sees, truthful)));
                }
            }
        }
        return shifted.isEmpty() ? h : pick(r, shifted).get();
    }

    /** One row of a version set is any version of the row that anybody wrote, or (rarely) nobody. */
    private static RowHistory seeAnything(RowHistory h, SplittableRandom r) {
        List<At<PredicateRead>> reads = all(h, PredicateRead.class, p -> p.sees() != null);
        List<At<Write>> writes = all(h, Write.class, w -> true);
        List<At<Write>> intermediate = writes.stream()
                .filter(w -> w.txn().lastWritten(w.op().row()) != w.op())
                .toList();
        if (reads.isEmpty() || writes.isEmpty()) {
            return h;
        }
        At<PredicateRead> at = pick(r, reads);
        Write seen = pick(r, intermediate.isEmpty() || r.nextBoolean() ? writes : intermediate)
                .op();
        if (!RowHistory.table(seen.row()).equals(at.op().table())) {
            return h;
        }
        Map<String, Integer> sees = new TreeMap<>(at.op().sees());
        boolean garbage = r.nextInt(5) == 0;
        sees.put(seen.row(), garbage ? 99 : seen.version());
        return put(h, at, asked(h, at.op(), sees, !garbage));
    }

    /** Each predicate read saw any last version of each row, and gives what the condition gives on these. */
    private static RowHistory redrawSets(RowHistory h, SplittableRandom r) {
        RowHistory redrawn = h;
        for (At<PredicateRead> at : all(h, PredicateRead.class, p -> p.sees() != null)) {
            Map<String, Integer> sees = new TreeMap<>();
            for (String row : h.rowsOf(at.op().table())) {
                Write own = at.txn().lastWritten(row, at.place());
                List<Integer> chain = new ArrayList<>(h.versions().getOrDefault(row, List.of()));
                chain.removeIf(
                        version -> h.writer(row, version).id().equals(at.txn().id()));
                int seen = r.nextInt(chain.size() + 1);
                if (own != null || seen < chain.size()) {
                    sees.put(row, own != null ? own.version() : chain.get(seen));
                }
            }
            redrawn = put(redrawn, at, asked(h, at.op(), sees, true));
        }
        return redrawn;
    }

    private static RowHistory forgetSeen(RowHistory h, SplittableRandom r) {
        List<At<PredicateRead>> reads =
                all(h, PredicateRead.class, p -> p.sees() != null && !p.sees().isEmpty());
        if (reads.isEmpty()) {
            return h;
        }
        At<PredicateRead> at = pick(r, reads);
        Map<String, Integer> sees = new TreeMap<>(at.op().sees());
        sees.remove(pick(r, List.copyOf(sees.keySet())));
        return put(h, at, asked(h, at.op(), sees, r.nextBoolean()));
    }

    /** What becomes of a result. */
    private interface NewResult {
        List<Seen> of(RowHistory h, SplittableRandom r, PredicateRead p, List<Seen> rows);
    }

    private static RowHistory changeResult(RowHistory h, SplittableRandom r, NewResult change) {
        List<At<PredicateRead>> reads = all(h, PredicateRead.class, p -> p.result() instanceof Rows);
        if (reads.isEmpty()) {
            return h;
        }
        At<PredicateRead> at = pick(r, reads);
        List<Seen> rows = change.of(h, r, at.op(), ((Rows) at.op().result()).rows());
        return put(h, at, at.op().withResult(new Rows(rows)));
    }

    private static List<Seen> withoutOne(RowHistory h, SplittableRandom r, PredicateRead p, List<Seen> rows) {
        List<Seen> less = new ArrayList<>(rows);
        if (!rows.isEmpty()) {
            less.remove(r.nextInt(rows.size()));
        }
        return less;
    }

    private static List<Seen> withAnother(RowHistory h, SplittableRandom r, PredicateRead p, List<Seen> rows) {
        List<Seen> more = new ArrayList<>(rows);
        List<At<Write>> writes =
                all(h, Write.class, w -> RowHistory.table(w.row()).equals(p.table()));
        if (!writes.isEmpty()) {
            Write w = pick(r, writes).op();
            more.removeIf(seen -> seen.row().equals(w.row()));
            more.add(new Seen(w.row(), w.version()));
        }
        return more;
    }

    private static List<Seen> withOneTwice(RowHistory h, SplittableRandom r, PredicateRead p, List<Seen> rows) {
        List<Seen> more = new ArrayList<>(rows);
        if (!rows.isEmpty()) {
            more.add(pick(r, rows));
        }
        return more;
    }

    private static RowHistory wrongAggregate(RowHistory h, SplittableRandom r) {
        List<At<PredicateRead>> reads = all(h, PredicateRead.class, p -> p.result() instanceof Aggregate);
        if (reads.isEmpty()) {
            return h;
        }
        At<PredicateRead> at = pick(r, reads);
        Aggregate a = (Aggregate) at.op().result();
        Object wrong = a.value() instanceof Long value
                ? (Object) (value + (r.nextBoolean() ? 1 : -1))
                : a.value() == null && !"b".equals(a.column()) ? (Object) 0L : "o";
        return put(h, at, at.op().withResult(new Aggregate(a.function(), a.column(), wrong)));
    }

    private static RowHistory readAnything(RowHistory h, SplittableRandom r) {
        List<At<Read>> reads = all(h, Read.class, read -> true);
        if (reads.isEmpty()) {
            return h;
        }
        At<Read> at = pick(r, reads);
        List<Integer> versions = new ArrayList<>();
        versions.add(null);
        all(h, Write.class, w -> w.row().equals(at.op().row())).forEach(w -> versions.add(w.op().version()));
        return put(h, at, new Read(at.op().row(), pick(r, versions)));
    }

    /** A row that is dead comes back, or is read as if it lived. */
    private static RowHistory readTheDead(RowHistory h, SplittableRandom r) {
        List<At<Write>> deaths = all(h, Write.class, Write::isDead);
        if (deaths.isEmpty()) {
            return h;
        }
        Write dead = pick(r, deaths).op();
        List<Supplier<RowHistory>> changed = new ArrayList<>();
        for (At<Write> alive : all(h, Write.class, w -> w.row().equals(dead.row()) && !w.isDead())) {
            for (At<Read> at : all(h, Read.class, read -> read.row().equals(dead.row()))) {
                changed.add(() -> put(h, at, new Read(dead.row(), alive.op().version())));
            }
        }
        for (At<PredicateRead> at : all(h, PredicateRead.class, p -> p.table().equals(RowHistory.table(dead.row())))) {
            if (at.op().result() instanceof Rows rows) {
                List<Seen> more = new ArrayList<>(rows.rows());
                more.add(new Seen(dead.row(), dead.version()));
                changed.add(() -> put(h, at, at.op().withResult(new Rows(more))));
            }
        }
        return changed.isEmpty() ? h : pick(r, changed).get();
    }

    /** A transaction asks once more at its end, and sees all that there is. */
    private static RowHistory phantom(RowHistory h, SplittableRandom r) {
        List<At<PredicateRead>> reads = all(h, PredicateRead.class, p -> p.sees() != null);
        if (reads.isEmpty()) {
            return h;
        }
        At<PredicateRead> at = pick(r, reads);
        Map<String, Integer> sees = new TreeMap<>();
        for (String row : h.rowsOf(at.op().table())) {
            List<Integer> chain = h.versions().getOrDefault(row, List.of());
            Write own = at.txn().lastWritten(row);
            if (own != null || !chain.isEmpty()) {
                sees.put(row, own != null ? own.version() : chain.get(chain.size() - 1));
            }
        }
        List<Op> ops = new ArrayList<>(at.txn().ops());
        ops.add(asked(h, at.op(), sees, true));
        return h.with(at.txn().withOps(ops));
    }

    private static RowHistory shuffleOrder(RowHistory h, SplittableRandom r) {
        return h.order() == null ? h : h.withOrder(shuffled(r, h.order()));
    }

    /**
     * Transactions have snapshots: mostly what was committed before some place, and sometimes more or less; and mostly they were
     * given what their conditions give on them.
     */
    public static RowHistory bySnapshots(RowHistory h, SplittableRandom r) {
        RowHistory told = h;
        for (Txn t : h.txns()) {
            if (r.nextInt(4) == 0) {
                continue;
            }
            int place = r.nextInt(h.txns().size() + 1);
            Set<String> seen = new TreeSet<>();
            for (Txn other : h.txns()) {
                boolean before = Integer.parseInt(other.id().substring(1)) <= place;
                if (other != t && (before ? r.nextInt(6) > 0 : r.nextInt(12) == 0)) {
                    seen.add(other.id());
                }
            }
            List<Op> ops = t.ops().stream()
                    .map(op -> op instanceof PredicateRead p ? p.withSees(null) : op)
                    .toList();
            told = told.with(t.withOps(ops).withSnapshot(seen));
        }
        RowHistory unfolded = Snapshots.unfolded(told);
        for (At<PredicateRead> at : all(unfolded, PredicateRead.class, p -> p.sees() != null)) {
            if (at.txn().snapshot() != null && r.nextInt(8) > 0) {
                PredicateRead answered = asked(h, at.op(), at.op().sees(), true);
                told = put(told, at, answered.withSees(null));
            }
        }
        return told;
    }

    // ----------------------------------------------------------------------------------- outcomes, times, evidence

    /**
     * One transaction of unknown outcome, or aborted; version orders and the expected order don't name an aborted one, and one
     * of unknown outcome perhaps.
     */
    public static RowHistory otherOutcome(RowHistory h, SplittableRandom r) {
        Txn t = pick(r, h.txns());
        boolean aborted = r.nextInt(3) == 0;
        boolean named = !aborted && r.nextInt(3) > 0;
        boolean placed = !aborted && r.nextInt(4) > 0;
        Map<String, List<Integer>> versions = new TreeMap<>();
        h.versions()
                .forEach((row, list) -> versions.put(
                        row,
                        list.stream()
                                .filter(version -> named || h.writer(row, version) != t)
                                .toList()));
        versions.values().removeIf(List::isEmpty);
        List<String> order = h.order() == null || placed
                ? h.order()
                : h.order().stream().filter(id -> !id.equals(t.id())).toList();
        return h.withOrder(null)
                .withVersions(versions)
                .with(t.withStatus(aborted ? Status.ABORTED : Status.UNKNOWN))
                .withOrder(order);
    }

    /** Begin and end, around places that are by the number in the id. */
    public static RowHistory times(RowHistory h, SplittableRandom r) {
        return times(h, r, pick(r, List.of(5, 8, 16, 40)));
    }

    /** @param width if at most 5, real time is within the order of the numbers */
    static RowHistory times(RowHistory h, SplittableRandom r, int width) {
        List<Txn> timed = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            long free = 0;
            for (Txn t : session) {
                long place = 30 + 10L * Integer.parseInt(t.id().substring(1));
                long begin = Math.max(free, place - r.nextInt(width));
                long end = Math.max(begin, place + r.nextInt(width));
                free = end + r.nextInt(2);
                timed.add(t.withTimes(begin, end));
            }
        }
        return h.with(timed.toArray(Txn[]::new));
    }

    /** Version orders that name also what was overwritten by the one who wrote it. */
    public static RowHistory nameAll(RowHistory h) {
        Map<String, List<Integer>> versions = new TreeMap<>();
        h.versions().forEach((row, list) -> {
            List<Integer> all = new ArrayList<>();
            for (int version : list) {
                Txn writer = h.writer(row, version);
                writer.written(row, writer.ops().size()).forEach(w -> all.add(w.version()));
            }
            versions.put(row, all);
        });
        return h.withVersions(versions);
    }

    /** Less evidence: the certificate alone, the order alone, parts of them, or nothing. */
    public static RowHistory lessEvidence(RowHistory h, SplittableRandom r) {
        return switch (r.nextInt(10)) {
            case 0, 1, 2, 3, 4 -> h.withOrder(null);
            case 5 -> h;
            case 6 -> withoutSets(h.withVersions(Map.of()), () -> true);
            case 7 -> withoutSets(h.withVersions(Map.of()).withOrder(null), () -> true);
            case 8 -> withoutSets(h.withOrder(null), () -> r.nextInt(3) == 0);
            default -> {
                Map<String, List<Integer>> versions = new TreeMap<>();
                h.versions()
                        .forEach((row, list) -> versions.put(
                                row, list.stream().filter(v -> r.nextInt(3) > 0).toList()));
                versions.values().removeIf(List::isEmpty);
                yield h.withVersions(versions).withOrder(null);
            }
        };
    }

    /** Without version orders and version sets. */
    static RowHistory orderOnly(RowHistory h) {
        return withoutSets(h.withVersions(Map.of()), () -> true);
    }

    private static RowHistory withoutSets(RowHistory h, BooleanSupplier without) {
        RowHistory less = h;
        for (At<PredicateRead> at : all(h, PredicateRead.class, p -> p.sees() != null)) {
            less = without.getAsBoolean() ? put(less, at, at.op().withSees(null)) : less;
        }
        return less;
    }
}
