package org.isolde.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TinyShrinkerTest {
    private static TinyHistory shrunk(String text, String level) {
        return TinyShrinker.shrink(TinyHistory.parse(text), h -> !Oracle.satisfies(h, level));
    }

    @Test
    void leavesWhatIsNeeded() {
        String skew = "A{r(x,0) w(y,1)} | B{r(y,0) w(x,1)}";
        assertEquals(skew, shrunk(skew, "ser").toString());
        assertEquals(
                skew,
                shrunk("A@1-9{r(x,0) w(y,1) r(z,0)} C@9-9{r(z,0)} | B@1-9{r(y,0) w(x,1)} D?@9-9{w(z,1)}", "ser")
                        .toString());
        assertEquals(
                "A{w(x,1) w(x,3)} # x[3,1]",
                shrunk("A{w(x,1) w(x,2) w(x,3)} # x[2,3,1]", "ru").toString());
        assertEquals(
                "B{l(x,[1])}",
                shrunk("A{a(x,1)} | B{l(x,[1,9]) l(x,[1])}", "g1").toString());
    }

    @Test
    void theErrorHasTheSmallHistory() {
        TinyHistory history = TinyHistory.parse("A{w(x,1) r(y,0)} | B{r(x,7) r(y,0)}");
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> TinyShrinker.check(history, "seed 1", h -> assertTrue(Oracle.satisfies(h, "g1"))));
        assertTrue(error.getMessage().startsWith("seed 1: B{r(x,7)}\nshrunk from " + history), error.getMessage());
    }
}
