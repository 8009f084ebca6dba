package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A database that can say which of its sessions wait for a lock, which beats guessing it from the time that they take. */
public interface LockWaits {
    /** Makes a session ready to be asked about, and returns the database's number of it. */
    long register(Connection session) throws SQLException;

    /** Which of these sessions wait for a lock. */
    Set<Long> waiting(Connection observer, Collection<Long> sessions) throws SQLException;

    /** How long to wait before each question. */
    Duration pause();

    /**
     * The way to ask this database; null if there is none, or if this user may not ask.
     *
     * @param observer a connection with autocommit on
     */
    static LockWaits of(Connection observer) throws SQLException {
        LockWaits way = byProduct(observer.getMetaData().getDatabaseProductName());
        if (way == null) {
            return null;
        }
        try {
            way.waiting(observer, Set.of(way.register(observer)));
            return way;
        } catch (SQLException e) {
            // a database that only speaks PostgreSQL's or MySQL's protocol, or a user without the right to look: time
            // decides
            return null;
        }
    }

    private static LockWaits byProduct(String product) {
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> new PostgresLockWaits();
            case "mysql", "mariadb" -> new InnodbLockWaits();
            case "h2" -> new H2LockWaits();
            default -> null;
        };
    }

    private static Set<Long> numbers(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            Set<Long> numbers = new HashSet<>();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers;
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        return numbers(connection, query).iterator().next();
    }

    private static String list(Collection<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** PostgreSQL knows who blocks whom. */
    final class PostgresLockWaits implements LockWaits {
        @Override
        public long register(Connection session) throws SQLException {
            return number(session, "select pg_backend_pid()");
        }

        @Override
        public Set<Long> waiting(Connection observer, Collection<Long> sessions) throws SQLException {
            return numbers(
                    observer,
                    "select pid from unnest(array[" + list(sessions)
                            + "]::int[]) pid where cardinality(pg_blocking_pids(pid)) > 0");
        }

        @Override
        public Duration pause() {
            return Duration.ofMillis(2);
        }
    }

    /**
     * InnoDB, in MySQL and MariaDB. Its monitor tells how things are now; {@code information_schema.innodb_trx} is brought up to date
     * only for those who did not look in the last 100 ms.
     */
    final class InnodbLockWaits implements LockWaits {
        private static final Pattern THREAD = Pattern.compile("(?:MariaDB|MySQL) thread id (\\d+),.*");

        @Override
        public long register(Connection session) throws SQLException {
            return number(session, "select connection_id()");
        }

        @Override
        public Set<Long> waiting(Connection observer, Collection<Long> sessions) throws SQLException {
            try (Statement statement = observer.createStatement();
                    ResultSet rows = statement.executeQuery("show engine innodb status")) {
                if (!rows.next()) {
                    throw new SQLException("there is no InnoDB");
                }
                Set<Long> waiting = waiting(rows.getString("Status"));
                waiting.retainAll(sessions);
                return waiting;
            }
        }

        /** The sessions whose transactions wait; those of the last deadlock, which are told before, begin otherwise. */
        static Set<Long> waiting(String status) {
            Set<Long> waiting = new HashSet<>();
            boolean inTransaction = false;
            boolean waits = false;
            for (String line : status.split("\n", -1)) {
                if (line.startsWith("---TRANSACTION ")) {
                    inTransaction = true;
                    waits = false;
                } else if (inTransaction && line.startsWith("LOCK WAIT ")) {
                    waits = true;
                } else if (inTransaction) {
                    Matcher thread = THREAD.matcher(line);
                    if (thread.matches()) {
                        if (waits) {
                            waiting.add(Long.parseLong(thread.group(1)));
                        }
                        inTransaction = false;
                    }
                }
            }
            return waiting;
        }

        @Override
        public Duration pause() {
            return Duration.ofMillis(2);
        }
    }

    /** H2 names the session that another one waits for. */
    final class H2LockWaits implements LockWaits {
        /** Its usual timeout is so short that on a busy machine it would decide instead of the interleaving. */
        private static final int LOCK_TIMEOUT_MILLIS = 10_000;

        @Override
        public long register(Connection session) throws SQLException {
            try (Statement statement = session.createStatement()) {
                statement.execute("set lock_timeout " + LOCK_TIMEOUT_MILLIS);
            }
            return number(session, "select session_id()");
        }

        @Override
        public Set<Long> waiting(Connection observer, Collection<Long> sessions) throws SQLException {
            return numbers(
                    observer,
                    "select session_id from information_schema.sessions where blocker_id is not null and session_id in ("
                            + list(sessions) + ")");
        }

        @Override
        public Duration pause() {
            return Duration.ofMillis(1);
        }
    }
}
