package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.isolde.check.Conclusion;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Level;
import org.isolde.online.aion.AionOptions;
import org.isolde.online.aion.DiskMap;
import org.isolde.online.aion.Engine;
import org.isolde.online.aion.LiveFinding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The monitor around its engine: what was answered stays, nothing comes twice, and whoever is too fast waits. */
@Timeout(60)
class MonitorTest {
    @TempDir
    private Path folder;

    private final List<Violation> told = new ArrayList<>();
    private final Map<Path, MemoryMap> disks = new HashMap<>();
    private FakeEngine engine;

    private MonitorOptions options() {
        return MonitorOptions.of(Level.SI)
                .state(folder)
                .settle(Duration.ZERO)
                .disk((path, memory) -> disks.computeIfAbsent(path, key -> new MemoryMap()))
                .engine(this::engine)
                .onViolation(told::add);
    }

    private Engine engine(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException {
        engine = new FakeEngine(options, disk, listener);
        return engine;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String line(int seq, String value) {
        return "{\"session\":\"a\",\"seq\":" + seq + ",\"start\":" + 2 * seq + ",\"commit\":" + (2 * seq + 1)
                + ",\"ops\":[[\"r\",\"x\",\"" + value + "\"],[\"w\",\"x\",\"" + seq + "\"]]}\n";
    }

    static void await(String what, BooleanSupplier condition) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < limit, "waited in vain for " + what);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Leaves a copy of the state as a killed process would: nothing saved at the end, no lock. */
    private void copy(Path to) throws IOException {
        Files.createDirectories(to.resolve("journal"));
        Files.copy(folder.resolve("violations.jsonl"), to.resolve("violations.jsonl"));
        try (var files = Files.list(folder.resolve("journal"))) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve("journal").resolve(file.getFileName()));
            }
        }
    }

    @Test
    void whatCameIsCheckedAndKept() throws Exception {
        try (Monitor monitor = Monitor.open(options())) {
            assertEquals(2, monitor.add(bytes(line(0, "0") + line(1, "bad"))));
            monitor.add(LiveTransaction.of("b", 0).timestamps(5, 6).read("y", "bad"));
            MonitorStatus status = monitor.finish();
            assertEquals(3, status.received());
            assertEquals(0, status.lagTransactions());
            assertEquals(Conclusion.VIOLATED, status.conclusion());
        }
        assertEquals(2, told.size());
        List<String> lines = Files.readAllLines(folder.resolve("violations.jsonl"));
        assertEquals(told.stream().map(Violation::json).toList(), lines);
        assertTrue(lines.get(0).startsWith("{\"n\":1,\"kind\":\"EXT\",\"session\":\"a\",\"seq\":1,"), lines.get(0));
        try (Monitor monitor = Monitor.open(options())) {
            assertEquals(3, monitor.status().counts().received());
            monitor.add(bytes(line(1, "bad") + line(2, "bad")));
            MonitorStatus status = monitor.finish();
            assertEquals(1, status.counts().duplicates());
            assertEquals(4, status.counts().received());
        }
        assertEquals(3, told.size());
        assertEquals(3, told.get(2).number());
    }

    @Test
    void aStateIsForItsOwnerAlone() throws Exception {
        Path state = folder.resolve("made/state");
        Monitor.open(options().state(state)).close();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(state)));
    }

    @Test
    void aKilledMonitorReadsItsJournalAgain() throws Exception {
        Path copy = folder.resolve("copy");
        try (Monitor monitor = Monitor.open(options())) {
            monitor.add(bytes(line(0, "bad")));
            monitor.add(bytes(line(1, "bad")));
            monitor.awaitChecked();
            await("both violations", () -> monitor.status().violations() == 2);
            copy(copy);
        }
        List<String> before = Files.readAllLines(folder.resolve("violations.jsonl"));
        // its last line was not whole yet
        String text = Files.readString(copy.resolve("violations.jsonl"));
        Files.writeString(copy.resolve("violations.jsonl"), text.substring(0, text.length() - 7));
        told.clear();
        try (Monitor monitor = Monitor.open(options().state(copy))) {
            assertEquals(List.of(2L), told.stream().map(Violation::number).toList());
            monitor.add(bytes(line(1, "bad")));
            assertEquals(1, monitor.finish().counts().duplicates());
        }
        assertEquals(before, Files.readAllLines(copy.resolve("violations.jsonl")));
    }

    @Test
    void whatIsToldDifferentlyAfterARestartIsAnError() throws Exception {
        Path copy = folder.resolve("copy");
        try (Monitor monitor = Monitor.open(options())) {
            monitor.add(bytes(line(0, "bad")));
            monitor.finish();
            copy(copy);
        }
        Path file = copy.resolve("violations.jsonl");
        String text = Files.readString(file);
        Files.writeString(file, text.replace("\"seq\":0", "\"seq\":9"));
        String message = assertThrows(
                        IOException.class, () -> Monitor.open(options().state(copy)))
                .getMessage();
        assertTrue(message.contains("violation 1 is told differently"), message);
        Files.writeString(file, text + text);
        message = assertThrows(IOException.class, () -> Monitor.open(options().state(copy)))
                .getMessage();
        assertTrue(message.contains("violation 2 and later ones"), message);
        Files.writeString(file, text);
        Monitor.open(options().state(copy)).close();
    }

    /** The tail can be cut without a word only where nothing shows that it had been whole. */
    @Test
    void violationsOfRecordsThatAreGoneAreNoInternalError() throws Exception {
        Path copy = folder.resolve("copy");
        try (Monitor monitor = Monitor.open(options().settle(Duration.ofHours(1)))) {
            for (int i = 0; i < 5; i++) {
                monitor.add(bytes(line(i, "bad")));
            }
            monitor.finish();
            copy(copy);
        }
        Path journal = Journal.segment(copy.resolve("journal"), 1);
        byte[] whole = Files.readAllBytes(journal);
        byte[] wrong = whole.clone();
        wrong[whole.length / 2] ^= 1;
        Files.write(journal, wrong);
        MonitorOptions options = options().settle(Duration.ofHours(1)).state(copy);
        String message =
                assertThrows(IOException.class, () -> Monitor.open(options)).getMessage();
        assertTrue(message.contains(journal + " is damaged at byte "), message);
        // the record that made all verdicts final is torn: nothing behind it tells, but the violations do
        Files.write(journal, java.util.Arrays.copyOf(whole, whole.length - 1));
        message = assertThrows(IOException.class, () -> Monitor.open(options)).getMessage();
        assertTrue(message.contains("violation 1 and later ones"), message);
        assertFalse(message.contains("internal error"), message);
        told.clear();
        List<String> before = Files.readAllLines(copy.resolve("violations.jsonl"));
        Files.write(journal, wrong);
        try (Monitor monitor = Monitor.open(options.repair(true))) {
            assertEquals(2, monitor.repairs().size(), monitor.repairs().toString());
            assertTrue(
                    monitor.repairs().get(0).contains(": 1 record ("),
                    monitor.repairs().toString());
            assertEquals(4, monitor.status().counts().received());
            // who sends what was lost once more has all as it was
            for (int i = 0; i < 5; i++) {
                monitor.add(bytes(line(i, "bad")));
            }
            assertEquals(5, monitor.finish().violations());
        }
        assertEquals(before, Files.readAllLines(copy.resolve("violations.jsonl.damaged")));
        assertEquals(
                told.stream().map(Violation::json).toList().subList(0, 1),
                Files.readAllLines(copy.resolve("violations.jsonl")).subList(2, 3));
        try (Monitor monitor = Monitor.open(options)) {
            assertEquals(List.of(), monitor.repairs());
            assertEquals(5, monitor.status().violations());
        }
    }

    @Test
    void aRepairReadsAFollowedFileAgainFromBeforeTheDamage() throws Exception {
        Path copy = folder.resolve("copy");
        Path file = Files.createFile(folder.resolve("live.jsonl"));
        List<Long> ends = new ArrayList<>();
        Path journal = Journal.segment(folder.resolve("journal"), 1);
        try (Monitor monitor = Monitor.open(options())) {
            for (int i = 0; i < 6; i++) {
                Files.writeString(file, line(i, "0"), java.nio.file.StandardOpenOption.APPEND);
                new LineFeed(monitor).file(file, false);
                ends.add(Files.size(journal));
                monitor.awaitChecked();
            }
            copy(copy);
        }
        Path damaged = Journal.segment(copy.resolve("journal"), 1);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[ends.get(2).intValue() - 5] ^= 1;
        Files.write(damaged, bytes);
        assertThrows(IOException.class, () -> Monitor.open(options().state(copy)));
        try (Monitor monitor = Monitor.open(options().state(copy).repair(true))) {
            assertEquals(2, monitor.status().received());
            assertTrue(
                    monitor.repairs().get(0).contains("3 of the followed file"),
                    monitor.repairs().toString());
            new LineFeed(monitor).file(file, false);
            MonitorStatus status = monitor.finish();
            assertEquals(6, status.counts().received());
            assertEquals(0, status.counts().duplicates());
        }
    }

    @Test
    void downtimeDoesNotCount() throws Exception {
        MonitorOptions slow = options().settle(Duration.ofHours(1));
        try (Monitor monitor = Monitor.open(slow)) {
            monitor.add(bytes(line(0, "bad")));
            monitor.awaitChecked();
        }
        long first = Checkpoint.read(disks.get(folder.resolve("state")).get(Checkpoint.KEY))
                .uptimeNanos();
        try (Monitor monitor = Monitor.open(options().settle(Duration.ofHours(1)))) {
            monitor.add(bytes(line(1, "0")));
            monitor.awaitChecked();
            assertEquals(1, monitor.status().counts().openVerdicts());
        }
        long second = Checkpoint.read(disks.get(folder.resolve("state")).get(Checkpoint.KEY))
                .uptimeNanos();
        assertTrue(second > first && second - first < TimeUnit.SECONDS.toNanos(30), first + " " + second);
        assertEquals(0, told.size());
    }

    @Test
    void timeGoesByWhileNothingComes() throws Exception {
        try (Monitor monitor = Monitor.open(options().settle(Duration.ofMillis(300)))) {
            monitor.add(bytes(line(0, "bad")));
            await("the verdict to settle", () -> monitor.status().violations() == 1);
        }
    }

    /** Sooner than a monitor that has nothing to wait for writes down its clock. */
    private static void awaitSoon(Monitor monitor, long violations) {
        long start = System.nanoTime();
        await("the verdict to settle", () -> monitor.status().violations() == violations);
        assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(9), "it took too long");
    }

    @Test
    void afterARestartVerdictsSettleInTheirTime() throws Exception {
        try (Monitor monitor = Monitor.open(options().settle(Duration.ofMillis(500)))) {
            monitor.add(bytes(line(0, "bad")));
        }
        try (Monitor monitor = Monitor.open(options().settle(Duration.ofMillis(500)))) {
            awaitSoon(monitor, 1);
        }
    }

    @Test
    void aGapIsToldInItsTimeWhereNothingIsRead() throws Exception {
        MonitorOptions options =
                options().engine(org.isolde.online.aion.Aion::new).settle(Duration.ofMillis(500));
        try (Monitor monitor = Monitor.open(options)) {
            monitor.add(LiveTransaction.of("a", 0).timestamps(1, 2));
            monitor.add(LiveTransaction.of("a", 2).timestamps(5, 6));
            awaitSoon(monitor, 1);
        }
    }

    @Test
    void sessionsSayThatTheyEnd() throws Exception {
        MonitorOptions options =
                options().engine(org.isolde.online.aion.Aion::new).settle(Duration.ofHours(1));
        try (Monitor monitor = Monitor.open(options)) {
            monitor.add(bytes("{\"isolde\":1,\"sessions\":2}\n"));
            monitor.add(LiveTransaction.of("a", 0).timestamps(1, 2).write("x", 1));
            monitor.add(LiveTransaction.of("b", 0).timestamps(3, 4).read("x", null));
            monitor.awaitChecked();
            assertEquals(0, monitor.status().violations());
            monitor.ended("a");
            monitor.add(LiveTransaction.of("c", 0).timestamps(5, 6));
            monitor.awaitChecked();
            await("the verdict", () -> monitor.status().violations() == 1);
        }
    }

    @Test
    void theStateIsSavedAsTheJournalGrows() throws Exception {
        try (Monitor monitor = Monitor.open(options().saveBytes(2_000).segmentBytes(1_000))) {
            for (int i = 0; i < 200; i++) {
                monitor.add(bytes(line(i, i % 10 == 0 ? "bad" : "0")));
            }
            monitor.awaitChecked();
            await("saves", () -> monitor.status().saves() > 5);
            assertTrue(JournalReader.segments(new DiskStorage(), folder.resolve("journal"))
                            .size()
                    < 6);
        }
        try (Monitor monitor = Monitor.open(options())) {
            assertEquals(200, monitor.status().counts().received());
            monitor.finish();
        }
        assertEquals(20, told.size());
    }

    @Test
    void aBadLineRefusesItsBlockAndNothingElse() throws Exception {
        try (Monitor monitor = Monitor.open(options())) {
            for (String bad : List.of(
                    "{\"session\":\"a\"",
                    "{}",
                    "[1]",
                    line(0, "0").replace("\"start\":0,", ""),
                    line(0, "0").replace("\"commit\":1,", ""),
                    line(0, "0").replace("\"seq\":0,", ""))) {
                BadHistoryException refused = assertThrows(
                        BadHistoryException.class, () -> monitor.add(bytes(line(5, "bad") + bad.strip() + "\n")), bad);
                assertEquals(2, refused.line(), bad);
            }
            assertEquals(1, monitor.add(bytes(line(0, "0").strip())));
            MonitorStatus status = monitor.finish();
            assertEquals(1, status.received());
            assertEquals(Conclusion.SATISFIED, status.conclusion());
            assertNull(status.problem());
        }
    }

    @Test
    void theFirstHeaderSaysWhatKeysAreInitially() throws Exception {
        try (Monitor monitor = Monitor.open(options())) {
            monitor.add(bytes("{\"isolde\":1,\"initial\":7}\n" + line(0, "0")));
            monitor.add(bytes("{\"isolde\":1,\"initial\":7}\n" + line(1, "0")));
            assertThrows(
                    BadHistoryException.class,
                    () -> monitor.add(bytes("{\"isolde\":1,\"initial\":8}\n" + line(2, "0"))));
            monitor.add(bytes(line(3, "0")));
            monitor.awaitChecked();
        }
        String message = assertThrows(
                        IOException.class, () -> Monitor.open(options().initial("8")))
                .getMessage();
        assertTrue(message.contains("was made with the initial value 7"), message);
        Monitor.open(options().initial("7")).close();
    }

    @Test
    void aStateIsForItsOptionsAndForOneMonitor() throws Exception {
        try (Monitor monitor = Monitor.open(options())) {
            assertNotNull(monitor);
            String message = assertThrows(IOException.class, () -> Monitor.open(options()))
                    .getMessage();
            assertTrue(message.contains("in use by another monitor"), message);
            monitor.add(bytes(line(0, "0")));
        }
        MonitorOptions other = MonitorOptions.of(Level.SER)
                .state(folder)
                .engine(this::engine)
                .settle(Duration.ZERO)
                .disk((path, memory) -> disks.get(path));
        String message =
                assertThrows(IOException.class, () -> Monitor.open(other)).getMessage();
        assertTrue(
                message.contains("was made with --level si --settle 0ms --retain 3600000ms, and not with --level ser"),
                message);
    }

    @Test
    void whoeverIsTooFastWaits() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (Monitor monitor = Monitor.open(options().queueBytes(1_000))) {
            engine.gate.acquire();
            monitor.add(bytes(line(0, "0")));
            List<Future<Integer>> waiting = new ArrayList<>();
            for (int i = 1; i <= 100; i++) {
                byte[] line = bytes(line(i, "0"));
                waiting.add(threads.submit(() -> monitor.add(line)));
            }
            Thread.sleep(50);
            assertEquals(1, monitor.status().received());
            assertFalse(waiting.get(0).isDone());
            engine.gate.release();
            for (Future<Integer> one : waiting) {
                assertEquals(1, one.get());
            }
            assertEquals(101, monitor.finish().counts().received());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whatIsSavedInTheMidstOfABlockIsNotTakenAgain() throws Exception {
        try (Monitor monitor = Monitor.open(options())) {
            engine.wantsSavingWithin = true;
            engine.breaksAt = 3;
            monitor.add(bytes(line(0, "0") + line(1, "bad") + line(2, "0") + line(3, "bad")));
            await("the engine to break", () -> monitor.status().problem() != null);
        }
        try (Monitor monitor = Monitor.open(options())) {
            assertEquals(4, monitor.status().counts().received());
            assertEquals(0, monitor.status().counts().duplicates());
            assertEquals(2, monitor.finish().violations());
        }
        assertEquals(2, told.size());
    }

    @Test
    void whatTheEngineCouldNeverTakeIsRefused() throws Exception {
        try (Monitor monitor = Monitor.open(options().memory(8 << 20))) {
            engine.demandOfOperation = 2 << 20;
            TooLargeException never = assertThrows(
                    TooLargeException.class,
                    () -> monitor.add(bytes(line(0, "0") + line(1, "0").replace("]]", "],[\"w\",\"y\",1]]"))));
            assertTrue(never.getMessage().contains("needs 10 MiB of memory"), never.getMessage());
            monitor.add(bytes(line(0, "0")));
            assertEquals(1, monitor.finish().received());
        }
    }

    @Test
    void othersDoNotWaitForOneThatIsLarge() throws Exception {
        try (Monitor monitor = Monitor.open(options().queueBytes(1 << 20))) {
            monitor.add(bytes(line(0, "0")));
            engine.gate.acquire();
            StringBuilder large = new StringBuilder("{\"session\":\"b\",\"seq\":0,\"start\":1,\"commit\":2,\"ops\":[");
            for (int i = 0; i < 50_000; i++) {
                large.append("[\"w\",").append(i).append(",1],");
            }
            monitor.add(bytes(large.append("[\"w\",0,1]]}\n").toString()));
            for (int i = 1; i <= 5; i++) {
                monitor.add(bytes(line(i, "0")));
            }
            engine.gate.release();
            assertEquals(7, monitor.finish().received());
        }
    }

    /** A disk on which the journal finds no more room after so many bytes. */
    private static Storage disk(long[] room) {
        return new StorageAround(new DiskStorage()) {
            @Override
            public StoredFile open(Path path) throws IOException {
                StoredFile real = super.open(path);
                if (!path.toString().endsWith(Journal.SUFFIX)) {
                    return real;
                }
                return new FileAround(real) {
                    @Override
                    public void write(ByteBuffer buffer, long at) throws IOException {
                        if (buffer.remaining() > room[0]) {
                            // as much as there is room for, as a real disk does
                            buffer.limit(buffer.position() + (int) room[0]);
                            room[0] = 0;
                            super.write(buffer, at);
                            throw new IOException("No space left on device");
                        }
                        room[0] -= buffer.remaining();
                        super.write(buffer, at);
                    }
                };
            }
        };
    }

    @Test
    void aFullDiskLosesNothingThatWasAnswered() throws Exception {
        int answered = 0;
        try (Monitor monitor = Monitor.open(options().storage(disk(new long[] {3_000})))) {
            MonitorStoppedException stopped = null;
            while (stopped == null) {
                try {
                    monitor.add(bytes(line(answered, "0")));
                    answered++;
                } catch (MonitorStoppedException e) {
                    stopped = e;
                }
            }
            assertTrue(answered > 5, "answered " + answered);
            assertTrue(stopped.getMessage().contains("No space left on device; make room"), stopped.getMessage());
            assertEquals(stopped.getMessage(), monitor.status().problem());
            assertThrows(MonitorStoppedException.class, () -> monitor.add(bytes(line(1000, "0"))));
        }
        try (Monitor monitor = Monitor.open(options())) {
            assertTrue(monitor.cutBytes() > 0);
            for (int i = 0; i < answered + 3; i++) {
                monitor.add(bytes(line(i, "0")));
            }
            MonitorStatus status = monitor.finish();
            assertEquals(answered, status.counts().duplicates());
            assertEquals(answered + 3, status.counts().received());
        }
    }

    @Test
    void anEngineThatBreaksIsSaid() throws Exception {
        MonitorOptions broken = options().engine((options, disk, listener) -> {
            throw new IllegalStateException("at once");
        });
        assertThrows(IllegalStateException.class, () -> Monitor.open(broken));
        MonitorOptions later = options().onViolation(violation -> {
            throw new IllegalStateException("here");
        });
        try (Monitor monitor = Monitor.open(later)) {
            monitor.add(bytes(line(0, "bad")));
            assertThrows(MonitorStoppedException.class, monitor::finish);
            assertTrue(
                    monitor.status().problem().contains("here"),
                    monitor.status().problem());
        }
    }

    @Test
    void withoutAStateNothingStays() throws Exception {
        Path[] used = new Path[1];
        MonitorOptions options = options().state(null).disk((path, memory) -> {
            used[0] = path;
            return new MemoryMap();
        });
        try (Monitor monitor = Monitor.open(options)) {
            monitor.add(bytes(line(0, "bad")));
            assertEquals(1, monitor.finish().violations());
            assertTrue(Files.isDirectory(used[0].getParent()));
        }
        assertFalse(Files.exists(used[0].getParent()));
    }

    @Test
    void manySendersAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (Monitor monitor = Monitor.open(options().queueBytes(5_000))) {
            List<Future<?>> senders = new ArrayList<>();
            for (int s = 0; s < 8; s++) {
                int session = s;
                senders.add(threads.submit(() -> {
                    for (int i = 0; i < 50; i++) {
                        monitor.add(LiveTransaction.of(session, i)
                                .timestamps(i, i + 1)
                                .write("x", 1));
                    }
                    return null;
                }));
            }
            for (Future<?> sender : senders) {
                sender.get();
            }
            assertEquals(400, monitor.finish().counts().received());
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
