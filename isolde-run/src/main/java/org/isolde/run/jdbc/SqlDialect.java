package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session.Failure;

/**
 * How one database spells what a session does. What is here is standard SQL; a dialect overrides what its database says
 * otherwise.
 *
 * <p>A table has the key {@code id}, the same number again as {@code sk} for access by a second index, and the value
 * {@code v}: a number, or a list as text with commas between. Parameters come in the order that the methods name.
 */
public class SqlDialect {
    /** How many of a list's characters a column must hold. */
    private static final int LIST_LENGTH = 4000;

    /** The name of a table, in a database that Isolde started; in one of others something stands behind it. */
    public static String table(int number) {
        return "isolde_run_" + number;
    }

    /** The statements that make an empty table. */
    public List<String> create(String table, Tables tables) {
        List<String> statements = new ArrayList<>();
        statements.add("create table " + table + " (id " + keyType() + " not null primary key, sk " + keyType()
                + " not null, v " + (tables.lists() ? listType() : keyType()) + ")" + tableSuffix());
        if (tables.secondaryIndex()) {
            statements.add("create index " + table + "_sk on " + table + " (sk)");
        }
        return statements;
    }

    public String drop(String table) {
        return "drop table if exists " + table;
    }

    /** Whether a drop failed because there was nothing to drop. */
    public boolean isMissingTable(SQLException problem) {
        return false;
    }

    /** Whether writes of single keys may be undone by rolling back to a savepoint. */
    public boolean hasSavepoints() {
        return rows(RowDialect.TABLE).hasSavepoints();
    }

    // ---- rows

    /** How it spells statements on rows, which are in that table. */
    public RowDialect rows(String table) {
        return new RowDialect(table);
    }

    protected String keyType() {
        return "bigint";
    }

    protected String listType() {
        return "varchar(" + LIST_LENGTH + ")";
    }

    /** What stands behind the columns, such as the engine. */
    protected String tableSuffix() {
        return "";
    }

    /** Parameters: key. */
    public String select(String table, boolean bySecondaryIndex) {
        return "select v from " + table + " where " + (bySecondaryIndex ? "sk" : "id") + " = ?";
    }

    /** Parameters: value, key. */
    public String update(String table) {
        return "update " + table + " set v = ? where id = ?";
    }

    /** Parameters: element, key. */
    public String append(String table) {
        return "update " + table + " set v = " + concat("v", "?") + " where id = ?";
    }

    /** Parameters: value, key, expected value. */
    public String updateIf(String table) {
        return "update " + table + " set v = ? where id = ? and v = ?";
    }

    /** Parameters: key, key, value. */
    public String insert(String table) {
        return "insert into " + table + " (id, sk, v) values (?, ?, ?)";
    }

    /** Insert or overwrite; parameters: key, key, value. Null, as in the standard, if there is no such statement. */
    public String upsert(String table) {
        return null;
    }

    /** Insert or append; parameters: key, key, element. Null, as in the standard, if there is no such statement. */
    public String upsertAppend(String table) {
        return null;
    }

    /** A list with one more element behind a comma. */
    protected String concat(String list, String element) {
        return list + " || ',' || " + element;
    }

    /** Asks for an isolation level on a connection with autocommit off. */
    public void isolate(Connection connection, Isolation isolation) throws SQLException {
        connection.setTransactionIsolation(
                switch (isolation.name()) {
                    case Isolation.READ_UNCOMMITTED -> Connection.TRANSACTION_READ_UNCOMMITTED;
                    case Isolation.READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
                    case Isolation.REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
                    case Isolation.SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
                    default -> throw new SQLException("JDBC has no level " + isolation.name());
                });
    }

    /** What a person types once at a terminal, so that transactions have an isolation level; maybe nothing. */
    public List<String> opening(Isolation isolation) {
        return List.of();
    }

    /** What a person types to begin a transaction at an isolation level; nothing where it begins by itself. */
    public List<String> beginning(Isolation isolation) {
        return List.of("start transaction isolation level " + isolation.sql());
    }

    /** How transactions of that isolation level are asked for their timestamps; null if they can't be. */
    public SqlTimestamps timestamps(Isolation isolation) {
        return null;
    }

    /** Begins a transaction where that has to be said; JDBC begins one by itself. */
    public void begin(Connection connection) throws SQLException {}

    /**
     * What an error means, by its code or message, where this database differs from the standard.
     *
     * @return null if the SQLState says it all
     */
    public Failure classify(SQLException problem, boolean committing) {
        return null;
    }

    /** Whether an insert failed because the row was there already. */
    public boolean isDuplicateKey(SQLException problem) {
        return "23505".equals(problem.getSQLState());
    }
}
