package org.isolde.run.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.isolde.condition.Cells;
import org.isolde.condition.Condition;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;
import org.isolde.history.Rows;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/** A table of rows in memory, for one session. */
final class SerialRows {
    private final Map<Long, RowVersion> rows = new TreeMap<>();

    SerialRows copy() {
        SerialRows copy = new SerialRows();
        copy.rows.putAll(rows);
        return copy;
    }

    RowAnswer execute(RowStatement statement, long number) throws Exception {
        if (statement instanceof RowStatement.Select select) {
            return RowAnswer.rows(select.where(), found(matching(select.where())));
        }
        if (statement instanceof RowStatement.Aggregate aggregate) {
            return RowAnswer.aggregate(aggregate.where(), aggregate.function(), aggregate.column(), value(aggregate));
        }
        if (statement instanceof RowStatement.Insert insert) {
            return RowAnswer.changes(insert(insert, number));
        }
        if (statement instanceof RowStatement.Update update) {
            List<RowVersion> before = matching(update.where());
            List<RowChange> changes = new ArrayList<>();
            for (RowVersion row : before) {
                changes.add(put(row, updated(row, update, number)));
            }
            return RowAnswer.changed(update.where(), found(before), changes);
        }
        RowStatement.Delete delete = (RowStatement.Delete) statement;
        List<RowVersion> before = matching(delete.where());
        before.forEach(row -> rows.remove(row.id()));
        return RowAnswer.changed(
                delete.where(),
                found(before),
                before.stream().map(row -> RowChange.deleted(row, number)).toList());
    }

    private RowChange put(RowVersion before, RowVersion after) {
        rows.remove(before.id());
        if (rows.put(after.id(), after) != null) {
            throw new IllegalStateException("a row was moved to a key in use: " + after);
        }
        return RowChange.written(after);
    }

    private static RowVersion updated(RowVersion row, RowStatement.Update update, long number) {
        Long[] values = {row.id(), row.a(), row.b()};
        int column = RowStatement.COLUMNS.indexOf(update.column());
        values[column] = !update.adds()
                ? update.value()
                : values[column] == null ? null : (Long) (values[column] + update.value());
        return new RowVersion(row.row(), number, values[0], values[1], values[2], row.version());
    }

    private List<RowChange> insert(RowStatement.Insert insert, long number) {
        RowVersion there = rows.get(insert.id());
        if (there == null) {
            RowVersion born = new RowVersion(
                    RowVersion.bornAs(insert.id(), number), number, insert.id(), insert.a(), insert.b(), null);
            rows.put(insert.id(), born);
            return List.of(RowChange.written(born));
        }
        return switch (insert.onConflict()) {
            case FAIL -> throw new IllegalStateException("a key that should be fresh is in use: " + there);
            case SKIP -> List.of();
            case OVERWRITE ->
                List.of(put(
                        there,
                        new RowVersion(there.row(), number, insert.id(), insert.a(), insert.b(), there.version())));
        };
    }

    private Long value(RowStatement.Aggregate aggregate) throws Exception {
        List<RowVersion> matching = matching(aggregate.where());
        if (aggregate.function() == Rows.Aggregate.COUNT) {
            return (long) matching.size();
        }
        List<Long> values = matching.stream()
                .map(row -> aggregate.column().equals("a") ? row.a() : row.b())
                .filter(Objects::nonNull)
                .toList();
        return switch (aggregate.function()) {
            case MIN -> values.stream().min(Long::compare).orElse(null);
            case MAX -> values.stream().max(Long::compare).orElse(null);
            default -> values.stream().reduce(Long::sum).orElse(null);
        };
    }

    private static List<Found> found(List<RowVersion> versions) {
        return versions.stream().map(row -> new Found(row.row(), row.version())).toList();
    }

    private List<RowVersion> matching(Condition where) throws Exception {
        Evaluator evaluator = new Evaluator(where, RowStatement.COLUMNS::indexOf);
        List<RowVersion> matching = new ArrayList<>();
        for (RowVersion row : rows.values()) {
            if (evaluator.evaluate(cells(row)) == Truth.TRUE) {
                matching.add(row);
            }
        }
        return matching;
    }

    private static Cells cells(RowVersion row) {
        Long[] values = {row.id(), row.a(), row.b()};
        return new Cells() {
            @Override
            public boolean isNull(int column) {
                return values[column] == null;
            }

            @Override
            public boolean isText(int column) {
                return false;
            }

            @Override
            public long integer(int column) {
                return values[column];
            }

            @Override
            public String text(int column) {
                throw new IllegalStateException("no texts here");
            }
        };
    }
}
