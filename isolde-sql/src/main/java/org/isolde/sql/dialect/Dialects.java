package org.isolde.sql.dialect;

import java.util.List;
import java.util.Optional;

/** The dialects that there are. */
public final class Dialects {
    private static final List<Dialect> ALL = List.of(
            new H2Dialect(),
            new SqliteDialect(),
            new HsqldbDialect(),
            new DerbyDialect(),
            new DuckdbDialect(),
            new PostgresDialect("postgres"),
            new PostgresDialect("cockroachdb"),
            new PostgresDialect("yugabytedb"),
            new MysqlDialect("mariadb"),
            new MysqlDialect("galera"),
            new MysqlDialect("mysql"),
            new MysqlDialect("tidb", Feature.LOCKING_FOR_SHARE));

    private Dialects() {}

    /** The dialect of a kind of database, by its name; empty if statements for it can't be written. */
    public static Optional<Dialect> of(String database) {
        return ALL.stream().filter(dialect -> dialect.name().equals(database)).findFirst();
    }

    /** What is told of a database that has none. */
    public static String unknown(String database) {
        return "'" + database + "' can't be fuzzed; " + String.join(", ", names()) + " can";
    }

    /** The names of the databases that have one. */
    public static List<String> names() {
        return ALL.stream().map(Dialect::name).toList();
    }
}
