package org.isolde.check.lin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.Algorithm;
import org.isolde.check.CheckOptions;
import org.isolde.check.CommitOrder;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.proof.Ordering;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.ProofResult;
import org.isolde.proof.Refutation;
import org.isolde.proof.Witness;

/** Believes no proof about registers: replays orders, and follows refutations step by step. */
final class RegisterProofs {
    private RegisterProofs() {}

    /**
     * Decides linearizability through the front door.
     *
     * @param time null for ever
     * @param bytes 0 for as much as there is
     */
    static Verdict decide(History history, Duration time, long bytes, ViolationLimit limit, boolean search) {
        CheckOptions options = CheckOptions.of(EnumSet.of(Level.LIN))
                .withLimits(time, bytes)
                .withViolations(limit)
                .withAlgorithm(search ? Algorithm.SEARCH : Algorithm.AUTO);
        try {
            return Isolde.check(history, options).verdicts().get(Level.LIN);
        } catch (BadHistoryException e) {
            throw new AssertionError(e);
        }
    }

    /** Replays an order, or follows a refutation; and so does the proof checker. */
    static void check(History history, Verdict verdict, String message) {
        Proof.Body body = null;
        if (verdict instanceof Verdict.Satisfied satisfied) {
            replay(history, satisfied.commitOrder(), message);
            int[] order = new int[satisfied.commitOrder().size()];
            Arrays.setAll(order, satisfied.commitOrder()::transaction);
            body = new Witness(order, null);
        } else if (verdict instanceof Verdict.Violated violated && violated.refutation() != null) {
            body = violated.refutation();
            follow(history, violated.refutation(), message);
        }
        if (body != null) {
            Proof proof = new Proof(Level.LIN, true, history.evidence(), body);
            assertEquals(new ProofResult.Accepted(), ProofChecker.check(history, proof), message);
        }
    }

    /** Replays an order by values, and holds it to real time, key by key. */
    private static void replay(History history, CommitOrder order, String message) {
        boolean[] met = new boolean[history.transactions() + 1];
        int[] value = new int[history.keys()];
        long[] leastEnd = new long[history.keys()];
        Arrays.fill(leastEnd, Long.MAX_VALUE);
        for (int i = 0; i < order.size(); i++) {
            int t = order.transaction(i);
            assertTrue(!met[t], message + ": twice in the order: " + t);
            assertTrue(history.status(t) != Status.ABORTED, message + ": aborted, and in the order: " + t);
            met[t] = true;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                switch (history.kind(op)) {
                    case OpKind.WRITE, OpKind.CAS_WRITE -> value[key] = history.value(op);
                    case OpKind.CAS_FAILED -> assertTrue(value[key] != history.value(op), message + ": found: " + t);
                    default -> assertEquals(value[key], history.value(op), message + ": not seen: " + t);
                }
            }
        }
        for (int t = 1; t <= history.transactions(); t++) {
            assertTrue(met[t] || !history.isCommitted(t), message + ": missing: " + t);
        }
        for (int i = order.size() - 1; i >= 0; i--) {
            int t = order.transaction(i);
            int key = history.key(history.firstOp(t));
            assertTrue(history.begin(t) <= leastEnd[key], message + ": against real time: " + t);
            leastEnd[key] = history.isCommitted(t) ? Math.min(leastEnd[key], history.end(t)) : leastEnd[key];
        }
    }

    /** Follows a refutation that has no clauses but those of cycles. */
    private static void follow(History history, Refutation refutation, String message) {
        Set<Ordering> established = new HashSet<>();
        boolean contradiction = false;
        for (Refutation.Step step : refutation.steps()) {
            assertTrue(!contradiction, message + ": a step behind the contradiction");
            if (step instanceof Refutation.BadRead bad) {
                int op = bad.operation();
                int writer = history.writer(history.value(op));
                assertTrue(OpKind.isRead(history.kind(op)), message);
                assertTrue(
                        writer == History.NOBODY
                                || writer == history.transactionOf(op)
                                || history.status(writer) == Status.ABORTED,
                        message + ": a good read");
                contradiction = true;
            } else if (step instanceof Refutation.UnknownVersion unknown) {
                int writer = history.writer(unknown.value());
                assertTrue(writer < 0 || history.status(writer) == Status.ABORTED, message + ": a known version");
                contradiction = true;
            } else {
                contradiction = cycle(history, ((Refutation.Cycle) step).edges(), established, message);
            }
        }
        assertTrue(contradiction, message + ": no contradiction");
    }

    private static boolean cycle(History history, List<ProofEdge> edges, Set<Ordering> established, String message) {
        Set<Ordering> open = new HashSet<>();
        int key = -1;
        for (int i = 0; i < edges.size(); i++) {
            ProofEdge edge = edges.get(i);
            assertEquals(edge.to(), edges.get((i + 1) % edges.size()).from(), message + ": no cycle");
            int about = history.key(history.firstOp(edge.from()));
            assertTrue(key < 0 || key == about, message + ": two keys");
            key = about;
            switch (edge.kind()) {
                case RT ->
                    assertTrue(
                            history.isCommitted(edge.from()) && history.end(edge.from()) < history.begin(edge.to()),
                            message + ": no real time");
                case WR -> assertEquals(edge.from(), source(history, edge.to()), message + ": did not read it");
                case WW -> use(new Ordering(key, edge.from(), edge.to()), established, open);
                case RW -> {
                    assertEquals(edge.third(), source(history, edge.from()), message + ": did not read it");
                    assertTrue(edge.from() != edge.to(), message);
                    use(new Ordering(key, edge.third(), edge.to()), established, open);
                }
                default -> throw new AssertionError(message + ": " + edge);
            }
        }
        assertTrue(open.size() <= 1, message + ": no unit clause");
        open.forEach(ordering -> established.add(ordering.opposite()));
        return open.isEmpty();
    }

    private static void use(Ordering ordering, Set<Ordering> established, Set<Ordering> open) {
        if (ordering.before() != History.INITIAL && !established.contains(ordering)) {
            open.add(ordering);
        }
    }

    private static int source(History history, int t) {
        int op = history.firstOp(t);
        assertTrue(OpKind.isRead(history.kind(op)));
        return history.writer(history.value(op));
    }
}
