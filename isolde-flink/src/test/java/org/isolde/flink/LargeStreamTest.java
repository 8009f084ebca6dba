package org.isolde.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.online.axiom.OfflineFindings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Long streams with violations of every axiom, delayed and dealt to several partitions, with watermarks that move all the time: what is found is what the offline check finds, each
 * once, also if a task fails and begins again from a checkpoint, or the job goes on in another parallelism.
 */
class LargeStreamTest {
    private static final int TRANSACTIONS = 100_000;

    @TempDir
    static Path folder;

    /** A stream, and what the offline check finds in it. */
    private record Checked(List<StreamTransaction> arrivals, OfflineFindings expected) {
        static Checked of(long seed, int transactions) throws Exception {
            LargeStream stream = new LargeStream(seed, transactions);
            return new Checked(stream.arrivals(), stream.offline(folder, Level.SI));
        }

        TestJob job() {
            VerdictOptions options = VerdictOptions.of(Level.SI)
                    .withInitial("0")
                    .withSettle(Duration.ofMillis(4000))
                    .withRetain(Duration.ofHours(1));
            // a millisecond is a transaction
            return new TestJob(arrivals, options).pace(1);
        }
    }

    private static long seed;
    private static Checked large;

    @BeforeAll
    static void make() throws Exception {
        seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("LargeStreamTest: -Disolde.seed=" + seed);
        large = Checked.of(seed, TRANSACTIONS);
    }

    @AfterAll
    static void forget() {
        large = null;
    }

    private static void check(TestJob.Outcome outcome, OfflineFindings expected) {
        String context = "seed " + seed;
        assertEquals("", without(expected.findings(), outcome.findings()), context + " is not found");
        assertEquals("", without(outcome.findings(), expected.findings()), context + " is not there");
        assertEquals(0, outcome.late(), context);
        Map<TimestampAxiom, Long> counts = new EnumMap<>(TimestampAxiom.class);
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            counts.put(axiom, 0L);
        }
        expected.findings()
                .forEach((about, times) -> counts.merge(
                        TimestampAxiom.valueOf(about.substring(0, about.indexOf(' '))), (long) times, Long::sum));
        assertEquals(counts, outcome.tally().counts(), context);
        assertEquals(expected.open(), outcome.tally().undecided() > 0, context);
        for (TimestampAxiom axiom : EnumSet.complementOf(EnumSet.of(TimestampAxiom.REAL_TIME))) {
            assertTrue(counts.get(axiom) > 0, axiom + " " + context);
        }
    }

    /** What one has and the other has not, or not as often; the first of it. */
    private static String without(Map<String, Integer> one, Map<String, Integer> other) {
        return one.entrySet().stream()
                .filter(each -> !each.getValue().equals(other.get(each.getKey())))
                .limit(10)
                .map(Object::toString)
                .collect(java.util.stream.Collectors.joining("; "));
    }

    @Test
    void aTaskFailsInTheMiddle() throws Exception {
        TestJob.Outcome outcome =
                large.job().parallelism(4, 4).checkpoints(folder, true).run();
        check(outcome, large.expected);
        assertTrue(outcome.early() > 10, "watermarks move: " + outcome.early());
    }

    /** With so little room hardly any key is at hand twice in a row: what the state says is all there is. */
    @Test
    void aTaskFailsOnRocksWithKeysInTheStateAlone() throws Exception {
        TestJob.Outcome outcome = large.job()
                .parallelism(2, 4)
                .rocks()
                .room(20_000)
                .checkpoints(folder, true)
                .run();
        check(outcome, large.expected);
    }

    @Test
    void anotherParallelismOnTheHeapWithKeysInTheStateAlone() throws Exception {
        Checked checked = Checked.of(seed + 2, TRANSACTIONS / 4);
        TestJob.Outcome outcome = checked.job()
                .parallelism(3, 1)
                .room(20_000)
                .checkpoints(folder, false)
                .runRescaled(1);
        check(outcome, checked.expected);
    }

    @Test
    void anotherParallelismFromASavepoint() throws Exception {
        Checked checked = Checked.of(seed + 1, TRANSACTIONS / 4);
        TestJob.Outcome outcome =
                checked.job().parallelism(2, 1).checkpoints(folder, false).runRescaled(3);
        check(outcome, checked.expected);
        assertTrue(outcome.early() > 5, "watermarks move: " + outcome.early());
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void anotherParallelismOnRocks(int before, int then) throws Exception {
        Checked checked = Checked.of(seed + 3, TRANSACTIONS / 4);
        TestJob.Outcome outcome = checked.job()
                .parallelism(before, 1)
                .rocks()
                .checkpoints(folder, false)
                .runRescaled(then);
        check(outcome, checked.expected);
    }

    @Test
    void sorted() throws Exception {
        check(large.job().parallelism(2, 2).batch().run(), large.expected);
    }
}
