package org.isolde.run.certificate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.isolde.run.certificate.RecordedTransaction.Write;
import org.isolde.run.rows.RowVersion;

/**
 * Holds a transaction against a log of each change: it has the client's changes, statement by statement. What one statement does
 * to several rows has no order.
 */
final class EachVersion {
    private EachVersion() {}

    /** What is different, and where dead versions get their names; null if nothing is. */
    static String difference(RecordedTransaction transaction, List<ChangeLog.Change> changes) {
        List<Write> writes = transaction.writes();
        if (writes.size() != changes.size()) {
            return transaction.name() + " made " + writes.size() + " changes, and the log has " + changes.size()
                    + " of it";
        }
        for (int from = 0, to; from < writes.size(); from = to) {
            to = from + 1;
            while (to < writes.size()
                    && writes.get(to).version() == writes.get(from).version()) {
                to++;
            }
            Map<String, ChangeLog.Change> ofStatement = new HashMap<>();
            for (ChangeLog.Change change : changes.subList(from, to)) {
                ofStatement.put(change.after().row(), change);
            }
            for (Write write : writes.subList(from, to)) {
                ChangeLog.Change change = ofStatement.get(write.row());
                if (change == null || !isSame(write, change)) {
                    return transaction.name() + " made version " + write.version() + " of row " + write.row()
                            + ", and the log has " + (change == null ? "something else" : change.after())
                            + " in its place";
                }
                if (change.isDeletion()) {
                    change.nameDeadVersion(write.version());
                }
            }
        }
        return null;
    }

    /** Whether a change of the log made what a client says that it wrote, or deleted what it says that was there. */
    private static boolean isSame(Write write, ChangeLog.Change change) {
        RowVersion after = change.after();
        if (write.columns() != null) {
            return !change.isDeletion() && wrote(write, after);
        }
        return change.isDeletion() && Objects.equals(write.acted(), after.version());
    }

    static boolean wrote(Write write, RowVersion after) {
        return write.version() == after.version()
                && Objects.equals(write.columns().get("id"), after.id())
                && Objects.equals(write.columns().get("a"), after.a())
                && Objects.equals(write.columns().get("b"), after.b());
    }
}
