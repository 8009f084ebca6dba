package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HistoryColumnsTest {
    /** A history is immutable: who writes it, and needs all codes, does not disturb who reads it meanwhile. */
    @Test
    void askingForAllCodesChangesNothing() {
        HistoryColumns columns = new HistoryColumns();
        columns.writer = new int[9];
        columns.denseValues(new int[] {1, 4});
        long[] codes = columns.valueCodes();
        assertEquals(1, codes[5]);
        codes[5] = 77;
        assertEquals(1, columns.valueCode(5));
    }
}
