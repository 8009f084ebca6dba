package org.isolde.run.family.mysql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Access.Progress;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.RunningDatabase.Node;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.Session.Failure.Kind;
import org.isolde.run.Session.WriteStyle;
import org.isolde.run.SessionOptions;
import org.isolde.run.SessionOptions.Statements;
import org.isolde.run.Target;
import org.isolde.run.db.galera.GaleraDatabase;
import org.isolde.run.db.mariadb.MariadbDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The MariaDB that the system has installed, alone and as a cluster. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class MariadbDatabaseTest {
    /** Large ones, which are fetched: by hand, {@code -Disolde.mariadb=mariadb:11.4.5} or {@code mysql:8.0.33}. */
    private static final Target TARGET =
            Target.parse(System.getProperty("isolde.mariadb", "mariadb"), Map.of("innodb_lock_wait_timeout", "1"));

    @Test
    void transactionsAndTheirFailures() throws Exception {
        assumeInstalled(TARGET);
        try (RunningDatabase database = Databases.of(TARGET).open(TARGET, Access.plain())) {
            Tables registers = new Tables(2, false, true);
            database.createTables(registers);
            registers(database, registers);
            lockTimeout(database, registers);
            killAndRestart(database, registers);
            Tables lists = new Tables(1, true, false);
            database.createTables(lists);
            lists(database, lists);
        }
    }

    private static void registers(RunningDatabase database, Tables tables) throws Exception {
        try (Session session = session(database, TARGET, 0, tables, Isolation.SERIALIZABLE)) {
            session.begin();
            assertEquals(Session.ABSENT, session.read(1));
            session.write(1, 10, WriteStyle.UPSERT);
            session.write(1, 11, WriteStyle.UPSERT);
            session.write(2, 20, WriteStyle.UPDATE_THEN_INSERT);
            session.commit();
            session.begin();
            assertEquals(11, session.read(1));
            assertEquals(20, session.read(2));
            SQLException problem = assertThrows(SQLException.class, () -> session.write(1, 12, WriteStyle.INSERT));
            assertEquals(
                    "duplicate key (1062)", session.classify(problem, false).reason());
            session.rollback();
            assertTrue(session.compareAndSet(1, 11, 13));
        }
    }

    private static void lockTimeout(RunningDatabase database, Tables tables) throws Exception {
        try (Session one = session(database, TARGET, 0, tables, Isolation.SERIALIZABLE);
                Session two = session(database, TARGET, 1, tables, Isolation.SERIALIZABLE)) {
            one.begin();
            two.begin();
            one.read(1);
            two.read(1);
            SQLException timeout = assertThrows(SQLException.class, () -> one.write(1, 2, WriteStyle.UPDATE));
            assertEquals(new Session.Failure(Kind.ABORTED, "lock timeout (1205)"), one.classify(timeout, false));
            one.rollback();
            two.rollback();
        }
    }

    private static void killAndRestart(RunningDatabase database, Tables tables) throws Exception {
        Node node = database.nodes().get(0);
        try (Session session = session(database, TARGET, 0, tables, Isolation.REPEATABLE_READ)) {
            session.begin();
            session.write(1, 77, WriteStyle.UPSERT);
            session.commit();
            session.begin();
            session.write(1, 78, WriteStyle.UPSERT);
            node.kill();
            SQLException problem = assertThrows(SQLException.class, () -> session.read(1));
            assertEquals(Kind.DISCONNECTED, session.classify(problem, false).kind());
            assertEquals(Kind.UNKNOWN, session.classify(problem, true).kind());
        }
        node.restart();
        try (Session session = session(database, TARGET, 0, tables, Isolation.REPEATABLE_READ)) {
            session.begin();
            assertEquals(77, session.read(1));
            session.commit();
        }
    }

    private static void lists(RunningDatabase database, Tables tables) throws Exception {
        try (Session session = session(database, TARGET, 0, tables, Isolation.READ_COMMITTED)) {
            session.begin();
            session.append(1, 10, WriteStyle.UPSERT);
            session.append(1, 11, WriteStyle.UPSERT);
            session.append(1, 12, WriteStyle.UPDATE_THEN_INSERT);
            session.commit();
            session.begin();
            assertArrayEquals(new long[] {10, 11, 12}, session.readList(1));
            session.rollback();
        }
    }

    @Test
    void withSnapshotIsolationTheSecondWriterAborts() throws Exception {
        Target target = Target.parse("mariadb", Map.of("innodb_snapshot_isolation", "ON"));
        assumeInstalled(target);
        assertEquals(
                Level.SI,
                Databases.isolation(new MariadbDatabase(), target, Isolation.REPEATABLE_READ)
                        .claims());
        Tables tables = new Tables(1, false, false);
        try (RunningDatabase database = new MariadbDatabase().open(target, Access.plain())) {
            database.createTables(tables);
            try (Session one = session(database, target, 0, tables, Isolation.REPEATABLE_READ);
                    Session two = session(database, target, 1, tables, Isolation.REPEATABLE_READ)) {
                one.begin();
                one.write(1, 1, WriteStyle.UPSERT);
                one.commit();
                two.begin();
                two.read(1);
                one.begin();
                one.write(1, 2, WriteStyle.UPDATE);
                one.commit();
                SQLException problem = assertThrows(SQLException.class, () -> two.write(1, 3, WriteStyle.UPDATE));
                assertEquals(
                        "record changed since the snapshot (1020)",
                        two.classify(problem, false).reason());
                two.rollback();
            }
        }
    }

    @Test
    void aClusterTakesWritesOnAllNodesAndANodeComesBack() throws Exception {
        Target target = Target.parse("galera", Map.of());
        assumeInstalled(target);
        Tables tables = new Tables(1, false, false);
        try (RunningDatabase database = new GaleraDatabase().open(target, Access.plain())) {
            List<Node> nodes = database.nodes();
            assertEquals(3, nodes.size());
            database.createTables(tables);
            for (int i = 0; i < 3; i++) {
                try (Session session = session(database, target, i, tables, Isolation.REPEATABLE_READ)) {
                    session.begin();
                    session.write(i, 100 + i, WriteStyle.UPSERT);
                    session.commit();
                }
            }
            // The first node made the cluster; it has to come back into it, and not to make another.
            nodes.get(0).kill();
            try (Session session = session(database, target, 1, tables, Isolation.REPEATABLE_READ)) {
                session.begin();
                session.write(7, 107, WriteStyle.UPSERT);
                session.commit();
            }
            nodes.get(0).restart();
            try (Session session = session(database, target, 0, tables, Isolation.REPEATABLE_READ)) {
                session.begin();
                assertEquals(101, session.read(1));
                assertEquals(107, session.read(7));
                session.commit();
            }
        }
    }

    /** By hand, MySQL's own driver too: {@code -Disolde.mariadb=mysql:8.0.33}. */
    @Test
    void aRunningServerIsUsedByItsUrl() throws Exception {
        assumeInstalled(TARGET);
        boolean mysql = TARGET.name().equals("mysql");
        InnodbDatabase started = (InnodbDatabase) Databases.of(TARGET);
        MysqlInstallation installation = started.installation(TARGET.version(), Progress.SILENT);
        try (MysqlServers server = MysqlServers.start(installation, Map.of(), Cluster.NONE)) {
            Target url = Target.parse(mysql ? server.url(0).replace("mariadb", "mysql") : server.url(0), Map.of());
            Database kind = Databases.of(url);
            assertEquals(TARGET.name(), kind.name());
            Access right = new Access(MysqlInstallation.USER, server.password(), null, Progress.SILENT);
            Tables tables = new Tables(1, false, false);
            try (RunningDatabase database = kind.open(url, right)) {
                assertEquals(List.of(), database.nodes());
                database.createTables(tables);
                try (Session one = session(database, url, 0, tables, Isolation.SERIALIZABLE)) {
                    one.begin();
                    one.write(1, 5, WriteStyle.UPSERT);
                    one.commit();
                    one.begin();
                    one.read(1);
                    server.nodes().get(0).kill();
                    SQLException problem = assertThrows(SQLException.class, () -> one.read(1));
                    assertEquals(Kind.DISCONNECTED, one.classify(problem, false).kind());
                }
                server.nodes().get(0).restart();
            }
            Access wrong = new Access(MysqlInstallation.USER, "not-it", null, Progress.SILENT);
            DatabaseException problem = assertThrows(DatabaseException.class, () -> kind.open(url, wrong));
            assertTrue(problem.getMessage().contains("ISOLDE_PASSWORD"), problem.getMessage());
            assertFalse(problem.getMessage().contains("not-it"), problem.getMessage());
        }
    }

    @Test
    void aVersionThatIsNowhereNamesTheCure() {
        for (String wrong : List.of("mariadb:5.1", "mysql:5.1")) {
            Target target = Target.parse(wrong, Map.of());
            DatabaseException problem = assertThrows(
                    DatabaseException.class, () -> Databases.of(target).open(target, Access.plain()));
            assertTrue(problem.getMessage().contains("--db " + target.name() + ":"), problem.getMessage());
        }
    }

    private static void assumeInstalled(Target target) {
        assumeTrue(
                target.version() != null || target.name().equals("mysql") || MariadbPrograms.find("mariadbd") != null,
                "MariaDB is not installed: apt-get install mariadb-server galera-4 rsync");
        assumeTrue(
                !target.name().equals("galera") || MariadbPrograms.find("rsync") != null,
                "Galera is not installed: apt-get install mariadb-server galera-4 rsync");
    }

    private static Session session(RunningDatabase database, Target target, int number, Tables tables, String isolation)
            throws Exception {
        Database kind = Databases.of(target);
        return database.session(
                new SessionOptions(number, Databases.isolation(kind, target, isolation), tables, Statements.SHARED));
    }
}
