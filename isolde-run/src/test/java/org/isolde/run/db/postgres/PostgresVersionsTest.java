package org.isolde.run.db.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.isolde.run.DatabaseException;
import org.isolde.run.artifact.LockFile;
import org.junit.jupiter.api.Test;

class PostgresVersionsTest {
    private final PostgresVersions versions = new PostgresVersions(LockFile.named("postgres"), "linux-amd64");

    @Test
    void findsTheFileOfARelease() throws Exception {
        assertEquals("18.6.0", file("18.6"));
        assertEquals("12.3.0", file("12.3"));
        assertEquals("9.6.24", file("9.6.24"));
    }

    @Test
    void takesTheLastOneOfAReleaseThatWasPackedAgain() throws Exception {
        assertEquals("10.11.0-1", file("10.11"));
        assertEquals("14.10.1", file("14.10"));
    }

    @Test
    void takesTheNewestOfAMajorVersionOrOfAll() throws Exception {
        assertEquals("17.11.0", file("17"));
        assertEquals("9.6.24", file("9.6"));
        assertEquals("18.6.0", file(null));
    }

    @Test
    void takesAFilesOwnVersion() throws Exception {
        assertEquals("10.11.0", file("10.11.0"));
        assertEquals("18.99.0", file("18.99.0"));
        assertEquals("19.0.0", file("19.0.0"));
    }

    @Test
    void namesWhatThereIs() {
        DatabaseException release = assertThrows(DatabaseException.class, () -> versions.resolve("11.8"));
        assertEquals(
                "there is no PostgreSQL 11.8 for linux-amd64 on Maven Central;"
                        + " there are 11.1, 11.5, 11.6, 11.7, 11.13, 11.15, 11.16, 11.21, 11.22",
                release.getMessage());
        DatabaseException major = assertThrows(DatabaseException.class, () -> versions.resolve("newest"));
        assertEquals(
                "there is no PostgreSQL newest for linux-amd64 on Maven Central;"
                        + " there are 9.6, 10, 11, 12, 13, 14, 15, 16, 17, 18",
                major.getMessage());
        assertThrows(DatabaseException.class, () -> versions.resolve("11.8.0"));
    }

    private String file(String asked) throws DatabaseException {
        return versions.resolve(asked).version();
    }
}
