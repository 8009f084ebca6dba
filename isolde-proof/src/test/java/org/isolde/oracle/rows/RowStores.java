package org.isolde.oracle.rows;

import static org.isolde.oracle.Draws.pick;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowHistory.Aggregate;
import org.isolde.oracle.rows.RowHistory.Function;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Read;
import org.isolde.oracle.rows.RowHistory.Result;
import org.isolde.oracle.rows.RowHistory.Rows;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowHistory.Write;

/**
 * Simulated stores of rows: histories in which each operation sees what a policy lets it see, with the certificate that tells
 * so truthfully.
 *
 * <p>Invariant: transactions T1, T2, ... are numbered in the order in which they commit, which is the version order of every
 * row and the expected serial order; nobody writes a dead row.
 */
public final class RowStores {
    private RowStores() {}

    /** What an operation may see of those that committed before. */
    public enum Policy {
        /** All. */
        SERIAL,
        /** A prefix, one for the transaction; no write over an unseen write. */
        SNAPSHOT,
        /** A prefix, one for the transaction. */
        PREFIX,
        /** A prefix that grows from operation to operation; no write over an unseen write. */
        STATEMENT,
        /** All, but a predicate read may see older versions of rows that don't match then: these turn up as phantoms. */
        PHANTOM,
        /** For each row another prefix. */
        TORN,
        /** A set with all that its members saw, one for the transaction; no write over an unseen write. */
        PARALLEL,
        /** Any set, one for the transaction. */
        SET
    }

    private static final List<String> CONDITIONS = List.of(
            "true",
            "a = 1",
            "a < 2",
            "a >= 2",
            "not (a < 2)",
            "a is null",
            "a in (1, null)",
            "a not in (1, 2)",
            "a between 1 and 2",
            "a % 2 = 0 or b = 'p'",
            "b like 'p%' and a is not null",
            "a + 1 > 2",
            "b <> 'q'");

    /** One simulation. */
    private static final class Store {
        final SplittableRandom r;
        final Policy policy;
        final List<String> rows;
        final List<List<Op>> txns = new ArrayList<>();
        final List<Integer> sessionOf = new ArrayList<>();
        /** What each saw, where that is one set. */
        final List<Integer> saw = new ArrayList<>();

        final Map<String, Integer> versions = new HashMap<>();

        Store(SplittableRandom r, Policy policy, List<String> rows) {
            this.r = r;
            this.policy = policy;
            this.rows = rows;
        }

        List<Op> ops() {
            return txns.get(txns.size() - 1);
        }

        /** What the transaction at work wrote to the row last, or the latest in the set did; null if unborn. */
        Write visible(String row, int set) {
            Write own = last(ops(), row);
            return own != null ? own : committed(row, set);
        }

        Write committed(String row, int set) {
            for (int t = txns.size() - 2; t >= 0; t--) {
                if ((set >> t & 1) != 0 && last(txns.get(t), row) != null) {
                    return last(txns.get(t), row);
                }
            }
            return null;
        }

        /** Where it can't be written, the row is read. */
        void writeOrRead(String row, ToIntFunction<String> view, boolean delete) {
            int before = ops().size();
            write(row, view, delete);
            if (ops().size() == before) {
                read(row, view);
            }
        }

        void read(String row, ToIntFunction<String> view) {
            Write version = visible(row, view.applyAsInt(row));
            ops().add(new Read(row, version == null ? null : version.version()));
        }

        void write(String row, ToIntFunction<String> view, boolean delete) {
            int all = below(txns.size() - 1);
            Write present = visible(row, all);
            boolean careful =
                    policy != Policy.SERIAL && policy != Policy.PREFIX && policy != Policy.TORN && policy != Policy.SET;
            boolean unseen = committed(row, all) != committed(row, view.applyAsInt(row));
            if (present != null && present.isDead() || careful && unseen || delete && present == null) {
                return;
            }
            ops().add(new Write(row, versions.merge(row, 1, Integer::sum), delete ? null : columns(r)));
        }

        PredicateRead ask(String table, Result form, ToIntFunction<String> view) {
            String condition = pick(r, CONDITIONS);
            Map<String, Integer> sees = new TreeMap<>();
            List<Write> seen = new ArrayList<>();
            for (String row : rows) {
                Write version = visible(row, view.applyAsInt(row));
                if (policy == Policy.PHANTOM && r.nextBoolean()) {
                    Write older = visible(row, below(r.nextInt(txns.size())));
                    version = Answers.matches(condition, older) ? version : older;
                }
                if (version != null && RowHistory.table(row).equals(table)) {
                    sees.put(row, version.version());
                    seen.add(version);
                }
            }
            return new PredicateRead(table, condition, Answers.of(condition, form, seen), sees);
        }
    }

    static Map<String, Object> columns(SplittableRandom r) {
        Map<String, Object> columns = new TreeMap<>();
        columns.put("a", r.nextInt(6) == 0 ? null : (Object) (long) r.nextInt(4));
        if (r.nextInt(3) > 0) {
            columns.put("b", pick(r, new String[] {"p", "q", null}));
        }
        return columns;
    }

    public static RowHistory simulate(SplittableRandom r, Policy policy) {
        List<String> rows =
                List.of("t/x", "t/y", r.nextInt(3) == 0 ? "u/z" : "t/z").subList(0, 1 + most(r, 3));
        Store store = new Store(r, policy, rows);
        int sessions = 1 + most(r, 5);
        int n = 2 + Math.max(most(r, 4), r.nextInt(4));
        for (int t = 0; t < n; t++) {
            store.txns.add(new ArrayList<>());
            store.sessionOf.add(r.nextInt(sessions));
            transaction(store, t);
        }
        return history(store, sessions);
    }

    private static void transaction(Store store, int t) {
        SplittableRandom r = store.r;
        int atLeast = store.sessionOf.subList(0, t).lastIndexOf(store.sessionOf.get(t)) + 1;
        int prefix = atLeast + r.nextInt(t + 1 - atLeast);
        int set = r.nextInt(1 << t) | mine(store, t);
        int fixed = switch (store.policy) {
            case SET -> set;
            case PARALLEL -> closed(store, set);
            default -> below(prefix);
        };
        store.saw.add(fixed);
        for (int i = 1 + most(r, 4); i > 0; i--) {
            prefix += r.nextInt(t + 1 - prefix);
            int grown = below(prefix);
            int late = atLeast;
            ToIntFunction<String> view = switch (store.policy) {
                case SERIAL, PHANTOM -> row -> below(t);
                case SNAPSHOT, PREFIX, PARALLEL, SET -> row -> fixed;
                case STATEMENT -> row -> grown;
                case TORN -> row -> below(late + r.nextInt(t + 1 - late));
            };
            operation(store, view);
        }
    }

    private static void operation(Store store, ToIntFunction<String> view) {
        SplittableRandom r = store.r;
        String row = pick(r, store.rows);
        String table = RowHistory.table(row);
        switch (r.nextInt(12)) {
            case 0, 1, 2 -> store.ops().add(store.ask(table, new Rows(List.of()), view));
            case 3 -> store.ops().add(store.ask(table, new Aggregate(Function.COUNT, null, null), view));
            case 4 -> {
                Function function = pick(r, List.of(Function.MIN, Function.MAX, Function.SUM));
                String column = function == Function.SUM || r.nextInt(3) > 0 ? "a" : "b";
                store.ops().add(store.ask(table, new Aggregate(function, column, null), view));
            }
            case 5 -> store.read(row, view);
            case 6, 7, 8, 9 -> store.writeOrRead(row, view, false);
            case 10 -> store.writeOrRead(row, view, true);
            default -> {
                // A predicate update or delete.
                PredicateRead p = store.ask(table, new Rows(List.of()), view);
                store.ops().add(p);
                boolean delete = r.nextInt(3) == 0;
                ((Rows) p.result()).rows().forEach(seen -> store.write(seen.row(), view, delete));
            }
        }
    }

    private static RowHistory history(Store store, int sessions) {
        List<List<Txn>> all = new ArrayList<>();
        for (int s = 0; s < sessions; s++) {
            all.add(new ArrayList<>());
        }
        Map<String, List<Integer>> versions = new LinkedHashMap<>();
        List<String> order = new ArrayList<>();
        for (int t = 0; t < store.txns.size(); t++) {
            List<Op> ops = store.txns.get(t);
            order.add("T" + (t + 1));
            all.get(store.sessionOf.get(t)).add(new Txn("T" + (t + 1), Status.COMMITTED, ops, -1, -1));
            for (String row : store.rows) {
                if (last(ops, row) != null) {
                    versions.computeIfAbsent(row, x -> new ArrayList<>())
                            .add(last(ops, row).version());
                }
            }
        }
        all.removeIf(List::isEmpty);
        return new RowHistory(all, versions, order);
    }

    private static Write last(List<Op> ops, String row) {
        Write last = null;
        for (Op op : ops) {
            last = op instanceof Write w && w.row().equals(row) ? w : last;
        }
        return last;
    }

    /** The set with all that its members saw. */
    private static int closed(Store store, int set) {
        int closed = set;
        for (int t = store.saw.size() - 1; t >= 0; t--) {
            closed |= (closed >> t & 1) != 0 ? store.saw.get(t) : 0;
        }
        return closed;
    }

    private static int mine(Store store, int t) {
        int set = 0;
        for (int s = 0; s < t; s++) {
            set |= store.sessionOf.get(s).equals(store.sessionOf.get(t)) ? 1 << s : 0;
        }
        return set;
    }

    private static int below(int n) {
        return (1 << n) - 1;
    }

    /** Less than n, rather large. */
    private static int most(SplittableRandom r, int n) {
        return Math.max(r.nextInt(n), r.nextInt(n));
    }
}
