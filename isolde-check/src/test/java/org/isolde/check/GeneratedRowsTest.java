package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.InjectedRowAnomaly;
import org.isolde.generate.RowMix;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowHistory;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.Txn;
import org.isolde.oracle.rows.RowOracle;
import org.isolde.oracle.rows.RowOracle.Flags;
import org.isolde.oracle.rows.RowOracle.Flaw;
import org.isolde.oracle.rows.RowOracle.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generated histories of rows keep what their store promises, and injected anomalies break just that, by brute force. */
class GeneratedRowsTest {
    private static final Flags BY_CERTIFICATE = new Flags(true, true, false);
    private static final Flags BY_ORDER = new Flags(true, false, true);

    private static GeneratorOptions.Builder options(SimulatedStore store, long seed) {
        return GeneratorOptions.builder()
                .shape(HistoryShape.ROWS)
                .store(store)
                .sessions(3)
                .transactions(9)
                .operations(1, 4)
                .keys(4)
                .rows(new RowMix(0.5, 0.25, 0.2, 2))
                .abortRate(0.1)
                .expectedOrder(true)
                .seed(seed);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIAL", "STRICT", "SI"})
    void keepWhatTheirStorePromises(SimulatedStore store) {
        int notSerializable = 0;
        for (long seed = 0; seed < 50; seed++) {
            RowHistory rows = of(Generator.generate(options(store, seed).build()));
            RowOracle certificate = new RowOracle(rows, BY_CERTIFICATE);
            assertEquals(Set.of(), certificate.flaws(), rows::toString);
            assertEquals(Verdict.SATISFIED, certificate.verdict(store.level().text()), rows::toString);
            Verdict ser = certificate.verdict("ser");
            if (store == SimulatedStore.SI) {
                notSerializable += ser == Verdict.VIOLATED ? 1 : 0;
            } else {
                assertEquals(Verdict.SATISFIED, new RowOracle(rows, BY_ORDER).verdict("ser"), rows::toString);
            }
        }
        assertTrue(store != SimulatedStore.SI || notSerializable > 3, () -> "write skew is rare");
    }

    @Test
    void injectedOnesBreakWhatTheyAreMeantTo() {
        Map<InjectedRowAnomaly, String> broken = Map.of(
                InjectedRowAnomaly.PHANTOM, "cv si ser",
                InjectedRowAnomaly.PREDICATE_WRITE_SKEW, "ser",
                InjectedRowAnomaly.RESULT_SET_MISMATCH, "g1 rr cv si ser",
                InjectedRowAnomaly.OLD_SNAPSHOT, "cv si ser");
        for (InjectedRowAnomaly anomaly : InjectedRowAnomaly.values()) {
            for (long seed = 0; seed < 8; seed++) {
                RowHistory rows = of(Generator.generate(options(SimulatedStore.STRICT, seed)
                        .rowAnomalies(List.of(anomaly))
                        .build()));
                RowOracle certificate = new RowOracle(rows, BY_CERTIFICATE);
                for (String level : List.of("g1", "rr", "cv", "si", "ser")) {
                    boolean breaks = List.of(broken.get(anomaly).split(" ", -1)).contains(level);
                    assertEquals(
                            breaks ? Verdict.VIOLATED : Verdict.SATISFIED,
                            certificate.verdict(level),
                            () -> anomaly + " " + level + "\n" + rows);
                }
                assertEquals(
                        anomaly == InjectedRowAnomaly.RESULT_SET_MISMATCH ? Set.of(Flaw.RESULT_SET_MISMATCH) : Set.of(),
                        certificate.flaws());
                assertEquals(Verdict.VIOLATED, new RowOracle(rows, BY_ORDER).verdict("ser"));
            }
        }
    }

    /** Larger ones, by the checkers. */
    @ParameterizedTest
    @EnumSource(names = {"SERIAL", "STRICT", "SI"})
    void checkersAgree(SimulatedStore store) throws BadHistoryException {
        GeneratorOptions.Builder options = options(store, 3).transactions(400).keys(20);
        assertEquals("satisfied", verdict(Generator.generate(options.build()), store.level(), Evidence.VERSIONS));
        for (InjectedRowAnomaly anomaly : InjectedRowAnomaly.values()) {
            History history =
                    Generator.generate(options.rowAnomalies(List.of(anomaly)).build());
            assertEquals("violated", verdict(history, Level.SER, Evidence.VERSIONS), anomaly.text());
            assertEquals("violated", verdict(history, Level.SER, Evidence.ORDER), anomaly.text());
            boolean keepsSi = anomaly == InjectedRowAnomaly.PREDICATE_WRITE_SKEW;
            assertEquals(
                    keepsSi ? "satisfied" : "violated", verdict(history, Level.SI, Evidence.VERSIONS), anomaly.text());
        }
        if (store != SimulatedStore.SI) {
            History history = Generator.generate(options.rowAnomalies(List.of()).build());
            assertEquals("satisfied", verdict(history, Level.SER, Evidence.ORDER));
        }
    }

    private static String verdict(History history, Level level, Evidence evidence) throws BadHistoryException {
        CheckOptions options =
                CheckOptions.of(EnumSet.of(level)).withEvidence(EnumSet.of(Evidence.REAL_TIME, evidence));
        return Isolde.check(history, options).verdicts().get(level).text();
    }

    // ---- a history as the oracle wants it

    private static RowHistory of(History history) {
        Map<String, List<Integer>> versions = new TreeMap<>();
        for (int chain = 0; chain < history.versionChains(); chain++) {
            List<Integer> order = new ArrayList<>();
            for (int value : history.versionChain(chain)) {
                order.add((int) history.valueCode(value));
            }
            versions.put(name(history, history.keyCode(history.versionChainKey(chain))), order);
        }
        List<List<Txn>> sessions = new ArrayList<>();
        List<Integer> ordered = new ArrayList<>();
        for (int session = 0; session < history.sessions(); session++) {
            List<Txn> transactions = new ArrayList<>();
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                int snapshot = history.rows().snapshotOf(t);
                transactions.add(new Txn(
                        id(history, t),
                        Status.valueOf(history.status(t).name()),
                        operations(history, t, versions),
                        history.begin(t),
                        history.end(t),
                        snapshot < 0 ? null : seenBy(history, snapshot)));
                if (!Double.isNaN(history.order(t))) {
                    ordered.add(t);
                }
            }
            sessions.add(transactions);
        }
        ordered.sort(Comparator.comparingDouble(history::order));
        return new RowHistory(
                sessions, versions, ordered.stream().map(t -> id(history, t)).toList());
    }

    private static String id(History history, int transaction) {
        return "T" + history.idCode(transaction);
    }

    private static String name(History history, long code) {
        return history.scalars().text(code);
    }

    /** The transactions that a snapshot has seen. */
    private static Set<String> seenBy(History history, int snapshot) {
        Rows rows = history.rows();
        Set<String> seen = new TreeSet<>();
        for (int t = 1; t <= history.transactions(); t++) {
            boolean inside = rows.number(t) != Segment.NO_ID && rows.number(t) <= rows.upTo(snapshot);
            for (int i = rows.butFirst(snapshot); i < rows.butFirst(snapshot + 1); i++) {
                inside &= rows.but(i) != rows.number(t);
            }
            if (inside) {
                seen.add(id(history, t));
            }
        }
        return seen;
    }

    private static List<Op> operations(History history, int t, Map<String, List<Integer>> versions) {
        Rows rows = history.rows();
        List<Op> ops = new ArrayList<>();
        int predicate = rows.firstPredicate(t);
        int op = history.firstOp(t);
        while (op <= history.firstOp(t + 1)) {
            while (predicate < rows.predicates()
                    && rows.transaction(predicate) == t
                    && rows.firstItem(predicate) == op) {
                ops.add(predicate(history, predicate, versions));
                op += rows.items(predicate++);
            }
            if (op < history.firstOp(t + 1)) {
                ops.add(item(history, op));
            }
            op++;
        }
        return ops;
    }

    private static Op item(History history, int op) {
        String row = name(history, history.keyCode(history.key(op)));
        long version = history.valueCode(history.value(op));
        if (!history.isWrite(op)) {
            return new RowHistory.Read(row, version == Scalars.NULL ? null : (int) version);
        }
        Map<String, Object> columns = null;
        if (history.kind(op) != OpKind.DELETE) {
            columns = new TreeMap<>();
            int image = history.rows().image(op);
            for (int i = history.rows().imageFirst(image); i < history.rows().imageEnd(image); i++) {
                columns.put(
                        history.rows().columnName(history.rows().imageColumn(i)),
                        value(history, history.rows().imageValue(i)));
            }
        }
        return new RowHistory.Write(row, (int) version, columns);
    }

    private static Object value(History history, long code) {
        return code == Scalars.NULL ? null : Scalars.isPlain(code) ? (Object) code : name(history, code);
    }

    private static Op predicate(History history, int predicate, Map<String, List<Integer>> versions) {
        Rows rows = history.rows();
        String table = rows.tableName(rows.table(predicate));
        RowHistory.Result result;
        if (rows.aggregate(predicate) == null) {
            List<RowHistory.Seen> seen = new ArrayList<>();
            for (int i = 0; i < rows.items(predicate); i++) {
                int op = rows.firstItem(predicate) + i;
                seen.add(new RowHistory.Seen(
                        name(history, history.keyCode(history.key(op))), (int) history.valueCode(history.value(op))));
            }
            result = new RowHistory.Rows(seen);
        } else {
            int column = rows.aggregateColumn(predicate);
            result = new RowHistory.Aggregate(
                    RowHistory.Function.valueOf(rows.aggregate(predicate).name()),
                    column < 0 ? null : rows.columnName(column),
                    value(history, rows.aggregateValue(predicate)));
        }
        boolean ofTransaction = rows.snapshot(predicate) == rows.snapshotOf(rows.transaction(predicate));
        return new RowHistory.PredicateRead(
                table,
                name(history, rows.conditionCode(rows.condition(predicate))),
                result,
                ofTransaction ? null : versionSet(history, rows.snapshot(predicate), table, versions));
    }

    /** Of a transaction that has written nothing in the table: the last version of each row that the snapshot has seen. */
    private static Map<String, Integer> versionSet(
            History history, int snapshot, String table, Map<String, List<Integer>> versions) {
        Set<String> seen = seenBy(history, snapshot);
        Map<String, Integer> set = new TreeMap<>();
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1) && seen.contains(id(history, t)); op++) {
                String row = name(history, history.keyCode(history.key(op)));
                if (history.isWrite(op) && RowHistory.table(row).equals(table)) {
                    assertEquals(1, versions.get(row).size(), "injected rows have one version");
                    set.put(row, (int) history.valueCode(history.value(op)));
                }
            }
        }
        return set;
    }
}
