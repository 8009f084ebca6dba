package org.isolde.oracle.rows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/** Snapshots: version sets of which one, in short, is that of a whole transaction. */
final class Snapshots {
    private Snapshots() {}

    /** The history with a version set of each predicate read whose transaction has a snapshot. */
    static RowHistory unfolded(RowHistory h) {
        RowHistory unfolded = h;
        for (Txn t : h.txns()) {
            for (int i = 0; i < t.ops().size(); i++) {
                if (t.snapshot() != null && t.ops().get(i) instanceof PredicateRead p && p.sees() == null) {
                    unfolded = unfolded.with(t.id(), i, p.withSees(versionSet(h, t, i, p.table())));
                }
            }
        }
        return unfolded;
    }

    /**
     * What t wrote itself before, else the last version of each row that is in the snapshot, in which nothing is that was
     * aborted; null if that is not known.
     */
    private static Map<String, Integer> versionSet(RowHistory h, Txn t, int op, String table) {
        Map<String, Integer> set = new TreeMap<>();
        for (String row : h.rowsOf(table)) {
            List<Write> own = t.written(row, op);
            if (!own.isEmpty()) {
                set.put(row, own.get(own.size() - 1).version());
                continue;
            }
            List<Integer> inside = h.txns().stream()
                    .filter(u -> t.snapshot().contains(u.id()) && u.status() != Status.ABORTED)
                    .filter(u -> u.lastWritten(row) != null)
                    .map(u -> u.lastWritten(row).version())
                    .toList();
            List<Integer> order = inside.size() > 1 ? h.versions().getOrDefault(row, List.of()) : inside;
            if (!order.containsAll(inside)) {
                return null;
            }
            if (!inside.isEmpty()) {
                set.put(
                        row,
                        order.stream()
                                .filter(inside::contains)
                                .reduce((a, b) -> b)
                                .orElseThrow());
            }
        }
        return set;
    }

    /** G-SIa is not there: who has a snapshot has all in it that he read from, or whose version he overwrote. */
    static boolean hold(RowFacts f, RowGraph g) {
        for (int t = 0; t < f.items.n; t++) {
            Txn txn = f.txn(t);
            for (int other = 0; other < f.items.n && txn.snapshot() != null; other++) {
                boolean depends = g.wr.has(other, t) || g.overwrites(t, other);
                if (depends && !txn.snapshot().contains(f.txn(other).id())) {
                    return false;
                }
            }
        }
        return true;
    }
}
