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

    /** Lists order all that was seen; of what nobody saw, the order is open. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A{a(x,1)} | B{a(x,2)} | C{l(x,[])}; satisfied",
                "A{a(x,1)} | B{a(x,2)} | C{a(x,3)} | D{l(x,[2])}; satisfied",
                // whoever had read what it overwrote comes first, so there can't be two
                "A{l(x,[]) a(x,1)} | B{a(x,2)}; satisfied",
                "A{l(x,[]) a(x,1)} | B{l(x,[]) a(x,2)}; violated",
                "A{a(x,1)} | B{l(x,[1]) a(x,2)} | C{a(x,3)} | D{l(x,[1])}; satisfied",
                "A{a(x,1)} | B{l(x,[1]) a(x,2)} | C{l(x,[1]) a(x,3)}; violated",
                // B saw nothing of A, so of two that write x it is the first
                "A{a(x,1) a(y,3)} | B{l(y,[]) a(x,2)} | C{l(y,[3])}; satisfied",
                "B{l(y,[]) a(x,2)} | A{a(x,1) a(y,3)} | C{l(y,[3])}; satisfied",
                "A{l(z,[]) a(x,1) a(y,3)} | B{l(y,[]) a(x,2) a(z,4)} | C{l(y,[3]) l(z,[4])}; violated"
            })
    void listsAreEnoughForWhatWasSeen(String text, String verdict) throws Exception {
        History history = TinyHistories.toHistory(TinyHistory.parse(text), new SplittableRandom(1));
        for (Level level : new Level[] {Level.SI, Level.SER}) {
            assertEquals(verdict, Isolde.check(history, level).text(), level.name());
        }
    }
}
