package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;

class TimekillerWriterTest {
    private static String written(History history) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Format.TIMEKILLER.write(history, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static History isolde(String lines) throws IOException {
        return Histories.read(Format.ISOLDE, lines);
    }

    @Test
    void writesWhatItReads() throws IOException {
        String json = """
                [{"tid":67,"sid":19,"sts":{"p":10,"l":1},"cts":{"p":12,"l":8},"ops":[{"t":"w","k":7,"v":2},{"t":"r","k":8,"v":null}]},
                {"tid":"t","sid":"a \\"b\\"","sts":{"p":13,"l":0},"cts":{"p":1691420095436341,"l":0},"ops":[{"t":"r","k":"l","v":[]},{"t":"a","k":"l","v":3},{"t":"r","k":"l","v":[3]},{"t":"a","k":"l","v":"x"}]},
                {"tid":69,"sid":19,"sts":{"p":14,"l":0},"cts":{"p":14,"l":0},"ops":[]}]
                """;
        History history = Histories.read(Format.TIMEKILLER, json);
        assertEquals(List.of(), Format.TIMEKILLER.losses(history));
        assertNull(Format.TIMEKILLER.impossible(history));
        assertEquals(json, written(history));
    }

    @Test
    void saysWhatItCannotHold() throws IOException {
        History plain = isolde("{\"isolde\":1}\n{\"session\":0,\"id\":1,\"ops\":[[\"w\",1,1]]}\n");
        assertNotNull(Format.TIMEKILLER.impossible(plain));
        History rich = isolde("""
                {"isolde":1,"initial":0}
                {"session":0,"ops":[["cas",1,0,1],["cas-failed",1,5]],"begin":1,"end":2,"start":1,"commit":2,"order":1}
                {"session":0,"ops":[["w",1,2]],"status":"aborted","begin":3,"end":4}
                {"session":1,"ops":[["w",1,3]],"status":"unknown","begin":3}
                {"session":0,"ops":[["w",2,0],["r",2,0]],"begin":5,"end":6,"start":3,"commit":4}
                {"versions":{"key":1,"order":[1,3]}}
                """);
        assertNull(Format.TIMEKILLER.impossible(rich));
        assertEquals(
                List.of(
                        "aborted transactions",
                        "transactions of unknown outcome",
                        "transactions without ids (all get new ones)",
                        "times",
                        "the expected order",
                        "version orders",
                        "compare-and-set (it becomes a read and a write)",
                        "failed compare-and-sets",
                        Format.INITIAL_VALUE,
                        "writes of the initial value (reads of it become reads of null)"),
                Format.TIMEKILLER.losses(rich));
        assertEquals("""
                [{"tid":0,"sid":0,"sts":{"p":1,"l":0},"cts":{"p":2,"l":0},"ops":[{"t":"r","k":1,"v":null},{"t":"w","k":1,"v":1}]},
                {"tid":1,"sid":0,"sts":{"p":3,"l":0},"cts":{"p":4,"l":0},"ops":[{"t":"w","k":2,"v":0},{"t":"r","k":2,"v":null}]}]
                """, written(rich));
    }

    @Test
    void sessionsThatArrivedOutOfOrderComeOneAfterTheOther() throws IOException {
        History history = isolde("""
                {"isolde":1}
                {"session":0,"seq":1,"id":8,"ops":[["w",1,2]],"start":3,"commit":4}
                {"session":0,"seq":0,"id":7,"ops":[["w",1,1]],"start":1,"commit":2}
                """);
        assertEquals(
                List.of("the order of arrival (sessions come one after the other)"), Format.TIMEKILLER.losses(history));
        History again = Histories.read(Format.TIMEKILLER, written(history));
        assertEquals("7", again.transactionName(1));
        assertEquals("8", again.transactionName(2));
    }
}
