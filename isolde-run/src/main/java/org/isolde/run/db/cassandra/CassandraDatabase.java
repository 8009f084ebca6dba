package org.isolde.run.db.cassandra;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.isolde.history.Level;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.Target;
import org.isolde.run.artifact.AdapterLoader;
import org.isolde.run.artifact.ArtifactStore;

/** Cassandra 5, one node, for its lightweight transactions: a compare-and-set of one row. */
public final class CassandraDatabase implements Database {
    /** The versions of Java that Cassandra 5 runs on. */
    private static final Set<Integer> FITTING = Set.of(11, 17);

    @Override
    public String name() {
        return "cassandra";
    }

    @Override
    public String summary() {
        return "Cassandra 5, one node, for compare-and-set alone; fetched (80 MB) and started, which takes half a minute";
    }

    @Override
    public Handling handling() {
        return new Handling("", "an answer in which [applied] is false");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(new Isolation("lwt", Level.LIN, "writes with IF, reads at consistency level SERIAL"));
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.COMPARE_AND_SET);
    }

    @Override
    public List<String> options() {
        return List.of(
                "commitlog=batch|periodic  batch, the default: a write is forced to disk before it is confirmed; periodic,"
                        + " as Cassandra ships: every 10 s, and a server that is killed loses what was confirmed since",
                "java=DIR  the home of a Java 11 or 17 for the server; without it, the one that runs Isolde");
    }

    /** {@code java} names a program. */
    @Override
    public Harmless harmless() {
        return Harmless.settings("commitlog");
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        if (target.version() != null) {
            throw new DatabaseException("cassandra comes in one version; say cassandra without one");
        }
        String log = target.option("commitlog", "batch");
        if (!RunningCassandra.SETTINGS_OF_LOG.containsKey(log)) {
            throw new DatabaseException(
                    "cassandra has no commitlog=" + log + "; use commitlog=batch or commitlog=periodic");
        }
        Path java = java(target.option("java", null));
        ArtifactStore store = ArtifactStore.ofUser();
        List<Path> serverJars = store.fetchAll("cassandra", access.progress());
        List<Path> driverJars = store.fetchAll("cassandra-driver", access.progress());
        Driver driver =
                AdapterLoader.load(Driver.class, "org.isolde.run.db.cassandra.engine.CassandraDriver", driverJars);
        access.progress().at("starting cassandra", -1);
        return RunningCassandra.start(java, serverJars, driver, log);
    }

    private static Path java(String home) throws DatabaseException {
        if (home == null && !FITTING.contains(Runtime.version().feature())) {
            throw new DatabaseException("Cassandra 5 runs on Java 11 or 17, and this is Java "
                    + Runtime.version().feature() + "; name the home of such a Java with --db-option java=DIR");
        }
        Path java = Path.of(home == null ? System.getProperty("java.home") : home, "bin", "java");
        if (!Files.isExecutable(java)) {
            throw new DatabaseException(
                    "there is no program " + java + "; give the home of a Java 11 or 17 as java=DIR");
        }
        return java;
    }

    /** What the classes that link to the driver's jars offer. */
    public interface Driver {
        /**
         * Connects to a new server on this machine, as its one user, who gets this password.
         *
         * @throws DatabaseException that says why it can't be done
         */
        Connection connect(int port, String password) throws DatabaseException;
    }

    /** A connection that all sessions use. */
    public interface Connection extends AutoCloseable {
        String version();

        void createTables(RunningDatabase.Tables tables);

        Session session(RunningDatabase.Tables tables);

        @Override
        void close();
    }
}
