package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Scalars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The initial value told beside a history: it holds where the history says nothing, and never against what it says. */
class GivenInitialValueTest {
    @TempDir
    private Path folder;

    private static Source source(byte[] bytes) throws IOException {
        return Source.of("input", new ByteArrayInputStream(bytes));
    }

    private static History read(Format format, String text, String initial) throws IOException {
        try (Source source = source(text.getBytes(StandardCharsets.UTF_8))) {
            return format.read(source, initial);
        }
    }

    private static String problem(Format format, String text, String initial) {
        return assertThrows(BadHistoryException.class, () -> read(format, text, initial))
                .getMessage();
    }

    /** What the only read that matters saw: the initial version, or thin air. */
    private static boolean firstReadIsInitial(History history) {
        for (int op = 0; op < history.operations(); op++) {
            if (!history.isWrite(op)) {
                return history.value(op) == 0;
            }
        }
        throw new AssertionError("no read");
    }

    private static void holds(Format format, String text, String initial) throws IOException {
        History without = read(format, text, null);
        assertEquals(Scalars.NULL, without.initialCode(), format.text());
        assertTrue(!firstReadIsInitial(without), format.text());
        History with = read(format, text, initial);
        assertTrue(firstReadIsInitial(with), format.text());
        assertEquals(initial, InitialValue.json(with.initialCode(), with.scalars()), format.text());
        assertEquals(HistoryText.lines(without), HistoryText.lines(read(format, text, "null")), format.text());
    }

    private static String timekiller(String value) {
        return "[{\"tid\":1,\"sid\":0,\"sts\":1,\"cts\":2,\"ops\":[{\"t\":\"r\",\"k\":7,\"v\":" + value
                + "},{\"t\":\"w\",\"k\":7,\"v\":2}]}]";
    }

    @Test
    void formatsThatDontTellIt() throws IOException {
        holds(Format.TIMEKILLER, timekiller("0"), "0");
        holds(Format.TIMEKILLER, timekiller("\"none\""), "\"none\"");
        holds(Format.TIMEKILLER, timekiller("-5"), "-5");
        holds(Format.ISOLDE, "{\"isolde\":1}\n{\"session\":0,\"ops\":[[\"r\",\"x\",0],[\"w\",\"x\",1]]}\n", "0");
        holds(Format.EDN, "{:type :ok, :process 0, :f :txn, :value [[:r :x 0] [:w :x 1]]}\n", "0");
        holds(
                Format.PORCUPINE_ETCD,
                "INFO  jepsen.util - 0\t:invoke\t:read\tnil\nINFO  jepsen.util - 0\t:ok\t:read\t4\n",
                "4");
        // null reads the initial version all the same
        assertTrue(firstReadIsInitial(read(Format.TIMEKILLER, timekiller("null"), "0")));
    }

    /** Large inputs are read in blocks, by a way of their own. */
    @Test
    void largeInputs() throws IOException {
        StringBuilder array = new StringBuilder("[");
        for (int i = 0; i < 20_000; i++) {
            array.append(i == 0 ? "" : ",\n")
                    .append("{\"tid\":")
                    .append(i)
                    .append(",\"sid\":0,\"sts\":")
                    .append(2 * i + 1)
                    .append(",\"cts\":")
                    .append(2 * i + 2)
                    .append(",\"ops\":[{\"t\":\"r\",\"k\":")
                    .append(i)
                    .append(",\"v\":77}]}");
        }
        Path file = Files.writeString(folder.resolve("large.json"), array.append("]\n"));
        try (Source source = Source.of(file)) {
            History history = Format.TIMEKILLER.read(source, "77");
            assertEquals(20_000, history.operations());
            for (int op = 0; op < history.operations(); op++) {
                assertEquals(0, history.value(op));
            }
        }
    }

    @Test
    void whatTheNativeHeaderTells() throws IOException {
        String transaction = "{\"session\":0,\"ops\":[[\"r\",\"x\",0]]}\n";
        History same = read(Format.ISOLDE, "{\"isolde\":1,\"initial\":0}\n" + transaction, "0");
        assertTrue(firstReadIsInitial(same));
        assertEquals(
                "input: the history tells itself that keys are 0 initially, and not \"0\"; leave --initial out",
                problem(Format.ISOLDE, "{\"isolde\":1,\"initial\":0}\n" + transaction, "\"0\""));
        assertEquals(
                "input: the history tells itself that keys are null initially, and not 0; leave --initial out",
                problem(Format.ISOLDE, "{\"isolde\":1,\"initial\":null}\n" + transaction, "0"));
        assertTrue(problem(Format.ISOLDE, "{\"isolde\":1,\"initialVersions\":false}\n" + transaction, "0")
                .contains("keys have no initial values in this history"));
        assertEquals(
                "input: the keys of this history are lists, which are empty initially; leave --initial out",
                problem(Format.ISOLDE, "{\"isolde\":1}\n{\"session\":0,\"ops\":[[\"r\",\"x\",[3]]]}\n", "3"));
    }

    @Test
    void formatsThatTellIt() throws IOException {
        String plume = "r(1,0,0,0)\nw(1,5,0,0)\n";
        assertEquals(
                HistoryText.lines(read(Format.PLUME, plume, null)), HistoryText.lines(read(Format.PLUME, plume, "0")));
        assertTrue(problem(Format.PLUME, plume, "5").contains("keys are 0 initially, and not 5"));
        assertTrue(problem(Format.AWDIT_TEST, "r 1 0\n", "0").contains("keys have no initial values"));

        byte[] binary = Histories.write(Format.ISOLDE_BINARY, read(Format.TIMEKILLER, timekiller("0"), "0"));
        try (Source source = source(binary)) {
            assertTrue(firstReadIsInitial(Format.ISOLDE_BINARY.read(source, "0")));
        }
        try (Source source = source(binary)) {
            assertEquals(
                    "input: in this file keys are 0 initially, and not 1; leave --initial out, or give it when you"
                            + " convert to this format",
                    assertThrows(BadHistoryException.class, () -> Format.ISOLDE_BINARY.read(source, "1"))
                            .getMessage());
        }
    }

    /** dbcop does not say what 0 is; told so, nothing is guessed. */
    @Test
    void dbcop() throws IOException {
        String zero = "[x==0 x:=1]\n";
        assertTrue(firstReadIsInitial(read(Format.DBCOP, zero, null)));
        assertTrue(firstReadIsInitial(read(Format.DBCOP, zero, "0")));
        assertTrue(!firstReadIsInitial(read(Format.DBCOP, zero, "7")));
        assertTrue(firstReadIsInitial(read(Format.DBCOP, "[x==7 x:=1]\n", "7")));
        assertTrue(firstReadIsInitial(read(Format.DBCOP, "[x==? x:=1]\n", "7")));

        String session = "[x:=0 y:=0]\n---\n[x==0 x:=1]\n";
        assertTrue(firstReadIsInitial(read(Format.DBCOP, session, "0")));
        assertTrue(problem(Format.DBCOP, session, "7").contains("keys are 0 initially, and not 7"));
        String again = "[x:=0 y:=0]\n---\n[x==0 x:=1] [y:=0]\n";
        assertTrue(problem(Format.DBCOP, again, "7").contains("tells itself what each key is initially"));
    }

    private History folder(Format format, Map<String, byte[]> files, String initial) throws IOException {
        Path made = Files.createTempDirectory(folder, format.text());
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(made.resolve(file.getKey()), file.getValue());
        }
        try (Source source = Source.of(made)) {
            return format.read(source, initial);
        }
    }

    @Test
    void folders() throws IOException {
        Map<String, byte[]> viper = Map.of("J1.log", "{\"value\": [[\"r\", 1, 9], [\"w\", 1, 10]]}".getBytes("UTF-8"));
        assertTrue(!firstReadIsInitial(folder(Format.VIPER, viper, null)));
        assertTrue(firstReadIsInitial(folder(Format.VIPER, viper, "9")));
        for (Format format : new Format[] {Format.VIPER, Format.COBRA}) {
            // the second sample has what keys are at first
            Map<String, byte[]> told = Samples.of(format, 1).get(1);
            folder(format, told, null);
            assertTrue(assertThrows(BadHistoryException.class, () -> folder(format, told, "3"))
                    .getMessage()
                    .contains("tells itself what each key is initially"));
        }
        Map<String, byte[]> untold = new TreeMap<>(Samples.of(Format.COBRA, 1).get(0));
        untold.remove("T-1.log");
        History cobra = folder(Format.COBRA, untold, "12345");
        assertEquals(12345, cobra.initialCode());
    }

    @Test
    void badValues() {
        for (String bad : new String[] {"", "x", "1 2", "[1]", "{}", "1.5", "true", "\"a"}) {
            assertThrows(
                    IllegalArgumentException.class, () -> read(Format.TIMEKILLER, timekiller("0"), bad), () -> bad);
        }
    }
}
