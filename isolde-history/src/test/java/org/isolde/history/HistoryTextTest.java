package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTextTest {
    private static final long SEED = Long.getLong("isolde.seed", 17);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "A{w(x,1) w(y,2)} B!{r(x,1)} | C?{l(z,[1,2]) a(z,3) l(z,[])} # x[1,2] y[2]",
                "1@4-9{c(x,0,1)} 2?@12-{f(x,2)} | 3@-7--5{}",
                "A^5-9{w(x,1)} | B^5.1-9.2{r(x,0)} C?^6-{w(x,2)}",
                "A~10-13{w(x,1)} | B~?--1=2.5{r(x,0)} | C~3-?=-1.0E-5{}",
                "A{w(x,1)} B+{w(x,2)} C{r(x,2)} | D{r(x,1)}",
                "s7: A{w(x,1)} | 5: B{w(x,2)} | \"a b\": C{r(x,2)} | :k: {} | null: {}",
                "A{w(1,-2) r(\"1\",\"x \\\"y\\\" \\\\ \\n\") r(:k,'[1 2]') r(18446744073709551615,-9223372036854775808)}",
            })
    void isPrintedAsItWasRead(String text) {
        assertEquals(text, HistoryText.of(HistoryText.parse(text)));
        assertEquals(text, HistoryText.of(HistoryText.parse(HistoryText.lines(HistoryText.parse(text)))));
    }

    @Test
    void saysWhatItMeans() {
        History history = HistoryText.parse("A{w(x,1)} | B?@1-{c(x,1,2)} A2!{l(y,[1])} | 0: C{r(x,2)} # x[1,2]");
        assertEquals(2, history.sessions());
        assertEquals("C", history.transactionName(2));
        assertEquals(4, history.arrival(2), "the order of the text is that of arrival");
        assertEquals(2, history.arrival(3));
        assertEquals(Status.UNKNOWN, history.status(3));
        assertEquals(Status.ABORTED, history.status(4));
        assertEquals(1, history.writer(history.value(history.firstOp(3))));
        assertEquals(3, history.writer(history.value(history.firstOp(2))));
        assertEquals(OpKind.CAS_WRITE, history.kind(history.firstOp(3) + 1));
        assertEquals(1, history.lists());
        assertEquals(2, history.versionChain(0).length);
        assertEquals("{r(x,0) r(x,0)}", HistoryText.of(HistoryText.parse("{r(x,0) r(x,null)}")), "the initial value");
        // C has no times, so nobody has
        assertEquals("A{w(x,1)} C{r(x,2)} | B?{c(x,1,2)} A2!{l(y,[1])} # x[1,2]", HistoryText.of(history));
    }

    @Test
    void anyHistoryIsReadAsItWasPrinted() throws IOException {
        for (int i = 0; i < 2000; i++) {
            History history =
                    new RandomHistories(new Random(SEED + i)).everything().next();
            if (!history.hasInitialVersions()) {
                continue;
            }
            String text = HistoryText.lines(history);
            assertEquals(text, HistoryText.lines(HistoryText.parse(text)), "seed " + (SEED + i));
            assertEquals(
                    HistoryText.of(history),
                    HistoryText.of(HistoryText.parse(HistoryText.of(history))),
                    "seed " + (SEED + i));
        }
    }

    @Test
    void saysWhereItIsWrong() {
        for (String text :
                new String[] {"A", "A{w(x,1)", "A{q(x,1)}", "A{w(x)}", "A{w(x,1)} # x", "A{l(x,[1 2])}", "A*{}"}) {
            String problem = assertThrows(IllegalArgumentException.class, () -> HistoryText.parse(text))
                    .getMessage();
            assertTrue(problem.contains(">>>"), problem);
        }
    }
}
