package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lattice of levels, and how they are called on the command line. */
class LevelTest {
    /** All that a level implies, itself aside, written out by hand. */
    private static final Map<Level, Set<Level>> IMPLIED = new EnumMap<>(Level.class);

    static {
        implied("ru");
        implied("g1", "ru");
        implied("rc", "g1,ru");
        implied("ryw", "g1,ru");
        implied("mr", "g1,ru");
        implied("mw", "g1,ru");
        implied("wfr", "g1,ru");
        implied("ra", "rc,ryw,g1,ru");
        implied("cc", "ra,rc,ryw,mr,mw,wfr,g1,ru");
        implied("pc", "cc,ra,rc,ryw,mr,mw,wfr,g1,ru");
        implied("cs", "g1,ru");
        implied("cv", "cs,g1,ru");
        implied("rr", "cv,cs,g1,ru");
        implied("psi", "cc,ra,rc,ryw,mr,mw,wfr,cv,cs,g1,ru");
        implied("si", "psi,pc,cc,ra,rc,ryw,mr,mw,wfr,cv,cs,g1,ru");
        implied("strong-si", "si,psi,pc,cc,ra,rc,ryw,mr,mw,wfr,cv,cs,g1,ru");
        implied("ser", "si,psi,pc,cc,ra,rc,ryw,mr,mw,wfr,rr,cv,cs,g1,ru");
        implied("sser", "ser,strong-si,si,psi,pc,cc,ra,rc,ryw,mr,mw,wfr,rr,cv,cs,g1,ru");
        // equivalent to sser on histories of single operations on single keys only
        implied("lin");
    }

    private static void implied(String level, String... levels) {
        IMPLIED.put(
                Level.parse(level).iterator().next(),
                levels.length == 0 ? EnumSet.noneOf(Level.class) : Level.parse(levels[0]));
    }

    @Test
    void impliesJustWhatTheTableSays() {
        assertEquals(Level.values().length, IMPLIED.size());
        for (Level level : Level.values()) {
            for (Level other : Level.values()) {
                boolean expected = level == other || IMPLIED.get(level).contains(other);
                assertEquals(expected, level.implies(other), level.text() + " => " + other.text());
            }
        }
    }

    /** The chains of the specification, each level implying all behind it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sser ser si psi cc ra rc g1 ru",
                "sser strong-si si pc cc",
                "psi cv cs g1",
                "ser rr cv",
                "ra ryw g1",
                "cc ryw g1",
                "cc mr g1",
                "cc mw g1",
                "cc wfr g1"
            })
    void chainsHold(String chain) {
        List<Level> levels = List.of(chain.split(" ", -1)).stream()
                .map(name -> Level.parse(name).iterator().next())
                .toList();
        for (int i = 0; i < levels.size(); i++) {
            for (int j = i; j < levels.size(); j++) {
                assertTrue(levels.get(i).implies(levels.get(j)), levels.get(i) + " => " + levels.get(j));
                assertEquals(i == j, levels.get(j).implies(levels.get(i)), levels.get(j) + " => " + levels.get(i));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "psi, pc",
        "pc, psi",
        "rr, ra",
        "rr, si",
        "si, rr",
        "si, ser",
        "strong-si, ser",
        "ser, strong-si",
        "ra, mr",
        "ra, mw",
        "ra, wfr",
        "rc, ryw",
        "cv, rc",
        "cc, cs",
        "pc, cs"
    })
    void isNotImplied(String one, String other) {
        assertFalse(Level.parse(one)
                .iterator()
                .next()
                .implies(Level.parse(other).iterator().next()));
    }

    @Test
    void standsBehindAllThatItImplies() {
        for (Level level : Level.values()) {
            for (Level below : level.implied()) {
                assertTrue(below.compareTo(level) < 0, level + " before " + below);
            }
        }
    }

    /** No arrow is drawn that follows from two others. */
    @Test
    void directImplicationsAreDirect() {
        for (Level level : Level.values()) {
            for (Level below : level.implied()) {
                for (Level beside : level.implied()) {
                    assertFalse(beside != below && beside.implies(below), level + " -> " + below + " by " + beside);
                }
            }
        }
    }

    @Test
    void namesAreUnique() {
        Map<String, Level> names = new HashMap<>();
        for (Level level : Level.values()) {
            assertNull(names.put(level.text(), level), level.text());
            for (String alias : level.aliases()) {
                assertNull(names.put(alias, level), alias);
            }
        }
        names.forEach((name, level) -> assertEquals(EnumSet.of(level), Level.parse(name), name));
    }

    @ParameterizedTest
    @CsvSource({
        "read-committed, rc",
        "Read Committed, rc",
        "READ_COMMITTED, rc",
        "' rc ', rc",
        "RC, rc",
        "PL-1, ru",
        "PL-2, g1",
        "PL-CS, cs",
        "PL-2+, cv",
        "PL-2.99, rr",
        "PL-3, ser",
        "tcc, cc",
        "causal, cc",
        "repeatable-read, rr",
        "snapshot-isolation, si",
        "strong-session-snapshot-isolation, si",
        "strong-snapshot-isolation, strong-si",
        "parallel-snapshot-isolation, psi",
        "serializable, ser",
        "strong-session-serializable, ser",
        "strict-serializable, sser",
        "linearizable, lin"
    })
    void otherPeoplesNames(String name, String level) {
        assertEquals(Level.parse(level), Level.parse(name));
    }

    @Test
    void groups() {
        assertEquals(EnumSet.allOf(Level.class), Level.parse("all"));
        assertEquals(Level.parse("ru,g1,rc,ryw,mr,mw,wfr,ra,cc"), Level.parse("all-weak"));
        assertEquals(Level.parse("pc,cs,cv,rr,psi,si,strong-si,ser,sser,lin"), Level.parse("all-strong"));
        assertEquals(EnumSet.allOf(Level.class), Level.parse("all-strong,all-weak"));
        for (Level level : Level.values()) {
            assertEquals(Level.parse("all-weak").contains(level), level.isWeak(), level.text());
        }
    }

    @Test
    void listsAreSetsFromWeakToStrong() {
        assertEquals(
                List.of(Level.RC, Level.CC, Level.SER),
                List.copyOf(Level.parse("ser, cc,rc,serializable,read-committed")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "snapshot", "rc,", ",rc", "rc ra", "pl-4", "all-", "rc;ra"})
    void whatIsNoLevelIsRefused(String names) {
        String message = assertThrows(IllegalArgumentException.class, () -> Level.parse(names))
                .getMessage();
        boolean isNearAnother = names.equals("pl-4");
        String hint = isNearAnother ? "did you mean pl-1? Known" : "known";
        assertTrue(message.contains("is not a level; " + hint + " are ru g1 rc"), message);
        assertTrue(message.contains("all-weak"), message);
    }

    @Test
    void everyLevelIsExplained() {
        for (Level level : Level.values()) {
            for (String text : List.of(level.title(), level.meaning(), level.definition(), level.source())) {
                assertFalse(text.isBlank(), level.text());
            }
            assertTrue(level.meaning().endsWith("."), level.meaning());
            assertFalse(level.aliases().isEmpty(), level.text());
        }
    }
}
