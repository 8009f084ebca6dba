package org.isolde.run.family.mysql;

import java.sql.SQLException;
import java.util.List;
import org.isolde.run.Isolation;
import org.isolde.run.Session.Failure;
import org.isolde.run.Session.Failure.Kind;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.rows.RowStatement.Insert;

/** The SQL of MySQL, MariaDB and TiDB. */
public class MysqlDialect extends SqlDialect {
    @Override
    protected String tableSuffix() {
        return " engine = InnoDB";
    }

    @Override
    protected String concat(String list, String element) {
        // "||" is "or" here.
        return "concat(" + list + ", ',', " + element + ")";
    }

    /** Said by {@code values()}, which MySQL calls deprecated and MariaDB has no other word for. */
    @Override
    public String upsert(String table) {
        return insert(table) + " on duplicate key update v = values(v)";
    }

    @Override
    public String upsertAppend(String table) {
        return insert(table) + " on duplicate key update v = " + concat("v", "values(v)");
    }

    @Override
    public Failure classify(SQLException problem, boolean committing) {
        return switch (problem.getErrorCode()) {
            case 1213 -> aborted("deadlock", 1213);
            case 1205 -> aborted("lock timeout", 1205);
            case 1020 -> aborted("record changed since the snapshot", 1020);
            case 1062 -> aborted("duplicate key", 1062);
            case 1180 -> aborted("commit refused", 1180);
            case 3101 -> aborted("rolled back by the group", 3101);
            // The node is not in the cluster's majority, and refuses all.
            case 1047 -> new Failure(committing ? Kind.UNKNOWN : Kind.DISCONNECTED, "node not ready (1047)");
            case 1053, 1152, 1184, 1927, 2006, 2013, 2055 ->
                new Failure(
                        committing ? Kind.UNKNOWN : Kind.DISCONNECTED,
                        "connection lost (" + problem.getErrorCode() + ")");
            case 1317 -> new Failure(committing ? Kind.UNKNOWN : Kind.ABORTED, "interrupted (1317)");
            default -> null;
        };
    }

    private static Failure aborted(String reason, int code) {
        return new Failure(Kind.ABORTED, reason + " (" + code + ")");
    }

    @Override
    public boolean isDuplicateKey(SQLException problem) {
        return problem.getErrorCode() == 1062;
    }

    @Override
    public List<String> opening(Isolation isolation) {
        return List.of("set session transaction isolation level " + isolation.sql());
    }

    @Override
    public List<String> beginning(Isolation isolation) {
        return List.of("start transaction");
    }

    @Override
    public RowDialect rows(String table) {
        return new RowDialect(table) {
            @Override
            protected String tableSuffix() {
                return MysqlDialect.this.tableSuffix();
            }

            @Override
            public String insert(Insert insert) {
                return switch (insert.onConflict()) {
                    case FAIL -> insertText();
                    case SKIP -> insertText().replace("insert into", "insert ignore into");
                    case OVERWRITE ->
                        insertText() + " on duplicate key update prev = v, v = values(v), a = values(a), b = values(b)";
                };
            }
        };
    }
}
