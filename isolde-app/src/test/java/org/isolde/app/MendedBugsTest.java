package org.isolde.app;

import java.nio.file.Path;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bugs of {@link KnownBugsTest} are not found where they have been mended. */
@Timeout(300)
class MendedBugsTest {
    @TempDir
    private Path folder;

    @Test
    void h2LosesNoUpdatesWithoutItsCacheOfResults() throws Exception {
        Trial.of("h2:2.5.252", folder)
                .option("OPTIMIZE_REUSE_RESULTS", "0")
                .isolation("serializable")
                .level(Level.SI)
                .rounds(3)
                .transactions(4000)
                .satisfies();
    }

    @Test
    void postgres1222HasNot() throws Exception {
        Trial.of("postgres:12.22", folder)
                .isolation("serializable")
                .rounds(2)
                .transactions(4000)
                .satisfies();
    }
}
