package org.isolde.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Status;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histories that are written while they are made, and those that a collector gets in another order. */
class GeneratorStreamTest {
    private static final Delays SOME = Delays.upTo(Duration.ofMillis(2));

    private static GeneratorOptions.Builder options(SimulatedStore store, HistoryShape shape) {
        return GeneratorOptions.builder()
                .store(store)
                .shape(shape)
                .operations(1, 5)
                .keys(20)
                .abortRate(0.1)
                .unknownRate(0.05)
                .timestamps(true)
                .seed(11)
                .inject(InjectedAnomaly.LOST_UPDATE);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIAL", "STRICT", "SI"})
    void ordersAreWrittenToo(SimulatedStore store) throws IOException {
        GeneratorOptions.Builder ordered =
                options(store, HistoryShape.REGISTERS).versions(0.7).expectedOrder(true);
        History history = Generator.generate(ordered.build());
        assertTrue(history.versionChains() > 0 && history.hasOrder());
        assertEquals(written(history), streamed(ordered.build()));
        History delayed = read(streamed(ordered.delays(SOME).build()));
        assertEquals(history.versionChains(), delayed.versionChains());
        assertTrue(delayed.hasOrder());
    }

    private static String streamed(GeneratorOptions options) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Generator.write(options, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String written(History history) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Format.ISOLDE.write(history, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static History read(String text) throws IOException {
        try (Source source = Source.of("generated", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Format.ISOLDE.read(source);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesAreTheSameAsThoseOfTheHistory(SimulatedStore store) throws IOException {
        for (HistoryShape shape : EnumSet.complementOf(EnumSet.of(HistoryShape.ROWS))) {
            if (store == SimulatedStore.CAUSAL && shape == HistoryShape.LIST_APPEND) {
                continue;
            }
            for (Delays delays : new Delays[] {null, SOME}) {
                GeneratorOptions options = options(store, shape).delays(delays).build();
                String text = streamed(options);
                History history = Generator.generate(options);
                assertEquals(written(history), text, store + " " + shape);
                assertEquals(HistoryText.full(history), HistoryText.full(read(text)), store + " " + shape);
            }
        }
    }

    /** By id, everything about a transaction but when it arrived. */
    private static Map<Long, String> byId(History history) {
        Map<Long, String> all = new TreeMap<>();
        for (int t = 1; t <= history.transactions(); t++) {
            int session = history.session(t);
            int number = t - history.firstTransaction(session);
            String name = history.sessionName(session) + ":" + number;
            all.put(history.idCode(t), name + " " + HistoryText.transaction(history, t));
        }
        return all;
    }

    @Test
    void delaysChangeTheOrderAndNothingElse() {
        History plain = Generator.generate(
                options(SimulatedStore.SI, HistoryShape.REGISTERS).build());
        History delayed = Generator.generate(
                options(SimulatedStore.SI, HistoryShape.REGISTERS).delays(SOME).build());
        assertEquals(byId(plain), byId(delayed));
        int backwards = 0;
        for (int place = 1; place < delayed.transactions(); place++) {
            backwards += delayed.idCode(delayed.arrival(place)) < delayed.idCode(delayed.arrival(place - 1)) ? 1 : 0;
        }
        assertTrue(backwards > 300, "only " + backwards + " came before their time");
    }

    @Test
    void nobodyIsLaterThanTheLongestDelay() throws IOException {
        long longest = Duration.ofMillis(2).toNanos() / Delays.NANOSECONDS_PER_TICK;
        History history = Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.STRICT)
                .transactions(3000)
                .delays(SOME)
                .build());
        long latest = 0;
        boolean late = false;
        for (int place = 0; place < history.transactions(); place++) {
            long end = history.end(history.arrival(place));
            assertTrue(end >= latest - longest, "at " + place);
            late |= end < latest - longest / 2;
            latest = Math.max(latest, end);
        }
        assertTrue(late, "the longest delays are used");
    }

    @Test
    void normalDelaysAreSpreadAboutTheirMean() {
        Delays delays = Delays.normal(Duration.ofMillis(100), Duration.ofMillis(10));
        RandomSource random = new RandomSource(5);
        int count = 20_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            double milliseconds = delays.draw(random) * Delays.NANOSECONDS_PER_TICK / 1e6;
            sum += milliseconds;
            squares += milliseconds * milliseconds;
        }
        double mean = sum / count;
        assertEquals(100, mean, 0.5);
        assertEquals(10, Math.sqrt(squares / count - mean * mean), 0.5);
        assertEquals("normal(100ms,10ms)", delays.text());
        assertEquals("0.5ms", Delays.upTo(Duration.ofNanos(500_000)).text());
        assertEquals(0, Delays.upTo(Duration.ZERO).draw(random));
        Delays wide = Delays.normal(Duration.ZERO, Duration.ofMillis(1));
        for (int i = 0; i < 100; i++) {
            assertTrue(wide.draw(random) >= 0);
        }
    }

    /** A stream that fails after so many bytes, and knows how many it had by then. */
    private static final class Failing extends OutputStream {
        private int left = 1 << 20;

        @Override
        public void write(int b) throws IOException {
            throw new IOException("not byte by byte");
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            left -= count;
            if (left < 0) {
                throw new IOException("full");
            }
        }
    }

    @Test
    void goesOutWhileItIsMade() {
        // the whole would be gigabytes, and takes minutes: it ends where the stream does
        GeneratorOptions options = GeneratorOptions.builder()
                .store(SimulatedStore.SI)
                .transactions(200_000_000)
                .timestamps(true)
                .delays(SOME)
                .build();
        IOException full = assertThrows(IOException.class, () -> Generator.write(options, new Failing()));
        assertEquals("full", full.getMessage());
    }

    @Test
    void otherOrdersAreNoStream() {
        GeneratorOptions sessions =
                GeneratorOptions.builder().order(ArrivalOrder.SESSIONS).build();
        assertFalse(Generator.canWrite(sessions));
        assertThrows(IllegalArgumentException.class, () -> Generator.write(sessions, OutputStream.nullOutputStream()));
        assertThrows(
                IllegalArgumentException.class,
                () -> GeneratorOptions.builder()
                        .order(ArrivalOrder.SHUFFLED)
                        .delays(SOME)
                        .build());
    }

    @Test
    void sequenceNumbersCountEachSession() throws IOException {
        GeneratorOptions options = options(SimulatedStore.STRICT, HistoryShape.REGISTERS)
                .delays(SOME)
                .build();
        List<String> sequence = new ArrayList<>();
        History history = Generator.generate(options);
        int unknown = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            unknown += history.status(t) == Status.UNKNOWN ? 1 : 0;
            int session = history.session(t);
            sequence.add("{\"session\":" + history.sessionName(session) + ",\"seq\":"
                    + (t - history.firstTransaction(session)) + ",\"id\":" + history.idCode(t) + ",");
        }
        assertTrue(unknown > 10);
        String text = streamed(options);
        for (String head : sequence) {
            assertTrue(text.contains(head), head);
        }
    }
}
