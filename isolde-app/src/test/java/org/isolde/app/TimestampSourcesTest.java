package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.run.server.Programs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The timestamps that real databases give say when things happened: a replay in their order explains all that was read. A
 * violation here is to be looked at: the database is wrong, or what we take for its timestamps.
 */
@Timeout(120)
class TimestampSourcesTest {
    private static KeptOpen etcd;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        etcd = Programs.isInstalled("etcd") ? new KeptOpen("etcd") : null;
    }

    @AfterAll
    static void stop() {
        if (etcd != null) {
            etcd.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mini, snapshot, SI",
        "general, snapshot, SI",
        "list-append, snapshot, SI",
        "mini, serializable, SER",
        "general, serializable, SER",
        "list-append, serializable, SER",
        "bank, serializable, SER",
        "lwt, serializable, SER"
    })
    void rocksdb(String workload, String isolation, Level level) throws Exception {
        History history =
                recorded(Trial.of("rocksdb", folder).workload(workload).isolation(isolation), level);
        // whoever holds locks until it commits has a snapshot too
        assertExplained(history, EnumSet.of(level, Level.SI));
    }

    @ParameterizedTest
    @CsvSource({
        "mini, snapshot, SI",
        "general, snapshot, SI",
        "list-append, snapshot, SI",
        "mini, serializable, SER",
        "general, serializable, SER",
        "list-append, serializable, SER",
        "lwt, serializable, SER"
    })
    void etcd(String workload, String isolation, Level level) throws Exception {
        assumeTrue(etcd != null, "etcd is not installed (apt-get install etcd-server)");
        History history = recorded(Trial.of(etcd, folder).workload(workload).isolation(isolation), level);
        assertExplained(history, level == Level.SI ? EnumSet.of(Level.SI) : EnumSet.of(Level.SER, Level.SSER));
    }

    @Test
    void optimisticTransactionsHaveNone() throws Exception {
        History history = recorded(
                Trial.of("rocksdb", folder).option("mode", "optimistic").isolation("snapshot"), Level.SI);
        assertFalse(history.hasTimestamps());
    }

    /** One snapshot that is said to be older than it was is enough. */
    @Test
    void aWrongTimestampIsCaught() throws Exception {
        Trial trial = Trial.of("rocksdb", folder)
                .workload("mini")
                .isolation("snapshot")
                .level(Level.SI)
                .millis(500);
        Path file = trial.satisfies().rounds().get(0).history();
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        Pattern times = Pattern.compile("\"start\":(\\d+),\"commit\":(\\d+)");
        int wrong = 0;
        for (int i = lines.size() / 2; wrong == 0 && i < lines.size(); i++) {
            Matcher matcher = times.matcher(lines.get(i));
            if (matcher.find()
                    && !matcher.group(1).equals(matcher.group(2))
                    && lines.get(i).contains("[\"r\"")) {
                // a snapshot of long ago, from before what it read was written
                lines.set(i, matcher.replaceFirst("\"start\":1,\"commit\":$2"));
                wrong = i;
            }
        }
        assertTrue(wrong > 0);
        Path changed = Files.write(folder.resolve("wrong.jsonl"), lines);
        assertEquals("violated", byTimestamps(Format.read(changed), Level.SI));
    }

    private static History recorded(Trial trial, Level level) throws Exception {
        TestResult result = trial.level(level).transactions(80).satisfies();
        return Format.read(result.rounds().get(0).history());
    }

    private static void assertExplained(History history, Set<Level> levels) throws BadHistoryException {
        assertTrue(history.hasTimestamps(), "timestamps are whole: " + history.warnings());
        assertTrue(history.transactions() > 20, "only " + history.transactions() + " transactions");
        for (Level level : levels) {
            assertEquals("satisfied", byTimestamps(history, level), level.text());
        }
    }

    private static String byTimestamps(History history, Level level) throws BadHistoryException {
        CheckOptions options = CheckOptions.of(Set.of(level));
        CheckResult result = Isolde.check(history, options);
        assertTrue(result.evidence().contains(Evidence.TIMESTAMPS));
        return result.verdicts().get(level).text();
    }
}
