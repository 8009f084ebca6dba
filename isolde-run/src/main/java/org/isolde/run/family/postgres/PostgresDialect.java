package org.isolde.run.family.postgres;

import java.sql.SQLException;
import java.util.List;
import org.isolde.run.Handling;
import org.isolde.run.Isolation;
import org.isolde.run.Session.Failure;
import org.isolde.run.Session.Failure.Kind;
import org.isolde.run.jdbc.ReturningRows;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;

/** PostgreSQL's SQL. */
public class PostgresDialect extends SqlDialect {
    /** What applications on PostgreSQL and its kin have to know. */
    public static final Handling HANDLING =
            new Handling("SELECT ... FOR UPDATE", "SQLSTATE 40001, a serialization failure, or 40P01, a deadlock");

    /** The driver that comes with Isolde. */
    public static final String DRIVER = "org.postgresql.Driver";

    @Override
    protected String listType() {
        return "text";
    }

    @Override
    public String upsert(String table) {
        return insert(table) + " on conflict (id) do update set v = excluded.v";
    }

    @Override
    public String upsertAppend(String table) {
        return insert(table) + " on conflict (id) do update set v = " + concat(table + ".v", "excluded.v");
    }

    @Override
    public Failure classify(SQLException problem, boolean committing) {
        String state = problem.getSQLState() == null ? "" : problem.getSQLState();
        return switch (state) {
            case "55P03" -> new Failure(Kind.ABORTED, "lock timeout (55P03)");
            case "57014" -> new Failure(Kind.ABORTED, "statement timeout (57014)");
            // The server shuts down, crashed, or starts: it ends the connection with that.
            case "57P01", "57P02", "57P03" ->
                new Failure(committing ? Kind.UNKNOWN : Kind.DISCONNECTED, "connection lost (" + state + ")");
            default -> null;
        };
    }

    @Override
    public List<String> beginning(Isolation isolation) {
        return List.of("begin isolation level " + isolation.sql());
    }

    @Override
    public RowDialect rows(String table) {
        return new ReturningRows(table);
    }
}
