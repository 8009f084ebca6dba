package org.isolde.run.db.postgres;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.condition.Cells;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Truth;
import org.isolde.run.certificate.Certificate.ChangingStatement;
import org.isolde.run.certificate.Certificate.Own;
import org.isolde.run.certificate.Certificate.VersionSets;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.certificate.VisibleRows;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/**
 * What updates and deletions at READ COMMITTED looked at. Such a statement looks for rows in its snapshot; where another
 * transaction has changed one of them meanwhile, it waits for that and puts the condition to the newest version of the row. If
 * that matches it acts on it, else it leaves the row alone. Rows that did not match in the snapshot are not looked at again.
 *
 * <p>So of a row that matched in the snapshot, a statement that acted on a later version has seen that one; and a statement that
 * left it alone has seen a later version that does not match. Which one, if there are several, nobody can tell: the first is
 * taken. Whatever does not fit these rules stays as the snapshot has it, and is a finding of the checker.
 */
final class ReevaluatedWrites implements VersionSets {
    private final ChangeLog log;
    private final VisibleRows visible;
    private final Map<Condition, Evaluator> evaluators = new HashMap<>();

    ReevaluatedWrites(ChangeLog log) {
        this.log = log;
        this.visible = new VisibleRows(log);
    }

    @Override
    public List<Found> besideSnapshot(ChangingStatement statement) {
        Evaluator evaluator = evaluators.computeIfAbsent(
                statement.where(), where -> new Evaluator(where, RowStatement.COLUMNS::indexOf));
        Map<String, Long> acted = new HashMap<>();
        statement.found().forEach(row -> acted.put(row.row(), row.version()));
        // of rows that the transaction itself has written nobody else can have made a version meanwhile
        statement.own().stream().map(Own::row).forEach(acted::remove);
        List<Found> beside = new ArrayList<>();
        for (ChangeLog.Change seen : visible.of(statement.snapshot(), statement.number())) {
            String row = seen.after().row();
            if (statement.own().stream().anyMatch(own -> own.row().equals(row)) || !matches(evaluator, seen.after())) {
                continue;
            }
            List<ChangeLog.Change> changes = log.rows().get(row);
            Long version = acted.get(row);
            ChangeLog.Change other = later(changes, seen, version, evaluator);
            if (other != null) {
                beside.add(new Found(row, other.version()));
            }
        }
        return beside;
    }

    /**
     * The later version that was seen instead: the one that was acted on, or else the first that does not match. Of each
     * transaction others see the last version alone.
     */
    private static ChangeLog.Change later(
            List<ChangeLog.Change> changes, ChangeLog.Change seen, Long acted, Evaluator evaluator) {
        if (acted != null && acted == seen.version()) {
            return null;
        }
        for (int i = changes.indexOf(seen) + 1; i < changes.size(); i++) {
            ChangeLog.Change change = changes.get(i);
            boolean isLast = i + 1 == changes.size() || changes.get(i + 1).entry() != change.entry();
            boolean matches = !change.isDeletion() && matches(evaluator, change.after());
            if (isLast && (acted == null ? !matches : matches && change.version() == acted)) {
                return change;
            }
        }
        return null;
    }

    private static boolean matches(Evaluator evaluator, RowVersion version) {
        try {
            return evaluator.evaluate(new RowCells(version)) == Truth.TRUE;
        } catch (ConditionException e) {
            throw new IllegalStateException("a condition that the database evaluated: " + e.getMessage(), e);
        }
    }

    /** A version, as a condition looks at it. */
    private record RowCells(RowVersion version) implements Cells {
        private Long value(int column) {
            return switch (column) {
                case 0 -> version.id();
                case 1 -> version.a();
                default -> version.b();
            };
        }

        @Override
        public boolean isNull(int column) {
            return value(column) == null;
        }

        @Override
        public boolean isText(int column) {
            return false;
        }

        @Override
        public long integer(int column) {
            return value(column);
        }

        @Override
        public String text(int column) {
            throw new IllegalStateException("no column is a text");
        }
    }
}
