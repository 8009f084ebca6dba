package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.isolde.run.certificate.RecordedTransaction.Write;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowVersion;

/**
 * Holds a transaction against a log of final versions: what the client's changes leave of each row in the end is what the log
 * has, and that replaced what the client wrote of the row before, or else the version before it in the log. Of a row that was
 * inserted and deleted again there is nothing.
 */
final class FinalVersions {
    private FinalVersions() {}

    /** What is different, and where dead versions get their names; null if nothing is. */
    static String difference(RecordedTransaction transaction, List<ChangeLog.Change> changes) {
        Map<String, List<Write>> byRow = byRow(transaction);
        Map<String, ChangeLog.Change> inLog = new HashMap<>();
        changes.forEach(change -> inLog.put(change.after().row(), change));
        if (!byRow.keySet().equals(inLog.keySet())) {
            return transaction.name() + " changed the rows " + byRow.keySet() + ", and the log has " + inLog.keySet()
                    + " of it";
        }
        for (Map.Entry<String, List<Write>> row : byRow.entrySet()) {
            ChangeLog.Change change = inLog.get(row.getKey());
            if (!isSame(row.getValue(), change)) {
                return transaction.name() + " left version "
                        + last(row.getValue()).version() + " of row " + row.getKey() + ", and the log has "
                        + change.after() + " after " + change.before();
            }
            if (change.isDeletion()) {
                change.nameDeadVersion(last(row.getValue()).version());
            }
        }
        return null;
    }

    /** Whether there is anything of a transaction that is committed. */
    static boolean leavesSomething(RecordedTransaction transaction) {
        return !byRow(transaction).isEmpty();
    }

    /** What was done to each row of which something is left, dead ones included. */
    private static Map<String, List<Write>> byRow(RecordedTransaction transaction) {
        Map<String, List<Write>> byRow = new LinkedHashMap<>();
        for (Write write : transaction.writes()) {
            byRow.computeIfAbsent(write.row(), row -> new ArrayList<>()).add(write);
        }
        byRow.values().removeIf(writes -> isBorn(writes.get(0)) && isDeletion(last(writes)));
        return byRow;
    }

    private static boolean isDeletion(Write write) {
        return write.columns() == null;
    }

    /** Whether a row was inserted with a version: it has its name of it. */
    private static boolean isBorn(Write write) {
        return !isDeletion(write)
                && write.row().equals(RowVersion.bornAs((Long) write.columns().get("id"), write.version()));
    }

    private static Write last(List<Write> writes) {
        return writes.get(writes.size() - 1);
    }

    private static boolean isSame(List<Write> writes, ChangeLog.Change change) {
        Write last = last(writes);
        if (isDeletion(last)) {
            // what was deleted may be a version of its own, which the log does not know
            return change.isDeletion()
                    && (writes.size() > 1
                            || Objects.equals(last.acted(), change.before().version()));
        }
        boolean inserted = change.kind() == RowChange.Kind.INSERTED;
        if (change.isDeletion() || inserted != isBorn(writes.get(0)) || !EachVersion.wrote(last, change.after())) {
            return false;
        }
        Long replaced = writes.size() > 1
                ? (Long) writes.get(writes.size() - 2).version()
                : inserted ? null : (Long) change.before().version();
        return Objects.equals(replaced, change.after().previous());
    }
}
