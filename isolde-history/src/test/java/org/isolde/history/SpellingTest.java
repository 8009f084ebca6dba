package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
    private static final List<String> KNOWN = List.of("postgres", "mariadb", "serializable", "test", "h2");

    @Test
    void aSlipIsUnderstood() {
        assertEquals("postgres", Spelling.nearest("postgress", KNOWN));
        assertEquals("postgres", Spelling.nearest("Postgers", KNOWN));
        assertEquals("serializable", Spelling.nearest("serialisable", KNOWN));
        assertEquals("test", Spelling.nearest("tset", KNOWN));
        assertEquals("h2", Spelling.nearest("h3", KNOWN));
        assertEquals("; did you mean mariadb?", Spelling.question("mariabd", KNOWN));
    }

    @Test
    void whatIsFarFromAllIsNot() {
        assertNull(Spelling.nearest("oracle", KNOWN));
        assertNull(Spelling.nearest("xx", KNOWN));
        assertEquals("", Spelling.question("", KNOWN));
    }
}
