package org.isolde.check.known;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.TestFacts;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.VersionOrder;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyEvidence;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.isolde.oracle.TinyShrinker;
import org.junit.jupiter.api.Test;

/**
 * The cycles that are found, against all simple cycles of the known dependencies of tiny histories: the same kinds, none
 * longer than need be; for each level a cycle iff there is one; and none of a level that brute force says is satisfied.
 */
class AdyaCyclesBruteForceTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 4;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final Set<Level> LEVELS = EnumSet.of(
            Level.RU,
            Level.G1,
            Level.PC,
            Level.CS,
            Level.CV,
            Level.RR,
            Level.PSI,
            Level.SI,
            Level.STRONG_SI,
            Level.SER,
            Level.SSER);

    /** A dependency; the version read, as key and value number, where there is one, and whether the target wrote the key. */
    private record Dependency(int from, int to, char kind, int key, int value, boolean overwrites) {}

    @Test
    void againstAllCycles() {
        Map<String, Integer> kinds = new TreeMap<>();
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TinyHistory tiny = any(random);
            boolean sessionOrder = random.nextInt(8) != 0;
            long seed = random.nextLong();
            TinyShrinker.check(
                    tiny,
                    "seed " + SEED + ", history " + i + (sessionOrder ? "" : ", no session order"),
                    h -> hold(h, sessionOrder, seed, kinds));
        }
        System.out.println("seed " + SEED + ": " + kinds);
        assertTrue(kinds.size() >= 16, kinds.toString());
    }

    private static void hold(TinyHistory tiny, boolean sessionOrder, long seed, Map<String, Integer> kinds)
            throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        History history = TinyHistories.toHistory(tiny, random);
        Facts facts = TestFacts.of(history, sessionOrder, true);
        AdyaCycles cycles = AdyaCyclesTest.cycles(facts);

        Map<String, Integer> expected = new TreeMap<>();
        Map<Level, Integer> shortest = new HashMap<>();
        List<Dependency> known = dependencies(facts, facts.given());
        enumerate(known, history.transactions(), cycle -> {
            // two steps of real time are never needed
            if (cycle.stream().filter(d -> d.kind == 't').count() < 2) {
                expected.merge(kind(cycle), cycle.size(), Math::min);
            }
            for (Level level : LEVELS) {
                if (breaks(cycle, level)) {
                    shortest.merge(level, cycle.size(), Math::min);
                }
            }
        });
        if (diverges(facts)) {
            expected.put("LostUpdate G-single", 2);
            for (Level level : LEVELS) {
                if (level.implies(Level.CS)) {
                    shortest.put(level, 2);
                }
            }
        }
        expected.remove("divergence");
        Map<String, Integer> found = new TreeMap<>();
        List<Anomaly> each = AdyaCyclesTest.told(facts, cycles.breaking(LEVELS, ViolationLimit.EACH));
        for (Anomaly anomaly : each) {
            String name = anomaly.kind() == AnomalyKind.LOST_UPDATE ? "LostUpdate G-single" : anomaly.alias();
            found.merge(name, anomaly.cycle().size(), Math::min);
            kinds.merge(name, 1, Integer::sum);
            check(anomaly, known, name);
        }
        assertTrue(cycles.isExhaustive());
        assertEquals(expected, found);
        assertEquals(expected.isEmpty(), each.isEmpty());
        Map<String, Boolean> oracle =
                random.nextInt(4) == 0 ? Oracle.verdicts(tiny, new Oracle.Flags(sessionOrder, true)) : Map.of();
        for (Level level : LEVELS) {
            checkLevel(facts, cycles, level, shortest.get(level), oracle.get(level.text()));
        }
    }

    private static TinyHistory any(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> TinyGenerators.any(random);
            case 1 -> TinyEvidence.readBeforeWrites(TinyGenerators.any(random), random);
            case 2 -> pick(TinyGenerators.versionFlavours(), random);
            default -> pick(TinyGenerators.listFlavours(), random);
        };
    }

    private static TinyHistory pick(List<TinyGenerators.Flavour> flavours, SplittableRandom random) {
        return flavours.get(random.nextInt(flavours.size())).generate(random);
    }

    private static void checkLevel(Facts facts, AdyaCycles cycles, Level level, Integer shortest, Boolean satisfied) {
        String text = level.text();
        int best = Integer.MAX_VALUE;
        for (ViolationLimit violations : ViolationLimit.values()) {
            List<Anomaly> breaking = AdyaCyclesTest.told(facts, cycles.breaking(EnumSet.of(level), violations));
            assertEquals(shortest == null, breaking.isEmpty(), text);
            for (Anomaly anomaly : breaking) {
                assertEquals(level, anomaly.level(), text);
                best = Math.min(best, anomaly.cycle().size());
            }
            assertTrue(violations != ViolationLimit.FIRST || breaking.size() <= 1, text);
        }
        if (shortest != null) {
            assertEquals(shortest, best, text);
            assertFalse(Boolean.TRUE.equals(satisfied), text);
        }
    }

    /** The cycle is one, and each of its edges is a known dependency. */
    private static void check(Anomaly anomaly, List<Dependency> known, String message) {
        List<Edge> cycle = anomaly.cycle();
        assertNotNull(anomaly.level(), message);
        for (int i = 0; i < cycle.size(); i++) {
            Edge edge = cycle.get(i);
            assertEquals(edge.to(), cycle.get((i + 1) % cycle.size()).from(), message);
            // two that overwrote what both had read need not be next to each other
            boolean diverging = anomaly.operation() >= 0;
            assertTrue(
                    diverging
                            || known.stream()
                                    .anyMatch(d -> d.from == edge.from()
                                            && d.to == edge.to()
                                            && d.kind == letter(edge.kind())
                                            && (edge.key() < 0 || d.key == edge.key())),
                    message + ": " + edge);
        }
    }

    private static char letter(EdgeKind kind) {
        return switch (kind) {
            case SO -> 's';
            case RT -> 't';
            case WR -> 'r';
            case WW -> 'w';
            default -> 'a';
        };
    }

    // ---- the known dependencies, by plain loops

    private static List<Dependency> dependencies(Facts facts, VersionOrder order) {
        History history = facts.history;
        int n = history.transactions();
        Set<Dependency> all = new LinkedHashSet<>();
        for (int b = 1; b <= n; b++) {
            if (!facts.counts(b)) {
                continue;
            }
            int before = facts.predecessor(b);
            if (before != 0) {
                all.add(new Dependency(before, b, 's', -1, -1, false));
            }
            for (int a = 1; history.hasRealTime() && a <= n; a++) {
                if (facts.counts(a) && history.isCommitted(a) && history.end(a) < history.begin(b)) {
                    all.add(new Dependency(a, b, 't', -1, -1, false));
                }
            }
        }
        for (int i = 0; i < order.size(); i++) {
            int key = history.key(history.writeOp(order.older(i)));
            all.add(new Dependency(order.before(i), order.after(i), 'w', key, -1, true));
        }
        for (int t = 1; t <= n; t++) {
            for (int op = history.firstOp(t); facts.counts(t) && op < history.firstOp(t + 1); op++) {
                int source = facts.source(op, t);
                if (source < 0) {
                    continue;
                }
                int key = history.key(op);
                if (source > 0) {
                    all.add(new Dependency(source, t, 'r', key, history.value(op), writes(history, t, key)));
                }
                for (int later : later(facts, order, key, source)) {
                    if (later != t) {
                        all.add(new Dependency(t, later, 'a', key, history.value(op), true));
                    }
                }
            }
        }
        return new ArrayList<>(all);
    }

    private static boolean writes(History history, int t, int key) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }

    /** Whether two transactions read the same version of a key and both wrote it. */
    private static boolean diverges(Facts facts) {
        History history = facts.history;
        Map<List<Integer>, Integer> overwriter = new HashMap<>();
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); facts.counts(t) && op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                if (facts.source(op, t) >= 0 && writes(history, t, key)) {
                    Integer other = overwriter.put(List.of(key, history.value(op)), t);
                    if (other != null && other != t) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Whose versions of a key are known to be directly behind that of a transaction. */
    private static Set<Integer> later(Facts facts, VersionOrder order, int key, int writer) {
        History history = facts.history;
        Set<Integer> later = new LinkedHashSet<>();
        Set<Integer> follows = new LinkedHashSet<>();
        for (int i = 0; i < order.size(); i++) {
            if (history.key(history.writeOp(order.older(i))) == key) {
                follows.add(order.after(i));
                if (order.before(i) == writer) {
                    later.add(order.after(i));
                }
            }
        }
        Set<Integer> writers = new LinkedHashSet<>();
        for (int t = 1; t <= history.transactions(); t++) {
            if (!facts.counts(t) || !writes(history, t, key)) {
                continue;
            }
            writers.add(t);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = history.key(op) == key ? facts.source(op, t) : -1;
                if (source > 0) {
                    follows.add(t);
                    if (source == writer) {
                        later.add(t);
                    }
                }
            }
        }
        if (writer == History.INITIAL) {
            if (follows.containsAll(writers)) {
                return writers;
            }
            writers.removeAll(follows);
            return writers;
        }
        return later;
    }

    // ---- all simple cycles

    private interface Visitor {
        void cycle(List<Dependency> cycle);
    }

    private static void enumerate(List<Dependency> all, int transactions, Visitor visitor) {
        for (int start = 1; start <= transactions; start++) {
            walk(all, start, start, 1 << start, new ArrayList<>(), visitor);
        }
    }

    private static void walk(
            List<Dependency> all, int start, int at, int used, List<Dependency> path, Visitor visitor) {
        for (Dependency next : all) {
            if (next.from != at || next.to < start) {
                continue;
            }
            path.add(next);
            if (next.to == start) {
                visitor.cycle(path);
            } else if ((used >> next.to & 1) == 0) {
                walk(all, start, next.to, used | 1 << next.to, path, visitor);
            }
            path.remove(path.size() - 1);
        }
    }

    private static String word(List<Dependency> cycle) {
        StringBuilder word = new StringBuilder();
        cycle.forEach(d -> word.append(d.kind));
        return word.toString();
    }

    private static String kind(List<Dependency> cycle) {
        String word = word(cycle);
        String variant = word.contains("t") ? "-realtime" : word.contains("s") ? "-session" : "";
        String anti = word.replaceAll("[^a]", "");
        if (anti.isEmpty()) {
            return (word.contains("r") ? "G1c" : "G0") + variant;
        }
        if (anti.equals("a")) {
            return isLostUpdate(cycle) ? "LostUpdate G-single" : "G-single" + variant;
        }
        Dependency first = cycle.get(0);
        if (word.equals("aa") && first.key == cycle.get(1).key && first.value == cycle.get(1).value) {
            return "divergence";
        }
        return ((word + word).contains("aa") ? "G2-item" : "G-nonadjacent") + variant;
    }

    private static boolean isLostUpdate(List<Dependency> cycle) {
        return word(cycle).matches("[rw]*a[rw]*")
                && cycle.stream().allMatch(d -> d.key == cycle.get(0).key && d.overwrites);
    }

    private static boolean breaks(List<Dependency> cycle, Level level) {
        String word = word(cycle);
        String twice = word + word;
        return switch (level) {
            case RU -> word.matches("w+");
            case G1 -> word.matches("[rw]+");
            case CS -> word.matches("[rw]+") || isLostUpdate(cycle);
            case CV -> word.matches("[rw]*a?[rw]*");
            case RR -> word.matches("[rwa]+");
            case PSI -> word.matches("[srw]*a?[srw]*");
            case PC -> word.matches("[srwa]+") && !twice.contains("aa") && !twice.contains("wa");
            case SI -> word.matches("[srwa]+") && !twice.contains("aa");
            case STRONG_SI -> !twice.contains("aa");
            case SER -> word.matches("[srwa]+");
            default -> true;
        };
    }
}
