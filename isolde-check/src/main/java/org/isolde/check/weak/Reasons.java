package org.isolde.check.weak;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Ranges;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction.Forced;
import org.isolde.check.weak.ForcedOrderings.ToInitial;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.proof.ProofEdge;

/**
 * Why forced orderings hold. Reasons are not kept while saturating; for the few orderings of a cycle they are looked for among
 * those who read what an ordering is about, by the definitions: t2 comes before t1 if somebody read a key from t1 that t2
 * writes, too, and stands to t2 as a premise says. The weakest level that gives a reason comes first, of that the first
 * reader, and then the first key.
 */
final class Reasons {
    /** How many transactions {@link ReachedFrom} takes at a time. */
    private static final int AT_ONCE = 64;

    private final Facts facts;
    private final History history;
    private final CausalOrder order;
    private final List<List<Premise>> levels;
    private final Map<Long, Reason> reasons = new HashMap<>();
    /** For paths: the transaction behind one on the way, 0 for those that were not reached; all 0 between two searches. */
    private int[] behind;

    private record Reason(int reader, int key, Premise premise) {}

    /** A read that an ordering may be due to. */
    private record Candidate(int reader, int operation, int key) {}

    /** An ordering, and what is read of its second transaction that the first one writes, too. */
    private record Wanted(int before, int after, List<Candidate> candidates) {
        long pair() {
            return Reasons.pair(before, after);
        }
    }

    /**
     * @param levels the premises of levels, the weakest level first; of each the premises in the order in which they are tried
     */
    Reasons(Facts facts, List<List<Premise>> levels) {
        this.facts = facts;
        this.history = facts.history;
        this.order = facts.causalOrder();
        this.levels = levels;
    }

    /** Finds reasons for these orderings (pairs of before and after). */
    void find(List<int[]> edges) {
        List<Wanted> open = candidates(edges);
        for (List<Premise> premises : levels) {
            if (premises.contains(Premise.CAUSAL)) {
                findCausal(open);
            } else {
                open.forEach(wanted -> findDirect(wanted, premises));
            }
            open.removeIf(wanted -> reasons.containsKey(wanted.pair()));
        }
        if (!open.isEmpty()) {
            throw new IllegalStateException("a forced ordering without a reason");
        }
    }

    private static long pair(int before, int after) {
        return ((long) before << 32) | after;
    }

    // ---- who read what an ordering is about

    private List<Wanted> candidates(List<int[]> edges) {
        Map<Long, Wanted> wanted = new HashMap<>();
        Map<Integer, List<Wanted>> byAfter = new HashMap<>();
        BitSet values = new BitSet();
        BitSet initial = new BitSet();
        for (int[] edge : edges) {
            if (wanted.containsKey(pair(edge[0], edge[1]))) {
                continue;
            }
            Wanted each = new Wanted(edge[0], edge[1], new ArrayList<>());
            wanted.put(each.pair(), each);
            byAfter.computeIfAbsent(edge[1], unused -> new ArrayList<>()).add(each);
            mark(each, values, initial);
        }
        for (IntList found : reads(values, initial)) {
            for (int i = 0; i < found.size(); i += 2) {
                int reader = found.get(i);
                int op = found.get(i + 1);
                for (Wanted each : byAfter.getOrDefault(facts.source(op, reader), List.of())) {
                    if (facts.writes(each.before, history.key(op))) {
                        each.candidates.add(new Candidate(reader, op, history.key(op)));
                    }
                }
            }
        }
        wanted.values()
                .forEach(each -> each.candidates.sort(Comparator.comparingInt(Candidate::reader)
                        .thenComparingInt(Candidate::key)
                        .thenComparingInt(Candidate::operation)));
        return new ArrayList<>(wanted.values());
    }

    /** Marks the versions of the second transaction, of keys that the first one writes, too. */
    private void mark(Wanted wanted, BitSet values, BitSet initial) {
        int of = wanted.after == History.INITIAL ? wanted.before : wanted.after;
        for (int op = history.firstOp(of); op < history.firstOp(of + 1); op++) {
            if (!history.isWrite(op)) {
                continue;
            }
            if (wanted.after == History.INITIAL) {
                initial.set(history.key(op));
            } else if (facts.writes(wanted.before, history.key(op))) {
                values.set(history.value(op));
            }
        }
    }

    /** The reads of marked versions that can be relied on, as pairs of reader and operation; ascending. */
    private IntList[] reads(BitSet values, BitSet initial) {
        IntList[] found = new IntList[Ranges.workers(history)];
        Ranges.transactions(history, (worker, from, to) -> {
            IntList own = new IntList();
            for (int t = from; t < to; t++) {
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    int value = history.value(op);
                    boolean marked = value == 0 ? initial.get(history.key(op)) : values.get(value);
                    if (marked && OpKind.isRead(history.kind(op)) && facts.counts(t) && facts.source(op, t) >= 0) {
                        own.add(t);
                        own.add(op);
                    }
                }
            }
            found[worker] = own;
        });
        return found;
    }

    // ---- premises

    private void findDirect(Wanted wanted, List<Premise> premises) {
        for (Candidate candidate : wanted.candidates) {
            for (Premise premise : premises) {
                if (holds(premise, wanted.before, candidate)) {
                    reasons.put(wanted.pair(), new Reason(candidate.reader, candidate.key, premise));
                    return;
                }
            }
        }
    }

    private boolean holds(Premise premise, int t2, Candidate read) {
        return switch (premise) {
            case READ_BEFORE -> readBefore(read, t2);
            case SESSION -> precedes(t2, read.reader);
            case READ -> facts.readOf(read.reader, -1, t2) >= 0;
            default -> via(premise, read.reader, t2) != null;
        };
    }

    private boolean readBefore(Candidate read, int t2) {
        int first = facts.readOf(read.reader, -1, t2);
        return first >= 0 && first < history.statement(read.operation);
    }

    private boolean precedes(int before, int t) {
        return facts.sessionOrder
                && before < t
                && history.session(before) == history.session(t)
                && facts.precedes(before);
    }

    /** Those that hold because the first transaction happens before a reader: for many orderings in one sweep. */
    private void findCausal(List<Wanted> open) {
        List<Wanted> inOrder = new ArrayList<>(open);
        inOrder.sort(Comparator.comparingInt(wanted -> order.rank[wanted.before]));
        ReachedFrom reached = inOrder.isEmpty() ? null : new ReachedFrom(facts, order);
        for (int from = 0; from < inOrder.size(); from += AT_ONCE) {
            List<Wanted> some = inOrder.subList(from, Math.min(inOrder.size(), from + AT_ONCE));
            int start = order.rank[some.get(0).before];
            int end = start;
            for (int bit = 0; bit < some.size(); bit++) {
                reached.add(order.rank[some.get(bit).before], bit);
                for (Candidate read : some.get(bit).candidates) {
                    end = Math.max(end, order.rank[read.reader]);
                }
            }
            reached.start(start);
            for (int place = start; place <= end; place++) {
                reached.sweep(place);
            }
            for (int bit = 0; bit < some.size(); bit++) {
                Wanted wanted = some.get(bit);
                reached.remove(order.rank[wanted.before]);
                for (Candidate read : wanted.candidates) {
                    int place = order.rank[read.reader];
                    if (place > start && (reached.at(place) >>> bit & 1) != 0) {
                        reasons.put(wanted.pair(), new Reason(read.reader, read.key, Premise.CAUSAL));
                        break;
                    }
                }
            }
        }
    }

    // ---- what they are in a proof

    Forced edge(int before, int after) {
        return forced(before, after, reasons.get(pair(before, after)));
    }

    /** The weakest premise by which a read of an initial version forces an ordering, given that one does. */
    Premise ofInitial(ToInitial read) {
        for (List<Premise> premises : levels) {
            for (Premise premise : premises) {
                for (int op = history.firstOp(read.reader()); op < history.firstOp(read.reader() + 1); op++) {
                    if (history.key(op) == read.key()
                            && facts.source(op, read.reader()) == History.INITIAL
                            && (premise == Premise.CAUSAL
                                    || holds(premise, read.before(), new Candidate(read.reader(), op, read.key())))) {
                        return premise;
                    }
                }
            }
        }
        throw new IllegalStateException("a forced ordering without a reason");
    }

    Forced toInitial(ToInitial read, Premise premise) {
        return forced(read.before(), History.INITIAL, new Reason(read.reader(), read.key(), premise));
    }

    private Forced forced(int before, int after, Reason reason) {
        return new Forced(
                new ProofEdge(
                        ProofEdge.Kind.CO,
                        before,
                        after,
                        reason.key,
                        reason.reader,
                        via(reason.premise, reason.reader, before)),
                reason.premise);
    }

    /** The transactions between t2 and the reader that the premise speaks of, in order; null if it doesn't hold. */
    private List<Integer> via(Premise premise, int reader, int t2) {
        return switch (premise) {
            case READ_BEFORE, SESSION, READ -> List.of();
            case SESSION_READ -> orNull(readerBefore(facts.predecessor(reader), t2));
            case SESSION_WRITE -> orNull(sourceBehind(reader, t2));
            case READ_THEN_WRITTEN -> readThenWritten(reader, t2);
            case CAUSAL -> between(t2, reader);
        };
    }

    private static List<Integer> orNull(int transaction) {
        return transaction == 0 ? null : List.of(transaction);
    }

    /** The last transaction that read from a source, in the session of {@code t} and not behind it; 0 if none did. */
    private int readerBefore(int t, int source) {
        int reader = t;
        // nobody reads from what comes later in the causal order
        while (reader != 0 && order.rank[reader] > order.rank[source] && facts.readOf(reader, -1, source) < 0) {
            reader = facts.predecessor(reader);
        }
        return reader == 0 || order.rank[reader] <= order.rank[source] ? 0 : reader;
    }

    /** One that a reader read from, and that comes after {@code t2} in its session; 0 if there is none. */
    private int sourceBehind(int reader, int t2) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            int source = facts.source(op, reader);
            if (source > 0 && precedes(t2, source)) {
                return source;
            }
        }
        return 0;
    }

    /**
     * One that read from {@code t2}, and, if it is not the same, one behind it in its session that was read from; null if there
     * are none.
     */
    private List<Integer> readThenWritten(int reader, int t2) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            int source = facts.source(op, reader);
            int first = source > 0 && source != reader ? readerBefore(source, t2) : 0;
            if (first != 0) {
                return first == source ? List.of(source) : List.of(first, source);
            }
        }
        return null;
    }

    /** What lies between two transactions on a shortest path by session order and reads; null if there is none. */
    private List<Integer> between(int from, int to) {
        behind = behind == null ? new int[history.transactions() + 1] : behind;
        IntList queue = new IntList();
        queue.add(to);
        behind[to] = to;
        for (int next = 0; next < queue.size() && behind[from] == 0; next++) {
            int t = queue.get(next);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                reach(facts.source(op, t), t, from, queue);
            }
            reach(facts.predecessor(t), t, from, queue);
        }
        List<Integer> steps = behind[from] == 0 ? null : new ArrayList<>();
        for (int t = behind[from]; steps != null && t != to; t = behind[t]) {
            steps.add(t);
        }
        for (int i = 0; i < queue.size(); i++) {
            behind[queue.get(i)] = 0;
        }
        return steps;
    }

    /** What comes before the beginning of a path in the causal order is not on it. */
    private void reach(int t, int next, int from, IntList queue) {
        if (t > 0 && behind[t] == 0 && order.rank[t] >= order.rank[from]) {
            behind[t] = next;
            queue.add(t);
        }
    }
}
