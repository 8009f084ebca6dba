package org.isolde.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.isolde.oracle.TinyHistory.Op;
import org.isolde.oracle.TinyHistory.Txn;

/**
 * Makes a history that fails a property smaller as long as it still fails it: first without whole transactions, then without
 * operations, then with less evidence (elements of lists and version orders, version orders, times).
 *
 * <p>Invariant: what it gives still fails, and would not without any single one of these.
 */
public final class TinyShrinker {
    private TinyShrinker() {}

    /** What is claimed of a history: whatever it throws says that it does not hold. */
    @FunctionalInterface
    public interface Property<H> {
        void hold(H history) throws Exception;
    }

    /** Holds a history to a property; if it fails, the error is of the smallest history that was found to fail as well. */
    public static void check(TinyHistory history, String what, Property<TinyHistory> property) {
        check(history, TinyShrinker::smaller, () -> what, property);
    }

    public static void check(TinyHistory history, Supplier<String> what, Property<TinyHistory> property) {
        check(history, TinyShrinker::smaller, what, property);
    }

    public static void check(TinyRegisters history, Supplier<String> what, Property<TinyRegisters> property) {
        check(history, TinyRegisters::smaller, what, property);
    }

    /** @param smaller the history with one thing less, what is largest first */
    public static <H> void check(H history, Function<H, List<H>> smaller, Supplier<String> what, Property<H> property) {
        if (failure(property, history) != null) {
            H small = shrink(history, smaller, h -> failure(property, h) != null);
            Throwable why = failure(property, small);
            throw new AssertionError(
                    what.get() + ": " + small + "\nshrunk from " + history + "\n" + why.getMessage(), why);
        }
    }

    private static <H> Throwable failure(Property<H> property, H history) {
        try {
            property.hold(history);
            return null;
        } catch (AssertionError | Exception e) {
            return e;
        }
    }

    /** A smaller history that still fails, of which nothing more can be left out. */
    public static TinyHistory shrink(TinyHistory history, Predicate<TinyHistory> stillFails) {
        return shrink(history, TinyShrinker::smaller, stillFails);
    }

    private static <H> H shrink(H history, Function<H, List<H>> smaller, Predicate<H> stillFails) {
        H smallest = history;
        while (true) {
            H found = null;
            for (H candidate : smaller.apply(smallest)) {
                found = found == null && stillFails.test(candidate) ? candidate : found;
            }
            if (found == null) {
                return smallest;
            }
            smallest = found;
        }
    }

    /** The history with one thing less, what is largest first. */
    private static List<TinyHistory> smaller(TinyHistory h) {
        List<TinyHistory> candidates = new ArrayList<>();
        for (Txn t : h.txns()) {
            candidates.add(with(h, t, List.of()));
        }
        for (Txn t : h.txns()) {
            for (int i = 0; i < t.ops().size(); i++) {
                candidates.add(with(h, t, List.of(withOps(t, without(t.ops(), i)))));
            }
        }
        for (Txn t : h.txns()) {
            for (int i = 0; i < t.ops().size(); i++) {
                Op o = t.ops().get(i);
                for (int e = 0; o.list() != null && e < o.list().size(); e++) {
                    List<Op> ops = new ArrayList<>(t.ops());
                    ops.set(i, Op.listRead(o.key(), without(o.list(), e)));
                    candidates.add(with(h, t, List.of(withOps(t, ops))));
                }
            }
        }
        h.versions().forEach((key, order) -> {
            for (int i = 0; i < order.size(); i++) {
                Map<Integer, List<Integer>> versions = new LinkedHashMap<>(h.versions());
                versions.put(key, without(order, i));
                if (versions.get(key).isEmpty()) {
                    versions.remove(key);
                }
                candidates.add(h.withVersions(versions));
            }
        });
        if (h.timed()) {
            candidates.add(withoutTimes(h));
        }
        return candidates;
    }

    private static <E> List<E> without(List<E> list, int place) {
        List<E> rest = new ArrayList<>(list);
        rest.remove(place);
        return rest;
    }

    private static Txn withOps(Txn t, List<Op> ops) {
        return new Txn(t.id(), t.status(), ops, t.begin(), t.end());
    }

    /** The history with something else in place of a transaction; sessions without any are left out. */
    private static TinyHistory with(TinyHistory h, Txn old, List<Txn> instead) {
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            List<Txn> changed = new ArrayList<>();
            session.forEach(t -> changed.addAll(t.id().equals(old.id()) ? instead : List.of(t)));
            sessions.add(changed);
        }
        sessions.removeIf(List::isEmpty);
        return new TinyHistory(sessions, h.versions());
    }

    private static TinyHistory withoutTimes(TinyHistory h) {
        List<List<Txn>> sessions = h.sessions().stream()
                .map(session -> session.stream()
                        .map(t -> new Txn(t.id(), t.status(), t.ops(), -1, -1))
                        .toList())
                .toList();
        return new TinyHistory(sessions, h.versions());
    }
}
