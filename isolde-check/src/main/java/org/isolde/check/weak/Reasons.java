package org.isolde.check.weak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.Facts;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction.Forced;
import org.isolde.history.History;
import org.isolde.proof.ProofEdge;

/**
 * Why forced orderings hold. Reasons are not kept while saturating; for the few orderings of a cycle the saturation is simply
 * run again, weakest level first, and the first reason met is taken.
 */
final class Reasons {
    private final Facts facts;
    private final History history;
    private final Map<Long, Reason> reasons = new HashMap<>();

    private record Reason(int reader, int key, Premise premise) {}

    Reasons(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
    }

    /** Finds reasons for these orderings (pairs of before and after). */
    void find(List<int[]> edges, List<Saturation> saturations) {
        Map<Long, Reason> wanted = new HashMap<>();
        for (int[] edge : edges) {
            wanted.put(pair(edge[0], edge[1]), null);
        }
        for (Saturation saturation : saturations) {
            Map<Long, Reason> found = new HashMap<>();
            saturation.saturate(worker -> (before, after, reader, key, premise) -> {
                long pair = pair(before, after);
                if (wanted.containsKey(pair)) {
                    synchronized (found) {
                        Reason known = found.get(pair);
                        if (known == null || reader < known.reader || (reader == known.reader && key < known.key)) {
                            found.put(pair, new Reason(reader, key, premise));
                        }
                    }
                }
            });
            found.forEach(reasons::putIfAbsent);
            wanted.keySet().removeAll(found.keySet());
            if (wanted.isEmpty()) {
                return;
            }
        }
        throw new IllegalStateException("a forced ordering without a reason");
    }

    private static long pair(int before, int after) {
        return ((long) before << 32) | after;
    }

    Forced edge(int before, int after) {
        Reason reason = reasons.get(pair(before, after));
        return new Forced(
                new ProofEdge(ProofEdge.Kind.CO, before, after, reason.key, reason.reader, via(reason, before)),
                reason.premise);
    }

    /** The transactions between t2 and the reader that the premise speaks of, in order. */
    private List<Integer> via(Reason reason, int t2) {
        return switch (reason.premise) {
            case READ_BEFORE, SESSION, READ -> List.of();
            case SESSION_READ -> List.of(readerBefore(facts.predecessor(reason.reader), t2));
            case SESSION_WRITE -> List.of(sourceBehind(reason.reader, t2));
            case READ_THEN_WRITTEN -> readThenWritten(reason.reader, t2);
            case CAUSAL -> between(t2, reason.reader);
        };
    }

    /** The last transaction that read from a source, in the session of {@code t} and not behind it; 0 if none did. */
    private int readerBefore(int t, int source) {
        int reader = t;
        while (reader != 0 && facts.readOf(reader, -1, source) < 0) {
            reader = facts.predecessor(reader);
        }
        return reader;
    }

    /** One that a reader read from, and that comes after {@code t2} in its session. */
    private int sourceBehind(int reader, int t2) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            int source = facts.source(op, reader);
            if (source > t2 && history.session(source) == history.session(t2)) {
                return source;
            }
        }
        throw new IllegalStateException("no read from behind transaction " + t2);
    }

    /** One that read from {@code t2}, and, if it is not the same, one behind it in its session that was read from. */
    private List<Integer> readThenWritten(int reader, int t2) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            int source = facts.source(op, reader);
            int first = source > 0 && source != reader ? readerBefore(source, t2) : 0;
            if (first != 0) {
                return first == source ? List.of(source) : List.of(first, source);
            }
        }
        throw new IllegalStateException("no read from behind a reader of transaction " + t2);
    }

    /** What lies between two transactions on a shortest path by session order and reads. */
    private List<Integer> between(int from, int to) {
        int[] previous = new int[history.transactions() + 1];
        IntList queue = new IntList();
        queue.add(to);
        previous[to] = to;
        for (int next = 0; next < queue.size() && previous[from] == 0; next++) {
            int t = queue.get(next);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = facts.source(op, t);
                if (source > 0 && previous[source] == 0) {
                    previous[source] = t;
                    queue.add(source);
                }
            }
            int before = facts.predecessor(t);
            if (before != 0 && previous[before] == 0) {
                previous[before] = t;
                queue.add(before);
            }
        }
        if (previous[from] == 0) {
            throw new IllegalStateException("no causal path from transaction " + from + " to transaction " + to);
        }
        List<Integer> steps = new ArrayList<>();
        for (int t = previous[from]; t != to; t = previous[t]) {
            steps.add(t);
        }
        return steps;
    }
}
