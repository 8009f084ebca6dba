package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files and streams, whole and growing. */
@Timeout(60)
class LineFeedTest {
    @TempDir
    private Path folder;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final MemoryMap disk = new MemoryMap();

    @AfterEach
    void stop() {
        thread.shutdownNow();
    }

    private Monitor open() throws IOException {
        return open(Duration.ZERO);
    }

    private Monitor open(Duration settle) throws IOException {
        return Monitor.open(MonitorOptions.of(Level.SI)
                .state(folder.resolve("state"))
                .settle(settle)
                .disk((path, memory) -> disk)
                .engine(FakeEngine::new));
    }

    private static String line(int seq) {
        return "{\"session\":\"a\",\"seq\":" + seq + ",\"start\":" + seq + ",\"commit\":" + seq + ",\"ops\":[]}\n";
    }

    private static String lines(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(line(i));
        }
        return text.toString();
    }

    @Test
    void aStreamOfManyBlocks() throws Exception {
        String text = lines(0, 60_000);
        try (Monitor monitor = open()) {
            new LineFeed(monitor).stream(new ByteArrayInputStream(MonitorTest.bytes(text.strip())), "standard input");
            assertEquals(60_000, monitor.finish().counts().received());
        }
    }

    /** A stream whose reader is slow to come back for what is there; then there is nothing for a while. */
    @Test
    void aVerdictDoesNotSettleWhileSomethingWaitsToBeRead() throws Exception {
        // more than is handed on at once
        byte[] bytes = MonitorTest.bytes(line(0).replace("[]", "[[\"r\",\"x\",\"bad\"]]") + lines(1, 20_000));
        boolean[] waits = {true};
        long[] found = new long[2];
        try (Monitor monitor = open(Duration.ofMillis(200))) {
            InputStream slow = new InputStream() {
                private int reads;
                private int at;

                @Override
                public int available() {
                    return waits[0] ? 1 : 0;
                }

                @Override
                public int read() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public int read(byte[] into, int from, int length) throws IOException {
                    try {
                        reads++;
                        if (reads == 2) {
                            monitor.awaitChecked();
                            assertTrue(monitor.status().received() > 0);
                            Thread.sleep(600);
                            found[0] = monitor.violations().lines();
                            waits[0] = false;
                        } else if (reads == 3) {
                            MonitorTest.await(
                                    "a verdict", () -> monitor.violations().lines() > 0);
                            found[1] = monitor.violations().lines();
                        }
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    int count = Math.min(length, bytes.length - at);
                    System.arraycopy(bytes, at, into, from, count);
                    at += count;
                    return count == 0 ? -1 : count;
                }
            };
            feed(monitor, slow);
        }
        assertEquals(0, found[0]);
        assertEquals(1, found[1]);
    }

    private static void feed(Monitor monitor, InputStream in) throws IOException, InterruptedException {
        new LineFeed(monitor).stream(in, "standard input");
    }

    @Test
    void aLineThatIsLongerThanABlock() throws Exception {
        String operations = "[\"w\",1,1],".repeat(300_000);
        String text =
                line(0) + line(1).replace("[]", "[" + operations.substring(0, operations.length() - 1) + "]") + line(2);
        try (Monitor monitor = open()) {
            new LineFeed(monitor).stream(new ByteArrayInputStream(MonitorTest.bytes(text)), "standard input");
            assertEquals(3, monitor.finish().counts().received());
        }
    }

    @Test
    void aStreamIsReadAsItComes() throws Exception {
        try (Monitor monitor = open();
                PipedOutputStream out = new PipedOutputStream()) {
            PipedInputStream in = new PipedInputStream(out, 1 << 16);
            LineFeed feed = new LineFeed(monitor);
            Future<?> fed = thread.submit(() -> {
                feed.stream(in, "standard input");
                return null;
            });
            out.write(MonitorTest.bytes(line(0) + line(1).substring(0, 10)));
            out.flush();
            MonitorTest.await("the first line", () -> monitor.status().received() == 1);
            out.write(MonitorTest.bytes(line(1).substring(10)));
            out.flush();
            MonitorTest.await("the second line", () -> monitor.status().received() == 2);
            out.close();
            fed.get();
        }
    }

    @Test
    void aBadLineIsNamed() throws Exception {
        Path file = folder.resolve("bad.jsonl");
        Files.writeString(file, lines(0, 30_000) + "{\"session\":1\n" + line(30_000));
        try (Monitor monitor = open()) {
            BadHistoryException bad =
                    assertThrows(BadHistoryException.class, () -> new LineFeed(monitor).file(file, false));
            assertTrue(bad.getMessage().startsWith(file + ":30001: "), bad.getMessage());
        }
    }

    @Test
    void aGrowingFileIsFollowedToItsClosingLine() throws Exception {
        Path file = folder.resolve("live.jsonl");
        Files.writeString(file, "{\"isolde\":1,\"live\":true}\n" + line(0) + line(1).substring(0, 5));
        try (Monitor monitor = open()) {
            LineFeed feed = new LineFeed(monitor);
            Future<?> fed = thread.submit(() -> {
                feed.file(file, true);
                return null;
            });
            MonitorTest.await("the first line", () -> monitor.status().received() == 1);
            Files.writeString(file, line(1).substring(5) + line(2), StandardOpenOption.APPEND);
            MonitorTest.await("three lines", () -> monitor.status().received() == 3);
            Files.writeString(file, line(3) + "{\"closed\":{\"transactions\":4}}\n", StandardOpenOption.APPEND);
            fed.get();
            assertTrue(feed.isClosed());
            assertEquals(4, monitor.finish().counts().received());
        }
    }

    @Test
    void aFileGoesOnWhereItWasLeft() throws Exception {
        Path file = folder.resolve("some.jsonl");
        Files.writeString(file, lines(0, 10) + line(10).strip());
        try (Monitor monitor = open()) {
            new LineFeed(monitor).file(file, false);
            monitor.awaitChecked();
        }
        Files.writeString(file, "\n" + lines(11, 15), StandardOpenOption.APPEND);
        try (Monitor monitor = open()) {
            new LineFeed(monitor).file(file, false);
            MonitorStatus status = monitor.finish();
            assertEquals(15, status.counts().received());
            assertEquals(0, status.counts().duplicates());
        }
        // another file of that name is read from its start
        Files.delete(file);
        Files.writeString(folder.resolve("other"), lines(0, 16));
        Files.move(folder.resolve("other"), file);
        try (Monitor monitor = open()) {
            new LineFeed(monitor).file(file, false);
            MonitorStatus status = monitor.finish();
            assertEquals(16, status.counts().received());
        }
    }

    @Test
    void aFileThatIsCutShortIsSaid() throws Exception {
        Path file = folder.resolve("some.jsonl");
        Files.writeString(file, lines(0, 10));
        try (Monitor monitor = open()) {
            LineFeed feed = new LineFeed(monitor);
            Future<?> fed = thread.submit(() -> {
                feed.file(file, true);
                return null;
            });
            MonitorTest.await("the lines", () -> monitor.status().received() == 10);
            Files.writeString(file, "");
            ExecutionException failed = assertThrows(ExecutionException.class, fed::get);
            assertTrue(failed.getMessage().contains("has become shorter"), failed.getMessage());
        }
    }

    @Test
    void aPackedFileIsUnpacked() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(lines(0, 100).getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("some.jsonl.gz"), packed.toByteArray());
        try (Monitor monitor = open()) {
            new LineFeed(monitor).file(file, false);
            assertEquals(100, monitor.finish().counts().received());
            assertThrows(BadHistoryException.class, () -> new LineFeed(monitor).file(file, true));
        }
    }
}
