package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Version orders come with a certificate, and then there are rows with numbers; or without one, and there are none. */
class GivenVersionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A{w(x,1)} | B{w(x,2) w(y,1)} | C{r(x,1) r(y,0)} # x[1,2]; satisfied",
                "A{w(x,1) r(y,0)} | B{w(x,2) w(y,1)} | C{r(x,1) r(y,1)} # x[1,2]; violated"
            })
    void areEnoughWithoutRows(String text, String verdict) throws Exception {
        History history = TinyHistories.toHistory(TinyHistory.parse(text), new SplittableRandom(1));
        for (Level level : new Level[] {Level.SI, Level.SER}) {
            assertEquals(verdict, Isolde.check(history, level).text(), level.name());
        }
    }
}
