package org.isolde.sql.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.sql.depend.Observation;
import org.isolde.sql.depend.ObservedRun;
import org.isolde.sql.depend.RowHistory;
import org.isolde.sql.depend.RowHistory.Version;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.execute.Step;

/**
 * An execution as a history of rows: what a committed transaction read of each row, and what it wrote, with the order of the versions. So
 * the checkers of histories decide its level (TxCheck, section 4). Only rows that were seen count, and none that were missed: item
 * dependencies are exact, those of predicates are not.
 */
final class ItemHistory {
    private final ObservedRun run;
    private final RowHistory rows;
    private final boolean writesSeeNewest;
    private final Map<Long, List<Long>> orders = new LinkedHashMap<>();
    /** The version of each row that statements so far have left, to see whether they follow each other; null where it is dead. */
    private final Map<Long, Version> newest = new HashMap<>();

    /** Rows that a transaction inserted and deleted again: for others they never were, and no database minds who else inserts them. */
    private final Set<Passing> passing = new HashSet<>();

    private record Passing(int transaction, long key) {}

    private ItemHistory(ObservedRun run, RowHistory rows, boolean writesSeeNewest) {
        this.run = run;
        this.rows = rows;
        this.writesSeeNewest = writesSeeNewest;
    }

    /** What shows that a level is broken; null if it is not. */
    static Mismatch check(ObservedRun run, RowHistory rows, Level level, boolean writesSeeNewest) {
        try {
            History history = new ItemHistory(run, rows, writesSeeNewest).build();
            if (Isolde.check(history, level) instanceof Verdict.Violated violated) {
                Anomaly anomaly = violated.anomalies().get(0);
                return new Mismatch(
                        OracleKind.ISOLATION, anomaly.kind().toString(), null, level.name(), anomaly.story());
            }
            return null;
        } catch (BadHistoryException e) {
            throw new IllegalStateException("an execution that is no history", e);
        }
    }

    private void findPassing() {
        Set<Passing> born = new HashSet<>();
        for (Observation observation : run.committed()) {
            int transaction = observation.unit().transaction();
            observation.overwritten().forEach((key, old) -> {
                Passing row = new Passing(transaction, key);
                if (old == null) {
                    born.add(row);
                }
                // it was there before, or is there again
                passing.remove(row);
            });
            for (List<Object> row : observation.deleted()) {
                Passing gone = new Passing(transaction, Rows.pkey(row));
                if (born.contains(gone)) {
                    passing.add(gone);
                }
            }
        }
    }

    private boolean passes(Observation observation, long key) {
        return passing.contains(new Passing(observation.unit().transaction(), key));
    }

    private History build() throws BadHistoryException {
        findPassing();
        HistoryBuilder builder = new HistoryBuilder(1);
        Segment segment = builder.segment();
        Map<Integer, List<Observation>> transactions = new LinkedHashMap<>();
        for (Observation observation : run.committed()) {
            transactions
                    .computeIfAbsent(observation.unit().transaction(), none -> new ArrayList<>())
                    .add(observation);
        }
        transactions.forEach((transaction, observations) -> {
            long name = segment.scalars().text(Step.name(transaction));
            segment.begin(name, name, 0);
            observations.forEach(observation -> add(segment, observation));
        });
        for (Observation observation : run.committed()) {
            follow(observation);
        }
        orders.forEach((key, versions) -> {
            if (versions != null) {
                segment.versions(
                        segment.scalars().number(key),
                        versions.stream().mapToLong(segment.scalars()::number).toArray());
            }
        });
        return builder.build();
    }

    private void add(Segment segment, Observation observation) {
        // what was read beside the transaction was not read by it
        if (!writesSeeNewest || !observation.writes()) {
            for (Rows set : observation.versionSets().values()) {
                set.list().forEach(row -> read(segment, observation, row));
            }
        }
        for (List<Object> row : observation.written()) {
            write(segment, observation, Rows.pkey(row), Rows.vkey(row));
        }
        for (List<Object> row : observation.deleted()) {
            write(segment, observation, Rows.pkey(row), tombstone(observation));
        }
    }

    private void read(Segment segment, Observation observation, List<Object> row) {
        if (!passes(observation, Rows.pkey(row))) {
            segment.op(
                    OpKind.READ,
                    segment.scalars().number(Rows.pkey(row)),
                    rows.writer(Version.of(row)) == RowHistory.INITIAL
                            ? Scalars.NULL
                            : segment.scalars().number(Rows.vkey(row)));
        }
    }

    private void write(Segment segment, Observation observation, long key, long value) {
        if (passes(observation, key)) {
            return;
        }
        segment.op(
                OpKind.WRITE, segment.scalars().number(key), segment.scalars().number(value));
    }

    /** A value that no version has: those are above 0. */
    private static long tombstone(Observation observation) {
        return -1 - observation.position();
    }

    /** Statements are in the order of their answers, which is that of the versions, unless an update was lost. */
    private void follow(Observation observation) {
        observation.overwritten().forEach((key, old) -> {
            if (passes(observation, key)) {
                return;
            }
            List<Object> row = observation.written().stream()
                    .filter(each -> Rows.pkey(each) == key)
                    .findFirst()
                    .orElseThrow();
            follow(key, old, Version.of(row), Rows.vkey(row));
        });
        for (List<Object> row : observation.deleted()) {
            if (!passes(observation, Rows.pkey(row))) {
                follow(Rows.pkey(row), row, null, tombstone(observation));
            }
        }
    }

    private void follow(long key, List<Object> old, Version next, long value) {
        boolean fits = newest.containsKey(key)
                ? Objects.equals(newest.get(key), old == null ? null : Version.of(old))
                : old == null || rows.writer(Version.of(old)) == RowHistory.INITIAL;
        newest.put(key, next);
        if (!fits || orders.containsKey(key) && orders.get(key) == null) {
            orders.put(key, null);
        } else {
            orders.computeIfAbsent(key, none -> new ArrayList<>()).add(value);
        }
    }
}
