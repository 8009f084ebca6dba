package org.isolde.oracle;

import static org.isolde.oracle.TinyChanges.merge;

import java.util.ArrayList;
import java.util.Collections;
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

/** The same history with more known of its version orders: given beside it, read out of lists, or overwritten one by one. */
public final class TinyEvidence {
    private TinyEvidence() {}

    /** The values of each key in the order of a merge of the sessions, aborted transactions left out. */
    static Map<Integer, List<Integer>> versionOrder(TinyHistory h, SplittableRandom r) {
        List<Txn> order = new ArrayList<>(merge(h, r));
        if (r.nextInt(3) > 0) {
            order.sort(Comparator.comparing(t -> Integer.valueOf(t.id().substring(1))));
        }
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        for (int x = 0; x < h.keys(); x++) {
            List<Integer> values = new ArrayList<>();
            for (Txn t : order) {
                values.addAll(t.status() == Status.ABORTED ? List.of() : t.written(x));
            }
            versions.put(x, values);
        }
        return versions;
    }

    /** The history with a version order; some values left out, some swapped with a neighbour, rarely one that can't be. */
    public static TinyHistory withVersions(TinyHistory h, SplittableRandom r) {
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        boolean partial = r.nextInt(3) == 0;
        versionOrder(h, r).forEach((x, order) -> {
            if (order.size() > 1 && r.nextInt(5) == 0) {
                swapOfDifferentTxns(h, x, order, r.nextInt(order.size() - 1));
            }
            if (r.nextInt(60) == 0) {
                order.add(r.nextInt(order.size() + 1), 97);
            }
            if (order.size() > 1 && r.nextInt(60) == 0) {
                Collections.swap(order, 0, r.nextInt(order.size()));
            }
            if (r.nextInt(60) == 0) {
                order.add(r.nextInt(order.size() + 1), TinyHistory.INITIAL);
            }
            order.removeIf(v -> partial && r.nextInt(3) == 0);
            if (!order.isEmpty()) {
                versions.put(x, order);
            }
        });
        return h.withVersions(versions);
    }

    /** Swaps places i and i+1 unless they are of the same transaction (whose order is not the version order's). */
    static void swapOfDifferentTxns(TinyHistory h, int x, List<Integer> order, int i) {
        if (h.txns().stream().noneMatch(t -> t.written(x).containsAll(order.subList(i, i + 2)))) {
            Collections.swap(order, i, i + 1);
        }
    }

    /** Writes become appends, and a read of v the list of all versions up to v in some order; some lists broken. */
    public static TinyHistory toLists(TinyHistory h, SplittableRandom r) {
        Map<Integer, List<Integer>> versions = versionOrder(h, r);
        if (r.nextInt(8) == 0) {
            versions.forEach((x, order) -> {
                if (order.size() > 1) {
                    swapOfDifferentTxns(h, x, order, r.nextInt(order.size() - 1));
                }
            });
        }
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            List<Txn> out = new ArrayList<>();
            for (Txn t : session) {
                List<Op> ops = new ArrayList<>();
                for (Op o : t.ops()) {
                    ops.add(
                            o.writes()
                                    ? Op.append(o.key(), o.value())
                                    : Op.listRead(o.key(), broken(upTo(versions.get(o.key()), o.value()), r)));
                }
                out.add(new Txn(t.id(), t.status(), ops, t.begin(), t.end()));
            }
            sessions.add(out);
        }
        return new TinyHistory(sessions, h.versions());
    }

    static List<Integer> upTo(List<Integer> order, int value) {
        List<Integer> list = new ArrayList<>(order.subList(0, order.indexOf(value) + 1));
        if (value != 0 && list.isEmpty()) {
            list.add(value); // of an aborted transaction, or of none
        }
        return list;
    }

    /** Rarely: an element less, an element twice, two swapped; each may leave no order of versions that fits. */
    static List<Integer> broken(List<Integer> list, SplittableRandom r) {
        if (!list.isEmpty() && r.nextInt(60) == 0) {
            int at = r.nextInt(list.size());
            switch (r.nextInt(3)) {
                case 0 -> list.remove(at);
                case 1 -> list.add(list.get(at));
                default -> Collections.swap(list, at, list.size() - 1);
            }
        }
        return list;
    }

    /** The same history, with a read of some version before every blind write. */
    public static TinyHistory readBeforeWrites(TinyHistory tiny, SplittableRandom random) {
        List<List<Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : tiny.sessions()) {
            List<Txn> changed = new ArrayList<>();
            for (Txn txn : session) {
                List<Op> ops = new ArrayList<>();
                Set<Integer> touched = new HashSet<>();
                for (Op op : txn.ops()) {
                    if (op.writes() && !touched.contains(op.key())) {
                        ops.add(Op.read(op.key(), someVersion(tiny, op.key(), txn, random)));
                    }
                    touched.add(op.key());
                    ops.add(op);
                }
                changed.add(new Txn(txn.id(), txn.status(), ops, txn.begin(), txn.end()));
            }
            sessions.add(changed);
        }
        return new TinyHistory(sessions, tiny.versions());
    }

    /** Mostly the last version of an earlier transaction of the list, so that many histories stay plausible. */
    private static int someVersion(TinyHistory tiny, int key, Txn reader, SplittableRandom random) {
        List<Integer> versions = new ArrayList<>(List.of(0));
        for (List<Txn> session : tiny.sessions()) {
            for (Txn txn : session) {
                List<Integer> written = txn.written(key);
                if (txn != reader
                        && txn.status() == Status.COMMITTED
                        && !written.isEmpty()
                        && txn.id().compareTo(reader.id()) < 0) {
                    versions.add(written.get(written.size() - 1));
                }
            }
        }
        return random.nextInt(4) == 0
                ? versions.get(random.nextInt(versions.size()))
                : versions.get(versions.size() - 1);
    }
}
