package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;

/** What is read depends on the bytes alone, not on how many threads read them and which was faster. */
class ThreadsTest {
    private static final int TIMES = 5;

    private static void sameWithAnyThreads(Format format, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertTrue(bytes.length > 4 << 20, "several blocks are needed");
        byte[] expected = columns(format, bytes, 1);
        for (int threads : new int[] {2, 3, 8}) {
            for (int i = 0; i < TIMES; i++) {
                assertArrayEquals(expected, columns(format, bytes, threads), threads + " threads");
            }
        }
    }

    private static byte[] columns(Format format, byte[] bytes, int threads) throws IOException {
        try (Source source = Source.of("input", new ByteArrayInputStream(bytes))) {
            History history = format.read(source.withThreads(threads));
            return Histories.write(Format.ISOLDE_BINARY, history);
        }
    }

    @Test
    void nativeLinesThatBeginWithVersionOrders() throws IOException {
        StringBuilder text = new StringBuilder("{\"isolde\":1,\"initial\":\"none\"}\n");
        for (int key = 0; key < 60_000; key++) {
            text.append("{\"versions\":{\"key\":\"key ").append(key * 7919L % 60_000);
            text.append("\",\"order\":[").append(key).append(",\"v\"]}}\n");
        }
        for (int t = 0; t < 60_000; t++) {
            text.append("{\"session\":\"s")
                    .append(t % 40)
                    .append("\",\"ops\":[[\"w\",\"key ")
                    .append(t % 50_000);
            text.append("\",")
                    .append(t)
                    .append("],[\"r\",\"new ")
                    .append(t / 3)
                    .append("\",\"x")
                    .append(t % 999);
            text.append("\"]]}\n");
        }
        sameWithAnyThreads(Format.ISOLDE, text.toString());
    }

    @Test
    void eventsWithTexts() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int t = 0; t < 50_000; t++) {
            String event = ", :process " + t % 9 + ", :f :txn, :value [[:w :k" + t % 77 + " \"v" + t * 31 % 40_000
                    + "\"] [:r \"k" + t / 5 + "\" 7]]}\n";
            text.append("{:type :invoke").append(event).append("{:type :ok").append(event);
        }
        sameWithAnyThreads(Format.EDN, text.toString());
    }

    @Test
    void operationsOfScatteredTransactions() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300_000; i++) {
            int transaction = i * 31 % 10_007;
            text.append(i % 3 == 0 ? "w(" : "r(")
                    .append(i * 7 % 5_000)
                    .append(',')
                    .append(1_000_000L * (i % 400 + 1));
            text.append(',')
                    .append(transaction % 13)
                    .append(',')
                    .append(transaction)
                    .append(")\n");
        }
        sameWithAnyThreads(Format.PLUME, text.toString());
    }

    private enum Values {
        COUNTERS,
        ONE_COUNTER,
        UNIQUE,
        REPEATED
    }

    /** Every line is of the transaction of the line before or of a new one, as most files are. */
    private static String wholeTransactions(Values values, boolean bySession) {
        StringBuilder text = new StringBuilder();
        long[] counter = new long[500];
        long all = 0;
        for (int i = 0; i < 280_000; i++) {
            int transaction = i / 7;
            int key = (int) (i * 7919L % 500);
            boolean write = i % 3 != 0;
            counter[key] += write ? 1 : 0;
            all += write ? 1 : 0;
            long value = switch (values) {
                case COUNTERS -> counter[key];
                case ONE_COUNTER -> all;
                case UNIQUE -> (all * 0x9E3779B97FL) & 0xFFFFFFFFFFL;
                case REPEATED -> counter[key] % 100;
            };
            boolean aborted = values == Values.REPEATED && transaction % 11 == 0;
            text.append(write ? "w(" : "r(")
                    .append(key)
                    .append(',')
                    .append(value)
                    .append(',');
            text.append(bySession ? transaction / 4_000 : transaction % 10).append(',');
            text.append(aborted ? -1 : bySession ? transaction % 4_000 * 10 + transaction / 4_000 : transaction);
            text.append(")\n");
        }
        return text.toString();
    }

    @Test
    void operationsOfWholeTransactions() throws IOException {
        for (Values values : Values.values()) {
            for (boolean bySession : new boolean[] {false, true}) {
                sameWithAnyThreads(Format.PLUME, wholeTransactions(values, bySession));
            }
        }
    }
}
