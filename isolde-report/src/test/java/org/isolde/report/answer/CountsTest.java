package org.isolde.report.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Verdict;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.report.Samples;
import org.junit.jupiter.api.Test;

/** What is counted on columns, held to plain definitions and to the checkers. */
class CountsTest {
    private static final int HISTORIES = 600;

    /** Each line a transaction: session, begin, end, operations. */
    private static History history(String... transactions) {
        return Samples.read(transactions);
    }

    private static String line(int session, int begin, int end, String ops) {
        return "{\"session\":" + session + ",\"begin\":" + begin + ",\"end\":" + end + ",\"ops\":" + ops + "}";
    }

    @Test
    void twoMeetOnceHoweverManyKeysTheyShare() {
        History history = history(
                "{\"isolde\":1}",
                line(0, 1, 5, "[[\"r\",1,null],[\"w\",1,11],[\"r\",2,null],[\"w\",2,21]]"),
                line(1, 4, 9, "[[\"r\",1,null],[\"r\",2,null]]"),
                // only reads, and behind the first
                line(2, 6, 8, "[[\"r\",1,11]]"),
                // another key
                line(3, 1, 9, "[[\"w\",3,31]]"));
        assertEquals(new Conflicts(4, 1), Conflicts.of(history));
    }

    @Test
    void whoSearchesMeetsWhoeverWrites() {
        String search = "[[\"rp\",\"t\",\"a < 5\",[]]]";
        assertEquals(
                new Conflicts(5, 2),
                Conflicts.of(history(
                        "{\"isolde\":1}",
                        line(0, 1, 5, search),
                        line(1, 2, 4, "[[\"w\",\"t/1\",11,{\"a\":7}]]"),
                        line(2, 3, 9, search),
                        // only reads, and behind the end of the write
                        line(3, 4, 9, "[[\"r\",\"t/1\",11]]"),
                        line(1, 4, 8, "[[\"r\",\"t/1\",11]]"))));
    }

    @Test
    void withoutTimesConflictsAreNotKnown() {
        Conflicts conflicts = Conflicts.of(history("{\"isolde\":1}", "{\"session\":0,\"ops\":[[\"w\",1,11]]}"));
        assertFalse(conflicts.areKnown());
        assertEquals(1, conflicts.committed());
        assertTrue(Amount.of(conflicts).isLittle());
        assertTrue(Amount.of(conflicts).sentence().contains("the history has no times"));
    }

    @Test
    void littleIsSaidWithWhatToTry() {
        assertFalse(Amount.of(new Conflicts(1_000, 100), 0).isLittle());
        assertEquals(
                "That stands on 1,000 committed transactions, 100 conflicts (two at the same time on the same data, one of"
                        + " them writing).",
                Amount.of(new Conflicts(1_000, 100), 0).sentence());
        assertEquals(
                List.of("more time (--time 60s)"),
                Amount.of(new Conflicts(999, 100), 0).advice());
        assertEquals(
                List.of("more clients on fewer keys (--sessions 20 --keys 3)"),
                Amount.of(new Conflicts(1_000, 99), 0).advice());
        Amount next = Amount.of(new Conflicts(20, 4), 0.9);
        assertTrue(next.advice().get(0).startsWith("fewer clients at once"), next.toString());
        assertTrue(next.sentence().startsWith("LITTLE EVIDENCE: that stands on 20 committed"), next.sentence());
        assertTrue(next.sentence().endsWith(", and more time (--time 60s)."), next.sentence());
    }

    @Test
    void eachIsCountedAsItIsDefined() {
        String lost = "[[\"r\",1,null],[\"w\",1,%d]]";
        History three = history(
                "{\"isolde\":1}",
                line(0, 1, 9, String.format(lost, 11)),
                line(1, 1, 9, String.format(lost, 12)),
                line(2, 1, 9, String.format(lost, 13)));
        assertEquals(Map.of(Hazard.LOST_UPDATE, 2L), Occurrences.of(three));
        assertEquals(
                "T0:0 and T1:0 both read 1 = null and both overwrote it, so one of the two updates is lost",
                Occurrences.lostUpdate(three));
        History skews = history(
                "{\"isolde\":1}",
                line(0, 1, 9, "[[\"r\",1,null],[\"r\",2,null],[\"w\",1,11]]"),
                line(1, 1, 9, "[[\"r\",1,null],[\"r\",2,null],[\"w\",2,21]]"),
                line(2, 1, 9, "[[\"r\",1,11],[\"r\",2,null]]"));
        assertEquals(Map.of(Hazard.WRITE_SKEW, 1L), Occurrences.of(skews));
        History half = history(
                "{\"isolde\":1}",
                line(0, 1, 9, "[[\"r\",1,null],[\"r\",2,null],[\"w\",1,11],[\"w\",2,21]]"),
                line(1, 1, 9, "[[\"r\",1,11],[\"r\",2,null]]"),
                line(2, 1, 9, "[[\"r\",1,null],[\"r\",1,11]]"));
        assertEquals(Map.of(Hazard.READ_SKEW, 1L, Hazard.NON_REPEATABLE_READ, 1L), Occurrences.of(half));
        History dirty = history(
                "{\"isolde\":1}", line(0, 1, 9, "[[\"w\",1,11],[\"w\",1,12]]"), line(1, 1, 9, "[[\"r\",1,11]]"));
        assertEquals(Map.of(Hazard.DIRTY_READ, 1L), Occurrences.of(dirty));
    }

    @Test
    void countsAgreeWithDefinitionsAndCheckers() {
        long seed = Long.getLong("isolde.seed", 20);
        SplittableRandom random = new SplittableRandom(seed);
        Map<Hazard, Integer> seen = new EnumMap<>(Hazard.class);
        for (int i = 0; i < HISTORIES; i++) {
            History history = Generator.generate(options(random).build());
            String where = "seed " + seed + ", history " + i;
            assertEquals(pairs(history), Conflicts.of(history).pairs(), where);
            Map<Hazard, Long> counts = Occurrences.of(history);
            assertEquals(lostUpdates(history), counts.getOrDefault(Hazard.LOST_UPDATE, 0L), where);
            CheckResult check = Samples.check(history, CheckOptions.of(EnumSet.allOf(Level.class)));
            counts.forEach((hazard, count) -> {
                seen.merge(hazard, 1, Integer::sum);
                check.verdicts().forEach((level, verdict) -> {
                    if (hazard.isForbiddenBy(level) && level != Level.LIN) {
                        assertFalse(
                                verdict instanceof Verdict.Satisfied, () -> where + ": " + hazard + " breaks " + level);
                    }
                });
            });
        }
        for (Hazard counted : List.of(
                Hazard.LOST_UPDATE,
                Hazard.DIRTY_READ,
                Hazard.NON_REPEATABLE_READ,
                Hazard.READ_SKEW,
                Hazard.WRITE_SKEW)) {
            assertTrue(seen.getOrDefault(counted, 0) > 5, counted + " was never counted: " + seen);
        }
    }

    @Test
    void moreAtOnceThanAWordHasBits() {
        long seed = Long.getLong("isolde.seed", 21);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20; i++) {
            int sessions = 60 + random.nextInt(90);
            History history = Generator.generate(options(random)
                    .transactions(400)
                    .sessions(sessions)
                    .concurrency(sessions)
                    .keys(50)
                    .build());
            assertEquals(pairs(history), Conflicts.of(history).pairs(), "seed " + seed + ", history " + i);
        }
    }

    private static GeneratorOptions.Builder options(SplittableRandom random) {
        SimulatedStore[] stores = SimulatedStore.values();
        SimulatedStore store = stores[random.nextInt(stores.length)];
        return GeneratorOptions.builder()
                .store(store)
                .shape(
                        store == SimulatedStore.CAUSAL || random.nextBoolean()
                                ? HistoryShape.REGISTERS
                                : HistoryShape.LIST_APPEND)
                .transactions(5 + random.nextInt(30))
                .sessions(4 + random.nextInt(3))
                .concurrency(2 + random.nextInt(3))
                .keys(2 + random.nextInt(4))
                .rmw(random.nextInt(3) / 2.0)
                .abortRate(0.1)
                .seed(random.nextLong());
    }

    private static long pairs(History history) {
        long pairs = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            for (int u = t + 1; u <= history.transactions(); u++) {
                if (history.isCommitted(t)
                        && history.isCommitted(u)
                        && history.session(t) != history.session(u)
                        && history.begin(t) < history.end(u)
                        && history.begin(u) < history.end(t)
                        && meet(history, t, u)) {
                    pairs++;
                }
            }
        }
        return pairs;
    }

    private static boolean meet(History history, int t, int u) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            for (int other = history.firstOp(u); other < history.firstOp(u + 1); other++) {
                if (history.key(op) == history.key(other) && (history.isWrite(op) || history.isWrite(other))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Of those that replaced a version, all but one lost their update, or had it lost. */
    private static long lostUpdates(History history) {
        Map<List<Integer>, Set<Integer>> replacers = new HashMap<>();
        for (int t = 1; t <= history.transactions(); t++) {
            Map<Integer, Integer> read = new HashMap<>();
            Set<Integer> written = new HashSet<>();
            for (int op = history.firstOp(t); history.isCommitted(t) && op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                if (!history.isWrite(op) && !written.contains(key)) {
                    read.put(key, history.value(op));
                } else if (history.isWrite(op) && written.add(key) && read.containsKey(key)) {
                    replacers
                            .computeIfAbsent(List.of(key, read.get(key)), unused -> new HashSet<>())
                            .add(t);
                }
            }
        }
        return replacers.values().stream().mapToLong(all -> all.size() - 1L).sum();
    }
}
