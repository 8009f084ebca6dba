package org.isolde.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.TransactionBatch;
import org.isolde.online.aion.TinyStream;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.OfflineFindings;
import org.junit.jupiter.api.Test;

/**
 * Random small streams, many of them in one job, each with sessions and keys of its own: in any order of arrival, in any parallelism, streamed or sorted, the job finds what the offline
 * check finds of each.
 */
class TinyStreamsTest {
    private static final int STREAMS = 500;

    private final List<StreamTransaction> arrivals = new ArrayList<>();
    private final Map<String, Integer> expected = new TreeMap<>();
    private int repeated;

    private static Object renamed(Object name, int stream) {
        return name instanceof String text ? stream + "-" + text : (Object) (stream * 100L + (Long) name);
    }

    private static TinyStream.Tx renamed(TinyStream.Tx tx, int stream) {
        List<TinyStream.Op> ops = tx.ops().stream()
                .map(op -> new TinyStream.Op(op.kind(), renamed(op.key(), stream), op.value(), op.list()))
                .toList();
        return new TinyStream.Tx(
                tx.id(), renamed(tx.session(), stream), tx.seq(), tx.status(), tx.start(), tx.commit(), ops);
    }

    private void make(Random random, Level level, boolean sessionOrder) throws Exception {
        Encoder encoder = new Encoder();
        for (int i = 0; i < STREAMS; i++) {
            TinyStream stream = new TinyStream(random);
            for (int t = 0; t < stream.transactions.size(); t++) {
                stream.transactions.set(t, renamed(stream.transactions.get(t), i));
            }
            History history = stream.history();
            expected.putAll(OfflineFindings.of(
                            history,
                            level,
                            sessionOrder,
                            t -> stream.transactions
                                    .get((int) history.idCode(t))
                                    .name())
                    .findings());
            for (TinyStream.Tx tx : stream.transactions) {
                TransactionBatch batch = TinyStream.batch(List.of(tx), true);
                Name session = Name.of(batch.sessionCode(batch.session(0)), batch.scalars(), encoder);
                arrivals.add(StreamTransaction.of(session, batch.seq(0), batch, 0, encoder));
            }
        }
        int count = arrivals.size();
        for (int i = 0; i < count / 20 || arrivals.size() % 12 != 0; i++) {
            arrivals.add(arrivals.get(random.nextInt(count)));
            repeated++;
        }
        Collections.shuffle(arrivals, random);
    }

    private TestJob job(long seed, Level level, boolean sessionOrder) throws Exception {
        make(new Random(seed), level, sessionOrder);
        VerdictOptions options = VerdictOptions.of(level)
                .withInitial("0")
                .withSessionOrder(sessionOrder)
                .withSettle(Duration.ofHours(1))
                .withRetain(Duration.ofHours(1));
        return new TestJob(arrivals, options);
    }

    private void check(TestJob job, String context) throws Exception {
        TestJob.Outcome outcome = job.run();
        assertEquals(expected, outcome.findings(), context);
        assertTrue(expected.size() > STREAMS, context + ": " + expected.size());
        assertEquals(repeated, outcome.tally().duplicates(), context);
        assertEquals(arrivals.size() - repeated, outcome.tally().transactions(), context);
        assertEquals(
                expected.values().stream().mapToLong(each -> each).sum(),
                outcome.tally().counts().values().stream()
                        .mapToLong(each -> each)
                        .sum(),
                context);
    }

    private static long seed(String name) {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println(name + ": -Disolde.seed=" + seed);
        return seed;
    }

    @Test
    void aloneForSi() throws Exception {
        long seed = seed("TinyStreamsTest.alone");
        check(job(seed, Level.SI, true).parallelism(1, 1), "seed " + seed);
    }

    @Test
    void inFourPartsForSer() throws Exception {
        long seed = seed("TinyStreamsTest.inFourParts");
        check(job(seed, Level.SER, true).parallelism(4, 3), "seed " + seed);
    }

    @Test
    void inThreePartsOnRocksWithoutSessionOrder() throws Exception {
        long seed = seed("TinyStreamsTest.inThreePartsOnRocks");
        check(job(seed, Level.SI, false).parallelism(3, 2).rocks(), "seed " + seed);
    }

    @Test
    void inTwoPartsOnTheHeapAndOnRocks() throws Exception {
        long seed = seed("TinyStreamsTest.inTwoParts");
        TestJob job = job(seed, Level.SI, true).parallelism(2, 2);
        check(job, "heap, seed " + seed);
        check(job.rocks(), "rocksdb, seed " + seed);
    }

    @Test
    void sortedInTwoParts() throws Exception {
        long seed = seed("TinyStreamsTest.sorted");
        check(job(seed, Level.SI, true).parallelism(2, 2).batch(), "seed " + seed);
    }
}
