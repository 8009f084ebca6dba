package org.isolde.sql.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.depend.Fate;
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
    /** The versions of each row in their order; null where it is not known. */
    private final Map<Item, List<Long>> orders = new LinkedHashMap<>();

    /** The version of each row that statements so far have left, to see whether they follow each other. */
    private final Map<Item, Version> newest = new HashMap<>();

    /**
     * A row in the sense of Adya: once it is dead, it stays so.
     *
     * @param birth the statement that inserted it, or {@link RowHistory#INITIAL}
     */
    private record Item(long pkey, int birth) {
        String name() {
            return birth == RowHistory.INITIAL ? String.valueOf(pkey) : pkey + "#" + birth;
        }
    }

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
                        OracleKind.ISOLATION, anomaly.kind().toString(), null, promise(level), anomaly.story());
            }
            return null;
        } catch (BadHistoryException e) {
            throw new IllegalStateException("an execution that is no history", e);
        }
    }

    /** What was expected, for somebody who does not know the level by its name. */
    private static String promise(Level level) {
        return "what " + level.title() + " (" + level.text() + ") promises: " + level.meaning();
    }

    private Item item(List<Object> row) {
        return new Item(Rows.pkey(row), rows.incarnation(Version.of(row)));
    }

    private History build() throws BadHistoryException {
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
        for (int i = 0; i < run.observations().size(); i++) {
            if (run.fates().get(i) == Fate.COMMITTED) {
                follow(i, run.observations().get(i));
            }
        }
        orders.forEach((item, versions) -> {
            if (versions != null) {
                segment.versions(
                        segment.scalars().text(item.name()),
                        versions.stream().mapToLong(segment.scalars()::number).toArray());
            }
        });
        return builder.build();
    }

    private void add(Segment segment, Observation observation) {
        // what was read beside the transaction was not read by it, nor is what locks read from its snapshot
        if (!writesSeeNewest || !observation.writes() && !locks(observation)) {
            for (Rows set : observation.versionSets().values()) {
                set.list()
                        .forEach(row -> segment.op(
                                OpKind.READ,
                                segment.scalars().text(item(row).name()),
                                rows.writer(Version.of(row)) == RowHistory.INITIAL
                                        ? Scalars.NULL
                                        : segment.scalars().number(Rows.vkey(row))));
            }
        }
        for (List<Object> row : observation.written()) {
            write(segment, row, Rows.vkey(row));
        }
        for (List<Object> row : observation.deleted()) {
            write(segment, row, tombstone(observation));
        }
    }

    private static boolean locks(Observation observation) {
        return observation.statement() instanceof Select select && select.lock() != Lock.NONE;
    }

    private void write(Segment segment, List<Object> row, long value) {
        segment.op(
                OpKind.WRITE,
                segment.scalars().text(item(row).name()),
                segment.scalars().number(value));
    }

    /** A value that no version has: those are above 0. */
    private static long tombstone(Observation observation) {
        return -1 - observation.position();
    }

    /** Statements are in the order of their answers, which is that of the versions, unless an update was lost. */
    private void follow(int statement, Observation observation) {
        Map<Long, List<Object>> overwritten = rows.overwritten(statement);
        for (List<Object> row : observation.written()) {
            follow(item(row), overwritten.get(Rows.pkey(row)), Version.of(row), Rows.vkey(row));
        }
        for (List<Object> row : observation.deleted()) {
            follow(item(row), row, null, tombstone(observation));
        }
    }

    private void follow(Item item, List<Object> old, Version next, long value) {
        boolean fits = newest.containsKey(item)
                ? old != null && Version.of(old).equals(newest.get(item))
                : old == null || rows.writer(Version.of(old)) == RowHistory.INITIAL;
        newest.put(item, next);
        if (!fits || orders.containsKey(item) && orders.get(item) == null) {
            orders.put(item, null);
        } else {
            orders.computeIfAbsent(item, none -> new ArrayList<>()).add(value);
        }
    }
}
