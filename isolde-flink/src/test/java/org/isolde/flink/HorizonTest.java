package org.isolde.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The watermark of all parts: none is passed, however far one is behind the others. */
class HorizonTest {
    private final Horizon horizon = new Horizon(2);

    @Test
    void nothingIsKnownBeforeAllHaveSpoken() {
        horizon.report(0, 100, false, 50);
        assertEquals(SessionMarks.NONE, horizon.watermark());
        assertEquals(Listening.NONE, horizon.time());
        horizon.report(1, 100, false, 40);
        assertEquals(40, horizon.watermark());
        assertEquals(100, horizon.time());
    }

    @Test
    void oneThatWaitsForNobodyHasToListenAsLongAsTheOthers() {
        horizon.report(0, 100, false, 50);
        horizon.report(0, 200, false, 60);
        horizon.report(0, 300, false, 70);
        horizon.report(1, 10, true, 0);
        assertEquals(SessionMarks.NONE, horizon.watermark(), "a session of its may have sent something since");
        horizon.report(1, 250, true, 0);
        assertEquals(60, horizon.watermark());
        horizon.report(1, 300, true, 0);
        assertEquals(70, horizon.watermark());
        horizon.report(1, 310, false, 65);
        assertEquals(70, horizon.watermark(), "it never goes back");
    }

    @Test
    void whenNobodyWaitsAllIsFinal() {
        horizon.report(0, 100, true, 500);
        horizon.report(1, 90, true, 700);
        assertEquals(SessionMarks.NONE, horizon.watermark());
        horizon.report(1, 100, true, 700);
        assertEquals(700, horizon.watermark());
    }
}
