package org.isolde.sql.ast;

/** What a query takes its rows from. */
public sealed interface Source extends Node {
    /** A table, by a name of its own; that may be the table's. */
    record Base(String table, String name) implements Source {}

    /** A query in parentheses. */
    record Derived(Query query, String name) implements Source {}

    /** What stands in the {@code with} of the statement. */
    record Common(String common, String name) implements Source {}

    /** Two sources; a cross join has {@link Predicate#TRUE}. */
    record Join(Source left, Kind kind, Source right, Predicate on) implements Source {}

    /** How two sources are joined. */
    enum Kind {
        CROSS,
        INNER,
        LEFT
    }
}
