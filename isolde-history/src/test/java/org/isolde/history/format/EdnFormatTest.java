package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EdnFormatTest {
    private static String dump(String text) throws IOException {
        return Histories.dump(Histories.read(Format.EDN, text));
    }

    private static String problem(String text) throws IOException {
        return Histories.problem(Format.EDN, text);
    }

    @Test
    void readsListAppend() throws IOException {
        String lines = """
                ; a comment
                {:index 0, :time 10, :type :invoke, :process 0, :f :txn, :value [[:r :x nil] [:append :y 1]]}
                {:index 1, :time 11, :type :info, :process :nemesis, :f :start, :value {:a #{[1] "x"}}}
                {:index 2, :time 12, :type :invoke, :process 1, :f :txn, :value [[:r :x nil] [:append "y" 2]]}
                {:index 3, :time 13, :type :ok, :process 0, :f :txn, :value [[:r :x [1 2]] [:append :y 1] [:r :z nil]]}
                #jepsen.history.Op{:index 4, :time 14, :type :fail, :process 1, :value ([:r :x nil] [:append "y" 2])}

                {:index 5, :time 15, :type :invoke, :process 0, :f :txn, :value [[:append :y 3] [:r :x nil]]}
                {:index 6, :time 16, :type :invoke, :process 1, :f :txn, :value [[:append :y 4] [:r :x nil]]}
                {:index 7, :time 17, :type :info, :process 1, :f :txn, :value nil, :error [:timeout {:a 1}]}
                {:index 8, :time 18, :type :invoke, :process 2, :f :txn, :value [[:r :x nil]]}
                """;
        String expected = """
                initial null {}
                0: @0-3~10-13{l(:x,[1,2]) a(:y,1) l(:z,[])}
                0: ?@5-~15-?{a(:y,3)}
                1: !@2-4~12-14{a(y,2)}
                1: ?@6-~16-17{a(:y,4)}
                """;
        assertEquals(expected, dump(lines));
        assertEquals(expected, dump("[" + lines + "]"));
        assertEquals(expected, dump("(" + lines.replace(", ", "\n  ") + "\n) ; end"));
        assertEquals(expected, dump(lines.replaceAll(":index [0-9]+, ", "")));
    }

    @Test
    void readsRegisters() throws IOException {
        assertEquals("""
                initial null {}
                3: @0-1{w(:x,2) r(k,'1.5') r('[1 :a]',-7) r(8,'2/3')}
                3: @2-3{r(:x,null) r('a/b','sym')}
                """, dump("""
                        {:type :invoke :process 3 :f :txn :value [[:w :x 2]]}
                        {:process 3 :type :ok :f :txn :value [[:w :x 2N] [:r "k" 1.5] [:r [1 :a] -7] #_ [:w 1 2] [:r 8 2/3]]}
                        {:type :invoke :process 3 :f :txn :value [[:r :x nil]]}
                        {:value [[:r :x] [:r a/b sym]] :f :txn :type :ok :process 3 :c \\newline :t #inst "2020"}
                        """));
    }

    @Test
    void readsCompareAndSet() throws IOException {
        assertEquals("""
                initial null {}
                0: @0-1{w(register,1)}
                0: @4-7{f(register,2)}
                0: !@12-13{w(register,9)}
                1: @2-3{r(register,null)}
                1: ?@5-{c(register,1,3)}
                2: @8-9{c(7,null,1)}
                2: @10-11{r(7,1)}
                2: !@14-15{c(7,3,4)}
                """, dump("""
                        [{:process 0, :type :invoke, :f :write, :value 1}
                         {:process 0, :type :ok, :f :write, :value 1}
                         {:process 1, :type :invoke, :f :read, :value 5}
                         {:process 1, :type :ok, :f :read, :value nil}
                         {:process 0, :type :invoke, :f :cas, :value [2 3]}
                         {:process 1, :type :invoke, :f :cas, :value [1 3]}
                         {:process 1, :type :info, :f :cas, :value :timed-out-not}
                         {:process 0, :type :fail, :f :cas, :value [2 3], :error :unequal}
                         {:process 2, :type :invoke, :f :cas, :value [7 [nil 1]]}
                         {:process 2, :type :ok, :f :cas, :value [7 [nil 1]]}
                         {:process 2, :type :invoke, :f :read, :value [7 nil]}
                         {:process 2, :type :ok, :f :read, :value [7 1]}
                         {:process 0, :type :invoke, :f :write, :value 9}
                         {:process 0, :type :fail, :f :write, :value 9}
                         {:process 2, :type :invoke, :f :cas, :value [7 [3 4]]}
                         {:process 2, :type :fail, :f :cas, :value [7 [3 4]], :error :not-primary}
                         {:process 2, :type :invoke, :f :read, :value nil}
                         {:process 2, :type :fail, :f :read, :value nil}]
                        """.replace(":value :timed-out-not", ":value nil")));
    }

    @Test
    void readsCompletionsAlone() throws IOException {
        History history = Histories.read(Format.EDN, """
                {:index 0, :time 0, :type :ok, :process 0, :f :txn, :value [[:append 1 1]]}
                {:index 1, :time 1, :type :ok, :process 0, :f :txn, :value [[:r 1 [1]] [:r 2 []]]}
                {:index 2, :time 1, :type :info, :process 1, :f :txn, :value [[:append 1 2]]}
                """);
        assertFalse(history.hasRealTime());
        assertEquals("""
                initial null {}
                0: ~?-0{a(1,1)}
                0: ~?-1{l(1,[1]) l(2,[])}
                1: ?~?-1{a(1,2)}
                """, Histories.dump(history));
    }

    @Test
    void readsJson() throws IOException {
        String lines = """
                {"index":0,"process":1,"type":"invoke","f":"txn","value":[["append","k\\u00e9",1],["r",2,null]]}
                {"index":1,"process":1,"type":"ok","f":"txn","value":[["append","k\\u00e9",1],["r",2,[3]]]}
                {"index":2,"process":"nemesis","type":"info","f":"start","value":null}
                """;
        String expected = """
                initial null {}
                1: @0-1{a("k\u00e9",1) l(2,[3])}
                """;
        assertEquals(expected, dump(lines));
        assertEquals(expected, dump("[" + lines.strip().replace("}\n", "},\n") + "]"));
        assertEquals(Format.EDN, Format.byName("elle-json"));
        assertTrue(problem(lines.replace("null}", "nil}")).startsWith("input:3: expected a value, found 'nil"));
    }

    @Test
    void recognisesHistoriesAlone() throws IOException {
        assertEquals(Format.EDN, Histories.recognise("; x\n[{:process 4, :type :invoke, :f :write, :value 2}"));
        assertEquals(Format.EDN, Histories.recognise("#jepsen.history.Op{:value [1 2 3], :type :ok}"));
        String suite = "{:test \"t\", :workload :rw-register, :history [{:type :ok, :process 1, :value []}]}";
        assertTrue(problem(suite).contains("found no :type"));
        assertFalse(new EdnReader()
                .recognises(Source.of(
                        "x",
                        new java.io.ByteArrayInputStream(suite.getBytes(java.nio.charset.StandardCharsets.UTF_8)))));
    }

    @Test
    void saysWhatIsWrongAndWhere() throws IOException {
        String ok = "{:type :ok, :process 0, :value [[:w 1 2]]}\n";
        String invoke = ok.replace(":ok", ":invoke");
        assertTrue(problem("").contains("no events"));
        assertTrue(problem("[]").contains("no events"));
        assertTrue(problem(ok + "{:type :ok, :process 0, :value [[:w 1 2]}\n")
                .startsWith("input:2: expected a value or a closing ']'"));
        assertTrue(problem(ok + ok.replace(":ok", ":done")).startsWith("input:2: expected a :type that is"));
        assertTrue(problem(ok + ok.replace(":type :ok, ", ""))
                .equals("input:2: expected an event with :type and :process, found no :type"));
        assertTrue(problem(invoke + ok + ok)
                .startsWith("input:3: process 0 completes an operation that it has not invoked"));
        assertTrue(problem(invoke + invoke).startsWith("input:2: process 0 invokes an operation before"));
        assertTrue(problem(ok + ok.replace("2]", "]")).startsWith("input:2: expected a value behind the key"));
        assertTrue(problem(ok + ok.replace(":w", ":x")).startsWith("input:2: expected a transaction such as"));
        assertTrue(problem(ok.replace("2", "92233720368547758070")).contains("within 64 bits"));
        assertTrue(
                problem(ok + "{:f :add :process 0 :type :ok :value 1}\n").contains("an :f that Isolde does not know"));
        assertTrue(
                problem(ok + "{:type :ok, :process 0, :f :txn, :value nil}\n").contains("here it is nil"));
        assertTrue(problem("[".repeat(100_000)).contains("expected an event"));
        assertTrue(problem(ok.replace("2", "[".repeat(100_000))).contains("nested more than"));
        assertTrue(problem(ok.replace("2", "#_".repeat(100_000))).contains("nested more than"));
        byte[] latin = ok.replace("2", "\"x\"").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        latin[ok.indexOf('2') + 1] = (byte) 0xe4;
        assertTrue(Histories.problem(Format.EDN, latin).contains("UTF-8"));
        latin[ok.indexOf('2')] = 's';
        latin[ok.indexOf('2') + 2] = 's';
        assertTrue(Histories.problem(Format.EDN, latin).contains("UTF-8"));
    }

    @Test
    void writesWhatItReads() throws IOException {
        for (long seed = Histories.seed(); seed < Histories.seed() + 500; seed++) {
            History history = Histories.random(seed, true);
            List<String> losses = Format.EDN.losses(history);
            boolean touching = losses.contains(EdnWriter.TOUCHING);
            assertEquals(touching ? List.of(EdnWriter.TOUCHING) : List.of(), losses, "seed " + seed);
            byte[] written = Histories.write(Format.EDN, history);
            if (history.transactions() == 0) {
                continue;
            }
            History again = Histories.read(Format.EDN, written);
            assertEquals(withoutTimes(history), withoutTimes(again), "seed " + seed);
            assertEquals(history.hasRealTime(), again.hasRealTime());
            if (history.hasRealTime()) {
                sameRealTime(history, again, touching, "seed " + seed);
                History third = Histories.read(Format.EDN, Histories.write(Format.EDN, again));
                assertEquals(withoutTimes(again), withoutTimes(third), "seed " + seed);
                sameRealTime(again, third, false, "seed " + seed);
            }
        }
    }

    private static String withoutTimes(History history) {
        // sessions are numbered by their first completion, so they may change places
        return Histories.dump(history)
                .replaceAll("(?m)^([^{@~]*)[@~][^{]*\\{", "$1{")
                .lines()
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    /**
     * What ended before another began still does, and the other way round but for transactions of one session at the very
     * same time; where several sessions touch, for any at the same time.
     */
    private static void sameRealTime(History history, History again, boolean touching, String message) {
        int[] other = sameTransactions(history, again);
        for (int a = 1; a <= history.transactions(); a++) {
            for (int b = 1; b <= history.transactions(); b++) {
                if (!history.isCommitted(a) || history.status(b) == Status.ABORTED) {
                    // precedes nothing, or follows nothing
                    continue;
                }
                boolean before = again.end(other[a]) < again.begin(other[b]);
                if (history.end(a) < history.begin(b)) {
                    assertTrue(before, message);
                } else if (before) {
                    assertEquals(history.end(a), history.begin(b), message);
                    assertTrue(touching || (history.session(a) == history.session(b) && a < b), message);
                }
            }
        }
    }

    @Test
    void keepsRealTimeWhereTimesAreEqual() throws IOException {
        int touching = 0;
        for (long seed = Histories.seed(); seed < Histories.seed() + 4000; seed++) {
            Random random = new Random(seed);
            HistoryBuilder builder = new HistoryBuilder();
            Segment segment = builder.segment();
            int sessions = 1 + random.nextInt(4);
            for (int s = 0; s < sessions; s++) {
                long time = random.nextInt(4);
                for (int t = random.nextInt(5); t > 0; t--) {
                    segment.begin(s, Segment.NO_ID, 0);
                    Status status = random.nextInt(4) > 0 ? Status.COMMITTED : Status.values()[1 + random.nextInt(2)];
                    segment.status(status);
                    long end = time + random.nextInt(3);
                    segment.realTime(time, status == Status.UNKNOWN && random.nextBoolean() ? Long.MAX_VALUE : end);
                    segment.op(OpKind.WRITE, 0, 100L * s + t);
                    time = end + random.nextInt(3);
                }
            }
            History history = builder.build();
            if (history.transactions() == 0) {
                continue;
            }
            boolean touches = Format.EDN.losses(history).contains(EdnWriter.TOUCHING);
            touching += touches ? 1 : 0;
            assertEquals(touches, isNoIntervalOrder(history), "seed " + seed);
            History again = Histories.read(Format.EDN, Histories.write(Format.EDN, history));
            sameRealTime(history, again, touches, "seed " + seed);
        }
        assertTrue(touching > 20, touching + " histories whose sessions touch");
    }

    /** Whether no list of events has real time and the order of sessions alone: two pairs in order, and nothing across. */
    private static boolean isNoIntervalOrder(History history) {
        for (int a = 1; a < history.transactions(); a++) {
            for (int b = 1; b < history.transactions(); b++) {
                if (touchesNext(history, a) && touchesNext(history, b) && history.end(a) == history.end(b) && a != b) {
                    if (history.session(a) != history.session(b)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Whether a transaction ends when a later one of its session begins, and both count. */
    private static boolean touchesNext(History history, int a) {
        for (int b = a + 1; b < history.firstTransaction(history.session(a) + 1); b++) {
            if (history.isCommitted(a) && history.status(b) != Status.ABORTED && history.end(a) == history.begin(b)) {
                return true;
            }
        }
        return false;
    }

    private static int[] sameTransactions(History history, History again) {
        int[] other = new int[history.transactions() + 1];
        for (int s = 0; s < history.sessions(); s++) {
            for (int o = 0; o < again.sessions(); o++) {
                if (history.sessionCode(s) == again.sessionCode(o)) {
                    for (int t = history.firstTransaction(s); t < history.firstTransaction(s + 1); t++) {
                        other[t] = t - history.firstTransaction(s) + again.firstTransaction(o);
                    }
                }
            }
        }
        return other;
    }

    @Test
    void writesCompareAndSets() throws IOException {
        String lines = """
                {:index 0, :time 0, :type :invoke, :process 0, :f :write, :value 1}
                {:index 1, :time 1, :type :ok, :process 0, :f :write, :value 1}
                {:index 2, :time 2, :type :invoke, :process 0, :f :cas, :value [1 2]}
                {:index 3, :time 3, :type :ok, :process 0, :f :cas, :value [1 2]}
                {:index 4, :time 4, :type :invoke, :process 0, :f :cas, :value [5 nil]}
                {:index 5, :time 5, :type :invoke, :process 1, :f :read, :value nil}
                {:index 6, :time 6, :type :fail, :process 0, :f :cas, :value [5 nil], :error :unequal}
                {:index 7, :time 7, :type :ok, :process 1, :f :read, :value 2}
                """;
        History history = Histories.read(Format.EDN, lines);
        assertEquals(lines, new String(Histories.write(Format.EDN, history), java.nio.charset.StandardCharsets.UTF_8));
        assertEquals(List.of(), Format.EDN.losses(history));
    }

    @Test
    void readsLargeInputsLikeSmallOnes() throws IOException {
        StringBuilder lines = new StringBuilder();
        int count = 30_000;
        for (int i = 0; i < count; i++) {
            String event = ", :process " + i % 5 + ", :value [[:append :k" + i % 7 + " " + i + "] [:r \"x\\t" + i % 3
                    + "\" nil]]}\n";
            lines.append("{:type :invoke").append(event).append("{:type :ok").append(event);
        }
        History history = Histories.read(Format.EDN, lines.toString());
        assertEquals(Histories.dump(history), dump("[" + lines + "]"));
        assertEquals(count, history.transactions());
        for (int i = 0; i < count; i++) {
            int transaction = history.arrival(i);
            assertEquals(2L * i, history.begin(transaction));
            assertEquals("k" + i % 7, history.keyName(history.key(history.firstOp(transaction))));
            assertEquals("x\t" + i % 3, history.keyName(history.key(history.firstOp(transaction) + 1)));
        }
        assertTrue(problem(lines + "{:type :ok\n").startsWith("input:" + (2 * count + 1) + ": "));
        assertTrue(problem(lines + "{:type :ok, :process 0, :value [[:append 1 2]]}\n")
                .startsWith("input:" + (2 * count + 1) + ": process 0 completes"));
    }

    @Test
    void readsMapsOfSeveralLinesBelowMapsOfOne(@TempDir Path folder) throws IOException {
        String event = "{:type :ok, :process 0, :value [[:append 1 2]]}\n";
        Path file = folder.resolve("history.edn");
        Files.writeString(file, event.repeat(2000) + event.replace(", ", "\n "));
        assertEquals(2001, Format.read(file).transactions());
        Files.writeString(file, event.repeat(2000) + "\n" + event.replace("]]}", "]}"));
        BadHistoryException bad = assertThrows(BadHistoryException.class, () -> Format.read(file));
        assertEquals(2002, bad.line());
        assertEquals(file.toString(), bad.file());
    }

    @Test
    void tokensMayLieAcrossBuffers() throws IOException {
        String event =
                "[#op {:type :ok, :process -1, :value [[:append :k\u00e9 12345] [:r \"\\t\u20ac\" (1 2/3 \\a ##NaN)] #_[x]"
                        + " [:r [1 #{2}] nil]]}]";
        String expected = dump(event);
        assertEquals(
                "initial null {}\n-1: {a(:k\u00e9,12345) l(\"\t\u20ac\",[1,'2/3','\\\\a','##NaN'])"
                        + " l('[1 #{2}]',[])}\n",
                expected);
        for (int split = 0; split <= event.length() + 6; split++) {
            assertEquals(expected, dump(" ".repeat((1 << 18) - 1 - split) + event), "split " + split);
        }
    }

    /** What is wrong with an invocation that never completes is told by its line in the file, not in its block. */
    @Test
    void anUnfinishedInvocationIsTold() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 100; i++) {
            lines.append("{:type :invoke, :process 0, :f :txn, :value [[:insert :k" + i + " " + i + "]]}\n")
                    .append("{:type :ok, :process 0, :f :txn, :value [[:insert :k" + i + " " + i + "]]}\n");
        }
        lines.append("{:type :invoke, :process 1, :f :txn, :value [[:insert :x \"one\"]]}\n");
        byte[] bytes = lines.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        for (int block : new int[] {100, 1000, 1 << 20}) {
            try (Source source = Source.of("input", new java.io.ByteArrayInputStream(bytes))) {
                BadHistoryException bad =
                        assertThrows(BadHistoryException.class, () -> Format.EDN.read(source.withBlocks(block)));
                assertEquals(
                        "input:201: expected an integer as the value of a row, found one",
                        bad.getMessage(),
                        "" + block);
            }
        }
    }
}
