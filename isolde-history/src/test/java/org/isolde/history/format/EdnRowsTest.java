package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;

/** Elle's closed predicates. */
class EdnRowsTest {
    private static final String INIT = """
            {:index 0, :type :invoke, :process 0, :f :init, :value {:x 0, :y 1}}
            {:index 1, :type :ok, :process 0, :f :init, :value {:x 0, :y 1}}
            """;

    private static History read(String edn) throws IOException {
        return FormatRoundTripTest.read(Format.EDN, edn.getBytes(StandardCharsets.UTF_8));
    }

    private static String edn(History history) throws IOException {
        return new String(FormatRoundTripTest.write(Format.EDN, history), StandardCharsets.UTF_8);
    }

    /** The operations of each transaction, in the native spelling. */
    private static String operations(History history) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String line :
                new String(FormatRoundTripTest.write(Format.ISOLDE, history), StandardCharsets.UTF_8).split("\n")) {
            if (line.contains("\"ops\":")) {
                int to = line.indexOf(",\"begin\"");
                lines.append(line, line.indexOf("\"ops\":") + 6, to < 0 ? line.length() - 1 : to)
                        .append('\n');
            }
        }
        return lines.toString();
    }

    @Test
    void keysAreRowsAndPredicatesConditions() throws IOException {
        History history = read(INIT + """
                {:index 2, :type :invoke, :process 1, :f :txn, :value [[:rp [:mod 2 1] nil] [:insert 7 4] [:delete :x]]}
                {:index 3, :type :ok, :process 1, :f :txn, :value [[:rp [:mod 2 1] {:y 1}] [:insert 7 4] [:delete :x nil]]}
                {:index 4, :type :invoke, :process 0, :f :txn, :value [[:rp :true nil] [:r :x nil] [:rp [:= -3] nil] [:rp [:mod 3 0] nil] [:w :y 2]]}
                {:index 5, :type :ok, :process 0, :f :txn, :value [[:rp :true {:y 1, 7 4}] [:r :x nil] [:rp [:= -3] {}] [:rp [:mod 3 0] {}] [:w :y 2]]}
                """);
        assertEquals("""
                [["w","t/:x",0,{"value":0}],["w","t/:y",1,{"value":1}]]
                [["rp","t","value % 2 in (1, -1)",[["t/:y",1]]],["w","t/7",4,{"value":4}],["d","t/:x","deleted"]]
                [["rp","t","true",[["t/:y",1],["t/7",4]]],["r","t/:x","deleted"],["rp","t","value = -3",[]],["rp","t","value % 3 = 0",[]],["w","t/:y",2,{"value":2}]]
                """, operations(history));
        assertTrue(history.hasRealTime());
        assertTrue(history.warnings().isEmpty());
    }

    @Test
    void whatIsReadIsWrittenAgain() throws IOException {
        String text = """
                {:index 0, :time 5, :type :invoke, :process 0, :f :init, :value {:x 0, 8 1, "a b" 3}}
                {:index 1, :time 6, :type :ok, :process 0, :f :init, :value {:x 0, 8 1, "a b" 3}}
                {:index 2, :time 7, :type :invoke, :process 0, :f :txn, :value [[:rp [:mod 5 2] nil] [:delete :x]]}
                {:index 3, :time 8, :type :invoke, :process 1, :f :txn, :value [[:r :x nil] [:rp :true nil] [:w 8 4] [:rp [:= 4] nil]]}
                {:index 4, :time 9, :type :ok, :process 0, :f :txn, :value [[:rp [:mod 5 2] {}] [:delete :x]]}
                {:index 5, :time 10, :type :ok, :process 1, :f :txn, :value [[:r :x nil] [:rp :true {"a b" 3, 8 1}] [:w 8 4] [:rp [:= 4] {8 4}]]}
                {:index 6, :time 11, :type :invoke, :process 2, :f :txn, :value [[:w :z 9] [:delete :z] [:r :z nil]]}
                {:index 7, :time 12, :type :fail, :process 2, :f :txn, :value [[:w :z 9] [:delete :z]]}
                """;
        History history = read(text);
        assertEquals(List.of(), Format.EDN.losses(history));
        String again = edn(history);
        assertEquals(text.replace(" [:r :z nil]", ""), again);
        assertEquals(operations(history), operations(read(again)));
    }

    @Test
    void nothingIsUnbornOrDead() throws IOException {
        String read = "{:type :ok, :process 1, :f :txn, :value [[:r :x nil]]}\n";
        String init = "{:type :ok, :process 0, :f :init, :value {:x 0}}\n";
        String delete = "{:type :ok, :process 2, :f :txn, :value [[:delete :x]]}\n";
        String insert = "{:type :ok, :process 0, :f :txn, :value [[:insert :x 0]]}\n";
        assertTrue(operations(read(init + read)).contains("[[\"r\",\"t/:x\",null]]"), "before :init");
        assertTrue(operations(read(insert + read)).contains("[[\"r\",\"t/:x\",null]]"), "not there yet");
        assertTrue(operations(read(init + read + delete)).contains("[[\"r\",\"t/:x\",\"deleted\"]]"));
        assertTrue(
                operations(read(init + read + delete.replace(":ok", ":fail"))).contains("[[\"r\",\"t/:x\",null]]"));
        assertTrue(operations(read(insert + delete.replace("]]", "] [:r :x nil]]")))
                .contains("[\"d\",\"t/:x\",\"deleted\"],[\"r\",\"t/:x\",\"deleted\"]"));
        for (String ambiguous : List.of(insert + read + delete, init + read + delete + delete)) {
            History history = read(ambiguous);
            assertTrue(history.warnings().toString().contains("1 reads of nil are left out"), ambiguous);
        }
        assertTrue(operations(read(init + delete + delete)).contains("\"deleted-2\""));
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        String ok = "{:type :ok, :process 0, :f :txn, :value [[:rp :true {:x 1}]]}\n";
        assertBad("expected a predicate that is :true", ok + ok.replace(":true", ":odd"));
        assertBad("expected a predicate that is :true", ok + ok.replace(":true", "[:mod 2 2]"));
        assertBad("expected a predicate that is :true", ok + ok.replace(":true", "[:= :a]"));
        assertBad("expected a predicate that is :true", ok + ok.replace("{:x 1}", ""));
        assertBad("an :rp that is :ok has the rows", ok + ok.replace("{:x 1}", "nil"));
        assertBad("expected a value behind each key", ok + ok.replace("{:x 1}", "{:x}"));
        assertBad("expected a value behind each key", ok + ok.replace("{:x 1}", "{:x nil}"));
        assertBad(
                "expected an integer as the value of a row, found a",
                ok + ok.replace("[:rp :true {:x 1}]", "[:w :x :a]"));
        assertBad("a history with predicates", ok + ok.replace("[:rp :true {:x 1}]", "[:append :x 1]"));
        assertBad("expected a map of rows such as {:x 1}", ok + "{:type :ok, :process 0, :f :init, :value [1]}");
        assertBad(
                "expected predicates and :init in EDN",
                "\n{\"type\":\"ok\",\"process\":0,\"f\":\"txn\",\"value\":[[\"rp\",[\"=\",1],{\"1\":1}]]}\n");
    }

    /** On line 2. */
    private static void assertBad(String problem, String edn) {
        String message =
                assertThrows(BadHistoryException.class, () -> read(edn)).getMessage();
        assertTrue(message.startsWith("test:2: " + problem), message);
    }

    @Test
    void moreThanClosedPredicatesIsNotWritten() throws IOException {
        String head = "{\"isolde\":1}\n";
        String row = "{\"session\":0,\"ops\":[[\"w\",\"t/1\",5,{\"value\":5}]]}\n";
        assertEquals(List.of(), losses(head + row));
        assertEquals(
                List.of("names of dead versions"),
                losses(head + row + row.replace("[\"w\"", "[\"d\",\"t/1\",18],[\"w\"")));
        for (String more : List.of(
                row.replace("t/1", "u/1"),
                row.replace("t/1", "t/one"),
                row.replace("{\"value\":5}", "{\"value\":5,\"b\":1}"),
                row.replace("{\"value\":5}", "{\"value\":6}"),
                row.replace("[\"w\"", "[\"rp\",\"t\",\"value < 5\",[]],[\"w\""),
                row.replace("[\"w\"", "[\"rp\",\"t\",\"value % 3 in (1, -1)\",[]],[\"w\""),
                row.replace("[\"w\"", "[\"rp\",\"t\",\"true\",{\"count\":0}],[\"w\""),
                row.replace("[\"w\"", "[\"rp\",\"t\",\"true\",[],{\"sees\":[]}],[\"w\""),
                row.replace("[\"w\"", "[\"d\",\"t/2\",\"deleted\"],[\"r\",\"t/2\",null],[\"w\""))) {
            assertTrue(losses(head + more).toString().contains("predicate reads"), more);
        }
    }

    private static List<String> losses(String text) throws IOException {
        return Format.EDN.losses(FormatRoundTripTest.read(Format.ISOLDE, text.getBytes(StandardCharsets.UTF_8)));
    }
}
