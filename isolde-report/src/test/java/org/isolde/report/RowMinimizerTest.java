package org.isolde.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Edge;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.InjectedRowAnomaly;
import org.isolde.generate.RowMix;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The minimal history of an anomaly of rows is a part of the whole: it has the same rows, conditions and columns, shows the same
 * anomaly when it is written and read again, and predicate reads saw of its rows what they saw in the whole.
 */
class RowMinimizerTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 200;

    private final Map<String, Integer> sizes = new TreeMap<>();
    private int cases;
    private int wholes;

    @Test
    void aPartShowsTheSame() throws Exception {
        System.out.println("minimal histories of rows: seed " + SEED);
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            GeneratorOptions options = options(random);
            String message = "-Disolde.seed=" + SEED + ", history " + i + ": " + options;
            CheckResult result =
                    Samples.check(Generator.generate(options), CheckOptions.of(EnumSet.allOf(Level.class)));
            Minimizer minimizer = new Minimizer(result);
            for (Anomaly anomaly : result.anomalies()) {
                assertPart(result, anomaly, minimizer.minimize(anomaly), message + "\n" + anomaly + "\n");
            }
        }
        System.out.println(
                "minimal histories of rows, transactions by kind: " + sizes + ", whole " + wholes + " of " + cases);
        assertTrue(cases >= HISTORIES, "enough cases: " + cases);
        assertTrue(wholes * 8 <= cases + 16, wholes + " of " + cases + " were given up");
    }

    private static GeneratorOptions options(SplittableRandom random) {
        List<SimulatedStore> stores = List.of(SimulatedStore.SERIAL, SimulatedStore.STRICT, SimulatedStore.SI);
        InjectedRowAnomaly[] anomalies = InjectedRowAnomaly.values();
        return GeneratorOptions.builder()
                .shape(HistoryShape.ROWS)
                .store(stores.get(random.nextInt(stores.size())))
                .sessions(2 + random.nextInt(6))
                .transactions(10 + random.nextInt(60))
                .operations(1, 2 + random.nextInt(5))
                .keys(1 + random.nextInt(20))
                .rows(new RowMix(0.5, 0.2, 0.1, 1 + random.nextInt(4)))
                .abortRate(random.nextInt(3) == 0 ? 0.1 : 0)
                .expectedOrder(random.nextInt(3) == 0)
                .realTime(random.nextBoolean())
                .rowAnomalies(List.of(anomalies[random.nextInt(anomalies.length)]))
                .seed(random.nextLong())
                .build();
    }

    private void assertPart(CheckResult result, Anomaly wanted, MinimalCase minimal, String message)
            throws IOException {
        cases++;
        if (minimal.history() == result.history()) {
            wholes++;
            sizes.merge(wanted.kind().text() + " whole", 1, Integer::sum);
            return;
        }
        sizes.merge(wanted.kind().text() + " " + minimal.history().transactions(), 1, Integer::sum);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Format.ISOLDE.write(minimal.history(), bytes);
        String text = message + bytes.toString(StandardCharsets.UTF_8);
        History part;
        try (Source source = Source.of("part", new ByteArrayInputStream(bytes.toByteArray()))) {
            part = Format.ISOLDE.read(source);
        }
        assertNotNull(new Minimizer(result).find(part, wanted), text);
        assertEquals(wanted.kind(), minimal.anomaly().kind(), text);
        if (wanted.isAboutPredicates()) {
            assertEquals(edges(result.history(), wanted), edges(minimal.history(), minimal.anomaly()), text);
        }
        assertSameOperations(result.history(), minimal, text);
        assertSameConditions(result.history(), minimal.history(), text);
    }

    private static Set<List<Object>> edges(History history, Anomaly anomaly) {
        Set<List<Object>> edges = new HashSet<>();
        for (Edge edge : anomaly.cycle()) {
            edges.add(List.of(
                    history.transactionName(edge.from()),
                    history.transactionName(edge.to()),
                    edge.kind(),
                    edge.key() < 0 ? "" : history.keyName(edge.key())));
        }
        return edges;
    }

    /** Each operation of the part is one of the same transaction in the whole, with the same columns. */
    private static void assertSameOperations(History whole, MinimalCase minimal, String message) {
        History part = minimal.history();
        for (int t = 1; t <= part.transactions(); t++) {
            int original = minimal.originals()[t];
            assertEquals(whole.transactionName(original), part.transactionName(t), message);
            List<String> all = new ArrayList<>();
            for (int op = whole.firstOp(original); op < whole.firstOp(original + 1); op++) {
                all.add(text(whole, op));
            }
            for (int op = part.firstOp(t); op < part.firstOp(t + 1); op++) {
                assertTrue(all.remove(text(part, op)), message + text(part, op));
            }
        }
    }

    private static String text(History history, int op) {
        return OperationText.of(history, new Statement(-1, op, op + 1));
    }

    /** Every predicate read of the part gives back what matches of what it was put to, or does not in the whole either. */
    private static void assertSameConditions(History whole, History part, String message) {
        Set<String> conditions = new HashSet<>();
        for (int p = 0; p < whole.predicates(); p++) {
            conditions.add(condition(whole.rows(), p));
        }
        for (int p = 0; p < part.predicates(); p++) {
            assertTrue(conditions.contains(condition(part.rows(), p)), message);
            for (int i = part.rows().seesFirst(p); i < part.rows().seesFirst(p + 1); i++) {
                assertTrue(part.writeOp(part.rows().seesValue(i)) >= 0, message + "what was seen is written");
            }
        }
    }

    private static String condition(Rows rows, int p) {
        return rows.tableName(rows.table(p)) + ": "
                + rows.conditions().get(rows.condition(p)).text();
    }

    /** Whatever is wrong with a version set, the part has the same wrong version, and nothing of other rows. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                // nobody wrote it
                "{'session':1,'id':1,'ops':[['rp','t','a < 5',[['t/z',1]],{'sees':[['t/x',9],['t/z',1]]}]]}",
                // its writer overwrote it
                "{'session':2,'id':2,'ops':[['w','t/x',1,{'a':8}],['w','t/x',2,{'a':9}]]}\n"
                        + "{'session':1,'id':1,'ops':[['rp','t','a < 5',[['t/z',1]],{'sees':[['t/x',1],['t/z',1]]}]]}",
                // its own is another one
                "{'session':2,'id':2,'ops':[['w','t/x',1,{'a':8}]]}\n"
                        + "{'session':1,'id':1,'ops':[['w','t/x',2,{'a':9}],"
                        + "['rp','t','a < 5',[['t/z',1]],{'sees':[['t/x',1],['t/z',1]]}]]}\n"
                        + "{'versions':{'key':'t/x','order':[1,2]}}",
                // it writes that later
                "{'session':1,'id':1,'ops':[['rp','t','a < 5',[['t/z',1]],{'sees':[['t/x',2],['t/z',1]]}],"
                        + "['w','t/x',2,{'a':9}]]}"
            })
    void wrongVersionSetsStayWrong(String lines) throws Exception {
        History history = Samples.read(
                ("{'isolde':1}\n{'session':0,'id':0,'ops':[['w','t/z',1,{'a':1}]]}\n" + lines).replace('\'', '"'));
        CheckResult result = Samples.check(history, CheckOptions.of(EnumSet.of(Level.G1)));
        Anomaly anomaly = result.anomalies().get(0);
        assertEquals(AnomalyKind.IMPOSSIBLE_VERSION_SET, anomaly.kind());
        MinimalCase minimal = new Minimizer(result).minimize(anomaly);
        assertEquals(anomaly.story(), minimal.anomaly().story());
        assertTrue(minimal.isMinimal());
        assertEquals(history.transactions() - 1, minimal.history().transactions(), "the other row is left out");
    }

    /** A part of an anomaly of items keeps columns and deletions, and what came back for a condition. */
    @Test
    void itemsOfRowsStayRows() throws Exception {
        History history = Samples.read(
                "{\"isolde\":1}",
                "{\"session\":0,\"id\":1,\"ops\":[[\"w\",\"t/x\",1,{\"a\":1,\"b\":\"it's\"}],[\"w\",\"t/y\",1,{\"a\":2}]]}",
                "{\"session\":1,\"id\":2,\"ops\":[[\"rp\",\"t\",\"a < 5\",[[\"t/x\",1],[\"t/y\",1]]],[\"w\",\"t/x\",2,{\"a\":9}]]}",
                "{\"session\":2,\"id\":3,\"ops\":[[\"r\",\"t/x\",1],[\"d\",\"t/x\",3]]}");
        CheckResult result = Samples.check(history, CheckOptions.of(EnumSet.of(Level.CS)));
        MinimalCase minimal = new Minimizer(result).minimize(result.anomalies().get(0));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Format.ISOLDE.write(minimal.history(), bytes);
        assertEquals("""
                {"isolde":1}
                {"session":0,"id":1,"ops":[["w","t/x",1,{"a":1,"b":"it's"}]]}
                {"session":1,"id":2,"ops":[["rp","t","a < 5",[["t/x",1]]],["w","t/x",2,{"a":9}]]}
                {"session":2,"id":3,"ops":[["r","t/x",1],["d","t/x",3]]}
                """, bytes.toString(StandardCharsets.UTF_8));
        assertEquals(OpKind.DELETE, minimal.history().kind(minimal.history().operations() - 1));
    }

    /** The rows that have a part in the aggregate, as they are at its place; not who wrote them before, and no other rows. */
    @Test
    void anAggregateOfAnExpectedOrderComesWithItsRows() throws Exception {
        StringBuilder lines = new StringBuilder("{\"isolde\":1}\n");
        for (int i = 1; i <= 60; i++) {
            // each row has three versions; the last of every tenth matches
            int a = i > 40 && i % 10 == 0 ? 1 : 5;
            lines.append("{\"session\":1,\"ops\":[[\"w\",\"t/%d\",%d,{\"a\":%d}]],\"order\":%d}\n"
                    .formatted(i % 20, i, a, i));
        }
        lines.append("{\"session\":2,\"id\":\"R\",\"ops\":[[\"w\",\"t/own\",99,{\"a\":1}],"
                + "[\"rp\",\"t\",\"a < 5\",{\"count\":2}]],\"order\":70}\n");
        lines.append("{\"session\":3,\"ops\":[[\"w\",\"t/later\",100,{\"a\":1}]],\"order\":80}\n");
        History history;
        try (Source source =
                Source.of("rows", new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8)))) {
            history = Format.ISOLDE.read(source);
        }
        CheckResult result = Samples.check(history, CheckOptions.of(EnumSet.of(Level.SER)));
        Anomaly anomaly = result.anomalies().get(0);
        assertEquals(AnomalyKind.UNEXPECTED_RESULT, anomaly.kind());
        MinimalCase minimal = new Minimizer(result).minimize(anomaly);
        assertEquals(anomaly.story(), minimal.anomaly().story());
        assertTrue(anomaly.story().contains("must be given 3; it was given 2"), anomaly.story());
        assertEquals(3, minimal.history().transactions());
        assertEquals(3, minimal.history().operations());
    }
}
