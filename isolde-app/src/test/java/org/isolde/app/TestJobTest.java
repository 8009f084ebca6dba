package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.isolde.check.Conclusion;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.runner.RunStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a test leaves behind, when it goes well and when it does not. */
@Timeout(120)
class TestJobTest {
    @TempDir
    private Path folder;

    private Trial hsqldb() {
        return Trial.of("hsqldb", folder).level(Level.SI).transactions(300);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void theFolderHasAllThatIsNeededToLookAtItAgain() throws Exception {
        TestResult result = hsqldb().satisfies();
        Path made = result.folder().path();
        assertEquals(
                List.of(
                        "command.txt",
                        "history.jsonl",
                        "log.txt",
                        "overview.svg",
                        "report.html",
                        "report.json",
                        "verdict.json",
                        "verdicts.svg"),
                names(made));
        assertEquals(made.resolve("report.html"), result.page());
        assertTrue(made.getFileName().toString().matches("\\d{8}-\\d{6}-hsqldb-si"), made.toString());
        assertEquals("isolde test\n", Files.readString(made.resolve("command.txt")));
        assertTrue(Files.readString(made.resolve("log.txt")).contains("opened hsqldb: HSQL Database Engine"));
        History history = History.read(result.folder().history(1));
        assertEquals("\"serializable\"", history.header().get("isolation"));
        assertEquals("\"mini\"", history.header().get("workload"));
        assertTrue(history.header().get("workloadOptions").contains("\"seed\":1"));
        assertEquals(List.of(), history.warnings(), "it did not break off");
    }

    @Test
    void nothingOldIsOverwrittenAndLatestIsTheNewest() throws Exception {
        TestResult first = hsqldb().run();
        String verdict = Files.readString(first.folder().verdict());
        TestResult second = hsqldb().run();
        assertNotEquals(first.folder().path(), second.folder().path());
        assertEquals(
                second.folder().path().toRealPath(), folder.resolve("latest").toRealPath());
        assertEquals(verdict, Files.readString(first.folder().verdict()));
    }

    /** The temporary folder around it is for its owner alone. */
    @Test
    void whatIsRecordedIsForItsOwnerAlone() throws Exception {
        Path made = hsqldb().run().folder().path();
        try (Stream<Path> all = Files.walk(made)) {
            for (Path path : all.toList()) {
                assertEquals(
                        Files.isDirectory(path) ? "rwx------" : "rw-------",
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(path)),
                        path.toString());
            }
        }
    }

    @Test
    void testsOfTheSameSecondHaveFoldersOfTheirOwn() throws IOException {
        RunFolder last = RunFolder.create(folder, "x", "ser", Redaction.none());
        // until two began in the same second
        for (int i = 0; i < 100 && !last.path().toString().endsWith("-2"); i++) {
            last.log("mine");
            last = RunFolder.create(folder, "x", "ser", Redaction.none());
            assertEquals(List.of(), names(last.path()));
            assertEquals(last.path().toRealPath(), folder.resolve("latest").toRealPath());
        }
        assertTrue(last.path().toString().endsWith("-ser-2"), last.path().toString());
    }

    @Test
    void aLogThatCannotBeWrittenIsToldAndLosesNothing() throws Exception {
        TestResult result = hsqldb().whenOpened(made -> Files.delete(made.path().resolve("log.txt")))
                .whenOpened(made -> Files.createDirectory(made.path().resolve("log.txt")))
                .run();
        assertTrue(
                result.problem()
                        .startsWith("Not all files in " + result.folder().path() + " could be written: "),
                result.problem());
        assertEquals(Conclusion.SATISFIED, result.conclusion());
        assertTrue(Files.exists(result.folder().verdict()));
    }

    /** What the rounds before found is told all the same. */
    @Test
    void aRoundThatCannotBeginEndsTheTest() throws Exception {
        try (KeptOpen database = new KeptOpen("hsqldb")) {
            database.refuseTablesAfter(2);
            TestResult result = Trial.of(database, folder)
                    .level(Level.SI)
                    .rounds(9)
                    .transactions(50)
                    .run();
            assertEquals(
                    "round 3 can't begin: the tables of the test can't be made: no tables today;"
                            + " the user must be allowed to create and drop tables",
                    result.problem());
            assertEquals(2, result.rounds().size());
            assertEquals(Conclusion.SATISFIED, result.conclusion());
            assertNull(result.rounds().get(0).check(), "the histories of many rounds need not fit into memory");
            assertTrue(result.rounds().get(0).isChecked());
            assertEquals(result.rounds().get(1), result.shown());
            assertNotNull(result.shown().check());
            assertTrue(Files.readString(result.folder().verdict()).contains("\"problem\":\"round 3 can't begin"));
        }
    }

    /** However slow checks are, one round is checked, two wait, and the next does not begin. */
    @Test
    void roundsWaitForChecks() throws Exception {
        int count = 8;
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger checked = new AtomicInteger();
        AtomicInteger furthest = new AtomicInteger();
        TestListener listener = new TestListener() {
            @Override
            public void opened(RunningDatabase database, RunFolder made) {}

            @Override
            public void started(int round, RunStatistics statistics) {
                furthest.accumulateAndGet(round - checked.get(), Math::max);
            }

            @Override
            public void ran(int round) {
                ran.set(round);
            }

            @Override
            public void checked(Round round) {
                // as many as may run do, and one that may not would have begun by then
                while (ran.get() < Math.min(count, round.number() + 2)) {
                    Thread.onSpinWait();
                }
                LockSupport.parkNanos(50_000_000);
                checked.incrementAndGet();
            }
        };
        try (KeptOpen database = new KeptOpen("hsqldb")) {
            TestPlan plan = Trial.of(database, folder)
                    .level(Level.RC)
                    .sessions(1)
                    .millis(10)
                    .rounds(count)
                    .plan();
            assertEquals(count, new TestJob(plan, listener).run().rounds().size());
        }
        assertEquals(3, furthest.get());
    }

    @Test
    void aDatabaseThatIsBeingOpenedIsNotWaitedFor() throws Exception {
        try (KeptOpen database = new KeptOpen("hsqldb")) {
            Trial trial = Trial.of(database, folder);
            TestJob job = new TestJob(trial.plan(), trial);
            CountDownLatch given = new CountDownLatch(1);
            database.whenOpening(() -> {
                job.stop();
                // one that can be woken is, and this one goes on all the same
                while (!Thread.interrupted()) {
                    Thread.onSpinWait();
                }
                while (given.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000);
                }
            });
            assertThrows(InterruptedException.class, job::run);
            given.countDown();
            database.awaitClosed();
        }
    }

    @Test
    void aTestThatCannotBeginSaysWhy() throws Exception {
        try (KeptOpen database = new KeptOpen("hsqldb")) {
            database.refuseTablesAfter(0);
            Trial trial = Trial.of(database, folder);
            String message = assertThrows(DatabaseException.class, trial::run).getMessage();
            assertTrue(message.startsWith("the tables of the test can't be made: no tables today; "), message);
            assertTrue(Files.readString(folder.resolve("latest/log.txt")).contains(message));
        }
    }

    @Test
    void faultsNeedAServerThatIsoldeStarted() {
        Trial trial =
                hsqldb().fault(org.isolde.run.runner.Fault.Kind.KILL, Duration.ofSeconds(1), Duration.ofSeconds(1));
        String message = assertThrows(DatabaseException.class, trial::run).getMessage();
        assertTrue(message.startsWith("faults can only be injected into servers that Isolde started"), message);
    }

    @Test
    void aSecretOfTheDatabaseIsInNoFile() throws Exception {
        TestResult result = Trial.of("h2", folder)
                .option("PASSWORD", "hunter2")
                .level(Level.RC)
                .millis(200)
                .run();
        assertNull(result.problem());
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertFalse(Files.readString(file).contains("hunter2"), file.toString());
            }
        }
        assertEquals(
                "{\"PASSWORD\":\"***\"}",
                History.read(result.folder().history(1)).header().get("databaseOptions"));
    }
}
