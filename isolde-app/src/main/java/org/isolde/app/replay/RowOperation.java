package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/**
 * A statement on rows that is replayed: what was asked, and what the recorded run was answered.
 *
 * @param number names the versions that it makes, as in the recorded run; 0 if it made none there
 * @param recorded what the recorded run was answered
 * @param mark the number and the snapshot of its transaction in the recorded run, by which snapshots tell what they saw
 * @param put the version of each row that its condition was put to, where that is given row by row; null if it is not. Rows
 *     that are not among them were not there
 * @param seen the versions that it found, was put to, or replaced, as far as their columns are known
 */
record RowOperation(
        RowStatement statement,
        long number,
        RowAnswer recorded,
        RowMark mark,
        Map<String, Long> put,
        List<RowVersion> seen)
        implements Operation {
    RowOperation {
        put = put == null ? null : Map.copyOf(put);
        seen = List.copyOf(seen);
    }

    @Override
    public String request() {
        return words(statement);
    }

    @Override
    public String answer() {
        return words(recorded);
    }

    private static String words(RowStatement statement) {
        if (statement instanceof RowStatement.Select select) {
            return "rows where " + select.where().text();
        }
        if (statement instanceof RowStatement.Aggregate aggregate) {
            return aggregate.function().text() + (aggregate.column() == null ? "" : " of " + aggregate.column())
                    + " where " + aggregate.where().text();
        }
        if (statement instanceof RowStatement.Insert insert) {
            String clause = switch (insert.onConflict()) {
                case FAIL -> "";
                case SKIP -> ", if there is none";
                case OVERWRITE -> ", or overwrite it";
            };
            return "insert " + cells(insert.id(), insert.a(), insert.b()) + clause;
        }
        if (statement instanceof RowStatement.Update update) {
            return "set " + update.column() + " = " + (update.adds() ? update.column() + " + " : "") + update.value()
                    + " where " + update.where().text();
        }
        return "delete where " + ((RowStatement.Delete) statement).where().text();
    }

    /**
     * What a statement was answered, in words: rows by their names, each with its version unless it is the row's first.
     */
    static String words(RowAnswer answer) {
        if (answer.aggregate() != null) {
            return String.valueOf(answer.value());
        }
        if (answer.where() != null && answer.changes().isEmpty()) {
            return answer.found().isEmpty()
                    ? "none"
                    : String.join(
                            ", ",
                            answer.found().stream()
                                    .map(found -> name(found.row(), found.version()))
                                    .sorted()
                                    .toList());
        }
        List<String> words = new ArrayList<>();
        for (RowChange change : answer.changes()) {
            RowVersion after = change.after();
            words.add(
                    change.kind() == RowChange.Kind.DELETED
                            ? name(after.row(), after.version()) + " is gone"
                            : name(after.row(), after.version()) + " " + cells(after.id(), after.a(), after.b()));
        }
        return words.isEmpty()
                ? "nothing done"
                : String.join(", ", words.stream().sorted().toList());
    }

    private static String name(String row, long version) {
        return row.endsWith("#" + version) ? row : row + " at " + version;
    }

    private static String cells(long id, Long a, Long b) {
        return "(" + id + ", " + a + ", " + b + ")";
    }
}
