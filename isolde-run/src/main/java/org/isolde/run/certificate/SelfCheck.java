package org.isolde.run.certificate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.isolde.run.certificate.RecordedTransaction.Write;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowVersion;

/**
 * Holds the log of a database and what clients recorded against each other, transaction by transaction, before anything is
 * judged by them:
 *
 * <ul>
 *   <li>what the log itself must keep, {@link ChangeLog#problem};
 *   <li>a transaction that committed and changed something is in the log, with the same changes, statement by statement, and
 *       what it says that it acted on is the version before;
 *   <li>one that was aborted is not in it;
 *   <li>each that is in it is one of ours, and just one.
 * </ul>
 *
 * <p>A log that broke off lacks transactions; what it has must fit all the same.
 */
final class SelfCheck {
    private final ChangeLog log;
    private final boolean whole;
    private final Set<ChangeLog.Entry> claimed = new HashSet<>();
    private String problem;
    private long settled;

    SelfCheck(ChangeLog log, boolean whole) {
        this.log = log;
        this.whole = whole;
        this.problem = log.problem();
    }

    /**
     * The transaction of the log that a recorded one is, or null: by its number, else by the versions that it wrote, which no
     * other writes, else by the rows that it deleted, if it is known to have done so.
     */
    static ChangeLog.Entry entry(RecordedTransaction transaction, ChangeLog log) {
        if (transaction.number() != RowMark.NONE) {
            return log.byNumber(transaction.number());
        }
        for (Write write : transaction.writes()) {
            ChangeLog.Entry entry = write.columns() == null ? null : log.byVersion(write.version());
            if (entry == null && write.acted() != null && transaction.isCommitted()) {
                entry = log.byDeleted(write.row(), write.acted());
            }
            if (entry != null) {
                return entry;
            }
        }
        return null;
    }

    void transaction(RecordedTransaction transaction) {
        ChangeLog.Entry entry = entry(transaction, log);
        List<Write> writes = transaction.writes();
        if (entry == null) {
            if (transaction.isCommitted() && !writes.isEmpty() && whole) {
                note(transaction.name() + " was committed, and the log does not have it");
            }
        } else if (!transaction.isCommitted() && !transaction.isUnknown()) {
            note(transaction.name() + " was aborted, and the log has it as committed");
        } else if (!claimed.add(entry)) {
            note(transaction.name() + " is the second of the number " + entry.number());
        } else if (log.isOfFinalVersions()) {
            problem = problem != null ? problem : FinalVersions.difference(transaction, entry.changes());
        } else {
            compare(transaction, writes, entry.changes());
        }
        settled += transaction.isUnknown() && !writes.isEmpty() ? 1 : 0;
    }

    private void compare(RecordedTransaction transaction, List<Write> writes, List<ChangeLog.Change> changes) {
        if (writes.size() != changes.size()) {
            note(transaction.name() + " made " + writes.size() + " changes, and the log has " + changes.size()
                    + " of it");
            return;
        }
        for (int from = 0, to; from < writes.size(); from = to) {
            to = from + 1;
            // what one statement does to several rows has no order
            while (to < writes.size()
                    && writes.get(to).version() == writes.get(from).version()) {
                to++;
            }
            Map<String, ChangeLog.Change> ofStatement = new HashMap<>();
            for (ChangeLog.Change change : changes.subList(from, to)) {
                ofStatement.put(change.after().row(), change);
            }
            for (Write write : writes.subList(from, to)) {
                compare(transaction, write, ofStatement.get(write.row()));
            }
        }
    }

    private void compare(RecordedTransaction transaction, Write write, ChangeLog.Change change) {
        if (change == null || !isSame(write, change)) {
            note(transaction.name() + " made version " + write.version() + " of row " + write.row()
                    + ", and the log has " + (change == null ? "something else" : change.after()) + " in its place");
        } else if (change.isDeletion()) {
            change.nameDeadVersion(write.version());
        }
    }

    /** Whether a change of the log made what a client says that it wrote, or deleted what it says that was there. */
    private static boolean isSame(Write write, ChangeLog.Change change) {
        RowVersion after = change.after();
        boolean deletes = write.columns() == null;
        if (deletes != change.isDeletion() || !write.row().equals(after.row())) {
            return false;
        }
        if (deletes) {
            return write.acted() != null && write.acted() == after.version();
        }
        return wrote(write, after);
    }

    static boolean wrote(Write write, RowVersion after) {
        return write.version() == after.version()
                && Objects.equals(write.columns().get("id"), after.id())
                && Objects.equals(write.columns().get("a"), after.a())
                && Objects.equals(write.columns().get("b"), after.b());
    }

    /** All of the recording has come. */
    void end() {
        for (ChangeLog.Entry entry : log.entries()) {
            if (problem == null && !claimed.contains(entry)) {
                note("the log has a transaction, " + entry.number() + ", that nobody recorded");
            }
        }
    }

    private void note(String first) {
        problem = problem == null ? first : problem;
    }

    /** Why the certificate is not to be used; null if nothing is wrong. */
    String problem() {
        return problem;
    }

    /** How many commits of unknown outcome there are that would have changed something. */
    long settled() {
        return settled;
    }
}
