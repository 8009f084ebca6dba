package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.isolde.run.certificate.RecordedTransaction.Write;
import org.isolde.run.rows.RowMark;

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
    /** Transactions of unknown outcome that wrote no version by which the log would know them, by what they may be there. */
    private final Map<ChangeLog.Entry, List<RecordedTransaction>> unsure = new LinkedHashMap<>();
    /** What such transactions are, by their names. */
    private final Map<String, ChangeLog.Entry> deletions = new HashMap<>();

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
    private static ChangeLog.Entry entry(RecordedTransaction transaction, ChangeLog log) {
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
            boolean changes = log.isOfFinalVersions() ? FinalVersions.leavesSomething(transaction) : !writes.isEmpty();
            if (transaction.isCommitted() && changes && whole) {
                note(transaction.name() + " was committed, and the log does not have it");
            } else if (transaction.isUnknown()) {
                suspect(transaction, writes);
            }
        } else if (!transaction.isCommitted() && !transaction.isUnknown()) {
            note(transaction.name() + " was aborted, and the log has it as committed");
        } else if (!claimed.add(entry)) {
            note(transaction.name() + " is the second of the number " + entry.number());
        } else {
            note(difference(transaction, entry));
        }
        settled += transaction.isUnknown() && !writes.isEmpty() ? 1 : 0;
    }

    /** It may have deleted what somebody has deleted. */
    private void suspect(RecordedTransaction transaction, List<Write> writes) {
        writes.stream()
                .filter(write -> write.acted() != null)
                .map(write -> log.byDeleted(write.row(), write.acted()))
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(entry ->
                        unsure.computeIfAbsent(entry, none -> new ArrayList<>()).add(transaction));
    }

    private String difference(RecordedTransaction transaction, ChangeLog.Entry entry) {
        return log.isOfFinalVersions()
                ? FinalVersions.difference(transaction, entry.changes())
                : EachVersion.difference(transaction, entry.changes());
    }

    /** All of the recording has come. */
    void end() {
        unsure.forEach(this::settle);
        for (ChangeLog.Entry entry : log.entries()) {
            if (problem == null && !claimed.contains(entry)) {
                note("the log has a transaction, " + entry.number() + ", that nobody recorded");
            }
        }
    }

    /** Of those of unknown outcome that deleted the same rows, one at most was committed, if nobody else deleted them. */
    private void settle(ChangeLog.Entry entry, List<RecordedTransaction> candidates) {
        if (claimed.contains(entry)) {
            return;
        }
        List<RecordedTransaction> fitting = candidates.stream()
                .filter(each -> difference(each, entry) == null)
                .toList();
        if (fitting.size() > 1) {
            note("the log has a transaction, " + entry.number() + ", that several of unknown outcome may be");
        } else if (!fitting.isEmpty()) {
            RecordedTransaction found = fitting.get(0);
            claimed.add(entry);
            deletions.put(found.name(), entry);
            // once more: it is this one that names dead versions
            note(difference(found, entry));
        }
    }

    /** The transaction of the log that a recorded one is, when all have been compared; or null. */
    ChangeLog.Entry entry(RecordedTransaction transaction) {
        ChangeLog.Entry entry = deletions.get(transaction.name());
        return entry != null ? entry : entry(transaction, log);
    }

    /** @param first null if nothing is wrong */
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
