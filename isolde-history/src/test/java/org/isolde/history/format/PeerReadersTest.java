package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the formats of other checkers mean, case by case, and how they complain. */
class PeerReadersTest {
    @TempDir
    Path folder;

    private static History read(Format format, String text) throws IOException {
        return FormatRoundTripTest.read(format, Samples.bytes(text));
    }

    /** A text is recognised as a format and read. */
    private static String sessions(Format format, String text) throws IOException {
        try (Source source = Source.of("test", new ByteArrayInputStream(Samples.bytes(text)))) {
            assertEquals(format, Format.recognise(source));
        }
        return HistoryText.sessions(read(format, text));
    }

    private String sessions(Format format, Map<String, byte[]> files) throws IOException {
        put(files);
        try (Source source = Source.of(folder)) {
            assertEquals(format, Format.recognise(source));
            return HistoryText.sessions(format.read(source));
        }
    }

    private void put(Map<String, byte[]> files) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }

    private static BadHistoryException complaint(Format format, String text) {
        return assertThrows(BadHistoryException.class, () -> read(format, text));
    }

    private BadHistoryException complaint(Format format, Map<String, byte[]> files) throws IOException {
        put(files);
        try (Source source = Source.of(folder)) {
            return assertThrows(BadHistoryException.class, () -> format.read(source));
        }
    }

    // ---- awdit-test

    @Test
    void awditTestHasNoInitialVersions() throws IOException {
        assertEquals("""
                0: {w(1,0)}
                0: {r(1,0)} from 0:0
                1: {r(2,0)} from nobody
                sessions 0 1
                repeated
                """, sessions(Format.AWDIT_TEST, "=\n--\nw 1 0\n---\n-\nr 1 0\n====\n==\nr 2 0\n"));
        assertFalse(read(Format.AWDIT_TEST, "r 2 0\n").hasInitialVersions());
    }

    @Test
    void awditTestNamesTheLine() {
        assertEquals(2, complaint(Format.AWDIT_TEST, "w 1 2\nw 1\n").line());
        assertEquals(
                1, complaint(Format.AWDIT_TEST, "w 1 99999999999999999999\n").line());
        assertEquals(3, complaint(Format.AWDIT_TEST, "w 1 2\n---\n-=-\n").line());
    }

    // ---- dbcop

    @Test
    void dbcopZeroIsInitialWhereNobodyWroteIt() throws IOException {
        assertEquals("""
                0: {r(x,null) r(y,0) r(z,null)} from initial, 1:0, initial
                0: !{w(x,1)}
                1: {w(y,0) r(x,1)} from 0:1
                sessions 0 1
                repeated
                """, sessions(Format.DBCOP, "// c\n[x==0 y==0 z==?] [x:=1]!\n---\n[y:=0 x==1] // d\n"));
    }

    @Test
    void dbcopFirstSessionMayBeInitial() throws IOException {
        assertEquals("""
                1: {r(x,0)} from initial
                sessions 1
                repeated
                """, sessions(Format.DBCOP, "[x:=0 y:=0]\n---\n[x==0]\n"));
        assertTrue(sessions(Format.DBCOP, "[x:=1 y:=1]\n---\n[x==1]\n").contains("from 0:0"));
    }

    @Test
    void dbcopJsonIsTheSame() throws IOException {
        assertEquals("""
                0: {w(0,1) r(1,0)} from initial
                1: !{r(0,1) w(y,2)} from 0:0
                sessions 0 1
                repeated
                """, sessions(Format.DBCOP, """
                {"params":{"id":0},"info":"x","start":"a","end":"b","data":[[{"events":[{"Write":{"variable":0,"version":1}},
                {"Read":{"variable":1,"version":null}}],"committed":true}],
                [{"events":[["r",0,1],["w","y",2]],"committed":false}]]}
                """));
    }

    @Test
    void dbcopUnsuccessfulWritesAreAborted() throws IOException {
        assertEquals("""
                0: {w(1,5)}
                1: {r(1,5) r(2,0)} from 0:0, initial
                1: !{w(1,6)}
                aborted: !{w(2,9)}
                sessions 0 1 aborted
                repeated
                """, sessions(Format.DBCOP, Samples.of(Format.DBCOP, 0).get(1)));
    }

    @Test
    void dbcopNamesThePlace() throws IOException {
        assertEquals(2, complaint(Format.DBCOP, "[x:=1]\n[x=1]\n").line());
        assertEquals(1, complaint(Format.DBCOP, "[x:=99999999999999999999]\n").line());
        byte[] valid = Samples.of(Format.DBCOP, 0).get(1).get("history.bincode");
        BadHistoryException cut =
                complaint(Format.DBCOP, Map.of("history.bincode", java.util.Arrays.copyOf(valid, valid.length - 3)));
        assertEquals(valid.length - 3, cut.offset());
        assertTrue(cut.file().endsWith("history.bincode"), cut.file());
    }

    // ---- cobra

    @Test
    void cobraVersionsAreWriteIds() throws IOException {
        String expected = """
                T0: 5{w(1,77)}
                T0: 6{r(3,null)} from initial
                T1: 7{r(1,77) r(2,null) r(4,null)} from 5, initial, initial
                sessions T0 T1
                repeated
                """;
        assertEquals(expected, sessions(Format.COBRA, Samples.cobra(false)));
        String timed = sessions(Format.COBRA, Samples.cobra(true));
        assertEquals(expected, timed.replaceAll("@\\d+-\\d+", ""));
        assertTrue(timed.contains("T1: 7@3-9{"), timed);
    }

    @Test
    void cobraTruncatedFilesAreErrors() throws IOException {
        byte[] log = Samples.cobraLog(false, "S 5 W 77 1 10 C 5");
        for (int length = 1; length < log.length; length++) {
            BadHistoryException cut = complaint(Format.COBRA, Map.of("T0.log", java.util.Arrays.copyOf(log, length)));
            assertTrue(cut.offset() >= 0 && cut.offset() <= length, cut.getMessage());
            assertTrue(cut.file().endsWith("T0.log"), cut.getMessage());
        }
        assertEquals(
                34,
                complaint(Format.COBRA, Map.of("T0.log", Samples.cobraLog(false, "S 5 W 77 1 10 Q 5")))
                        .offset());
        assertTrue(complaint(Format.COBRA, Map.of("T0.log", Samples.cobraLog(false, "S 5 W 77 1 10 C 6")))
                .problem()
                .contains("another id"));
    }

    // ---- viper

    @Test
    void viperWritesReadWhatTheyReplace() throws IOException {
        assertEquals("""
                J1: {w("t/1",1) r("t/1",1)} from J1:0
                J1: {w("t/k",5)}
                J2: {r("t/k",5) d("t/k",6) r("t/1",1) r("t/k",6)} from J1:1, J1:0, J2:0
                sessions J1 J2
                repeated
                """, sessions(Format.VIPER, Samples.of(Format.VIPER, 0).get(0)));
    }

    @Test
    void viperInitialTransactionIsInitial() throws IOException {
        assertEquals("""
                c1: {r(1,null) r(2,null) w(2,201)} from initial, initial
                sessions c1
                repeated
                """, sessions(Format.VIPER, Samples.of(Format.VIPER, 0).get(1)));
    }

    /** What a range saw is what it names, and what the transaction itself wrote elsewhere. */
    @Test
    void viperRangesArePredicateReads() throws IOException {
        String one = "[{\"value\": [[\"i\", 3, 10], [\"i\", 4, 11], [\"w\", 9, 12]], \"isInitial\": true}]";
        String two = "[{\"value\": [[\"w\", 8, 20, 12], [\"d\", 4, 21, 11],"
                + " [\"range\", 3, 5, [{\"id\": 3, \"val\": 10}], [{\"id\": 4, \"val\": 21}]]]},"
                + "{\"value\": [[\"range\", 5, \"nil\", [{\"id\": 9, \"val\": 12}]], [\"r\", 4, 21, true]]}]";
        assertEquals("""
                {"isolde":1}
                {"session":"a","ops":[["w","t/3",10,{"key":3}],["w","t/4",11,{"key":4}],["w","t/9",12,{"key":9}]]}
                {"session":"b","ops":[["r","t/8",12],["w","t/8",20,{"key":8}],["r","t/4",11],["d","t/4",21],\
                ["rp","t","key >= 3 and key <= 5",[["t/3",10]],{"sees":[["t/3",10],["t/4",21],["t/8",20]]}],["r","t/4",21]]}
                {"session":"b","ops":[["rp","t","key >= 5",[["t/9",12]]],["r","t/4",21]]}
                """, nativeText(Map.of("a.json", Samples.bytes(one), "b.json", Samples.bytes(two))));
        String texts = two.replace("\"id\": 3", "\"id\": \"x\"");
        assertTrue(complaint(Format.VIPER, Map.of("a.json", Samples.bytes(texts)))
                .problem()
                .startsWith("ranges over keys of which some are numbers and some are texts, "));
        String quoted = "[{\"value\": [[\"range\", \"it's\", \"nil\", [{\"id\": \"x\", \"val\": 1}], []]]}]";
        assertTrue(nativeText(Map.of("a.json", Samples.bytes(quoted), "b.json", Samples.bytes("[]")))
                .contains("\"key >= 'it''s'\",[[\"t/x\",1]],{\"sees\""));
    }

    private String nativeText(Map<String, byte[]> files) throws IOException {
        put(files);
        try (Source source = Source.of(folder)) {
            return new String(
                    FormatRoundTripTest.write(Format.ISOLDE, Format.VIPER.read(source)), StandardCharsets.UTF_8);
        }
    }

    @Test
    void viperComplainsClearly() throws IOException {
        assertTrue(
                complaint(Format.VIPER, Map.of("J1.log", new byte[0])).problem().contains("no file has"));
        BadHistoryException bad =
                complaint(Format.VIPER, Map.of("J1.log", Samples.bytes("{\"value\":[]}\n{\"value\":[[\"x\",1,2]]}")));
        assertEquals(2, bad.line());
        assertTrue(bad.file().endsWith("J1.log"), bad.file());
    }

    // ---- porcupine-etcd

    @Test
    void etcdOperationsAreTransactions() throws IOException {
        String text = new String(
                Samples.of(Format.PORCUPINE_ETCD, 0).get(0).get(""), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals("""
                0: @1-4{r(register,null)} from initial
                0: @6-8{c(register,4,3)} from 1:0
                0: ?@14-{c(register,7,1)} from 1:2
                1: @2-5{w(register,4)}
                1: @7-9{f(register,0)}
                1: ?@10-{w(register,7)}
                sessions 0 1
                repeated
                """, sessions(Format.PORCUPINE_ETCD, text));
    }

    @Test
    void etcdNamesTheLine() {
        String invoke = "INFO  jepsen.util - 0\t:invoke\t:write\t1\n";
        assertEquals(2, complaint(Format.PORCUPINE_ETCD, invoke + invoke).line());
        assertEquals(
                2,
                complaint(Format.PORCUPINE_ETCD, invoke + "INFO  jepsen.util - 0\t:ok\t:write\t2\n")
                        .line());
        assertEquals(
                1,
                complaint(Format.PORCUPINE_ETCD, "INFO  jepsen.util - 0\t:ok\t:read\t2\n")
                        .line());
        assertEquals(
                2, complaint(Format.PORCUPINE_ETCD, invoke + "0 :ok :write 1\n").line());
    }

    // ---- what a writer loses

    @Test
    void plumeSaysWhatItLoses() throws IOException {
        String text = new String(
                Samples.of(Format.PORCUPINE_ETCD, 0).get(0).get(""), java.nio.charset.StandardCharsets.UTF_8);
        assertTrue(String.join("; ", Format.PLUME.losses(read(Format.PORCUPINE_ETCD, text)))
                .contains("values are renumbered"));
        // without the value 0, which means something else in plume
        History etcd = read(Format.PORCUPINE_ETCD, text.replace("[0 2]", "[9 2]"));
        assertEquals(
                "unknown outcomes; keys that are no integers from 0 to 2^64-1 (keys are renumbered); times; compare-and-set"
                        + " (it becomes a read and a write); failed compare-and-sets",
                String.join("; ", Format.PLUME.losses(etcd)));
        assertEquals(
                """
                r(0,0,0,0)
                w(0,4,1,1)
                r(0,4,0,2)
                w(0,3,0,2)
                w(0,7,1,4)
                w(0,1,0,-1)
                """,
                new String(FormatRoundTripTest.write(Format.PLUME, etcd), java.nio.charset.StandardCharsets.UTF_8));
    }
}
