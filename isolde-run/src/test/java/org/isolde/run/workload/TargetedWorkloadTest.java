package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;
import org.junit.jupiter.api.Test;

class TargetedWorkloadTest {
    private final Options options = new TargetedWorkload().defaults();

    @Test
    void theTemplatesAreTheFourteenAnomalies() {
        Set<String> names = new HashSet<>();
        for (InjectedAnomaly anomaly : InjectedAnomaly.values()) {
            names.add(anomaly.name());
        }
        assertEquals(14, AnomalyTemplate.values().length);
        for (AnomalyTemplate template : AnomalyTemplate.values()) {
            assertTrue(names.contains(template.name()), template.name());
        }
    }

    @Test
    void everyRoundHasAllAnomaliesAndTheirPartsShareKeys() throws Exception {
        AnomalyDeck deck = new AnomalyDeck(options);
        for (int round = 0; round < 20; round++) {
            EnumSet<AnomalyTemplate> seen = EnumSet.noneOf(AnomalyTemplate.class);
            while (seen.size() < 14) {
                AnomalyDeck.Part part = deck.deal();
                assertTrue(seen.add(part.template()), () -> part.template() + " comes twice in a round");
                int parts = part.template().parts().size();
                Set<Long> keys = new HashSet<>(keys(part));
                for (int next = 1; next < parts; next++) {
                    AnomalyDeck.Part other = deck.deal();
                    assertEquals(part.template(), other.template());
                    keys.addAll(keys(other));
                }
                assertTrue(keys.size() <= 2, keys::toString);
            }
        }
    }

    /** The keys that the transactions use; also asserts that they are mini-transactions. */
    private static List<Long> keys(AnomalyDeck.Part part) throws Exception {
        List<Long> keys = new ArrayList<>();
        for (Transaction transaction : part.transactions()) {
            List<SerialStore.Op> ops = new SerialStore().run(transaction);
            MiniWorkloadTest.assertMini(ops);
            ops.forEach(op -> keys.add(op.key()));
        }
        return keys;
    }

    @Test
    void keysAreFreshAllTheTime() throws Exception {
        Options alone = options.with(WorkloadOptions.SESSIONS, 1);
        SerialStore store = new SerialStore();
        store.run(new TargetedWorkload().start(alone), alone, 3000);
        assertTrue(store.registers.size() > 300, () -> store.registers.size() + " keys");
    }

    @Test
    void onlyTheAbortedReadWritesAndRollsBack() {
        for (AnomalyTemplate template : AnomalyTemplate.values()) {
            boolean rollsBack =
                    template.parts().stream().flatMap(List::stream).anyMatch(AnomalyTemplate.Move::rollsBack);
            assertEquals(template == AnomalyTemplate.ABORTED_READ, rollsBack, template.name());
        }
    }

    @Test
    void sessionsMeetAndNobodyIsLeftWaiting() throws Exception {
        Options four = options.with(WorkloadOptions.SESSIONS, 4);
        TransactionSource source = new TargetedWorkload().start(four);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> sessions = new ArrayList<>();
            for (int session = 0; session < 4; session++) {
                int number = session;
                sessions.add(threads.submit(() -> {
                    RandomSource random = new RandomSource(number);
                    int got = 0;
                    // sessions end at different times, so that the last ones are left with incomplete anomalies
                    for (; got < 100 * (number + 1); got++) {
                        source.next(number, random);
                    }
                    return got;
                }));
            }
            for (int session = 0; session < 4; session++) {
                assertEquals(100 * (session + 1), sessions.get(session).get(20, TimeUnit.SECONDS));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aSessionRunsItsPartInOrder() throws Exception {
        Options two = options.with(WorkloadOptions.SESSIONS, 1);
        TransactionSource source = new TargetedWorkload().start(two);
        SerialStore store = new SerialStore();
        AnomalyDeck twin = new AnomalyDeck(two);
        for (int number = 0; number < 100; number++) {
            for (Transaction expected : twin.deal().transactions()) {
                Transaction got = source.next(0, new RandomSource(0));
                assertEquals(shape(new SerialStore().run(expected)), shape(store.run(got)));
            }
        }
    }

    private static List<String> shape(List<SerialStore.Op> ops) {
        return ops.stream().map(op -> op.kind() + " " + op.key()).toList();
    }
}
