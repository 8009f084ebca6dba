package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isolde.oracle.TinyHistory.Status;

/**
 * A history of rows, deletes and predicate reads, small enough to be decided by brute force. Its text is its native form
 * ({@link RowText}).
 *
 * <p>Invariant: immutable; ids are unique; no version of a row is written twice, and none is 0; nobody writes a row that he
 * deleted, and no live version follows a dead one in a version order; results and version sets are of the table that was
 * asked; all transactions have begin and end or none has; an expected serial order has every committed transaction, no
 * aborted one, and unknown ones as it likes.
 *
 * @param versions per row its version order, which need not name all
 * @param order ids in an expected serial order, or null
 */
public record RowHistory(List<List<RowHistory.Txn>> sessions, Map<String, List<Integer>> versions, List<String> order) {

    /** An operation. */
    public sealed interface Op {}

    /**
     * A write.
     *
     * @param version its name, unique for the row
     * @param columns each a Long, a String or null; null if the row is deleted
     */
    public record Write(String row, int version, Map<String, Object> columns) implements Op {
        public Write {
            columns = columns == null ? null : Collections.unmodifiableMap(new TreeMap<>(columns));
        }

        public boolean isDead() {
            return columns == null;
        }
    }

    /** An item read; null: not there yet. */
    public record Read(String row, Integer version) implements Op {}

    /**
     * A predicate read.
     *
     * @param sees the version that each row of the table had, unborn where none is named; null: not known
     */
    public record PredicateRead(String table, String condition, Result result, Map<String, Integer> sees)
            implements Op {
        public PredicateRead {
            sees = sees == null ? null : Collections.unmodifiableMap(new TreeMap<>(sees));
        }

        public PredicateRead withSees(Map<String, Integer> set) {
            return new PredicateRead(table, condition, result, set);
        }

        public PredicateRead withResult(Result other) {
            return new PredicateRead(table, condition, other, sees);
        }
    }

    /** What came back. */
    public sealed interface Result {}

    /** The rows that matched, in no order. */
    public record Rows(List<Seen> rows) implements Result {
        public Rows {
            rows = List.copyOf(rows);
        }
    }

    public record Seen(String row, int version) {}

    /**
     * Only a figure.
     *
     * @param column null for count
     * @param value a Long, or a String or null
     */
    public record Aggregate(Function function, String column, Object value) implements Result {
        @Override
        public String toString() {
            return function.name().toLowerCase() + (column == null ? "" : "(" + column + ")");
        }
    }

    /** What can be asked of the rows that match. */
    public enum Function {
        COUNT,
        MIN,
        MAX,
        SUM
    }

    /**
     * A transaction. Invariant: begin and end are both -1 (absent) or both not negative.
     *
     * @param snapshot ids of those that all its predicate reads saw, or null: what is told so has no version sets of its own
     */
    public record Txn(String id, Status status, List<Op> ops, long begin, long end, Set<String> snapshot) {
        public Txn {
            ops = List.copyOf(ops);
            snapshot = snapshot == null ? null : Set.copyOf(snapshot);
        }

        public Txn(String id, Status status, List<Op> ops, long begin, long end) {
            this(id, status, ops, begin, end, null);
        }

        public Txn withOps(List<? extends Op> other) {
            return new Txn(id, status, List.copyOf(other), begin, end, snapshot);
        }

        public Txn withStatus(Status other) {
            return new Txn(id, other, ops, begin, end, snapshot);
        }

        public Txn withTimes(long first, long last) {
            return new Txn(id, status, ops, first, last, snapshot);
        }

        public Txn withSnapshot(Set<String> other) {
            return new Txn(id, status, ops, begin, end, other);
        }

        /** What it wrote to the row in its first {@code ops} operations, in order. */
        public List<Write> written(String row, int ops) {
            List<Write> written = new ArrayList<>();
            for (Op op : this.ops.subList(0, ops)) {
                if (op instanceof Write w && w.row().equals(row)) {
                    written.add(w);
                }
            }
            return written;
        }

        /** The last version of the row that it wrote in its first {@code ops} operations, or null. */
        public Write lastWritten(String row, int ops) {
            List<Write> written = written(row, ops);
            return written.isEmpty() ? null : written.get(written.size() - 1);
        }

        public Write lastWritten(String row) {
            return lastWritten(row, ops.size());
        }
    }

    public RowHistory {
        sessions = sessions.stream().map(List::copyOf).toList();
        Map<String, List<Integer>> copy = new TreeMap<>();
        versions.forEach((row, list) -> copy.put(row, List.copyOf(list)));
        versions = Collections.unmodifiableMap(copy);
        order = order == null ? null : List.copyOf(order);
        check(sessions, versions, order);
    }

    /** All transactions, session by session. */
    public List<Txn> txns() {
        List<Txn> all = new ArrayList<>();
        sessions.forEach(all::addAll);
        return all;
    }

    public Txn txn(String id) {
        for (Txn t : txns()) {
            if (t.id().equals(id)) {
                return t;
            }
        }
        throw new NoSuchElementException(id);
    }

    public boolean timed() {
        return txns().stream().anyMatch(t -> t.begin() >= 0);
    }

    /** All rows that anybody names, in alphabetical order. */
    public List<String> rows() {
        Set<String> rows = new TreeSet<>(versions.keySet());
        for (Txn t : txns()) {
            for (Op op : t.ops()) {
                if (op instanceof Write w) {
                    rows.add(w.row());
                } else if (op instanceof Read r) {
                    rows.add(r.row());
                } else if (op instanceof PredicateRead p) {
                    rows.addAll(p.sees() == null ? Set.of() : p.sees().keySet());
                    if (p.result() instanceof Rows result) {
                        result.rows().forEach(seen -> rows.add(seen.row()));
                    }
                }
            }
        }
        return List.copyOf(rows);
    }

    public List<String> rowsOf(String table) {
        return rows().stream().filter(row -> table(row).equals(table)).toList();
    }

    /** The write of a version, whoever wrote it; null if nobody did. */
    public Write write(String row, int version) {
        Txn writer = writer(row, version);
        return writer == null
                ? null
                : writer.written(row, writer.ops().size()).stream()
                        .filter(w -> w.version() == version)
                        .findFirst()
                        .orElseThrow();
    }

    /** Who wrote a version; null if nobody did. */
    public Txn writer(String row, int version) {
        for (Txn t : txns()) {
            if (t.written(row, t.ops().size()).stream().anyMatch(w -> w.version() == version)) {
                return t;
            }
        }
        return null;
    }

    /** What stands before the first slash. */
    public static String table(String row) {
        return row.substring(0, row.indexOf('/'));
    }

    public RowHistory withVersions(Map<String, List<Integer>> other) {
        return new RowHistory(sessions, other, order);
    }

    public RowHistory withOrder(List<String> other) {
        return new RowHistory(sessions, versions, other);
    }

    /** The history with other transactions in place of those of the same ids. */
    public RowHistory with(Txn... others) {
        return new RowHistory(
                sessions.stream()
                        .map(s -> s.stream().map(t -> among(others, t)).toList())
                        .toList(),
                versions,
                order);
    }

    private static Txn among(Txn[] others, Txn t) {
        return Arrays.stream(others)
                .filter(u -> u.id().equals(t.id()))
                .findFirst()
                .orElse(t);
    }

    /** The history with another operation in a transaction. */
    public RowHistory with(String id, int at, Op other) {
        List<Op> ops = new ArrayList<>(txn(id).ops());
        ops.set(at, other);
        return with(txn(id).withOps(ops));
    }

    /** The history with one thing less, what is largest first. */
    public List<RowHistory> smaller() {
        List<RowHistory> smaller = new ArrayList<>();
        for (Txn t : txns()) {
            smaller.add(new RowHistory(
                    sessions.stream()
                            .map(s -> s.stream().filter(u -> u != t).toList())
                            .filter(s -> !s.isEmpty())
                            .toList(),
                    versions,
                    order == null
                            ? null
                            : order.stream().filter(id -> !id.equals(t.id())).toList()));
        }
        for (Txn t : txns()) {
            for (int i = 0; i < t.ops().size(); i++) {
                smaller.add(with(t.withOps(without(t.ops(), i))));
            }
        }
        versions.forEach((row, list) -> {
            for (int i = 0; i < list.size(); i++) {
                Map<String, List<Integer>> less = new LinkedHashMap<>(versions);
                less.put(row, without(list, i));
                less.values().removeIf(List::isEmpty);
                smaller.add(withVersions(less));
            }
        });
        for (Txn t : txns()) {
            for (int i = 0; i < t.ops().size(); i++) {
                if (t.ops().get(i) instanceof PredicateRead p && p.sees() != null) {
                    for (String row : p.sees().keySet()) {
                        Map<String, Integer> less = new TreeMap<>(p.sees());
                        less.remove(row);
                        smaller.add(with(t.id(), i, p.withSees(less)));
                    }
                }
            }
        }
        if (order != null) {
            smaller.add(withOrder(null));
        }
        if (timed()) {
            smaller.add(with(txns().stream().map(t -> t.withTimes(-1, -1)).toArray(Txn[]::new)));
        }
        return smaller;
    }

    private static <E> List<E> without(List<E> list, int place) {
        List<E> rest = new ArrayList<>(list);
        rest.remove(place);
        return rest;
    }

    // every history that is drawn comes here several times: nothing is made but what is looked at
    private static void check(List<List<Txn>> sessions, Map<String, List<Integer>> versions, List<String> order) {
        Set<String> ids = new HashSet<>();
        Map<Seen, Write> written = new HashMap<>();
        for (List<Txn> session : sessions) {
            for (Txn t : session) {
                boolean placed = order != null && order.contains(t.id());
                boolean mustBe = order != null && t.status() == Status.COMMITTED;
                if (!ids.add(t.id()) || t.status() != Status.UNKNOWN && placed != mustBe) {
                    throw new IllegalArgumentException("two transactions, or the place, of " + t.id());
                }
                check(t, written);
            }
        }
        if (order != null && (new HashSet<>(order).size() != order.size() || !ids.containsAll(order))) {
            throw new IllegalArgumentException("order " + order);
        }
        for (Map.Entry<String, List<Integer>> line : versions.entrySet()) {
            boolean dead = false;
            for (int version : line.getValue()) {
                Write w = written.get(new Seen(line.getKey(), version));
                if (w != null && dead && !w.isDead()) {
                    throw new IllegalArgumentException("alive after its death: " + line.getKey());
                }
                dead |= w != null && w.isDead();
            }
        }
    }

    private static void check(Txn t, Map<Seen, Write> written) {
        Set<String> deleted = new HashSet<>();
        for (Op op : t.ops()) {
            if (op instanceof Write w) {
                if (w.version() <= 0 || written.put(new Seen(w.row(), w.version()), w) != null) {
                    throw new IllegalArgumentException("twice: " + w);
                }
                if (deleted.contains(w.row())) {
                    throw new IllegalArgumentException("written after it was deleted: " + w);
                }
                if (w.isDead()) {
                    deleted.add(w.row());
                }
            } else if (op instanceof PredicateRead p) {
                checkTable(p, p.sees() == null ? Set.of() : p.sees().keySet());
                if (p.result() instanceof Rows result) {
                    for (Seen seen : result.rows()) {
                        checkTable(p, Set.of(seen.row()));
                    }
                }
            }
        }
    }

    private static void checkTable(PredicateRead p, Set<String> rows) {
        for (String row : rows) {
            if (!table(row).equals(p.table())) {
                throw new IllegalArgumentException("another table: " + p);
            }
        }
    }

    @Override
    public String toString() {
        return "\n" + RowText.of(this);
    }
}
