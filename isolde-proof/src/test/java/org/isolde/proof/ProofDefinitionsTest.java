package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;

/**
 * Witnesses of histories with many transactions, sessions and chains, against the definitions of the levels taken word by
 * word over whole relations: what is quick in the checker gives the same as what is slow here.
 */
class ProofDefinitionsTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 200;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());

    private History history;
    private Readings readings;
    private int[] order;
    private int[] place;
    private boolean sessionOrder;

    @Test
    void sameAsTheDefinitions() throws Exception {
        Map<Level, int[]> counts = new EnumMap<>(Level.class);
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            generate(random);
            readings = new Readings(history, false);
            sessionOrder = random.nextInt(4) != 0;
            ProofChecker checker = new ProofChecker(history);
            for (Level level : Level.values()) {
                Boolean expected = isWitness(level);
                if (expected != null) {
                    boolean accepted = checker.check(new Proof(level, sessionOrder, Set.of(), new Witness(order, null)))
                            .isAccepted();
                    assertEquals(expected, accepted, "seed " + SEED + ", history " + i + ", " + level.text());
                    counts.computeIfAbsent(level, l -> new int[2])[accepted ? 1 : 0]++;
                }
            }
        }
        StringBuilder text = new StringBuilder();
        counts.forEach((level, n) -> text.append(level.text() + " " + n[1] + ":" + n[0] + " "));
        System.out.println("definitions: seed " + SEED + ", accepted and refused: " + text);
        counts.forEach((level, n) ->
                assertTrue(HISTORIES < 100 || Math.min(n[0], n[1]) > HISTORIES / 50, text.toString()));
    }

    /**
     * Transactions in the order of their commits, each reading versions that are mostly the latest ones, sometimes older; the
     * order is that of the input.
     */
    private void generate(SplittableRandom random) throws Exception {
        int transactions = 2 + random.nextInt(random.nextInt(4) == 0 ? 250 : 60);
        int sessions = 1 + random.nextInt(random.nextBoolean() ? 6 : transactions);
        int keys = 1 + random.nextInt(random.nextBoolean() ? 4 : transactions);
        int staleness = random.nextInt(4) == 0 ? 3 : 1 + random.nextInt(400);
        List<List<Integer>> versions = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            versions.add(new ArrayList<>(List.of(0)));
        }
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        builder.initialValue(0, segment.scalars());
        for (int t = 1; t <= transactions; t++) {
            segment.begin(random.nextInt(sessions), t, 0);
            segment.status(random.nextInt(20) == 0 ? Status.UNKNOWN : Status.COMMITTED);
            List<Integer> written = new ArrayList<>();
            for (int op = random.nextInt(6); op >= 0; op--) {
                int key = random.nextInt(keys);
                if (written.contains(key)) {
                    continue;
                }
                if (random.nextInt(3) == 0) {
                    segment.op(OpKind.WRITE, key, t);
                    written.add(key);
                } else {
                    List<Integer> known = versions.get(key);
                    int back = random.nextInt(staleness) == 0 ? random.nextInt(known.size()) : 0;
                    segment.op(OpKind.READ, key, known.get(known.size() - 1 - back));
                }
            }
            for (int key : written) {
                versions.get(key).add(t);
            }
        }
        history = builder.build();
        Readings facts = new Readings(history, false);
        List<Integer> counted = new ArrayList<>();
        for (int p = 0; p < history.transactions(); p++) {
            if (facts.isCounted(history.arrival(p))) {
                counted.add(history.arrival(p));
            }
        }
        order = counted.stream().mapToInt(Integer::intValue).toArray();
        place = new int[history.transactions() + 1];
        place[0] = -1;
        for (int p = 0; p < order.length; p++) {
            place[order[p]] = p;
        }
    }

    /** Whether the order is a witness of the level; null for levels that are tested elsewhere. */
    private Boolean isWitness(Level level) {
        boolean[][] so = relation((a, b) -> sessionOrder && readings.isSessionOrder(a, b));
        boolean[][] wr = relation((a, b) -> readings.readsFrom(b, a));
        return switch (level) {
            case RYW -> axiom(so, null);
            case MR -> axiom(then(wr, so), null);
            case MW -> axiom(then(so, wr), null);
            case WFR -> axiom(or(then(wr, wr), then(then(wr, so), wr)), null);
            case RA -> axiom(or(so, wr), null);
            case CC -> axiom(plus(or(so, wr)), null);
            case RC -> axiom(null, Boolean.TRUE);
            case CS -> rw((t, b, key) -> place[b] < place[t] && readings.writes(t, key));
            case CV, PSI -> {
                boolean[][] path = plus(or(wr, relation(this::ww), level == Level.PSI ? so : wr));
                yield rw((t, b, key) -> path[b][t]);
            }
            case RR, SER -> rw((t, b, key) -> place[b] < place[t]);
            default -> null;
        };
    }

    private boolean ww(int a, int b) {
        for (int key = 0; key < history.keys(); key++) {
            if (place[a] < place[b] && readings.writes(a, key) && readings.writes(b, key)) {
                return true;
            }
        }
        return false;
    }

    private interface Pair {
        boolean test(int a, int b);
    }

    private interface Overwritten {
        boolean test(int reader, int writer, int key);
    }

    private boolean[][] relation(Pair pair) {
        boolean[][] relation = new boolean[place.length][place.length];
        for (int a : order) {
            for (int b : order) {
                relation[a][b] = a != b && pair.test(a, b);
            }
        }
        return relation;
    }

    private boolean[][] or(boolean[][]... relations) {
        return relation((a, b) -> {
            boolean any = false;
            for (boolean[][] relation : relations) {
                any |= relation[a][b];
            }
            return any;
        });
    }

    private boolean[][] then(boolean[][] first, boolean[][] second) {
        boolean[][] both = new boolean[place.length][place.length];
        for (int a : order) {
            for (int b : order) {
                for (int c : order) {
                    both[a][c] |= first[a][b] && second[b][c];
                }
            }
        }
        return both;
    }

    private boolean[][] plus(boolean[][] relation) {
        for (int b : order) {
            for (int a : order) {
                for (int c : order) {
                    relation[a][c] |= relation[a][b] && relation[b][c];
                }
            }
        }
        return relation;
    }

    /** For every t3 that reads a key from t1, and every other writer t2 of which the premise holds: t2 is before t1. */
    private boolean axiom(boolean[][] premise, Boolean readCommitted) {
        for (int t3 : order) {
            for (int op = history.firstOp(t3); op < history.firstOp(t3 + 1); op++) {
                int t1 = readings.source(op);
                for (int t2 : t1 < 0 ? new int[0] : order) {
                    if (t2 != t1
                            && t2 != t3
                            && readings.writes(t2, history.key(op))
                            && (readCommitted == null ? premise[t2][t3] : readEarlier(t3, t2, op))
                            && place[t2] > place[t1]) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean readEarlier(int t3, int t2, int before) {
        for (int op = history.firstOp(t3); op < before; op++) {
            if (readings.source(op) == t2) {
                return true;
            }
        }
        return false;
    }

    /** Whether no rw(t, b) is such as must not be. */
    private boolean rw(Overwritten forbidden) {
        for (int t : order) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = readings.source(op);
                for (int b : source < 0 ? new int[0] : order) {
                    if (b != t
                            && readings.writes(b, history.key(op))
                            && place[b] > place[source]
                            && forbidden.test(t, b, history.key(op))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
