package org.isolde.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each simulated store lets happen, and what it does not. */
class StoreTest {
    private static History history(SimulatedStore store, HistoryShape shape) {
        return Generator.generate(GeneratorOptions.builder()
                .store(store)
                .shape(shape)
                .operations(2, 8)
                .keys(20)
                .abortRate(0.1)
                .timestamps(true)
                .seed(5)
                .build());
    }

    private static History history(SimulatedStore store) {
        return history(store, HistoryShape.REGISTERS);
    }

    /** What happened, counted over all reads of committed transactions. */
    private record Reads(int dirty, int intermediate, int missedOwn, int changed) {
        static Reads of(History h) {
            int dirty = 0;
            int intermediate = 0;
            int missedOwn = 0;
            int changed = 0;
            for (int t = 1; t <= h.transactions(); t++) {
                Map<Integer, Integer> own = new HashMap<>();
                Map<Integer, Integer> read = new HashMap<>();
                for (int op = h.firstOp(t); h.isCommitted(t) && op < h.firstOp(t + 1); op++) {
                    int key = h.key(op);
                    int value = h.value(op);
                    if (h.isWrite(op)) {
                        own.put(key, value);
                        continue;
                    }
                    if (own.containsKey(key)) {
                        missedOwn += own.get(key) == value ? 0 : 1;
                        continue;
                    }
                    Integer before = read.put(key, value);
                    changed += before == null || before == value ? 0 : 1;
                    int writer = h.writer(value);
                    dirty += writer > 0 && h.status(writer) == Status.ABORTED ? 1 : 0;
                    for (int later = h.writeOp(value) + 1; writer > 0 && later < h.firstOp(writer + 1); later++) {
                        if (h.isWrite(later) && h.key(later) == key) {
                            intermediate++;
                            break;
                        }
                    }
                }
            }
            return new Reads(dirty, intermediate, missedOwn, changed);
        }
    }

    /** How many reads are not explained by the timestamps: the last commit before the start, or the own write. */
    private static int unexplainedByTimestamps(History h) {
        List<Integer> committed = new ArrayList<>();
        for (int t = 1; t <= h.transactions(); t++) {
            if (h.isCommitted(t)) {
                committed.add(t);
            }
        }
        List<Integer> starts = new ArrayList<>(committed);
        starts.sort(Comparator.comparingLong(h::startPhysical));
        committed.sort(Comparator.comparingLong(h::commitPhysical));
        int[] state = new int[h.keys()];
        int installed = 0;
        int unexplained = 0;
        for (int t : starts) {
            while (h.commitPhysical(committed.get(installed)) < h.startPhysical(t)) {
                int writer = committed.get(installed++);
                for (int op = h.firstOp(writer); op < h.firstOp(writer + 1); op++) {
                    state[h.key(op)] = h.isWrite(op) ? h.value(op) : state[h.key(op)];
                }
            }
            Map<Integer, Integer> own = new HashMap<>();
            for (int op = h.firstOp(t); op < h.firstOp(t + 1); op++) {
                if (h.isWrite(op)) {
                    own.put(h.key(op), h.value(op));
                } else {
                    unexplained += own.getOrDefault(h.key(op), state[h.key(op)]) == h.value(op) ? 0 : 1;
                }
            }
        }
        return unexplained;
    }

    /** Pairs of committed transactions that overlap by their timestamps and write the same key. */
    private static int overlappingWriters(History h) {
        int pairs = 0;
        for (int a = 1; a <= h.transactions(); a++) {
            for (int b = a + 1; b <= h.transactions(); b++) {
                if (h.isCommitted(a)
                        && h.isCommitted(b)
                        && h.startPhysical(a) < h.commitPhysical(b)
                        && h.startPhysical(b) < h.commitPhysical(a)) {
                    pairs += writeTheSame(h, a, b) ? 1 : 0;
                }
            }
        }
        return pairs;
    }

    private static boolean writeTheSame(History h, int a, int b) {
        for (int i = h.firstOp(a); i < h.firstOp(a + 1); i++) {
            for (int j = h.firstOp(b); j < h.firstOp(b + 1); j++) {
                if (h.isWrite(i) && h.isWrite(j) && h.key(i) == h.key(j)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean overlaps(History h) {
        long end = 0;
        for (int place = 0; place < h.transactions(); place++) {
            int t = h.arrival(place);
            if (h.begin(t) < end) {
                return true;
            }
            end = h.end(t);
        }
        return false;
    }

    @Test
    void serialRunsOneAfterTheOther() {
        History h = history(SimulatedStore.SERIAL);
        assertFalse(overlaps(h));
        assertEquals(0, unexplainedByTimestamps(h));
        assertEquals(new Reads(0, 0, 0, 0), Reads.of(h));
    }

    @Test
    void strictOverlapsAndTakesEffectAtOnePoint() {
        History h = history(SimulatedStore.STRICT);
        assertTrue(overlaps(h));
        assertEquals(0, unexplainedByTimestamps(h));
        for (int t = 1; t <= h.transactions(); t++) {
            assertTrue(h.begin(t) < h.startPhysical(t));
            if (h.isCommitted(t)) {
                assertEquals(h.startPhysical(t) + 1, h.commitPhysical(t));
                assertTrue(h.commitPhysical(t) < h.end(t));
            }
        }
    }

    @Test
    void snapshotsAreThoseOfTheStartAndTheFirstCommitterWins() {
        History h = history(SimulatedStore.SI);
        assertEquals(0, unexplainedByTimestamps(h));
        assertEquals(0, overlappingWriters(h));
        assertEquals(new Reads(0, 0, 0, 0), Reads.of(h));
        int aborted = 0;
        for (int t = 1; t <= h.transactions(); t++) {
            aborted += h.status(t) == Status.ABORTED ? 1 : 0;
        }
        assertTrue(aborted > 200, "conflicts abort beyond the abort rate: " + aborted);
    }

    @Test
    void replicasOfACausalStoreLagBehind() {
        History h = history(SimulatedStore.CAUSAL);
        assertTrue(unexplainedByTimestamps(h) > 100);
        assertEquals(new Reads(0, 0, 0, 0), Reads.of(h));
    }

    @Test
    void oneReplicaIsNoReplication() {
        History h = Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.CAUSAL)
                .replicas(1)
                .timestamps(true)
                .build());
        assertEquals(0, unexplainedByTimestamps(h));
    }

    /** Within a session of a causal store, a later transaction never sees less of another session than an earlier one. */
    @Test
    void replicasNeverGoBack() {
        // every transaction writes the only key, so that what a transaction reads tells which it saw last
        History h = Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.CAUSAL)
                .keys(1)
                .operations(2)
                .rmw(1)
                .transactions(3000)
                .seed(9)
                .build());
        for (int session = 0; session < h.sessions(); session++) {
            Map<Integer, Integer> lastSeen = new HashMap<>();
            for (int t = h.firstTransaction(session); t < h.firstTransaction(session + 1); t++) {
                int writer = h.writer(h.value(h.firstOp(t)));
                if (writer > 0) {
                    int before = lastSeen.merge(h.session(writer), writer, Math::max);
                    assertTrue(before <= writer, "went back in session " + h.session(writer));
                }
            }
        }
    }

    @Test
    void readCommittedSeesOnlyCommittedValuesThatMayChange() {
        History h = history(SimulatedStore.READ_COMMITTED);
        Reads reads = Reads.of(h);
        assertEquals(0, reads.dirty());
        assertEquals(0, reads.intermediate());
        assertEquals(0, reads.missedOwn());
        assertTrue(reads.changed() > 5, reads.toString());
        assertTrue(overlappingWriters(h) > 0);
    }

    @Test
    void withoutIsolationEverythingHappens() {
        Reads reads = Reads.of(history(SimulatedStore.NONE));
        assertTrue(reads.dirty() > 20, reads.toString());
        assertTrue(reads.intermediate() > 20, reads.toString());
        assertTrue(reads.missedOwn() > 5, reads.toString());
        assertTrue(reads.changed() > 20, reads.toString());
    }

    @ParameterizedTest
    @EnumSource(names = "CAUSAL", mode = EnumSource.Mode.EXCLUDE)
    void listsOfAKeyAreBeginningsOfOneList(SimulatedStore store) {
        History h = history(store, HistoryShape.LIST_APPEND);
        Map<Integer, List<Integer>> longest = new HashMap<>();
        Map<Integer, List<List<Integer>>> all = new HashMap<>();
        for (int list = 0; list < h.lists(); list++) {
            int op = h.listOp(list);
            List<Integer> elements = new ArrayList<>();
            for (int i = h.listFirst(list); i < h.listFirst(list + 1); i++) {
                elements.add(h.listElement(i));
            }
            assertTrue(elements.size() <= 32, "a list is replaced after 32 appends");
            boolean last = elements.isEmpty() || elements.get(elements.size() - 1) == h.value(op);
            assertTrue(last, "the value of a list read is the last element");
            if (h.isCommitted(h.transactionOf(op))) {
                all.computeIfAbsent(h.key(op), k -> new ArrayList<>()).add(elements);
                longest.merge(h.key(op), elements, (x, y) -> x.size() >= y.size() ? x : y);
            }
        }
        assertTrue(h.keys() > 40, "fresh lists take the place of full ones");
        all.forEach((key, lists) -> lists.forEach(
                list -> assertEquals(longest.get(key).subList(0, list.size()), list, "key " + h.keyName(key))));
    }
}
