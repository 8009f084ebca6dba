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
 * @param operation the read that a dependency rests on, or -1
 * @param via further transactions that the reason speaks of, in order; mostly none
 */
public record Edge(
        int from,
        int to,
        EdgeKind kind,
        int key,
        String because,
        Premise premise,
        int reader,
        int operation,
        List<Integer> via) {
    /** An edge between two transactions alone. */
    public static Edge seen(int from, int to, EdgeKind kind, int key, String because) {
        return of(from, to, kind, key, because, -1);
    }

    /** An edge between two transactions alone that rests on a read. */
    public static Edge of(int from, int to, EdgeKind kind, int key, String because, int operation) {
        return new Edge(from, to, kind, key, because, null, -1, operation, List.of());
    }
}
