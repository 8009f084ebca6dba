package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isolde.oracle.Facts;
import org.isolde.oracle.TinyHistory;
import org.isolde.oracle.rows.RowHistory.Aggregate;
import org.isolde.oracle.rows.RowHistory.Function;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Read;
import org.isolde.oracle.rows.RowHistory.Rows;
import org.isolde.oracle.rows.RowHistory.Seen;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/**
 * The item reads and the writes of a history of rows, as a history of items: a row is an item, a delete a write. Item reads
 * are those of a row by its key, the rows that a predicate read gave back, and for min, max and sum the versions of the
 * version set that match.
 *
 * <p>Invariant: item {@code x} is {@code rows.get(x)}, a version has its name as value, and transactions have their ids and
 * their places in their sessions.
 */
final class Items {
    final List<String> rows;
    final TinyHistory history;
    /** By transaction, for each operation on items, the operation of the history of rows that it is a part of. */
    private final Map<String, List<Integer>> partOf = new HashMap<>();

    Items(RowHistory h) {
        rows = h.rows();
        List<List<TinyHistory.Txn>> sessions = new ArrayList<>();
        for (List<Txn> session : h.sessions()) {
            sessions.add(session.stream().map(t -> items(h, t)).toList());
        }
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        h.versions().forEach((row, list) -> versions.put(rows.indexOf(row), list));
        if (!rows.isEmpty()) {
            // a row that only a version set names is an item, too
            versions.putIfAbsent(rows.size() - 1, List.of());
        }
        history = new TinyHistory(sessions, versions);
    }

    /**
     * What is known of the items. All that one predicate read gave back was read at once: none of it before the other.
     *
     * @param tookEffect unknown transactions, by their places, that count whether an item of theirs was read or not
     */
    Facts facts(boolean sessionOrder, Set<Integer> tookEffect) {
        Facts f = new Facts(history, sessionOrder, true, tookEffect);
        f.reads.replaceAll(r -> new Facts.Read(
                r.reader(), partOf.get(f.txns.get(r.reader()).id()).get(r.op()), r.key(), r.writer()));
        return f;
    }

    private TinyHistory.Txn items(RowHistory h, Txn t) {
        List<TinyHistory.Op> items = new ArrayList<>();
        List<Integer> parts = new ArrayList<>();
        for (int i = 0; i < t.ops().size(); i++) {
            items.addAll(items(h, t.ops().get(i)));
            while (parts.size() < items.size()) {
                parts.add(i);
            }
        }
        partOf.put(t.id(), parts);
        return new TinyHistory.Txn(t.id(), t.status(), items, t.begin(), t.end());
    }

    private List<TinyHistory.Op> items(RowHistory h, Op op) {
        if (op instanceof Write w) {
            return List.of(TinyHistory.Op.write(rows.indexOf(w.row()), w.version()));
        }
        if (op instanceof Read r) {
            int version = r.version() == null ? TinyHistory.INITIAL : r.version();
            return List.of(TinyHistory.Op.read(rows.indexOf(r.row()), version));
        }
        PredicateRead p = (PredicateRead) op;
        List<Seen> read = new ArrayList<>();
        if (p.result() instanceof Rows result) {
            read.addAll(result.rows());
        } else if (p.sees() != null && ((Aggregate) p.result()).function() != Function.COUNT) {
            p.sees().forEach((row, version) -> {
                if (Answers.matches(p.condition(), h.write(row, version))) {
                    read.add(new Seen(row, version));
                }
            });
        }
        return read.stream()
                .map(seen -> TinyHistory.Op.read(rows.indexOf(seen.row()), seen.version()))
                .toList();
    }
}
