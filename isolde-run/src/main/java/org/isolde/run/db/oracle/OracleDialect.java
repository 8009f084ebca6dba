package org.isolde.run.db.oracle;

import java.sql.SQLException;
import java.util.List;
import org.isolde.run.Isolation;
import org.isolde.run.Session.Failure;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;

/** Oracle's SQL. */
final class OracleDialect extends SqlDialect {
    private static final int DUPLICATE = 1;
    private static final int DEADLOCK = 60;
    private static final int MISSING = 942;
    private static final int CANNOT_SERIALIZE = 8177;

    @Override
    protected String keyType() {
        return "number(19)";
    }

    @Override
    protected String listType() {
        return "varchar2(4000)";
    }

    @Override
    public String drop(String table) {
        return "drop table " + table + " purge";
    }

    @Override
    public boolean isMissingTable(SQLException problem) {
        return problem.getErrorCode() == MISSING;
    }

    @Override
    public String upsert(String table) {
        return merge(table, "s.v");
    }

    @Override
    public String upsertAppend(String table) {
        return merge(table, concat("t.v", "s.v"));
    }

    private static String merge(String table, String value) {
        return "merge into " + table + " t using (select ? id, ? sk, ? v from dual) s on (t.id = s.id)"
                + " when matched then update set t.v = " + value
                + " when not matched then insert (id, sk, v) values (s.id, s.sk, s.v)";
    }

    @Override
    public boolean isDuplicateKey(SQLException problem) {
        return problem.getErrorCode() == DUPLICATE;
    }

    @Override
    public Failure classify(SQLException problem, boolean committing) {
        return switch (problem.getErrorCode()) {
            case CANNOT_SERIALIZE -> new Failure(Failure.Kind.ABORTED, "serialization failure (ORA-08177)");
            case DEADLOCK -> new Failure(Failure.Kind.ABORTED, "deadlock (ORA-00060)");
            default -> null;
        };
    }

    @Override
    public List<String> beginning(Isolation isolation) {
        return List.of("set transaction isolation level " + isolation.sql());
    }

    @Override
    public RowDialect rows(String table) {
        return new RowDialect(table) {
            @Override
            protected String numberType() {
                return keyType();
            }

            @Override
            protected String nameType() {
                return "varchar2(40)";
            }
        };
    }
}
