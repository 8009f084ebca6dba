package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories that were written while they happened: those that ended well, and those that broke off. */
class LiveRecordingTest {
    private static final String HEADER = "{\"isolde\":1,\"live\":true,\"database\":\"X\"}\n";
    private static final String FIRST = "{\"session\":0,\"ops\":[[\"w\",1,10]],\"begin\":5,\"end\":9}\n";
    private static final String READER =
            "{\"session\":1,\"ops\":[[\"r\",1,10],[\"r\",2,20]],\"begin\":10,\"end\":12}\n";
    private static final String CLOSED = "{\"closed\":{\"transactions\":2}}\n";

    @TempDir
    private Path folder;

    private History read(String text) throws IOException {
        Path file = folder.resolve("history.jsonl");
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        return History.read(file);
    }

    @Test
    void aClosedOneIsAHistoryLikeAnyOther() throws IOException {
        History history = read(HEADER + FIRST + READER + CLOSED);
        assertEquals(2, history.transactions());
        assertEquals(List.of(), history.warnings());
        assertEquals(-1, history.writer(history.value(2)), "nobody wrote 20: a thin-air read");
    }

    @Test
    void oneThatBrokeOffGetsTheWritersThatAreMissing() throws IOException {
        History history = read(HEADER + FIRST + READER);
        assertEquals(3, history.transactions());
        int lost = history.writer(history.value(2));
        assertEquals(3, lost);
        assertEquals(Status.UNKNOWN, history.status(lost));
        assertEquals("2", history.scalars().text(history.keyCode(history.key(history.firstOp(lost)))));
        assertEquals(5, history.begin(lost));
        assertTrue(
                history.warnings().get(0).contains("broke off"),
                history.warnings().toString());
    }

    @Test
    void everyPrefixOfTheFileIsRead() throws IOException {
        String whole = HEADER + FIRST + READER + CLOSED;
        for (int length = HEADER.length(); length < whole.length(); length++) {
            History history = read(whole.substring(0, length));
            int lines = (int)
                    whole.substring(0, length).chars().filter(c -> c == '\n').count();
            int lost = lines >= 3 ? 1 : 0;
            assertEquals(Math.min(2, lines - 1) + lost, history.transactions(), "prefix of " + length);
        }
    }

    @Test
    void elementsOfListsCanBeLostToo() throws IOException {
        History history = read(HEADER + "{\"session\":0,\"ops\":[[\"append\",1,2],[\"r\",1,[7,8,2]]]}\n");
        assertEquals(3, history.transactions());
    }

    /** Without the mark a line that is cut off is an error, as it always was. */
    @Test
    void otherHistoriesMustBeWhole() {
        assertThrows(BadHistoryException.class, () -> read("{\"isolde\":1}\n" + FIRST.substring(0, 20)));
    }

    @Test
    void theReasonOfAnAbortIsForReaders() throws IOException {
        History history = read(HEADER
                + "{\"session\":0,\"status\":\"aborted\",\"reason\":\"deadlock\",\"ops\":[[\"w\",1,1]]}\n"
                + CLOSED);
        assertEquals(List.of(), history.warnings());
    }
}
