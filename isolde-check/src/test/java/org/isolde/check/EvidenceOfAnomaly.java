package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.isolde.check.facts.Counted;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/** Holds reported anomalies and commit orders to the definitions, by plain loops over a tiny history. */
public final class EvidenceOfAnomaly {
    private final History history;
    private final boolean sessionOrder;
    private final Counted counted;
    /** By reader the transactions that it reads from. */
    private final BitSet[] sources;
    /** By transaction those that so and wr lead to from it; null if nobody has asked. */
    private final BitSet[] reached;

    private EvidenceOfAnomaly(History input, boolean sessionOrder, boolean versions) {
        this.sessionOrder = sessionOrder;
        this.counted = Counted.of(input, versions);
        this.history = counted.history();
        this.sources = new BitSet[history.transactions() + 1];
        this.reached = new BitSet[history.transactions() + 1];
        for (int t = 0; t < sources.length; t++) {
            sources[t] = new BitSet();
            for (int op = history.firstOp(t); t > 0 && op < history.firstOp(t + 1); op++) {
                if (source(op, t) >= 0) {
                    sources[t].set(source(op, t));
                }
            }
        }
    }

    public static void check(History history, boolean sessionOrder, boolean versions, Anomaly anomaly, String message) {
        EvidenceOfAnomaly evidence = new EvidenceOfAnomaly(history, sessionOrder, versions);
        List<Edge> cycle = anomaly.cycle();
        if (cycle.isEmpty()) {
            assertTrue(
                    anomaly.operation() >= 0
                            || anomaly.kind() == AnomalyKind.UNKNOWN_VERSION
                            || anomaly.kind() == AnomalyKind.CONTRADICTORY_VERSIONS,
                    message);
            return;
        }
        for (int i = 0; i < cycle.size(); i++) {
            Edge edge = cycle.get(i);
            assertEquals(edge.to(), cycle.get((i + 1) % cycle.size()).from(), () -> message + ": " + anomaly);
            assertTrue(evidence.holds(edge), () -> message + ": " + edge);
        }
    }

    /** The order contains session order and reads-from, and the level's premise holds nowhere in vain. */
    public static void checkOrder(
            History history, boolean sessionOrder, boolean versions, Level level, CommitOrder order, String message) {
        EvidenceOfAnomaly e = new EvidenceOfAnomaly(history, sessionOrder, versions);
        int n = history.transactions();
        int[] place = new int[n + 1];
        int counted = 0;
        for (int i = 0; i < order.size(); i++) {
            place[order.transaction(i)] = i + 1;
        }
        for (int t = 1; t <= n; t++) {
            counted += e.counted.counts(t) ? 1 : 0;
            assertTrue(!e.counted.counts(t) || place[t] > 0, message);
        }
        assertEquals(counted, order.size(), message);
        for (int t3 = 1; t3 <= n; t3++) {
            for (int s = 1; s <= n; s++) {
                assertTrue(!e.wr(s, t3) || place[s] < place[t3], message);
                assertTrue(level == Level.G1 || !e.so(s, t3) || place[s] < place[t3], message);
            }
            for (int op = history.firstOp(t3); op < history.firstOp(t3 + 1); op++) {
                int t1 = e.source(op, t3);
                for (int t2 = 1; t1 >= 0 && t2 <= n; t2++) {
                    if (t2 != t1 && e.writes(t2, history.key(op)) && e.premise(level, t2, t3, op)) {
                        assertTrue(place[t2] < place[t1], () -> message + ": " + level.text());
                    }
                }
            }
        }
    }

    private boolean premise(Level level, int t2, int t3, int op) {
        return switch (level) {
            case RC -> readsBefore(t2, t3, op);
            case RYW -> so(t2, t3);
            case MR -> through(s -> wr(t2, s) && so(s, t3));
            case MW -> through(s -> so(t2, s) && wr(s, t3));
            case WFR -> through(s -> wr(t2, s) && through(u -> (s == u || so(s, u)) && wr(u, t3)));
            case RA -> so(t2, t3) || wr(t2, t3);
            case CC -> reaches(t2, t3);
            default -> false;
        };
    }

    private boolean holds(Edge edge) {
        int from = edge.from();
        int to = edge.to();
        return switch (edge.kind()) {
            case SO -> so(from, to);
            case WR -> wr(from, to);
            case WW -> from == 0 ? writes(to, edge.key()) : writes(from, edge.key()) && writes(to, edge.key());
            case CO -> {
                int t3 = edge.reader();
                boolean premise = false;
                for (int op = history.firstOp(t3); op < history.firstOp(t3 + 1); op++) {
                    if (source(op, t3) == to && history.key(op) == edge.key()) {
                        premise |= switch (edge.premise()) {
                            case READ_BEFORE -> readsBefore(from, t3, op);
                            case SESSION -> so(from, t3);
                            case SESSION_READ -> premise(Level.MR, from, t3, op);
                            case SESSION_WRITE -> premise(Level.MW, from, t3, op);
                            case READ_THEN_WRITTEN -> premise(Level.WFR, from, t3, op);
                            case READ -> wr(from, t3);
                            case CAUSAL -> reaches(from, t3);
                        };
                    }
                }
                yield premise && writes(from, edge.key()) && from != to;
            }
            default -> false;
        };
    }

    private boolean through(java.util.function.IntPredicate test) {
        for (int s = 1; s <= history.transactions(); s++) {
            if (counted.counts(s) && test.test(s)) {
                return true;
            }
        }
        return false;
    }

    private boolean reaches(int from, int to) {
        if (reached[from] == null) {
            BitSet seen = new BitSet();
            IntList queue = new IntList();
            queue.add(from);
            for (int i = 0; i < queue.size(); i++) {
                for (int t = 1; t < reached.length; t++) {
                    if (!seen.get(t) && (so(queue.get(i), t) || wr(queue.get(i), t))) {
                        seen.set(t);
                        queue.add(t);
                    }
                }
            }
            reached[from] = seen;
        }
        return reached[from].get(to);
    }

    private boolean so(int a, int b) {
        return sessionOrder
                && a < b
                && history.session(a) == history.session(b)
                && counted.counts(a)
                && counted.counts(b)
                && history.status(a) == Status.COMMITTED;
    }

    private boolean wr(int a, int b) {
        return sources[b].get(a);
    }

    private boolean readsBefore(int source, int reader, int op) {
        for (int before = history.firstOp(reader); before < op; before++) {
            if (source(before, reader) == source) {
                return true;
            }
        }
        return false;
    }

    private boolean writes(int t, int key) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return counted.counts(t);
            }
        }
        return false;
    }

    private int source(int op, int t) {
        if (!counted.counts(t) || !OpKind.isRead(history.kind(op))) {
            return -1;
        }
        int writer = history.writer(history.value(op));
        return writer == t ? -1 : writer;
    }
}
