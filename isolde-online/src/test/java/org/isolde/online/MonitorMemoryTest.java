package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.IntFunction;
import org.isolde.history.Level;
import org.isolde.history.TransactionBatch;
import org.isolde.online.aion.Aion;
import org.isolde.online.aion.AionCounts;
import org.isolde.online.aion.AionOptions;
import org.isolde.online.aion.Demand;
import org.isolde.online.aion.DiskMap;
import org.isolde.online.aion.Engine;
import org.isolde.online.aion.LiveFinding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real engine with little memory: whatever comes, it takes no more than it may, and neither does a restart. */
@Timeout(120)
class MonitorMemoryTest {
    private static final long MEMORY = 4 << 20;
    private static final int BLOCKS = 10;

    @TempDir
    private Path folder;

    private final MemoryMap disk = new MemoryMap();
    private Watched engine;

    /** The engine, and the most that it has had in memory after any transaction. */
    private static final class Watched implements Engine {
        private final Engine real;
        private volatile long most;

        Watched(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException {
            real = new Aion(options, disk, listener);
            most = real.counts().memory();
        }

        @Override
        public void accept(TransactionBatch source, int t, long uptimeNanos) throws IOException {
            real.accept(source, t, uptimeNanos);
            most = Math.max(most, real.counts().memory());
        }

        @Override
        public void advance(long uptimeNanos) throws IOException {
            real.advance(uptimeNanos);
            most = Math.max(most, real.counts().memory());
        }

        @Override
        public void announced(long count) {
            real.announced(count);
        }

        @Override
        public void ended(TransactionBatch source, int number, long uptimeNanos) throws IOException {
            real.ended(source, number, uptimeNanos);
        }

        @Override
        public boolean waits() {
            return real.waits();
        }

        @Override
        public void finish() throws IOException {
            real.finish();
        }

        @Override
        public boolean wantsSavingBefore(TransactionBatch source, int t) throws IOException {
            return real.wantsSavingBefore(source, t);
        }

        @Override
        public Demand demand(TransactionBatch batch) {
            return real.demand(batch);
        }

        @Override
        public void save(DiskMap.Changes changes) throws IOException {
            real.save(changes);
        }

        @Override
        public void saved() throws IOException {
            real.saved();
        }

        @Override
        public AionCounts counts() {
            return real.counts();
        }
    }

    private MonitorOptions options() {
        return MonitorOptions.of(Level.SI)
                .state(folder)
                .settle(Duration.ofMillis(20))
                .memory(MEMORY)
                .disk((path, memory) -> disk)
                .engine((options, map, listener) -> {
                    engine = new Watched(options, map, listener);
                    return engine;
                });
    }

    private static byte[] lines(int block, int count, IntFunction<String> line) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(line.apply(block * count + i));
        }
        return MonitorTest.bytes(text.toString());
    }

    private static String line(String session, int seq, int time, String ops) {
        return "{\"session\":\"" + session + "\",\"seq\":" + seq + ",\"start\":" + 2 * time + ",\"commit\":"
                + (2 * time + 1) + ",\"ops\":[" + ops + "]}\n";
    }

    private void assertBounded(int count, IntFunction<String> line) throws Exception {
        try (Monitor monitor = Monitor.open(options())) {
            for (int block = 0; block < BLOCKS; block++) {
                monitor.add(lines(block, count, line));
            }
            monitor.awaitChecked();
            assertEquals(BLOCKS * count, engine.counts().received());
            assertTrue(engine.most <= MEMORY, "took " + engine.most);
        }
        try (Monitor monitor = Monitor.open(options())) {
            monitor.add(lines(BLOCKS - 1, count, line));
            assertEquals(count, monitor.finish().counts().duplicates());
            assertEquals(0, monitor.status().violations());
            assertTrue(engine.most <= MEMORY, "took " + engine.most + " after a restart");
        }
    }

    @Test
    void manyKeys() throws Exception {
        assertBounded(2000, i -> line("a", i, i, "[\"w\",\"k" + i + "\",1],[\"w\",\"l" + i + "\",1]"));
    }

    @Test
    void manySessions() throws Exception {
        assertBounded(3000, i -> line("s" + i, 0, i, "[\"w\",\"x\",1]"));
    }

    @Test
    void manyOpenReads() throws Exception {
        assertBounded(1000, i -> line("a", i, i, "[\"r\",\"k" + i + "\",null]"));
    }

    /** Ten times as many as fit into memory, none of which settles before the end; and each that is wrong is told. */
    @Test
    void openReadsThatDoNotFitAreOnDiskAndAllAreJudged() throws Exception {
        int count = 3_000;
        IntFunction<String> line =
                i -> line("a" + i % 7, i / 7, i, reads(i) + (i % 1000 == 0 ? ",[\"w\",\"x\",1]" : ""));
        MonitorOptions options = options().settle(Duration.ofDays(1));
        try (Monitor monitor = Monitor.open(options)) {
            for (int block = 0; block < BLOCKS / 2; block++) {
                monitor.add(lines(block, count, line));
            }
            monitor.awaitChecked();
            assertEquals(BLOCKS / 2 * count * 3L, engine.counts().openVerdicts());
        }
        try (Monitor monitor = Monitor.open(options)) {
            for (int block = BLOCKS / 2; block < BLOCKS; block++) {
                monitor.add(lines(block, count, line));
            }
            // before all others: the first read of each transaction is right, and one of a thousand misses it
            monitor.add(lines(0, 1, i -> line("b", 0, -1, "[\"w\",\"first\",5]")));
            monitor.awaitChecked();
            assertEquals(BLOCKS * count * 3L, engine.counts().openVerdicts());
            assertTrue(engine.most <= MEMORY, "took " + engine.most);
            MonitorStatus status = monitor.finish();
            assertEquals(0, status.counts().openVerdicts());
            assertEquals(0, status.counts().undecided());
            assertEquals(BLOCKS * count / 1000, status.violations());
            assertTrue(engine.most <= MEMORY, "took " + engine.most + " in the end");
        }
    }

    private static String reads(int i) {
        return "[\"r\",\"k" + i + "\",null],[\"r\",\"first\"," + (i % 1000 == 999 ? 4 : 5) + "],[\"r\",\"l" + i
                + "\",null]";
    }

    @Test
    void longLists() throws Exception {
        StringBuilder appends = new StringBuilder();
        StringBuilder list = new StringBuilder("0");
        for (int i = 0; i < 500; i++) {
            appends.append("[\"append\",\"KEY\",").append(i).append("],");
            list.append(i == 0 ? "" : "," + i);
        }
        String ops = appends + "[\"r\",\"KEY\",[" + list + "]]";
        assertBounded(20, i -> line("a", i, i, ops.replace("KEY", "k" + i)));
    }

    @Test
    void longTexts() throws Exception {
        String text = "text".repeat(500);
        assertBounded(300, i -> line("a", i, i, "[\"w\",\"x\",\"" + text + i + "\"]"));
    }

    @Test
    void aTransactionThatIsTooLargeIsRefusedAndLeavesNothingBehind() throws Exception {
        StringBuilder ops = new StringBuilder("[\"w\",\"k\",0]");
        for (int i = 0; i < 8000; i++) {
            ops.append(",[\"w\",\"k").append(i).append("\",1]");
        }
        byte[] large = MonitorTest.bytes(line("a", 0, 0, "[\"w\",\"x\",1]") + line("a", 1, 1, ops.toString()));
        try (Monitor monitor = Monitor.open(options())) {
            TooLargeException refused = assertThrows(TooLargeException.class, () -> monitor.add(large));
            assertEquals(2, refused.line());
            assertTrue(refused.getMessage().endsWith("give the monitor more --memory"), refused.getMessage());
            monitor.add(MonitorTest.bytes(line("a", 0, 0, "[\"w\",\"x\",1]")));
            assertEquals(1, monitor.finish().received());
        }
        try (Monitor monitor = Monitor.open(options())) {
            assertEquals(1, monitor.status().received());
        }
    }
}
