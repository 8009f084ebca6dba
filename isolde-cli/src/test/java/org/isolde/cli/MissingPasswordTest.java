package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever is not let in is told what was missing. */
@Timeout(60)
class MissingPasswordTest {
    private static final String NONE_GIVEN = "no password was given: put it into a file for --password-file";

    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void locked() throws Exception {
        url = "jdbc:h2:" + folder.resolve("locked").toAbsolutePath();
        DriverManager.getConnection(url, "me", "open sesame").close();
    }

    private String refused(String... more) {
        String[] args = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("survey", "--db", url, "--out", folder.toString()),
                        java.util.Arrays.stream(more))
                .toArray(String[]::new);
        return Cli.run(args).expect(Main.BAD).err();
    }

    @Test
    void noneGivenIsTheHint() {
        String err = refused("--user", "me");
        assertTrue(err.contains(NONE_GIVEN), err);
        assertFalse(err.contains("give the --user"), err);
    }

    @Test
    void norAUser() {
        String err = refused();
        assertTrue(err.contains(NONE_GIVEN) && err.contains("; and give the --user"), err);
    }

    @Test
    void aWrongOneIsNotCalledMissing() throws Exception {
        String err = refused("--user", "me", "--password-file", Cli.file(folder, "secret", "wrong"));
        assertTrue(err.contains("give the right --user, and the password by"), err);
        assertFalse(err.contains(NONE_GIVEN), err);
    }
}
