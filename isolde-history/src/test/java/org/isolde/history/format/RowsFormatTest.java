package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows and predicates in the native formats. */
class RowsFormatTest {
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    private static final String ALL = RowSamples.ALL;

    private static History read(String text) throws IOException {
        return FormatRoundTripTest.read(Format.ISOLDE, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(History history) throws IOException {
        return new String(FormatRoundTripTest.write(Format.ISOLDE, history), StandardCharsets.UTF_8);
    }

    private static History binary(History history) throws IOException {
        return FormatRoundTripTest.read(Format.ISOLDE_BINARY, FormatRoundTripTest.write(Format.ISOLDE_BINARY, history));
    }

    @Test
    void whatIsReadIsWrittenAgain() throws IOException {
        assertEquals(ALL, text(read(ALL)));
        assertEquals(ALL, text(binary(read(ALL))));
        assertTrue(Format.ISOLDE.losses(read(ALL)).isEmpty());
        assertTrue(Format.ISOLDE_BINARY.losses(read(ALL)).isEmpty());
        for (Format format : List.of(Format.EDN, Format.PLUME, Format.TIMEKILLER)) {
            assertTrue(format.losses(read(ALL)).toString().contains("predicate reads"), format.toString());
        }
    }

    @Test
    void versionsHaveColumns() throws IOException {
        History history = read(ALL);
        Rows rows = history.rows();
        int image = rows.image(history.firstOp(1));
        List<String> columns = new ArrayList<>();
        for (int i = rows.imageFirst(image); i < rows.imageEnd(image); i++) {
            columns.add(rows.columnName(rows.imageColumn(i)) + "="
                    + history.scalars().text(rows.imageValue(i)));
        }
        assertEquals(List.of("a=4", "b=null", "c=x"), columns);
        assertEquals(rows.imageFirst(1), rows.imageEnd(1));
        assertEquals(-1, rows.image(history.firstOp(1) + 2));
        int delete = history.firstOp(3) - 1;
        assertEquals(OpKind.DELETE, history.kind(delete));
        assertTrue(history.isWrite(delete));
        assertEquals(2, history.writer(history.value(delete)));
    }

    /** The rows that came back are item reads, at their place among the other operations. */
    @Test
    void predicateReadsStandBetweenOperations() throws IOException {
        History history = read(ALL);
        Rows rows = history.rows();
        assertEquals(8, history.predicates());
        int predicate = rows.firstPredicate(3);
        assertEquals(1, predicate);
        assertEquals(3, rows.transaction(predicate));
        assertEquals(history.firstOp(3) + 1, rows.firstItem(predicate));
        assertEquals(2, rows.items(predicate));
        assertEquals("t/6", history.keyName(history.key(rows.firstItem(predicate) + 1)));
        assertEquals(history.firstOp(3) + 3, rows.firstItem(predicate + 1));
        assertEquals(0, rows.items(predicate + 1));
        assertEquals(history.firstOp(4), rows.firstItem(predicate + 2));
        assertEquals("s", rows.tableName(rows.table(predicate + 2)));
        assertEquals(Rows.Aggregate.COUNT, rows.aggregate(predicate + 2));
        assertNull(rows.aggregate(predicate));
        assertEquals(rows.condition(predicate), rows.condition(rows.firstPredicate(4)));
        assertEquals("a < 5", rows.conditions().get(rows.condition(predicate)).text());
    }

    @Test
    void versionSets() throws IOException {
        History history = read(ALL);
        Rows rows = history.rows();
        assertTrue(rows.hasVersionSet(0));
        assertEquals(2, rows.seesFirst(1) - rows.seesFirst(0));
        assertEquals("t/6", history.keyName(rows.seesKey(1)));
        assertEquals("1", history.valueName(rows.seesValue(1)));
        assertFalse(rows.hasVersionSet(1));
        int own = rows.firstPredicate(4);
        assertEquals(9, rows.upTo(rows.snapshot(own)));
        assertEquals(2, rows.butFirst(rows.snapshot(own) + 1) - rows.butFirst(rows.snapshot(own)));
        assertEquals(rows.snapshotOf(4), rows.snapshot(own + 1));
        assertEquals(7, rows.upTo(rows.snapshotOf(4)));
        assertEquals(10, rows.number(4));
        assertEquals(-1, rows.snapshotOf(5));
        assertTrue(rows.hasVersionSet(own + 2));
        assertEquals(9, rows.upTo(rows.snapshot(own + 3)));
        assertEquals(1, rows.seesFirst(own + 4) - rows.seesFirst(own + 3), "a row beside the snapshot");
        assertEquals("t/5", history.keyName(rows.seesKey(rows.seesFirst(own + 3))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[\"w\",\"x\",1,{\"a\":1}]                           | a row's key, a text such as",
                "[\"w\",5,1,{\"a\":1}]                               | a row's key, a text such as",
                "[\"d\",\"x\",1]                                     | a row's key, a text such as",
                "[\"w\",\"t/1\",1,{\"a\":1,\"a\":2}]                 | the same column twice",
                "[\"w\",\"t/1\",1,{\"a\":1.5}]                       | the value of a column",
                "[\"w\",\"t/1\",1,{\"a\":true}]                      | the value of a column",
                "[\"w\",\"t/1\",1,{\"a\":9223372036854775808}]       | 64 bits",
                "[\"append\",\"t/1\",1,{\"a\":1}]                    | the end of the operation",
                "[\"rp\",\"t\"]                                      | a predicate read: [",
                "[\"rp\",\"t\",\"a <\",[]]                           | character 4: expected a column",
                "[\"rp\",\"t\",\"a < 5\"]                            | a predicate read: [",
                "[\"rp\",\"t\",\"a < 5\",[[\"u/1\",2]]]              | row u/1 is not of table t",
                "[\"rp\",\"t\",\"a < 5\",[[\"t/1\",null]]]           | row t/1 has no version here",
                "[\"rp\",\"t\",\"a < 5\",[[\"t/1\"]]]                | a row and its version",
                "[\"rp\",\"t\",\"a < 5\",[[\"t/1\",1,2]]]            | the end of the row",
                "[\"rp\",\"t\",\"a < 5\",{\"avg(a)\":1}]             | found 'avg(a)'",
                "[\"rp\",\"t\",\"a < 5\",{\"max()\":1}]              | found 'max()'",
                "[\"rp\",\"t\",\"a < 5\",{\"sum(1a)\":1}]            | found 'sum(1a)'",
                "[\"rp\",\"t\",\"a < 5\",{\"min(a b)\":1}]           | found 'min(a b)'",
                "[\"rp\",\"t\",\"a < 5\",{}]                         | expected an aggregate",
                "[\"rp\",\"t\",\"a < 5\",{\"count\":1,\"max(a)\":2}] | has one aggregate",
                "[\"rp\",\"t\",\"a < 5\",[],{\"sees\":[[\"t/1\",1],[\"t/1\",2]]}] | row t/1 is twice in one version set",
                "[\"rp\",\"t\",\"a < 5\",[],{\"sees\":[[\"t/1\",null]]}] | row t/1 has no version here",
                "[\"rp\",\"t\",\"a < 5\",[],{\"sees\":[],\"snapshot\":{\"upto\":1}}] | has one version set",
                "[\"rp\",\"t\",\"a < 5\",[],{\"saw\":[]}]            | found 'saw'",
                "[\"rp\",\"t\",\"a < 5\",[],{\"snapshot\":{\"but\":[1]}}] | found no \"upto\"",
                "[\"rp\",\"t\",\"a < 5\",[],{\"sees\":[]},1]         | the end of the predicate read",
            })
    void saysWhatIsWrongAndWhere(String operation, String problem) throws IOException {
        String message =
                Histories.problem(Format.ISOLDE, "{\"isolde\":1}\n{\"session\":0,\"ops\":[" + operation + "]}\n");
        assertTrue(message.startsWith("input:2: "), message);
        assertTrue(message.contains(problem), message);
    }

    @Test
    void aDeadRowStaysDead() throws IOException {
        String text = """
                {"isolde":1}
                {"session":0,"ops":[["w","t/1",1,{}],["d","t/1",2],["w","t/1",3,{}]]}
                {"versions":{"key":"t/1","order":[1,2,3]}}
                """;
        String problem = Histories.problem(Format.ISOLDE, text);
        assertTrue(problem.contains("the version order of row t/1 has version 3 behind 2"), problem);
        assertEquals(1, read(text.replace("1,2,3", "1,3,2")).versionChains());
    }

    /** Many lines, so that several threads read them; the numbers depend on the input alone. */
    @Test
    void largeHistories() throws IOException {
        Random random = new Random(SEED);
        StringBuilder text = new StringBuilder("{\"isolde\":1}\n");
        for (int i = 0; i < 40_000; i++) {
            int row = random.nextInt(1000);
            text.append("{\"session\":")
                    .append(i % 7)
                    .append(",\"ops\":[[\"w\",\"t/")
                    .append(row)
                    .append("\",")
                    .append(i);
            text.append(",{\"a\":").append(random.nextInt(100)).append("}],[\"rp\",\"t\",\"a < ");
            text.append(random.nextInt(50))
                    .append("\",[[\"t/")
                    .append(random.nextInt(1000))
                    .append("\",");
            text.append(random.nextInt(i + 1))
                    .append("]]]],\"number\":")
                    .append(i)
                    .append(",\"snapshot\":{\"upto\":");
            text.append(random.nextInt(i + 1)).append("}}\n");
        }
        assertEquals(text.toString(), text(read(text.toString())), "seed " + SEED);
        assertArrayEquals(
                FormatRoundTripTest.write(Format.ISOLDE_BINARY, read(text.toString())),
                FormatRoundTripTest.write(Format.ISOLDE_BINARY, binary(read(text.toString()))));
        assertEquals(50, read(text.toString()).rows().conditions().size());
    }
}
