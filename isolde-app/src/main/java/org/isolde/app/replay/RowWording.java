package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowVersion;

/**
 * Statements on rows, as the sessions send them. Where a database can't say by {@code returning} which rows it changed, they are
 * locked before; and a conflict clause that it does not have is what came of it.
 */
final class RowWording implements SqlWording {
    private final SqlDialect sql;
    private final RowDialect dialect;

    RowWording(SqlDialect sql) {
        this.sql = sql;
        this.dialect = sql.rows(RowDialect.TABLE);
    }

    @Override
    public List<String> create(Excerpt excerpt) {
        return dialect.create();
    }

    @Override
    public List<String> drop(Excerpt excerpt) {
        return List.of(sql.drop(dialect.table()));
    }

    @Override
    public List<String> preparation(Excerpt excerpt) {
        List<String> statements = new ArrayList<>();
        excerpt.preparation().forEach(op -> statements.addAll(statements((RowOperation) op)));
        return statements;
    }

    @Override
    public List<String> statements(Schedule schedule, Step step) {
        return statements((RowOperation) schedule.excerpt().operation(step));
    }

    private List<String> statements(RowOperation op) {
        RowStatement statement = op.statement();
        String version = Long.toString(op.number());
        if (statement instanceof RowStatement.Select select) {
            return List.of(by(select.where(), dialect.select(select.where())));
        }
        if (statement instanceof RowStatement.Aggregate aggregate) {
            return List.of(by(aggregate.where(), dialect.aggregate(aggregate)));
        }
        if (statement instanceof RowStatement.Insert insert) {
            return insert(insert, op);
        }
        if (statement instanceof RowStatement.Update update) {
            return change(update.where(), by(update.where(), dialect.update(update), version, literal(update.value())));
        }
        Condition where = ((RowStatement.Delete) statement).where();
        return change(where, by(where, dialect.delete(where)));
    }

    private List<String> change(Condition where, String text) {
        return dialect.hasReturning()
                ? List.of(dialect.returning(text))
                : List.of(by(where, dialect.selectToChange(where)), text);
    }

    private List<String> insert(RowStatement.Insert insert, RowOperation op) {
        boolean updated = op.recorded().changes().stream().anyMatch(change -> change.kind() == RowChange.Kind.UPDATED);
        if (dialect.insert(insert) == null && updated) {
            return change(
                    RowStatement.key(insert.id()),
                    by(
                            RowStatement.key(insert.id()),
                            dialect.update(
                                    new RowStatement.Update(RowStatement.key(insert.id()), "a", false, insert.a())),
                            Long.toString(op.number()),
                            literal(insert.a())));
        }
        String text = dialect.insert(insert);
        if (text == null) {
            text = dialect.insert(
                    new RowStatement.Insert(insert.id(), insert.a(), insert.b(), RowStatement.OnConflict.FAIL));
        }
        String filled = SqlWording.fill(
                text,
                Long.toString(insert.id()),
                literal(insert.a()),
                literal(insert.b()),
                Long.toString(op.number()),
                "'" + RowVersion.bornAs(insert.id(), op.number()) + "'");
        return List.of(dialect.hasReturning() ? dialect.returning(filled) : filled);
    }

    /** Fills in parameters; the last is the key, if the condition asks for just one. */
    private static String by(Condition where, String text, String... literals) {
        Long key = RowDialect.key(where);
        String[] all = key == null ? literals : Arrays.copyOf(literals, literals.length + 1);
        if (key != null) {
            all[literals.length] = key.toString();
        }
        return SqlWording.fill(text, all);
    }

    private static String literal(Long value) {
        return value == null ? "null" : value.toString();
    }
}
