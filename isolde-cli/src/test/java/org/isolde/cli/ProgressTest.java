package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final String WORDS = "12,345 committed (1,543/s), 35% aborted";

    /** A line that is wider than the terminal would scroll with each step. */
    @Test
    void aLineNeverExceedsTheWidth() {
        for (int width = 1; width < 120; width++) {
            String line = Progress.line(WORDS, 0.4, 3, width);
            assertTrue(line.length() <= width, width + ": " + line);
            line = Progress.line(WORDS, -1, 3, width);
            assertTrue(line.length() <= width, width + ": " + line);
        }
    }

    @Test
    void theBarHasWhatTheWordsLeave() {
        assertEquals(WORDS + " [############------------------] 40% 3 s", Progress.line(WORDS, 0.4, 3, 100));
        assertEquals(WORDS + " [#####-------] 42% 3 s", Progress.line(WORDS, 0.42, 3, 62));
        assertEquals(WORDS + " 40% 3 s", Progress.line(WORDS, 0.4, 3, 50));
        assertEquals("12,345 committed (1,543/s)... 40% 3 s", Progress.line(WORDS, 0.4, 3, 37));
        assertEquals(WORDS + " 3 s", Progress.line(WORDS, -1, 3, 79));
    }
}
