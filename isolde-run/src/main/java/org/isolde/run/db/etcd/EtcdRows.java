package org.isolde.run.db.etcd;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.isolde.condition.Cells;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Condition.Comparison;
import org.isolde.condition.ConditionException;
import org.isolde.condition.Evaluator;
import org.isolde.condition.Operand;
import org.isolde.condition.Truth;
import org.isolde.history.Rows;
import org.isolde.run.db.etcd.EtcdSession.ConflictException;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/**
 * Rows in etcd: one under each key of a range. etcd knows no conditions but ranges of keys, so a statement reads the range of
 * all rows, or one key, and puts its condition to what came: a row that etcd left out, or had too much, shows in the result.
 */
final class EtcdRows {
    /** The range of all rows. */
    static final String FIRST = "rows/";

    static final String BEYOND = "rows0";

    private static final String NULL = "-";
    private static final int ID_DIGITS = 19;

    private final EtcdSession session;

    EtcdRows(EtcdSession session) {
        this.session = session;
    }

    static String name(long id) {
        String digits = Long.toString(id);
        return FIRST + "0".repeat(ID_DIGITS - digits.length()) + digits;
    }

    static String encode(RowVersion row) {
        return String.join(
                " ", text(row.a()), text(row.b()), Long.toString(row.version()), text(row.previous()), row.row());
    }

    static RowVersion decode(String name, String text) {
        String[] parts = text.split(" ", -1);
        return new RowVersion(
                parts[4], Long.parseLong(parts[2]), id(name), number(parts[0]), number(parts[1]), number(parts[3]));
    }

    static long id(String name) {
        return Long.parseLong(name.substring(FIRST.length()));
    }

    private static String text(Long value) {
        return value == null ? NULL : value.toString();
    }

    private static Long number(String text) {
        return text.equals(NULL) ? null : Long.valueOf(text);
    }

    RowAnswer execute(RowStatement statement, long number) throws IOException, InterruptedException, ConflictException {
        if (statement instanceof RowStatement.Select select) {
            return RowAnswer.rows(select.where(), found(matching(select.where())));
        } else if (statement instanceof RowStatement.Aggregate aggregate) {
            Long value = value(aggregate, matching(aggregate.where()));
            return RowAnswer.aggregate(aggregate.where(), aggregate.function(), aggregate.column(), value);
        } else if (statement instanceof RowStatement.Insert insert) {
            return RowAnswer.changes(insert(insert, number));
        } else if (statement instanceof RowStatement.Update update) {
            List<RowVersion> before = matching(update.where());
            List<RowChange> changes = new ArrayList<>();
            for (RowVersion row : before) {
                changes.add(update(row, update, number));
            }
            return RowAnswer.changed(update.where(), found(before), changes);
        } else if (statement instanceof RowStatement.Delete delete) {
            List<RowVersion> last = matching(delete.where());
            last.forEach(row -> session.writeText(name(row.id()), null));
            return RowAnswer.changed(
                    delete.where(),
                    found(last),
                    last.stream().map(row -> RowChange.deleted(row, number)).toList());
        }
        throw new IllegalArgumentException("no statement on rows: " + statement);
    }

    private static List<Found> found(List<RowVersion> rows) {
        return rows.stream().map(row -> new Found(row.row(), row.version())).toList();
    }

    private List<RowVersion> matching(Condition where) throws IOException, InterruptedException {
        List<RowVersion> rows = new ArrayList<>();
        Long key = key(where);
        if (key == null) {
            session.readAll(FIRST, BEYOND).forEach((name, text) -> rows.add(decode(name, text)));
        } else if (session.get(name(key)) != null) {
            rows.add(decode(name(key), session.get(name(key))));
        }
        Evaluator evaluator = new Evaluator(where, RowStatement.COLUMNS::indexOf);
        rows.removeIf(row -> !matches(evaluator, row));
        return rows;
    }

    /** The key of the one row that can match; null if the condition is another one. */
    private static Long key(Condition where) {
        return where instanceof Comparison comparison
                        && comparison.comparator() == Comparator.EQUAL
                        && comparison.left().equals(new Operand.Column("id"))
                        && comparison.right() instanceof Operand.IntegerLiteral key
                        && key.value() >= 0
                ? (Long) key.value()
                : null;
    }

    private static boolean matches(Evaluator condition, RowVersion row) {
        try {
            return condition.evaluate(cells(row)) == Truth.TRUE;
        } catch (ConditionException e) {
            throw new IllegalArgumentException("a condition that can't be put to a row: " + e.getMessage(), e);
        }
    }

    private static Cells cells(RowVersion row) {
        Long[] columns = {row.id(), row.a(), row.b()};
        return new Cells() {
            @Override
            public boolean isNull(int column) {
                return columns[column] == null;
            }

            @Override
            public boolean isText(int column) {
                return false;
            }

            @Override
            public long integer(int column) {
                return columns[column];
            }

            @Override
            public String text(int column) {
                throw new IllegalStateException("there are no texts in rows");
            }
        };
    }

    private static Long value(RowStatement.Aggregate aggregate, List<RowVersion> rows) {
        if (aggregate.function() == Rows.Aggregate.COUNT) {
            return (long) rows.size();
        }
        Stream<Long> values = rows.stream()
                .map(row -> aggregate.column().equals("a")
                        ? row.a()
                        : aggregate.column().equals("b") ? row.b() : (Long) row.id())
                .filter(Objects::nonNull);
        return switch (aggregate.function()) {
            case MIN -> values.min(Long::compare).orElse(null);
            case MAX -> values.max(Long::compare).orElse(null);
            default -> values.reduce(Math::addExact).orElse(null);
        };
    }

    private List<RowChange> insert(RowStatement.Insert insert, long number)
            throws IOException, InterruptedException, ConflictException {
        String there = session.get(name(insert.id()));
        if (there == null) {
            return List.of(write(new RowVersion(
                    RowVersion.bornAs(insert.id(), number), number, insert.id(), insert.a(), insert.b(), null)));
        }
        return switch (insert.onConflict()) {
            case FAIL -> throw new ConflictException("duplicate key");
            case SKIP -> List.of();
            case OVERWRITE -> {
                RowVersion old = decode(name(insert.id()), there);
                yield List.of(write(
                        new RowVersion(old.row(), number, old.id(), insert.a(), insert.b(), (Long) old.version())));
            }
        };
    }

    private RowChange update(RowVersion row, RowStatement.Update update, long number)
            throws IOException, InterruptedException, ConflictException {
        long id = row.id();
        Long a = row.a();
        Long b = row.b();
        switch (update.column()) {
            case "id" -> id = changed(update, (Long) id);
            case "a" -> a = changed(update, a);
            default -> b = changed(update, b);
        }
        if (id != row.id()) {
            if (session.get(name(id)) != null) {
                throw new ConflictException("duplicate key");
            }
            session.writeText(name(row.id()), null);
        }
        return write(new RowVersion(row.row(), number, id, a, b, (Long) row.version()));
    }

    private static Long changed(RowStatement.Update update, Long value) {
        return update.adds() ? value == null ? null : (Long) Math.addExact(value, update.value()) : update.value();
    }

    private RowChange write(RowVersion version) {
        session.writeText(name(version.id()), encode(version));
        return RowChange.written(version);
    }
}
