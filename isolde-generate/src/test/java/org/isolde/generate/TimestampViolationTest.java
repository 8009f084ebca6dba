package org.isolde.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TimestampViolationTest {

    private static GeneratorOptions.Builder options(TimestampViolation violation) {
        return GeneratorOptions.builder().timestamps(true).violations(List.of(violation));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ':', textBlock = """
                    EARLY_START        : ^1-4{r(100,0) w(100,1)} ^2-3{r(101,0) w(101,2)}
                    INTERNAL_MISMATCH  : ^1-2{r(100,0) w(100,1) w(100,2) r(100,1)}
                    STALE_SNAPSHOT     : ^1-2{r(100,0) w(100,1)} ^3-4{r(100,0)}
                    WRITE_CONFLICT     : ^1-3{w(100,1)} ^2-4{w(100,2)}
                    START_AFTER_COMMIT : ^2-1{w(100,1)}
                    SAME_COMMIT        : ^1-1{w(100,1)} ^1-1{w(100,2)}
                    """)
    void hasItsTimestamps(TimestampViolation violation, String expected) {
        History history = Generator.generate(
                options(violation).transactions(0).sessions(4).build());
        long first = Long.MAX_VALUE;
        for (int t = 1; t <= history.transactions(); t++) {
            first = Math.min(first, Math.min(history.startPhysical(t), history.commitPhysical(t)));
        }
        StringBuilder text = new StringBuilder();
        for (int place = 0; place < history.transactions(); place++) {
            int t = history.arrival(place);
            text.append(place == 0 ? "^" : " ^")
                    .append(history.startPhysical(t) - first + 1)
                    .append('-')
                    .append(history.commitPhysical(t) - first + 1)
                    .append(HistoryText.body(history, t));
        }
        assertEquals(expected, text.toString());
        assertEquals(violation == TimestampViolation.EARLY_START ? 1 : history.transactions(), history.sessions());
    }

    /** Nothing else of the history is touched: it stands between what ended before and what began after. */
    @ParameterizedTest
    @EnumSource
    void standsInTheMiddle(TimestampViolation violation) {
        for (long seed = 0; seed < 20; seed++) {
            History history = Generator.generate(options(violation)
                    .store(SimulatedStore.SI)
                    .transactions(300)
                    .seed(seed)
                    .build());
            long from = Long.MAX_VALUE;
            long to = 0;
            for (int t = 1; t <= history.transactions(); t++) {
                if (isInjected(history, t)) {
                    from = Math.min(from, Math.min(history.begin(t), history.startPhysical(t)));
                    to = Math.max(to, Math.max(history.end(t), history.commitPhysical(t)));
                }
            }
            assertTrue(from < to);
            for (int t = 1; t <= history.transactions(); t++) {
                assertTrue(isInjected(history, t) || history.end(t) < from || history.begin(t) > to);
            }
        }
    }

    private static boolean isInjected(History history, int t) {
        return history.keyCode(history.key(history.firstOp(t))) >= 100;
    }

    @Test
    void needsTimestampsAndAShapeThatHoldsIt() {
        IllegalArgumentException none = assertThrows(
                IllegalArgumentException.class,
                () -> options(TimestampViolation.STALE_SNAPSHOT)
                        .timestamps(false)
                        .build());
        assertEquals("stale-snapshot is about timestamps; record them (--timestamps)", none.getMessage());
        options(TimestampViolation.STALE_SNAPSHOT).shape(HistoryShape.CAS).build();
        assertThrows(
                IllegalArgumentException.class,
                () -> options(TimestampViolation.WRITE_CONFLICT)
                        .shape(HistoryShape.CAS)
                        .build());
    }
}
