package org.isolde.run.db.derby;

import java.io.File;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.jdbc.EmbeddedDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** Apache Derby in this JVM and in memory; or any Derby by its URL. */
public final class DerbyDatabase extends EmbeddedDatabase {
    /** With this "error" Derby says that a database was dropped. */
    private static final String DROPPED = "08006";

    @Override
    public String name() {
        return "derby";
    }

    @Override
    public String summary() {
        return "Apache Derby in this JVM, in memory; fetched on first use";
    }

    @Override
    public Handling handling() {
        return new Handling(
                "SELECT ... FOR UPDATE WITH RS", "SQLSTATE 40001, a deadlock, or 40XL1, a lock that took too long");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RU),
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                new Isolation(
                        Isolation.REPEATABLE_READ,
                        Level.RC,
                        "rows that were read stay as they are, but whoever read that a key is absent may miss its insert,"
                                + " a phantom"),
                new Isolation(Isolation.SERIALIZABLE, Level.SER));
    }

    @Override
    public String versions() {
        return "any on Maven Central that is made like 10.16.1.1, the default; newer ones need a newer Java";
    }

    @Override
    protected Library library() {
        return new Library(null, List.of("org.apache.derby:derby", "org.apache.derby:derbyshared"));
    }

    @Override
    public SqlDialect dialect() {
        return new DerbyDialect();
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings("create").withUrl("jdbc:derby:memory:[\\w-]+");
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        // whoever waits for a lock finds a deadlock after a second, and gives up after two: the defaults are 20 and 60
        setting("derby.locks.deadlockTimeout", "1");
        setting("derby.locks.waitTimeout", "2");
        // its log would be made in the current folder; deadlocks are no news here
        setting("derby.stream.error.file", File.separatorChar == '/' ? "/dev/null" : "NUL");
        return super.open(target, access);
    }

    @Override
    protected RunningDatabase openNew(Target target, Access access) throws DatabaseException {
        String url = "jdbc:derby:memory:" + uniqueName();
        return open(target, access, url + ";create=true", dialect(), (driver, last) -> {
            last.close();
            try {
                driver.connect(url + ";drop=true", new Properties());
            } catch (SQLException e) {
                if (!DROPPED.equals(e.getSQLState())) {
                    throw e;
                }
            }
        });
    }

    /** Derby reads its settings from system properties; those of the user come first. */
    private static void setting(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
