package org.isolde.run.jdbc;

import org.isolde.condition.Condition;
import org.isolde.run.rows.RowStatement.Insert;

/** Rows as PostgreSQL spells them, and those who have taken it over: {@code on conflict} and {@code returning}. */
public class ReturningRows extends RowDialect {
    /** @param table the table's name */
    public ReturningRows(String table) {
        super(table);
    }

    @Override
    public String insert(Insert insert) {
        return switch (insert.onConflict()) {
            case FAIL -> insertText();
            case SKIP -> insertText() + " on conflict (id) do nothing";
            case OVERWRITE ->
                insertText() + " on conflict (id) do update set prev = " + table()
                        + ".v, v = excluded.v, a = excluded.a, b = excluded.b";
        };
    }

    /** Never needed: a change tells by itself which rows it made. */
    @Override
    public String selectToChange(Condition where) {
        return select(where);
    }

    @Override
    public boolean hasReturning() {
        return true;
    }
}
