package org.isolde.check.tell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Contradiction.UnexpectedResult.Surplus;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;

/** Tells what the replay of an expected serial order shows. */
public final class ExpectedWords {
    /** Of more rows than these, the others are counted. */
    private static final int FEW_ROWS = 3;

    private static final String ORDER = "in the database's own serial order, ";

    private final History history;
    private final Level level;
    private final Names names;

    ExpectedWords(History history, Level level) {
        this.history = history;
        this.level = level;
        this.names = new Names(history);
    }

    Anomaly anomaly(Contradiction.OutOfOrder broken) {
        int first = broken.first();
        int second = broken.second();
        String story = names.transaction(first)
                + (broken.isTime()
                        ? " had ended at " + names.time(history.end(first)) + ", before " + names.transaction(second)
                                + " began at " + names.time(history.begin(second)) + ", but "
                        : " comes before " + names.transaction(second) + " in session "
                                + history.sessionName(history.session(first)) + ", but ")
                + ORDER + names.transaction(second) + atPlace(second) + " comes before " + names.transaction(first)
                + atPlace(first);
        return anomaly(
                broken.isTime() ? AnomalyKind.ORDER_AGAINST_TIME : AnomalyKind.ORDER_AGAINST_SESSION,
                List.of(first, second),
                -1,
                -1,
                story);
    }

    Anomaly anomaly(Contradiction.UnexpectedRead read) {
        int op = read.operation();
        int reader = history.transactionOf(op);
        List<Integer> involved = involved(reader);
        StringBuilder story = new StringBuilder(ORDER).append(who(reader));
        if (history.kind(op) == OpKind.CAS_FAILED) {
            story.append(" must succeed to compare and set ")
                    .append(names.key(history.key(op)))
                    .append(", for it expects ")
                    .append(history.valueName(history.value(op)))
                    .append(" and ")
                    .append(present(history.key(op), read.present(), involved))
                    .append("; but it failed");
        } else if (read.place() >= 0) {
            story.append(" must find ")
                    .append(
                            read.present() < 0
                                    ? "that the list " + names.key(history.key(op)) + " has ended after " + read.place()
                                            + (read.place() == 1 ? " element" : " elements")
                                    : history.valueName(read.present()) + " as element " + (read.place() + 1)
                                            + " of the list " + names.key(history.key(op))
                                            + writtenBy(read.present(), involved))
                    .append("; it read ")
                    .append(names.list(op));
        } else {
            story.append(" must find that ")
                    .append(present(history.key(op), read.present(), involved))
                    .append(isMissingRow(op) ? "; it found no such row" : "; it read " + names.keyValue(op))
                    .append(isMissingRow(op) ? "" : whence(op, involved));
        }
        return anomaly(AnomalyKind.UNEXPECTED_READ, involved, history.value(op), op, story.toString());
    }

    Anomaly anomaly(Contradiction.DeadRow written) {
        int op = written.operation();
        int writer = history.transactionOf(op);
        List<Integer> involved = involved(writer);
        String story = ORDER + who(writer) + (history.kind(op) == OpKind.DELETE ? " deletes row " : " writes row ")
                + names.key(history.key(op)) + ", and " + present(history.key(op), written.present(), involved)
                + "; a row that is inserted again is another row";
        return anomaly(AnomalyKind.WRITE_AFTER_DELETE, involved, history.value(op), op, story);
    }

    Anomaly anomaly(Contradiction.UnexpectedResult result) {
        Rows rows = history.rows();
        int predicate = result.predicate();
        int reader = rows.transaction(predicate);
        List<Integer> involved = involved(reader);
        String condition = "rows of " + rows.tableName(rows.table(predicate)) + " with "
                + rows.conditions().get(rows.condition(predicate)).text();
        StringBuilder story = new StringBuilder(ORDER).append(who(reader)).append(" asks for ");
        if (result.expected() != null) {
            String aggregate = rows.aggregate(predicate).text()
                    + (rows.aggregate(predicate) == Rows.Aggregate.COUNT
                            ? ""
                            : "(" + rows.columnName(rows.aggregateColumn(predicate)) + ")");
            story.append("the ")
                    .append(aggregate)
                    .append(" of the ")
                    .append(condition)
                    .append(" and must be given ")
                    .append(result.expected())
                    .append("; it was given ")
                    .append(history.scalars().text(rows.aggregateValue(predicate)));
        } else {
            List<String> wrong = new ArrayList<>();
            result.missing().forEach(write -> wrong.add(missing(write, predicate, involved)));
            result.surplus().forEach(each -> wrong.add(surplus(each, predicate, involved)));
            story.append("the ").append(condition).append("; ").append(few(wrong));
        }
        int key = !result.missing().isEmpty()
                ? history.key(result.missing().get(0))
                : !result.surplus().isEmpty()
                        ? history.key(result.surplus().get(0).operation())
                        : -1;
        return new Anomaly(
                AnomalyKind.UNEXPECTED_RESULT,
                AnomalyKind.UNEXPECTED_RESULT.alias(),
                level,
                involved,
                key,
                -1,
                -1,
                predicate,
                List.of(),
                List.of(),
                null,
                story.toString());
    }

    private Anomaly anomaly(AnomalyKind kind, List<Integer> involved, int value, int op, String story) {
        return new Anomaly(
                kind,
                kind.alias(),
                level,
                involved,
                op < 0 ? -1 : history.key(op),
                value,
                op,
                List.of(),
                List.of(),
                null,
                story);
    }

    private String missing(int write, int predicate, List<Integer> involved) {
        int writer = history.transactionOf(write);
        boolean own = involve(involved, writer);
        return "it must find " + names.keyValue(write) + columns(write, predicate) + ", which "
                + (own ? "it has itself written" : who(writer) + " had written") + ", and was not given it";
    }

    private String surplus(Surplus surplus, int predicate, List<Integer> involved) {
        int op = surplus.operation();
        String given = "it was given " + names.keyValue(op);
        if (surplus.twice()) {
            return given + " twice";
        }
        if (surplus.present() == history.value(op)) {
            return given + columns(history.writeOp(history.value(op)), predicate) + whence(op, involved)
                    + ", which does not match";
        }
        return given + whence(op, involved) + ", where " + present(history.key(op), surplus.present(), involved);
    }

    /** What a version has in the columns that a condition names, as {@code (a = 4, b = null)}. */
    private String columns(int write, int predicate) {
        Rows rows = history.rows();
        Set<String> named = rows.conditions().get(rows.condition(predicate)).columns();
        if (named.isEmpty() || history.kind(write) == OpKind.DELETE) {
            return "";
        }
        return named.stream()
                .map(name -> name + " = " + column(write, name))
                .collect(Collectors.joining(", ", " (", ")"));
    }

    private String column(int write, String name) {
        Rows rows = history.rows();
        int image = rows.image(write);
        for (int i = image < 0 ? 0 : rows.imageFirst(image); image >= 0 && i < rows.imageEnd(image); i++) {
            if (rows.columnName(rows.imageColumn(i)).equals(name)) {
                return history.scalars().text(rows.imageValue(i));
            }
        }
        return "null";
    }

    private static String few(List<String> clauses) {
        int more = clauses.size() - FEW_ROWS;
        return clauses.stream().limit(FEW_ROWS).collect(Collectors.joining("; "))
                + (more <= 0 ? "" : "; and so with " + more + (more == 1 ? " other row" : " other rows"));
    }

    /** {@code x = 4, which T7 (place 12) had written}; of rows also that they were deleted, or not there yet. */
    private String present(int key, int value, List<Integer> involved) {
        boolean isRow = history.rows() != null;
        if (value == 0) {
            return isRow ? names.key(key) + " is not there yet" : names.keyValue(key, value) + ", the initial value";
        }
        boolean deleted = history.kind(history.writeOp(value)) == OpKind.DELETE;
        boolean own = involve(involved, history.writer(value));
        String writer = own ? "it" : who(history.writer(value));
        return deleted
                ? names.key(key) + " is gone, for " + writer + (own ? " has" : " had") + " deleted it"
                : names.keyValue(key, value) + ", which " + (own ? "it has itself written" : writer + " had written");
    }

    private String writtenBy(int value, List<Integer> involved) {
        involve(involved, history.writer(value));
        return ", which " + who(history.writer(value)) + " had appended";
    }

    private boolean isMissingRow(int op) {
        return history.rows() != null && history.value(op) == 0;
    }

    /** Where a value comes from that a read saw. */
    private String whence(int op, List<Integer> involved) {
        int value = history.value(op);
        int writer = history.writer(value);
        if (writer == History.INITIAL) {
            return ", the initial value";
        }
        if (writer == History.NOBODY) {
            return ", which nobody wrote";
        }
        if (involve(involved, writer)) {
            return " of its own";
        }
        return history.isCommitted(writer) || hasPlace(writer)
                ? " of " + who(writer)
                : " of " + names.transaction(writer) + ", which was "
                        + history.status(writer).text();
    }

    // ---- names

    private static List<Integer> involved(int transaction) {
        List<Integer> involved = new ArrayList<>();
        involved.add(transaction);
        return involved;
    }

    /** Adds a transaction to those that a story is of; whether it is the one that the story began with. */
    private static boolean involve(List<Integer> involved, int transaction) {
        if (transaction > 0 && !involved.contains(transaction)) {
            involved.add(transaction);
        }
        return involved.get(0) == transaction;
    }

    private String who(int transaction) {
        return names.transaction(transaction) + atPlace(transaction);
    }

    private boolean hasPlace(int transaction) {
        return transaction > 0 && !Double.isNaN(history.order(transaction));
    }

    private String atPlace(int transaction) {
        return hasPlace(transaction) ? " (place " + names.place(transaction) + ")" : "";
    }

    // ---- what an order leaves open

    /** Why an expected order is of no use. */
    public static String noPlace(History history, int transaction) {
        return new Names(history).transaction(transaction)
                + " is committed and has no place in the expected serial order, which is therefore left aside";
    }

    /** Why a level is open: what is not explained, and what may be the reason. */
    public static String whyOpen(History history, Level level, Contradiction finding, int unknown, int one, int other) {
        Names names = new Names(history);
        String story = new Teller(history, null).tell(finding, level).story();
        return story + ". "
                + (unknown > 0
                        ? "That may be because of " + names.transaction(unknown)
                                + ", of which nobody knows whether or where it took effect"
                        : "That may be because " + names.transaction(one) + " and " + names.transaction(other)
                                + " are at the same place of that order, and which of them was first is not known");
    }
}
