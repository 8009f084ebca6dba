package org.isolde.sql.generate;

import java.util.Map;
import java.util.TreeMap;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.dialect.Dialect;

/**
 * What was generated, what of it was left out and why, and which kinds of statements and predicates are in what was kept. Grows in
 * one thread, and may be asked from any.
 */
public final class GenerationStatistics {
    private long kept;
    private long failed;
    private long broken;
    private long idle;
    private long costly;
    private final Map<String, Long> failures = new TreeMap<>();
    private final Map<String, Long> kinds = new TreeMap<>();

    GenerationStatistics(Dialect dialect) {
        Kinds.of(dialect).forEach(kind -> kinds.put(kind, 0L));
    }

    synchronized void addFailed(String reason) {
        failed++;
        failures.merge(reason, 1L, Long::sum);
    }

    synchronized void addBroken() {
        broken++;
    }

    synchronized void addIdle() {
        idle++;
    }

    synchronized void addCostly() {
        costly++;
    }

    synchronized void addKept(Statement statement) {
        kept++;
        Kinds.of(statement, kind -> kinds.merge(kind, 1L, Long::sum));
    }

    /** Statements that became part of a case. */
    public synchronized long kept() {
        return kept;
    }

    /** Statements that were left out because the database refused them. */
    public synchronized long failed() {
        return failed;
    }

    /** Statements that were left out because they would have broken a constraint. */
    public synchronized long broken() {
        return broken;
    }

    /** Statements that were left out because they touched no row. */
    public synchronized long idle() {
        return idle;
    }

    /** Statements that were left out because they might take too long; they were not tried. */
    public synchronized long costly() {
        return costly;
    }

    /** The share of statements that the database refused. */
    public synchronized double failedShare() {
        long all = kept + failed + broken + idle;
        return all == 0 ? 0 : (double) failed / all;
    }

    /** How often statements were refused, by reason. */
    public synchronized Map<String, Long> failures() {
        return Map.copyOf(failures);
    }

    /** How often each kind of statement, predicate, value and source is in what was kept, by name; 0 for those that could be. */
    public synchronized Map<String, Long> kinds() {
        return new TreeMap<>(kinds);
    }
}
