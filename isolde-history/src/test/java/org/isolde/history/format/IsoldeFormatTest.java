package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.TransactionBatch;
import org.junit.jupiter.api.Test;

class IsoldeFormatTest {
    private static final String HEADER = "{\"isolde\":1}\n";

    private static String problem(String lines) throws IOException {
        return Histories.problem(Format.ISOLDE, lines);
    }

    @Test
    void readsEveryField() throws IOException {
        History history = Histories.read(
                Format.ISOLDE,
                """
                {"isolde":1,"initial":0,"database":{"name": "x"},"seed":7}

                {"session":0,"seq":1,"status":"unknown","ops":[["w","x",1]],"begin":100}
                {"session":0,"seq":0,"ops":[["r","x",0],["w",1,-5],["r","1",[]],["r","1",[7,"b"]]],"begin":0,"end":9}
                {"versions":{"key":"x","order":[1,4]}}\r
                { "ops" : [["cas","x",null,2],["cas","x",2,3],["cas-failed","x",9],["append","l","\\u00e9\\n"]],
                """.stripTrailing() + "\"id\":\"t1\",\"session\":\"s\",\"begin\":1,\"end\":2,\"clock\":[5,null]}");
        assertEquals("""
                initial 0 {database={"name": "x"}, seed=7}
                0: @0-9~?-?{r(x,0) w(1,-5) l("1",[]) l("1",[7,b])}
                0: ?@100-~?-?{w(x,1)}
                s: t1@1-2~5-?{c(x,0,2) c(x,2,3) f(x,9) a(l,"\u00e9\\n")}
                # x[1,4]
                """, Histories.dump(history));
        assertTrue(history.warnings().isEmpty());
    }

    @Test
    void readsTimestampsAndOrder() throws IOException {
        History history = Histories.read(
                Format.ISOLDE,
                HEADER
                        + "{\"session\":0,\"ops\":[[\"r\",1,null]],\"start\":5,\"order\":-1.5e1}\n"
                        + "{\"session\":0,\"ops\":[[\"w\",1,2]],\"start\":[5,1],\"commit\":[6,2]}\n");
        assertEquals("""
                initial null {}
                0: ^5-5=-15.0{r(1,null)}
                0: ^5.1-6.2{w(1,2)}
                """, Histories.dump(history));
        assertEquals(java.util.Set.of(Evidence.TIMESTAMPS, Evidence.ORDER), history.evidence());
    }

    @Test
    void theEndOfASessionIsForWhoeverListensOnly() throws IOException {
        String lines =
                "{\"isolde\":1,\"sessions\":2}\n{\"ended\":\"b\"}\n{\"session\":\"a\",\"ops\":[[\"w\",1,2]]}\n{\"ended\":7}\n";
        History history = Histories.read(Format.ISOLDE, lines);
        assertEquals("""
                initial null {sessions=2}
                a: {w(1,2)}
                """, Histories.dump(history));
        assertTrue(history.warnings().isEmpty());
        byte[] bytes = lines.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        TransactionBatch batch = new TransactionReader()
                .parse(java.util.Arrays.copyOf(bytes, bytes.length + TransactionReader.PADDING), bytes.length);
        assertEquals(1, batch.transactions());
        assertEquals(2, batch.announcedSessions());
        assertEquals(2, batch.ended());
        assertEquals("b", batch.scalars().text(batch.endedCode(0)));
        assertEquals(0, batch.endedBefore(0));
        assertEquals(7, batch.endedCode(1));
        assertEquals(1, batch.endedBefore(1));
        assertEquals(
                "input:2: a version order or an end and a transaction on one line; give each its own line",
                problem(HEADER + "{\"session\":\"a\",\"ended\":\"a\"}\n"));
        assertTrue(problem(HEADER + "{\"ended\":null}\n").contains("expected the session that has ended"));
    }

    @Test
    void warnsOnceOfUnknownFields() throws IOException {
        History history = Histories.read(
                Format.ISOLDE,
                HEADER
                        + "{\"session\":0,\"node\":{\"a\":[1,{}]},\"ops\":[]}\n"
                        + "{\"session\":0,\"zone\":1.5,\"node\":true,\"ops\":[]}\n");
        assertEquals(
                List.of("fields of transactions that Isolde does not know are ignored: 'node', 'zone'"),
                history.warnings());
    }

    @Test
    void saysWhatIsWrongAndWhere() throws IOException {
        String transaction = "{\"session\":0,\"ops\":[]}\n";
        assertEquals(
                "input:1: the input is empty; expected a header such as {\"isolde\":1,\"initial\":0} on the first line",
                problem(""));
        assertEquals(
                "input:1: expected a header such as {\"isolde\":1,\"initial\":0} on the first line, found"
                        + " '{\"session\":0,\"ops\":[]}'",
                problem(transaction));
        assertTrue(problem("{\"isolde\":2}\n").contains("reads version 1"));
        assertTrue(problem(HEADER + "[1]\n").startsWith("input:2: expected a transaction such as"));
        assertTrue(problem(HEADER + transaction + transaction.replace("0", "1.5"))
                .startsWith("input:3: expected a session (an integer or a text) (a whole number"));
        assertTrue(problem(HEADER + transaction.replace("0", "9223372036854775808"))
                .contains("within 64 bits"));
        assertTrue(problem(HEADER + transaction.replace("[]", "[[\"rp\",{},[]]]"))
                .contains("the table of a predicate read"));
        assertTrue(problem(HEADER + transaction.replace("[]", "[[\"x\",1,2]]")).contains("found 'x'"));
        assertTrue(
                problem(HEADER + transaction.replace("[]", "[[\"w\",1,null]]")).contains("expected a value"));
        assertTrue(problem(HEADER + transaction.replace("[]", "[[\"w\",1]]")).contains("expected a value"));
        assertTrue(
                problem(HEADER + transaction.replace("[]", "[[\"w\",1,2,3]]")).contains("the end of the operation"));
        assertTrue(
                problem(HEADER + transaction.replace("[]", "[[\"w\",1.5,2]]")).contains("a whole number"));
        assertTrue(problem(HEADER + "{\"session\":0}\n").contains("found no \"ops\""));
        assertTrue(problem(HEADER + "{\"ops\":[]}\n").contains("found no \"session\""));
        assertTrue(problem(HEADER + transaction.replace("}", ",\"status\":\"done\"}"))
                .contains("\"committed\""));
        assertTrue(problem(HEADER + transaction.replace("}", ",\"end\":5}")).contains("without \"begin\""));
        assertTrue(problem(HEADER + "{\"session\":0,\"ops\":[\n]}\n").contains("found the end of the line"));
        assertTrue(problem(HEADER + transaction.replace("}", ",\"x\":" + "[".repeat(100_000) + "}"))
                .contains("nested more than"));
    }

    @Test
    void refusesWrongEncodings() throws IOException {
        byte[] bytes = (HEADER + "{\"session\":\"x\",\"ops\":[]}\n").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        bytes[HEADER.length() + 12] = (byte) 0xe4;
        assertTrue(Histories.problem(Format.ISOLDE, bytes).startsWith("input:2: expected a text in UTF-8"));
        assertTrue(problem(HEADER + "{\"session\":\"\\ud800\",\"ops\":[]}\n").contains("half characters"));
    }

    @Test
    void writesWhatItReads() throws IOException {
        for (long seed = Histories.seed(); seed < Histories.seed() + 500; seed++) {
            History history = Histories.random(seed);
            byte[] written = Histories.write(Format.ISOLDE, history);
            History again = Histories.read(Format.ISOLDE, written);
            assertEquals(Histories.dump(history), Histories.dump(again), "seed " + seed);
            assertEquals(List.of(), Format.ISOLDE.losses(history), "seed " + seed);
            assertEquals(
                    List.of(),
                    again.warnings().stream().filter(w -> w.contains("field")).toList());
            for (int place = 0; place < history.transactions(); place++) {
                assertEquals(history.arrival(place), again.arrival(place), "arrival, seed " + seed);
            }
        }
    }

    @Test
    void readsLargeInputsLikeSmallOnes() throws IOException {
        StringBuilder lines = new StringBuilder(HEADER);
        for (int i = 0; i < 60_000; i++) {
            lines.append("{\"session\":\"s")
                    .append(i % 7)
                    .append("\",\"ops\":[[\"r\",\"k")
                    .append(i % 11)
                    .append("\",")
                    .append(i)
                    .append("]],\"begin\":")
                    .append(2 * i)
                    .append(",\"end\":")
                    .append(2 * i + 1)
                    .append("}\n");
        }
        History history = Histories.read(Format.ISOLDE, lines.toString());
        assertEquals(60_000, history.transactions());
        assertEquals(7, history.sessions());
        for (int place = 0; place < 60_000; place++) {
            int transaction = history.arrival(place);
            assertEquals(2L * place, history.begin(transaction));
            assertEquals("k" + place % 11, history.keyName(history.key(history.firstOp(transaction))));
            assertEquals("s" + place % 7, history.sessionName(history.session(transaction)));
        }
        String broken = lines.append("{\"session\":0,\"ops\":[}\n").toString();
        assertTrue(problem(broken).startsWith("input:60002: "), problem(broken));
    }

    @Test
    void isToldFromOtherJson() throws IOException {
        assertEquals(Format.ISOLDE, Histories.recognise("{\"seed\":[1,{\"a\":2}], \"isolde\":1}\n"));
        assertEquals(Format.TIMEKILLER, Histories.recognise("[ {\"tid\":1,\"ops\":[], \"sid\":2"));
        assertEquals(Format.EDN, Histories.recognise("[{\"index\":0,\"process\":1,\"type\":\"invoke\""));
        assertFalse(new IsoldeReader()
                .recognises(Source.of(
                        "x",
                        new java.io.ByteArrayInputStream(
                                "{\"params\":{\"isolde\":1}}".getBytes(java.nio.charset.StandardCharsets.UTF_8)))));
    }
}
