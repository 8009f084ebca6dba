package org.isolde.run.db.derby;

import java.sql.SQLException;
import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.run.Isolation;
import org.isolde.run.Session.Failure;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;

/** Derby's SQL. Its MERGE takes no parameters as a source, so upserts are left to an update and an insert. */
final class DerbyDialect extends SqlDialect {
    @Override
    public String drop(String table) {
        // no "if exists" before 10.17; the tables of an earlier run are dropped by the one that knows that they are
        // there
        return "drop table " + table;
    }

    @Override
    public boolean isMissingTable(SQLException problem) {
        return "42Y55".equals(problem.getSQLState());
    }

    @Override
    protected String concat(String list, String element) {
        return list + " || ',' || cast(" + element + " as varchar(40))";
    }

    @Override
    public Failure classify(SQLException problem, boolean committing) {
        return "40XL1".equals(problem.getSQLState()) ? new Failure(Failure.Kind.ABORTED, "lock timeout (40XL1)") : null;
    }

    /** As ij takes it. Its own SQL calls the standard's serializable "repeatable read", and the standard's that RS. */
    @Override
    public List<String> opening(Isolation isolation) {
        return List.of(
                "autocommit off",
                "set isolation " + (isolation.name().equals(Isolation.REPEATABLE_READ) ? "RS" : isolation.sql()));
    }

    @Override
    public List<String> beginning(Isolation isolation) {
        return List.of();
    }

    @Override
    public RowDialect rows(String table) {
        return new RowDialect(table) {
            /** Its {@code for update} is about cursors; at the levels that lock, what is read is locked. */
            @Override
            public String selectToChange(Condition where) {
                return select(where);
            }
        };
    }
}
