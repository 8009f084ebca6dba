package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.isolde.app.replay.Excerpt.Client;
import org.isolde.app.replay.Excerpt.Transaction;
import org.isolde.generate.RandomSource;
import org.isolde.history.OpKind;
import org.isolde.run.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of steps that is derived from a history. */
class InterleavingTest {
    @TempDir
    private Path folder;

    private Excerpt excerpt;
    private List<Step> order;

    private void order(String... transactions) throws Exception {
        excerpt = Recorded.excerpt(folder, transactions);
        order = Interleaving.of(excerpt).order();
    }

    private void assertBefore(int session, String request, int otherSession, String otherRequest) {
        assertTrue(
                Recorded.place(excerpt, order, session, request)
                        < Recorded.place(excerpt, order, otherSession, otherRequest),
                () -> request + " of " + session + " is not before " + otherRequest + " of " + otherSession + " in "
                        + order.stream().map(excerpt::request).toList());
    }

    @Test
    void bothReadBeforeEitherWritesInALostUpdate() throws Exception {
        order(Recorded.LOST_UPDATE);
        assertBefore(0, "commit", 1, "read 1");
        assertBefore(0, "commit", 2, "read 1");
        assertBefore(1, "read 1", 2, "write 1 = 3");
        assertBefore(2, "read 1", 1, "write 1 = 2");
    }

    /** One after the other by their times, but then the second would have to see the first. */
    @Test
    void whatWasSeenCountsMoreThanTime() throws Exception {
        order(
                Recorded.transaction(1, "[\"r\",1,null],[\"w\",1,2]", 0, 30),
                Recorded.transaction(2, "[\"r\",1,null]", 20, 1000));
        assertBefore(2, "read 1", 1, "write 1 = 2");
    }

    @Test
    void inAWriteSkewBothReadBeforeTheOtherCommits() throws Exception {
        order(
                Recorded.transaction(1, "[\"w\",1,1],[\"r\",2,null]", 0, 20),
                Recorded.transaction(2, "[\"w\",2,2],[\"r\",1,null]", 1, 21));
        assertBefore(1, "read 2", 2, "commit");
        assertBefore(2, "read 1", 1, "commit");
    }

    @Test
    void aValueThatWasRolledBackIsReadInBetween() throws Exception {
        order(
                Recorded.aborted(1, "[\"w\",1,7],[\"r\",2,null]", 0, 20),
                Recorded.transaction(2, "[\"r\",3,null],[\"r\",1,7]", 0, 19));
        assertBefore(1, "write 1 = 7", 2, "read 1");
        assertBefore(2, "read 1", 1, "rollback");
    }

    @Test
    void aValueThatItsWriterReplacedIsReadBeforeThat() throws Exception {
        order(Recorded.transaction(1, "[\"w\",1,7],[\"w\",1,8]", 0, 20), Recorded.transaction(2, "[\"r\",1,7]", 0, 21));
        assertBefore(1, "write 1 = 7", 2, "read 1");
        assertBefore(2, "read 1", 1, "write 1 = 8");
    }

    /** Neither can commit before the other reads; but both can have written. */
    @Test
    void effectsInACircleAreSeenBeforeTheyAreCommitted() throws Exception {
        order(
                Recorded.transaction(1, "[\"w\",1,1],[\"r\",2,2]", 0, 20),
                Recorded.transaction(2, "[\"w\",2,2],[\"r\",1,1]", 0, 20));
        assertBefore(1, "write 1 = 1", 2, "read 1");
        assertBefore(2, "write 2 = 2", 1, "read 2");
    }

    /** A read of the past can't come before what it missed; it stays where its time is. */
    @Test
    void realTimeHoldsWhateverWasSeen() throws Exception {
        order(Recorded.transaction(1, "[\"w\",1,1]", 0, 10), Recorded.transaction(2, "[\"r\",1,null]", 20, 30));
        assertBefore(1, "commit", 2, "read 1");
    }

    @Test
    void aListIsReadBeforeWhatItMisses() throws Exception {
        order(
                Recorded.transaction(1, "[\"append\",1,1]", 0, 10),
                Recorded.transaction(2, "[\"append\",1,2]", 11, 40),
                Recorded.transaction(3, "[\"r\",1,[1]]", 30, 50));
        assertBefore(1, "commit", 3, "read list 1");
        assertBefore(3, "read list 1", 2, "append 2 to 1");
    }

    /** The attempt took its snapshot before the other committed, and read after that. */
    @Test
    void aSnapshotMayBeReadAfterItWasOvertaken() throws Exception {
        order(Recorded.H2_STALE_RESULT);
        order = Interleaving.bySnapshots(excerpt).order();
        assertBefore(0, "read 2", 4, "commit");
        assertBefore(4, "commit", 0, "write 1 = 4");
    }

    @Test
    void withoutTimesTheOrderOfTheInputDecides() throws Exception {
        order(
                "{\"session\":1,\"ops\":[[\"w\",1,1]]}",
                "{\"session\":2,\"ops\":[[\"w\",2,2]]}",
                "{\"session\":3,\"ops\":[[\"w\",3,3]]}");
        assertBefore(1, "commit", 3, "commit");
        assertBefore(2, "write 2 = 2", 3, "write 3 = 3");
    }

    /** Whatever was seen, possible or not. */
    @Test
    void everyOrderKeepsWhatIsCertain() {
        long seed = Long.getLong("isolde.seed", 20261116);
        RandomSource random = new RandomSource(seed);
        for (int round = 0; round < 2000; round++) {
            Excerpt any = any(random);
            String what = "seed " + seed + ", round " + round;
            assertCertain(any, Interleaving.of(any).order(), what);
            assertCertain(any, Interleaving.bySnapshots(any).order(), what);
            assertCertain(any, Interleaving.variant(any, random, 0.4).order(), what);
            assertEquals(Interleaving.of(any), Interleaving.of(any), what);
            assertEquals(
                    Interleaving.variant(any, new RandomSource(round), 0.4),
                    Interleaving.variant(any, new RandomSource(round), 0.4),
                    what);
        }
    }

    private static Excerpt any(RandomSource random) {
        List<Client> clients = new ArrayList<>();
        List<Transaction> transactions = new ArrayList<>();
        long value = 0;
        for (int client = 0; client <= random.below(4); client++) {
            clients.add(new Client(Integer.toString(client), client));
            long time = 0;
            for (int t = 0; t <= random.below(3); t++) {
                List<Operation> operations = new ArrayList<>();
                for (int i = random.below(4); i > 0; i--) {
                    long key = random.below(3);
                    operations.add(
                            random.below(2) == 0
                                    ? KeyOperation.of(OpKind.WRITE, key, ++value)
                                    : KeyOperation.of(
                                            OpKind.READ, key, random.below(3) == 0 ? Session.ABSENT : random.below(8)));
                }
                long begin = time + random.below(10);
                time = begin + random.below(30);
                long end = random.below(10) == 0 ? Long.MAX_VALUE : time;
                transactions.add(new Transaction(
                        "T" + transactions.size(), client, operations, random.below(4) > 0, begin, end));
            }
        }
        return new Excerpt(clients, transactions, List.of(), true, false, false);
    }

    private static void assertCertain(Excerpt excerpt, List<Step> order, String what) {
        Map<Step, Integer> place = new HashMap<>();
        for (Step step : order) {
            place.put(step, place.size());
        }
        int steps = 0;
        for (int t = 0; t < excerpt.transactions().size(); t++) {
            Transaction transaction = excerpt.transactions().get(t);
            steps += transaction.endStep() + 1;
            for (int i = 0; i < transaction.endStep(); i++) {
                assertTrue(place.get(new Step(t, i)) < place.get(new Step(t, i + 1)), what);
            }
            for (int u = 0; u < excerpt.transactions().size(); u++) {
                Transaction later = excerpt.transactions().get(u);
                boolean inSession = later.client() == transaction.client() && u > t;
                if (inSession || transaction.end() < later.begin()) {
                    assertTrue(place.get(new Step(t, transaction.endStep())) < place.get(new Step(u, 0)), what);
                }
            }
        }
        assertEquals(steps, order.size(), what);
        assertEquals(steps, new HashSet<>(order).size(), what);
    }
}
