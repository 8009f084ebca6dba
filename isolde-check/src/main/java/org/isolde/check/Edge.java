package org.isolde.check;

import java.util.List;

/**
 * One transaction must come before another, and why.
 *
 * @param from a transaction
 * @param to the transaction that must come after it
 * @param kind the kind of edge
 * @param key the key it is about, or -1
 * @param because the reason in words, with the input's names
 * @param premise for inferred edges which rule forced it, else null
 * @param reader for inferred edges the third transaction, whose read forces it, else -1
 * @param via further transactions that the reason speaks of, in order; mostly none
 * @param predicate the predicate read that it is about, or -1
 */
public record Edge(
        int from,
        int to,
        EdgeKind kind,
        int key,
        String because,
        Premise premise,
        int reader,
        List<Integer> via,
        int predicate) {
    public Edge {
        via = List.copyOf(via);
    }

    /** An edge that is about no predicate read. */
    public Edge(
            int from, int to, EdgeKind kind, int key, String because, Premise premise, int reader, List<Integer> via) {
        this(from, to, kind, key, because, premise, reader, via, -1);
    }

    /**
     * Why a transaction t2 must come before t1 in the commit order, given that t3 read a key from t1 which t2 also wrote. The
     * order of the constants is from the weakest level that has the premise to the strongest.
     */
    public enum Premise {
        /** t3 had read from t2 before (rc). */
        READ_BEFORE,
        /** t2 is an earlier transaction of t3's session (ryw, ra). */
        SESSION,
        /** An earlier transaction of t3's session read from t2 (mr). */
        SESSION_READ,
        /** t3 read from a later transaction of t2's session (mw). */
        SESSION_WRITE,
        /** t3 read from a transaction whose session had read from t2 (wfr). */
        READ_THEN_WRITTEN,
        /** t3 read from t2 (ra). */
        READ,
        /** t2 reaches t3 by session order and reads (cc). */
        CAUSAL
    }
}
