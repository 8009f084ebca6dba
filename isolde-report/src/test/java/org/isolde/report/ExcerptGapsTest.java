package org.isolde.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.junit.jupiter.api.Test;

/** What is left out of a part is not missing from the recording. */
class ExcerptGapsTest {
    private static History read(int... numbers) throws IOException {
        StringBuilder lines = new StringBuilder("{\"isolde\":1}\n");
        for (int number : numbers) {
            lines.append("{\"session\":1,\"seq\":").append(number).append(",\"ops\":[[\"w\",1,");
            lines.append(number).append("]]}\n");
        }
        return Format.ISOLDE.read(
                Source.of("lines", new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void leavingOutMakesNoGap() throws IOException {
        History whole = read(0, 1, 2, 3);
        assertFalse(whole.hasGaps());
        assertFalse(Excerpt.of(whole, new int[] {1, 3, 4}, op -> true).history().hasGaps());
    }

    @Test
    void aGapStaysBeforeItsTransaction() throws IOException {
        History whole = read(0, 1, 5, 6);
        assertTrue(whole.isAfterGap(3));
        History part = Excerpt.of(whole, new int[] {1, 3, 4}, op -> true).history();
        assertTrue(part.isAfterGap(2));
        assertFalse(part.isAfterGap(3));
        assertEquals("5", part.valueName(part.value(part.firstOp(2))));
    }

    @Test
    void whatFollowsTheOneBehindAGapIsBehindNone() throws IOException {
        History whole = read(0, 1, 5, 6);
        assertFalse(Excerpt.of(whole, new int[] {1, 2, 4}, op -> true).history().hasGaps());
    }
}
