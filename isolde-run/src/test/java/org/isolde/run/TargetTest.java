package org.isolde.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a user names a database, and its isolation levels. */
class TargetTest {
    private static final Target POSTGRES = Target.parse("postgres:18.6", Map.of());

    @Test
    void aNameAVersionOrAUrl() {
        assertEquals("postgres", POSTGRES.name());
        assertEquals("18.6", POSTGRES.version());
        assertNull(POSTGRES.url());
        assertEquals("postgres:18.6", POSTGRES.shown());
        Target h2 = Target.parse("h2", Map.of("A", "1"));
        assertNull(h2.version());
        assertEquals("h2", h2.shown());
        assertEquals("1", h2.option("A", "0"));
        assertEquals("0", h2.option("B", "0"));
        Target url = Target.parse("jdbc:postgresql://h:5432/d", Map.of());
        assertEquals("jdbc:postgresql://h:5432/d", url.url());
        assertNull(url.version());
    }

    @Test
    void aUrlMayBeginWithTheName() {
        for (String scheme : List.of("mongodb", "mongodb+srv")) {
            Target url = Target.parse(scheme + "://me:hunter2@h/d", Map.of());
            assertEquals("mongodb", url.name());
            assertNull(url.version());
            assertEquals(scheme + "://me:hunter2@h/d", url.url());
            assertEquals(scheme + "://me:***@h/d", url.toString());
        }
    }

    @Test
    void theKindIsFoundByNameOrUrl() throws DatabaseException {
        assertEquals("postgres", Databases.of(POSTGRES).name());
        for (String url : List.of("jdbc:postgresql://h/d", "jdbc:h2:mem:x", "jdbc:sqlite:x", "jdbc:hsqldb:mem:x")) {
            Database kind = Databases.of(Target.parse(url, Map.of()));
            assertTrue(url.contains(kind.name()), url + " is taken for " + kind.name());
        }
    }

    @Test
    void anUnknownOneIsToldWithThoseThatAreKnown() {
        String message = assertThrows(DatabaseException.class, () -> Databases.of(Target.parse("postgre:18", Map.of())))
                .getMessage();
        assertTrue(
                message.startsWith("'postgre' is no database that Isolde knows; did you mean postgres? Known are "),
                message);
        for (Database database : Databases.all()) {
            assertTrue(message.contains(database.name()), message);
        }
        String url = assertThrows(
                        DatabaseException.class,
                        () -> Databases.of(Target.parse("jdbc:nothing://h?password=hunter2", Map.of())))
                .getMessage();
        assertTrue(url.contains("jdbc:nothing://h?password=***"), url);
        assertTrue(url.contains("--dialect"), url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"repeatable-read", "REPEATABLE READ", "repeatable_read", " Repeatable  Read "})
    void isolationLevelsHaveTheUsualSpellings(String name) throws DatabaseException {
        Isolation isolation = Databases.isolation(Databases.of(POSTGRES), POSTGRES, name);
        assertEquals(Isolation.REPEATABLE_READ, isolation.name());
        assertEquals("REPEATABLE READ", isolation.sql());
    }

    @Test
    void anUnknownLevelIsToldWithThoseThatAreThere() throws DatabaseException {
        Database postgres = Databases.of(POSTGRES);
        DatabaseException told =
                assertThrows(DatabaseException.class, () -> Databases.isolation(postgres, POSTGRES, "snapshot"));
        assertEquals(
                "'snapshot' is no isolation level of postgres; it has read-uncommitted, read-committed,"
                        + " repeatable-read, serializable",
                told.getMessage());
    }

    @Test
    void everyKindSaysWhatItIs() {
        Set<String> names = new HashSet<>();
        for (Database database : Databases.all()) {
            Target target = Target.parse(database.name(), Map.of());
            assertTrue(names.add(database.name()), database.name() + " is there twice");
            assertTrue(database.name().matches("[a-z0-9-]+"), database.name());
            assertTrue(!database.summary().isBlank() && !database.summary().contains("\n"), database.name());
            assertTrue(database.isolations(target).contains(database.defaultIsolation(target)), database.name());
            assertTrue(!database.abilities().isEmpty(), database.name());
        }
        assertTrue(names.containsAll(Set.of("h2", "hsqldb", "sqlite", "postgres", "derby", "duckdb", "rocksdb")));
    }
}
