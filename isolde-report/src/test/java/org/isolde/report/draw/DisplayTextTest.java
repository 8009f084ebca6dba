package org.isolde.report.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isolde.report.Samples;
import org.junit.jupiter.api.Test;

final class DisplayTextTest {
    @Test
    void whatIsInvisibleIsSpelledOut() {
        assertEquals("a\\nb\\u0000\\u202ec", DisplayText.visible("a\nb\u0000\u202ec"));
        assertEquals("\\ud83d", DisplayText.visible("\ud83d"));
        assertEquals("\ud83d\ude00", DisplayText.visible("\ud83d\ude00"));
    }

    @Test
    void cutTextsFitAndSayThatTheyAreCut() {
        assertEquals("abc", DisplayText.cut("abc", 3));
        assertEquals("ab\u2026", DisplayText.cut("abcd", 3));
        assertEquals("\u6f22\u2026", DisplayText.cut("\u6f22\u5b57", 3));
        for (String name : Samples.HOSTILE) {
            for (int columns = 2; columns < 40; columns++) {
                assertTrue(DisplayText.columns(DisplayText.cut(name, columns)) <= columns, name + " at " + columns);
            }
        }
    }

    @Test
    void markupIsEscaped() {
        assertEquals("&lt;b a=&quot;1&quot; c=&#39;&amp;&#39;&gt;", DisplayText.escaped("<b a=\"1\" c='&'>"));
    }
}
