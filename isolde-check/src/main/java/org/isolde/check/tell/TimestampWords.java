package org.isolde.check.tell;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.check.TimestampFindings.Finding;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;

/** Tells what the timestamps show, one sentence a finding. */
public final class TimestampWords {
    private final History history;
    private final Level level;
    private final Names names;

    TimestampWords(History history, Level level) {
        this.history = history;
        this.level = level;
        this.names = new Names(history);
    }

    Anomaly anomaly(Finding finding) {
        List<Integer> involved = new ArrayList<>();
        involved.add(finding.transaction());
        involve(involved, finding.other());
        if (finding.seen() >= 0) {
            involve(involved, history.writer(finding.seen()));
        }
        boolean read = finding.axiom() == TimestampAxiom.EXT || finding.axiom() == TimestampAxiom.INT;
        return new Anomaly(
                kind(finding.axiom()),
                kind(finding.axiom()).alias(),
                level,
                involved,
                finding.key(),
                finding.seen(),
                finding.operation(),
                List.of(),
                List.of(),
                read ? new Anomaly.Expectation(finding.expected(), finding.other(), finding.place()) : null,
                story(finding));
    }

    private static void involve(List<Integer> involved, int transaction) {
        if (transaction > 0 && !involved.contains(transaction)) {
            involved.add(transaction);
        }
    }

    static AnomalyKind kind(TimestampAxiom axiom) {
        return switch (axiom) {
            case SESSION -> AnomalyKind.SESSION_NOT_SEEN;
            case INT -> AnomalyKind.UNSTEADY_READ;
            case EXT -> AnomalyKind.NOT_FROM_SNAPSHOT;
            case NOCONFLICT -> AnomalyKind.OVERLAPPING_WRITERS;
            case START_AFTER_COMMIT -> AnomalyKind.START_AFTER_COMMIT;
            case SAME_COMMIT -> AnomalyKind.SAME_COMMIT_TIMESTAMP;
            case REAL_TIME -> AnomalyKind.COMMIT_AGAINST_TIME;
        };
    }

    private String story(Finding finding) {
        int t = finding.transaction();
        int other = finding.other();
        String name = names.transaction(t);
        return switch (finding.axiom()) {
            case SESSION ->
                other < 0
                        ? name + " follows a gap in the numbers of session " + history.sessionName(history.session(t))
                                + ": the transaction before it is missing"
                        : names.transaction(other) + " comes before " + name + " in session "
                                + history.sessionName(history.session(t)) + " and commits at " + commit(other)
                                + ", but "
                                + name + (level == Level.SI ? " starts at " + start(t) : " commits at " + commit(t));
            case INT ->
                name + " " + read(finding) + ", though "
                        + (finding.place() >= 0
                                ? "by what it had itself read and appended " + at(finding)
                                : finding.expected() < 0
                                        ? "that is what it had itself read or written there"
                                        : "it had itself just read or written "
                                                + names.keyValue(finding.key(), finding.expected()));
            case EXT ->
                name + " " + read(finding) + ", but " + moment(t) + " " + snapshot(finding) + writerOfSeen(finding);
            case NOCONFLICT ->
                names.transaction(other) + " (" + span(other) + ") and " + name + " (" + span(t)
                        + ") overlap, and both wrote " + names.key(finding.key());
            case START_AFTER_COMMIT -> name + " starts at " + start(t) + ", after its commit at " + commit(t);
            case SAME_COMMIT ->
                names.transaction(other) + " and " + name + " both wrote " + names.key(finding.key())
                        + " and both commit at " + commit(t);
            case REAL_TIME ->
                names.transaction(other) + " had ended at " + names.time(history.end(other)) + ", before " + name
                        + " began at " + names.time(history.begin(t)) + ", but commits at " + commit(other) + ", and "
                        + name
                        + " at " + commit(t);
        };
    }

    private String read(Finding finding) {
        int op = finding.operation();
        return history.kind(op) == OpKind.CAS_FAILED
                ? "failed to compare and set " + names.key(finding.key()) + ", expecting "
                        + history.valueName(history.value(op))
                : "read " + names.keyValue(op);
    }

    private String moment(int t) {
        return level == Level.SI ? "at its start, " + start(t) + "," : "at its commit, " + commit(t) + ",";
    }

    private String snapshot(Finding finding) {
        if (finding.place() >= 0) {
            return at(finding) + by(finding.expected() < 0 ? -1 : finding.other());
        }
        return finding.expected() < 0
                ? "it had just that value" + by(finding.other())
                : names.keyValue(finding.key(), finding.expected()) + " held" + by(finding.other());
    }

    private String at(Finding finding) {
        return finding.expected() < 0
                ? "the list ended after " + finding.place() + (finding.place() == 1 ? " element" : " elements")
                : "element " + (finding.place() + 1) + " was " + history.valueName(finding.expected());
    }

    private String by(int writer) {
        if (writer < 0) {
            return "";
        }
        return writer == History.INITIAL
                ? ", which nobody had written yet"
                : ", written by " + names.transaction(writer) + " (" + span(writer) + ")";
    }

    private String writerOfSeen(Finding finding) {
        int op = finding.operation();
        if (finding.seen() < 0 || history.kind(op) == OpKind.CAS_FAILED) {
            return "";
        }
        String seen = "; " + history.valueName(finding.seen());
        int writer = history.writer(finding.seen());
        if (writer == History.INITIAL) {
            return seen + " is the initial value";
        }
        if (writer < 0) {
            return seen + " was written by nobody";
        }
        return seen + " was written by " + names.transaction(writer)
                + (history.isCommitted(writer)
                        ? " (" + span(writer) + ")"
                        : ", which was " + history.status(writer).text());
    }

    private String span(int t) {
        return start(t) + " to " + commit(t);
    }

    private String start(int t) {
        return names.start(t);
    }

    private String commit(int t) {
        return names.commit(t);
    }

    /** Why timestamps leave a level open. */
    public static String whyOpen(History history, TimestampFindings findings) {
        Names names = new Names(history);
        int op = findings.openRead();
        return names.transaction(history.transactionOf(op)) + " read " + names.keyValue(op)
                + ", which a transaction of unknown outcome wrote; when that one committed is not known"
                + (findings.openReads() > 1 ? " (" + findings.openReads() + " such reads)" : "")
                + ". Without timestamps (--evidence none) it may be decided";
    }
}
