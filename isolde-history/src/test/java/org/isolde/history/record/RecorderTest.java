package org.isolde.history.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application records is what a reader gets. */
class RecorderTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("history.jsonl");
    }

    /** The lines of transactions, without their times. */
    private List<String> lines() throws IOException {
        return Files.readAllLines(file()).stream()
                .filter(line -> line.startsWith("{\"session\""))
                .map(line -> line.replaceAll(",\"(begin|end)\":\\d+", ""))
                .toList();
    }

    @Test
    void everyOperationIsALineOfTheNativeFormat() throws IOException {
        UUID uuid = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
        try (Recorder recorder = Recorder.to(file(), Map.of("application", "shop"))) {
            try (TransactionRecorder first = recorder.session("alice").begin()) {
                first.read("stock", null);
                first.write("stock", 3);
                first.readList(7L, List.of(1, "two"));
                first.append(7L, new BigDecimal("3.00"));
                first.compareAndSet("lock", null, uuid);
                first.compareAndSetFailed("lock", "free");
                first.timestamps(10, 12);
                first.committed();
            }
        }
        assertEquals(
                List.of(
                        "{\"session\":\"alice\",\"ops\":[[\"r\",\"stock\",null],[\"w\",\"stock\",3],[\"r\",7,[1,\"two\"]],"
                                + "[\"append\",7,3],[\"cas\",\"lock\",null,\"" + uuid + "\"],"
                                + "[\"cas-failed\",\"lock\",\"free\"]],\"start\":10,\"commit\":12}"),
                lines());
        String header = Files.readAllLines(file()).get(0);
        assertTrue(header.contains("\"application\":\"shop\"") && header.contains("\"clock\":\"nanoseconds\""), header);
    }

    @Test
    void aHistoryIsReadBackWithItsOutcomesAndTimes() throws IOException {
        try (Recorder recorder = Recorder.to(file())) {
            SessionRecorder alice = recorder.session("alice");
            SessionRecorder bob = recorder.session("bob");
            TransactionRecorder one = alice.begin();
            one.write("x", recorder.fresh());
            TransactionRecorder two = bob.begin();
            two.write("x", recorder.fresh());
            two.aborted("changed my mind");
            one.committed();
            one.aborted("too late, and not recorded");
        }
        History history = History.read(file());
        assertEquals(List.of(), history.warnings());
        assertEquals(2, history.transactions());
        assertEquals(Status.ABORTED, history.status(1), "bob's was the first to end");
        assertEquals(Status.COMMITTED, history.status(2));
        assertTrue(history.begin(2) <= history.begin(1) && history.end(1) <= history.end(2), "alice's lasts longer");
    }

    /** It may still commit, behind what the session does next. */
    @Test
    void behindAnUnknownOutcomeASessionHasANewName() throws IOException {
        try (Recorder recorder = Recorder.to(file())) {
            SessionRecorder alice = recorder.session("alice");
            alice.begin().close();
            alice.begin().committed();
            assertEquals("alice#2", alice.name());
            assertEquals("alice#3", recorder.session("alice").name());
        }
        assertEquals(
                List.of(
                        "{\"session\":\"alice\",\"status\":\"unknown\",\"reason\":\"its end was not recorded\",\"ops\":[]}",
                        "{\"session\":\"alice#2\",\"ops\":[]}"),
                lines());
    }

    @Test
    void whatIsUnderWayAtTheEndIsUnknown() throws IOException {
        Recorder recorder = Recorder.to(file());
        SessionRecorder alice = recorder.session("alice");
        TransactionRecorder transaction = alice.begin();
        transaction.write("x", 1);
        assertThrows(IllegalStateException.class, alice::begin, "one at a time");
        recorder.close();
        transaction.committed();
        assertThrows(IllegalStateException.class, alice::begin);
        History history = History.read(file());
        assertEquals(List.of(), history.warnings(), "it is whole");
        assertEquals(Status.UNKNOWN, history.status(1));
    }

    @Test
    void aWriteOfNothingIsRefused() throws IOException {
        try (Recorder recorder = Recorder.to(file())) {
            TransactionRecorder transaction = recorder.session("alice").begin();
            String message = assertThrows(NullPointerException.class, () -> transaction.write("x", null))
                    .getMessage();
            assertEquals("null is the initial value of x; a write needs a value of its own", message);
        }
    }
}
