package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

class ConclusionTest {
    private static final Verdict OPEN = new Verdict.Undecided("none", "no time left");
    private static final Verdict INAPPLICABLE = new Verdict.Inapplicable("no real time");

    private static Verdict verdict(String text) throws Exception {
        History history = HistoryText.parse(text);
        return Isolde.check(history, CheckOptions.of(EnumSet.of(Level.SER)))
                .verdicts()
                .get(Level.SER);
    }

    @Test
    void aViolationCountsForMoreThanWhatIsOpenAndThatForMoreThanTheRest() throws Exception {
        Verdict kept = verdict("A{w(x,1)} | B{r(x,1)}");
        Verdict broken = verdict("A{w(x,1)} | B{r(x,2)}");
        assertEquals(Conclusion.SATISFIED, Conclusion.of(List.of(kept, INAPPLICABLE)));
        assertEquals(Conclusion.UNDECIDED, Conclusion.of(List.of(kept, OPEN, INAPPLICABLE)));
        assertEquals(Conclusion.VIOLATED, Conclusion.of(List.of(OPEN, broken, kept)));
        assertEquals("undecided", Conclusion.UNDECIDED.text());
    }
}
