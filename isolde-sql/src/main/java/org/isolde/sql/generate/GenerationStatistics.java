package org.isolde.sql.generate;

import java.util.Map;
import java.util.TreeMap;
import org.isolde.sql.ast.Expression;
import org.isolde.sql.ast.Node;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;

/**
 * What was generated, what of it was left out and why, and which kinds of statements and predicates are in what was kept. Grows in
 * one thread, and may be asked from any.
 */
public final class GenerationStatistics {
    private long kept;
    private long failed;
    private long idle;
    private final Map<String, Long> failures = new TreeMap<>();
    private final Map<String, Long> kinds = new TreeMap<>();

    synchronized void addFailed(String reason) {
        failed++;
        failures.merge(reason, 1L, Long::sum);
    }

    synchronized void addIdle() {
        idle++;
    }

    synchronized void addKept(Statement statement) {
        kept++;
        statement.walk(this::count);
    }

    private void count(Node node) {
        if (node instanceof Statement
                || node instanceof Predicate
                || node instanceof Expression
                || node instanceof Source) {
            add(node.getClass().getSimpleName());
        }
        if (node instanceof Expression.Call call) {
            add("Call " + call.function());
        } else if (node instanceof Expression.Aggregate aggregate) {
            add("Aggregate " + aggregate.function());
        } else if (node instanceof Expression.Window window) {
            add("Window " + window.function());
        } else if (node instanceof Source.Join join) {
            add("Join " + join.kind());
        } else if (node instanceof Query query) {
            add("Group", !query.groupBy().isEmpty());
            add("With", !query.with().isEmpty());
            add("Distinct rows", query.distinct());
        }
    }

    private void add(String kind, boolean there) {
        if (there) {
            add(kind);
        }
    }

    private void add(String kind) {
        kinds.merge(kind, 1L, Long::sum);
    }

    /** Statements that became part of a case. */
    public synchronized long kept() {
        return kept;
    }

    /** Statements that were left out because the database refused them. */
    public synchronized long failed() {
        return failed;
    }

    /** Statements that were left out because they touched no row. */
    public synchronized long idle() {
        return idle;
    }

    /** The share of statements that the database refused. */
    public synchronized double failedShare() {
        return kept + failed + idle == 0 ? 0 : (double) failed / (kept + failed + idle);
    }

    /** How often statements were refused, by reason. */
    public synchronized Map<String, Long> failures() {
        return Map.copyOf(failures);
    }

    /** How often each kind of statement, predicate, value and source is in what was kept, by name. */
    public synchronized Map<String, Long> kinds() {
        return new TreeMap<>(kinds);
    }
}
