package org.isolde.oracle;

import static org.isolde.oracle.Draws.pick;
import static org.isolde.oracle.Draws.range;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.isolde.oracle.TinyHistory.Kind;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.TinyHistory.Txn;

/**
 * Changes of a history: other values read, other outcomes, begin and end.
 *
 * <p>Invariant: sessions and ids stay as they are, and so do writes but in {@link #repeatedValues}.
 */
public final class TinyChanges {
    private TinyChanges() {}

    /** One or two reads changed to another value of their key, or to the initial one. */
    public static TinyHistory mutate(TinyHistory h, SplittableRandom r) {
        TinyHistory changed = h;
        for (int i = 1 + r.nextInt(2); i > 0; i--) {
            changed = changeRead(changed, r, (t, o) -> pick(r, values(h, o.key(), u -> true)));
        }
        return changed;
    }

    /** What a read is changed to. */
    interface NewValue {
        int of(Txn t, Op read);
    }

    static TinyHistory changeRead(TinyHistory h, SplittableRandom r, NewValue value) {
        List<Txn> readers = h.txns().stream()
                .filter(t -> t.ops().stream().anyMatch(o -> o.kind() == Kind.READ))
                .toList();
        if (readers.isEmpty()) {
            return h;
        }
        Txn t = pick(r, readers);
        List<Op> ops = new ArrayList<>(t.ops());
        int at = pick(
                r,
                range(ops.size()).stream()
                        .filter(i -> ops.get(i).kind() == Kind.READ)
                        .toList());
        ops.set(at, Op.read(ops.get(at).key(), value.of(t, ops.get(at))));
        return replace(h, t, new Txn(t.id(), t.status(), ops, t.begin(), t.end()));
    }

    /** Some reads of registers become failed compare-and-sets, mostly of another value. */
    public static TinyHistory failedCompareAndSets(TinyHistory h, SplittableRandom r) {
        return withOps(
                h,
                (t, o) -> o.kind() == Kind.READ && r.nextInt(2) == 0
                        ? Op.casFailed(o.key(), pick(r, values(h, o.key(), u -> true)))
                        : o);
    }

    /** One transaction becomes unknown and writes, where that isn't its own already, what another one wrote to the key. */
    public static TinyHistory repeatedValues(TinyHistory h, SplittableRandom r) {
        Txn chosen = pick(r, h.txns());
        List<Op> ops = new ArrayList<>(chosen.ops());
        for (int i = 0; i < ops.size(); i++) {
            Op o = ops.get(i);
            List<Integer> others = values(h, o.key(), u -> u != chosen);
            int value = pick(r, others);
            boolean fresh = ops.stream().noneMatch(p -> p.writes() && p.key() == o.key() && p.value() == value);
            if (o.writes() && value != TinyHistory.INITIAL && fresh && r.nextBoolean()) {
                ops.set(i, new Op(o.kind(), o.key(), value, null));
            }
        }
        return replace(h, chosen, new Txn(chosen.id(), Status.UNKNOWN, ops, chosen.begin(), chosen.end()));
    }

    private static TinyHistory withOps(TinyHistory h, BiFunction<Txn, Op, Op> change) {
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            List<Txn> changed = new ArrayList<>();
            for (Txn t : session) {
                List<Op> ops = t.ops().stream().map(o -> change.apply(t, o)).toList();
                changed.add(new Txn(t.id(), t.status(), ops, t.begin(), t.end()));
            }
            sessions.add(changed);
        }
        return new TinyHistory(sessions, h.versions());
    }

    /** The initial value, and what such transactions write to the key. */
    static List<Integer> values(TinyHistory h, int key, Predicate<Txn> of) {
        List<Integer> values = new ArrayList<>(List.of(TinyHistory.INITIAL));
        h.txns().stream().filter(of).forEach(t -> values.addAll(t.written(key)));
        return values;
    }

    static TinyHistory replace(TinyHistory h, Txn old, Txn with) {
        return new TinyHistory(
                h.sessions().stream()
                        .map(s -> s.stream().map(t -> t.equals(old) ? with : t).toList())
                        .toList(),
                h.versions());
    }

    /** Sometimes begin and end, sometimes an unknown or aborted transaction. */
    static TinyHistory decorate(TinyHistory h, SplittableRandom r) {
        return withTimes(r.nextInt(5) == 0 ? statuses(h, r, 1) : h, r);
    }

    static TinyHistory withTimes(TinyHistory h, SplittableRandom r) {
        return r.nextInt(3) == 0 ? times(h, r) : h;
    }

    /** Some transactions made unknown, or (mostly those nobody reads from) aborted. */
    static TinyHistory statuses(TinyHistory h, SplittableRandom r, int some) {
        TinyHistory changed = h;
        for (int i = 0; i < some; i++) {
            Txn t = pick(r, changed.txns());
            boolean read = h.txns().stream()
                    .anyMatch(u -> !u.id().equals(t.id())
                            && u.ops().stream()
                                    .anyMatch(o -> o.kind() == Kind.READ
                                            && t.written(o.key()).contains(o.value())));
            boolean abort = r.nextBoolean() && (!read || r.nextInt(6) == 0);
            changed = replace(
                    changed, t, new Txn(t.id(), abort ? Status.ABORTED : Status.UNKNOWN, t.ops(), t.begin(), t.end()));
        }
        return changed;
    }

    /** Begin and end: around places that are by id, or (one in four) in any order that keeps the sessions. */
    static TinyHistory times(TinyHistory h, SplittableRandom r) {
        List<Txn> order = new ArrayList<>(h.txns());
        order.sort(Comparator.comparing(t -> Integer.valueOf(t.id().substring(1))));
        if (r.nextInt(4) == 0) {
            order = merge(h, r);
        }
        int width = pick(r, List.of(2, 8, 16, 40, 80));
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            List<Txn> out = new ArrayList<>();
            long free = 0;
            for (Txn t : session) {
                long place = 30 + 10L * order.indexOf(t);
                long begin = Math.max(free, place - r.nextInt(width));
                long end = Math.max(begin, place + r.nextInt(width));
                free = end + r.nextInt(2);
                out.add(new Txn(t.id(), t.status(), t.ops(), begin, end));
            }
            sessions.add(out);
        }
        return new TinyHistory(sessions, h.versions());
    }

    /** All transactions in a random order that keeps that of the sessions and, where it can, readers after writers. */
    static List<Txn> merge(TinyHistory h, SplittableRandom r) {
        List<List<Txn>> rest = new ArrayList<>();
        h.sessions().forEach(s -> rest.add(new ArrayList<>(s)));
        rest.removeIf(List::isEmpty);
        List<Txn> order = new ArrayList<>();
        while (!rest.isEmpty()) {
            List<List<Txn>> ready = rest.stream()
                    .filter(s -> s.get(0).ops().stream()
                            .noneMatch(o -> o.kind() == Kind.READ
                                    && rest.stream()
                                            .flatMap(List::stream)
                                            .anyMatch(u -> u != s.get(0)
                                                    && u.written(o.key()).contains(o.value()))))
                    .toList();
            List<Txn> next = pick(r, ready.isEmpty() ? rest : ready);
            order.add(next.remove(0));
            rest.removeIf(List::isEmpty);
        }
        return order;
    }
}
