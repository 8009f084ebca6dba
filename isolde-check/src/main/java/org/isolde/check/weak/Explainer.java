package org.isolde.check.weak;

import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.Premise;
import org.isolde.check.facts.Subject;
import org.isolde.check.graph.IntList;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * Says why inferred edges hold. Reasons are not kept while saturating; for the few edges of a cycle the saturation is
 * simply run again, weakest level first, and the first reason met is taken.
 */
final class Explainer {
    private final Subject subject;
    private final History history;
    private final Names names;
    private final Map<Long, Reason> reasons = new HashMap<>();

    private record Reason(int reader, int key, Premise premise) {}

    Explainer(Subject subject) {
        this.subject = subject;
        this.history = subject.history;
        this.names = new Names(history);
    }

    /** Finds reasons for these edges (pairs of before and after). */
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
        throw new IllegalStateException("an inferred edge without a reason");
    }

    private static long pair(int before, int after) {
        return ((long) before << 32) | after;
    }

    Edge edge(int before, int after) {
        Reason reason = reasons.get(pair(before, after));
        int t3 = reason.reader;
        int key = reason.key;
        int readOp = readOf(t3, key, after);
        List<Integer> via = via(reason, before);
        String because = names.transaction(t3) + " read " + names.keyValue(readOp)
                + (after == History.INITIAL
                        ? ", the initial value, although "
                        : " from " + names.transaction(after) + ", although ")
                + premise(reason, before, via) + "; " + names.transaction(before) + " also wrote " + names.key(key)
                + ", so it must come before " + names.transaction(after);
        return new Edge(before, after, EdgeKind.CO, key, because, reason.premise, t3, -1, via);
    }

    private String premise(Reason reason, int t2, List<Integer> via) {
        String second = names.transaction(t2);
        String third = names.transaction(reason.reader);
        String next = via.isEmpty() ? null : names.transaction(via.get(0));
        String last = via.isEmpty() ? null : names.transaction(via.get(via.size() - 1));
        return switch (reason.premise) {
            case READ_BEFORE ->
                third + " had before read " + names.keyValue(readOf(reason.reader, -1, t2)) + " from " + second;
            case SESSION -> second + " is an earlier transaction of the same session";
            case SESSION_READ -> next + ", earlier in the same session, had read from " + second;
            case SESSION_WRITE ->
                third + " read " + names.keyValue(readOf(reason.reader, -1, via.get(0))) + " from " + next
                        + ", which comes after " + second + " in its session";
            case READ_THEN_WRITTEN ->
                third + " read " + names.keyValue(readOf(reason.reader, -1, via.get(via.size() - 1))) + " from " + last
                        + ", and " + (via.size() == 1 ? "that" : next + ", before it in its session,")
                        + " had read from " + second;
            case READ -> third + " read " + names.keyValue(readOf(reason.reader, -1, t2)) + " from " + second;
            case CAUSAL -> second + " happened before " + third + " (" + path(t2, reason.reader) + ")";
        };
    }

    /** The transactions between t2 and the reader that the premise speaks of, in order. */
    private List<Integer> via(Reason reason, int t2) {
        return switch (reason.premise) {
            case READ_BEFORE, SESSION, READ -> List.of();
            case SESSION_READ -> List.of(readerBefore(subject.predecessor(reason.reader), t2));
            case SESSION_WRITE -> List.of(sourceBehind(reason.reader, t2));
            case READ_THEN_WRITTEN -> readThenWritten(reason.reader, t2);
            case CAUSAL -> between(t2, reason.reader);
        };
    }

    /** The last transaction that read from a source, in the session of {@code t} and not behind it; 0 if none did. */
    private int readerBefore(int t, int source) {
        int reader = t;
        while (reader != 0 && !reads(reader, source)) {
            reader = subject.predecessor(reader);
        }
        return reader;
    }

    private boolean reads(int reader, int source) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (subject.source(op, reader) == source) {
                return true;
            }
        }
        return false;
    }

    /** One that a reader read from, and that comes after {@code t2} in its session. */
    private int sourceBehind(int reader, int t2) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            int source = subject.source(op, reader);
            if (source > t2 && history.session(source) == history.session(t2)) {
                return source;
            }
        }
        throw new IllegalStateException("no read from behind " + names.transaction(t2));
    }

    /** One that read from {@code t2}, and, if it is not the same, one behind it in its session that was read from. */
    private List<Integer> readThenWritten(int reader, int t2) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            int source = subject.source(op, reader);
            int first = source > 0 && source != reader ? readerBefore(source, t2) : 0;
            if (first != 0) {
                return first == source ? List.of(source) : List.of(first, source);
            }
        }
        throw new IllegalStateException("no read from behind a reader of " + names.transaction(t2));
    }

    /** The first read of {@code reader} from {@code source}, of a key or (-1) of any; for a key the last one. */
    private int readOf(int reader, int key, int source) {
        int found = -1;
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (OpKind.isRead(history.kind(op))
                    && subject.source(op, reader) == source
                    && (key < 0 || history.key(op) == key)) {
                if (key < 0) {
                    return op;
                }
                found = op;
            }
        }
        if (found < 0) {
            throw new IllegalStateException("no such read");
        }
        return found;
    }

    private String path(int from, int to) {
        StringBuilder path = new StringBuilder(names.transaction(from));
        for (int t : between(from, to)) {
            path.append(" -> ").append(names.transaction(t));
        }
        return path.append(" -> ").append(names.transaction(to)).toString();
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
                int source = subject.source(op, t);
                if (source > 0 && previous[source] == 0) {
                    previous[source] = t;
                    queue.add(source);
                }
            }
            int before = subject.predecessor(t);
            if (before != 0 && previous[before] == 0) {
                previous[before] = t;
                queue.add(before);
            }
        }
        if (previous[from] == 0) {
            throw new IllegalStateException(
                    "no causal path from " + names.transaction(from) + " to " + names.transaction(to));
        }
        List<Integer> steps = new ArrayList<>();
        for (int t = previous[from]; t != to; t = previous[t]) {
            steps.add(t);
        }
        return steps;
    }
}
