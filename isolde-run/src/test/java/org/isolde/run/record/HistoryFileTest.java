package org.isolde.run.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded is what a reader gets, to the last whole line that the disk took. */
@Timeout(60)
class HistoryFileTest {
    private static final Map<String, Object> HEADER = Map.of("database", "X \"1\"");

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("history.jsonl");
    }

    private static OperationList write(long key, long value) {
        OperationList operations = new OperationList();
        operations.add(OpKind.WRITE, key, value);
        return operations;
    }

    @Test
    void everyKindOfOperationOfRegistersReadsBackAsItWas() throws IOException {
        OperationList operations = new OperationList();
        operations.add(OpKind.READ, 7, Session.ABSENT);
        operations.add(OpKind.WRITE, 7, 70);
        operations.add(OpKind.READ, 7, 70);
        operations.add(OpKind.READ, Long.MIN_VALUE + 1, Session.ABSENT);
        operations.add(OpKind.WRITE, -3, Long.MAX_VALUE);
        try (HistoryFile log = new HistoryFile(file(), HEADER)) {
            log.add(0, Status.COMMITTED, null, operations, 5, 9, null);
            log.finish();
        }
        History history = History.read(file());
        assertEquals(List.of(), history.warnings());
        assertEquals("\"X \\\"1\\\"\"", history.header().get("database"));
        assertEquals(
                List.of(
                        "r 7 initial",
                        "w 7 70",
                        "r 7 70",
                        "r -9223372036854775807 initial",
                        "w -3 9223372036854775807"),
                operations(history, 1));
        assertEquals(5, history.begin(1));
        assertEquals(9, history.end(1));
    }

    @Test
    void compareAndSetsReadBackAsTheyWere() throws IOException {
        OperationList inserted = new OperationList();
        inserted.addCompareAndSet(1, Session.ABSENT, 10);
        OperationList replaced = new OperationList();
        replaced.addCompareAndSet(1, 10, 11);
        OperationList failed = new OperationList();
        failed.addCompareAndSet(1, 10, 12);
        failed.failLast();
        try (HistoryFile log = new HistoryFile(file(), HEADER)) {
            log.add(0, Status.COMMITTED, null, inserted, 1, 2, null);
            log.add(0, Status.COMMITTED, null, replaced, 3, 4, null);
            log.add(0, Status.COMMITTED, null, failed, 5, 6, null);
            log.finish();
        }
        List<String> lines = Files.readAllLines(file());
        assertTrue(lines.get(1).contains("[\"cas\",1,null,10]"), lines.get(1));
        assertTrue(lines.get(2).contains("[\"cas\",1,10,11]"), lines.get(2));
        assertTrue(lines.get(3).contains("[\"cas-failed\",1,10]"), lines.get(3));
        History history = History.read(file());
        assertEquals(List.of("cas-r 1 initial", "cas-w 1 10"), operations(history, 1));
        assertEquals(List.of("cas-r 1 10", "cas-w 1 11"), operations(history, 2));
        assertEquals(List.of("cas-failed 1 10"), operations(history, 3));
    }

    @Test
    void listsReadBackAsTheyWere() throws IOException {
        OperationList operations = new OperationList();
        operations.addList(1, new long[] {});
        operations.add(OpKind.APPEND, 1, 4);
        operations.add(OpKind.APPEND, 1, 5);
        operations.addList(1, new long[] {4, 5});
        try (HistoryFile log = new HistoryFile(file(), HEADER)) {
            log.add(0, Status.COMMITTED, null, operations, 1, 2, null);
            log.finish();
        }
        History history = History.read(file());
        assertEquals(2, history.lists());
        assertEquals(0, history.listFirst(1) - history.listFirst(0), "the first one is empty");
        List<String> elements = new ArrayList<>();
        for (int i = history.listFirst(1); i < history.listFirst(2); i++) {
            elements.add(history.valueName(history.listElement(i)));
        }
        assertEquals(List.of("4", "5"), elements);
    }

    @Test
    void outcomesReasonsAndTimesReadBackAsTheyWere() throws IOException {
        try (HistoryFile log = new HistoryFile(file(), HEADER)) {
            log.add(3, Status.ABORTED, "\"dead\nlock\" \u00fc", write(1, 1), 1, 2, null);
            log.add(3, Status.UNKNOWN, "connection lost", write(1, 2), 3, Long.MAX_VALUE, null);
            log.add(12, Status.COMMITTED, null, write(1, 3), 4, 5, new Timestamps(100, 101));
            log.finish();
        }
        assertTrue(Files.readAllLines(file()).get(1).contains("\"reason\":\"\\\"dead\\nlock\\\" \u00fc\""));
        assertFalse(Files.readAllLines(file()).get(2).contains("\"end\""), "nobody knows when it ended");
        History history = History.read(file());
        assertEquals(3, history.transactions());
        assertEquals(Status.ABORTED, history.status(1));
        assertEquals(Status.UNKNOWN, history.status(2));
        assertEquals(Status.COMMITTED, history.status(3));
        assertEquals(Long.MAX_VALUE, history.end(2));
        assertEquals("12", history.sessionName(history.session(3)));
        String committed = Files.readAllLines(file()).get(3);
        assertTrue(committed.contains("\"start\":100,\"commit\":101"), committed);
    }

    /** Many sessions at once: each one's lines are in its order, and none is lost or torn. */
    @Test
    void sessionsKeepTheirOrder() throws Exception {
        int sessions = 4;
        int each = 20_000;
        try (HistoryFile log = new HistoryFile(file(), HEADER)) {
            List<Thread> threads = new ArrayList<>();
            for (int session = 0; session < sessions; session++) {
                long name = session;
                threads.add(new Thread(() -> {
                    for (long i = 0; i < each; i++) {
                        log.add(name, Status.COMMITTED, null, write(name, name * each + i), i * 2, i * 2 + 1, null);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            log.finish();
        }
        History history = History.read(file());
        assertEquals(sessions * each, history.transactions());
        assertEquals(List.of(), history.warnings());
        for (int session = 0; session < sessions; session++) {
            for (int t = history.firstTransaction(session) + 1; t < history.firstTransaction(session + 1); t++) {
                assertTrue(history.begin(t - 1) < history.begin(t));
            }
        }
        List<String> lines = Files.readAllLines(file());
        assertEquals("{\"closed\":{\"transactions\":" + sessions * each + "}}", lines.get(lines.size() - 1));
    }

    @Test
    void withoutTheClosingLineItCountsAsBrokenOff() throws IOException {
        try (HistoryFile log = new HistoryFile(file(), HEADER)) {
            log.add(0, Status.COMMITTED, null, write(1, 1), 1, 2, null);
        }
        History history = History.read(file());
        assertEquals(1, history.transactions());
        assertTrue(history.warnings().get(0).contains("broke off"));
    }

    /** What is recorded is on the disk a moment later, without anybody closing anything. */
    @Test
    void linesGetThereAsTheyHappen() throws Exception {
        try (HistoryFile log = new HistoryFile(file(), HEADER)) {
            for (int i = 1; i <= 3; i++) {
                log.add(0, Status.COMMITTED, null, write(1, i), i, i, null);
                while (Files.readAllLines(file()).size() < i + 1) {
                    Thread.sleep(10);
                }
            }
        }
    }

    @Test
    void afterTheEndNothingIsRecorded() throws IOException {
        HistoryFile log = new HistoryFile(file(), HEADER);
        log.add(0, Status.COMMITTED, null, write(1, 1), 1, 2, null);
        log.finish();
        log.add(0, Status.COMMITTED, null, write(1, 2), 3, 4, null);
        assertEquals(1, History.read(file()).transactions());
    }

    @Test
    void nothingOldIsOverwritten() throws IOException {
        Files.writeString(file(), "old");
        assertThrows(FileAlreadyExistsException.class, () -> new HistoryFile(file(), HEADER));
        assertEquals("old", Files.readString(file()));
    }

    @Test
    void aFullDiskIsToldAndLeavesWholeLines() throws Exception {
        for (int room = 60; room < 1200; room += 97) {
            Path file = folder.resolve("full-" + room);
            HistoryFile log = new HistoryFile(new FullDisk(file, room), HEADER, 1 << 20);
            long written = 0;
            while (log.failure() == null) {
                log.add(0, Status.COMMITTED, null, write(1, written), written, written, null);
                written++;
            }
            IOException told = assertThrows(IOException.class, log::finish);
            assertSame(log.failure(), told);
            assertEquals(FullDisk.MESSAGE, told.getMessage());
            String text = Files.readString(file);
            assertTrue(text.length() <= room);
            assertTrue(text.endsWith("}\n"), text);
            History history = History.read(file);
            assertEquals(text.lines().count() - 1, history.transactions());
            assertTrue(history.transactions() < written);
            assertTrue(history.warnings().get(0).contains("broke off"));
        }
    }

    @Test
    void whoWaitsForADiskThatFailsIsWoken() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        FullDisk disk = new FullDisk(file(), 200);
        disk.beforeItFails = slow;
        HistoryFile log = new HistoryFile(disk, HEADER, 1000);
        Thread session = new Thread(() -> {
            for (long i = 0; log.failure() == null; i++) {
                log.add(0, Status.COMMITTED, null, write(1, i), i, i, null);
            }
        });
        session.start();
        disk.isFull.await();
        // what comes now has nobody who writes it out
        while (session.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        slow.countDown();
        session.join(30_000);
        assertFalse(session.isAlive());
        assertThrows(IOException.class, log::close);
    }

    @Test
    void aDiskThatWasFullFromTheStartIsToldToo() throws IOException {
        HistoryFile log = new HistoryFile(new FullDisk(file(), 10), HEADER, 1 << 20);
        assertNotNull(log.failure());
        log.add(0, Status.COMMITTED, null, write(1, 1), 1, 2, null);
        assertThrows(IOException.class, log::finish);
        assertEquals("", Files.readString(file()));
    }

    @Test
    void whatWentWellHasNoFailure() throws IOException {
        HistoryFile log = new HistoryFile(file(), HEADER);
        log.finish();
        assertNull(log.failure());
    }

    /** The operations of a transaction in words. */
    private static List<String> operations(History history, int transaction) {
        List<String> words = new ArrayList<>();
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            String kind = switch (history.kind(op)) {
                case OpKind.READ -> "r";
                case OpKind.WRITE -> "w";
                case OpKind.CAS_READ -> "cas-r";
                case OpKind.CAS_WRITE -> "cas-w";
                case OpKind.CAS_FAILED -> "cas-failed";
                default -> "other";
            };
            int value = history.value(op);
            boolean initial = history.writer(value) == History.INITIAL;
            words.add(kind + " " + history.keyName(history.key(op)) + " "
                    + (initial ? "initial" : history.valueName(value)));
        }
        return words;
    }

    /** A file on a disk with so many bytes of room: like a real one, it takes what fits and then fails. */
    private static final class FullDisk implements SeekableByteChannel {
        private static final String MESSAGE = "No space left on device";

        private final SeekableByteChannel file;
        private final long room;
        private final CountDownLatch isFull = new CountDownLatch(1);
        private CountDownLatch beforeItFails = new CountDownLatch(0);

        FullDisk(Path path, long room) throws IOException {
            this.file = Files.newByteChannel(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            this.room = room;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int fits = (int) Math.min(bytes.remaining(), room - file.position());
            if (fits == 0) {
                isFull.countDown();
                try {
                    beforeItFails.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                throw new IOException(MESSAGE);
            }
            ByteBuffer part = bytes.duplicate().limit(bytes.position() + fits);
            bytes.position(bytes.position() + fits);
            return file.write(part);
        }

        @Override
        public int read(ByteBuffer bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            file.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
