package org.isolde.run.db.hsqldb;

import java.util.List;
import java.util.Locale;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.jdbc.EmbeddedDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** HSQLDB in this JVM and in memory, in each of its three transaction models; or any HSQLDB by its URL. */
public final class HsqldbDatabase extends EmbeddedDatabase {
    private static final String MODEL = "tx";
    private static final List<String> MODELS = List.of("locks", "mvlocks", "mvcc");

    @Override
    public String name() {
        return "hsqldb";
    }

    @Override
    public String summary() {
        return "HSQLDB in this JVM, in memory";
    }

    @Override
    public List<Isolation> isolations(Target target) {
        if (target.option(MODEL, "mvcc").equals("mvcc")) {
            String note = "with multiple versions this is a snapshot, says its documentation";
            return List.of(
                    new Isolation(Isolation.READ_UNCOMMITTED, Level.RC, "treated as read committed"),
                    new Isolation(Isolation.READ_COMMITTED, Level.RC),
                    new Isolation(Isolation.REPEATABLE_READ, Level.SI, note),
                    new Isolation(Isolation.SERIALIZABLE, Level.SI, note));
        }
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RU),
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                new Isolation(Isolation.REPEATABLE_READ, Level.SER, "locks whole tables until the end"),
                new Isolation(
                        Isolation.SERIALIZABLE, Level.SER, "in the model mvlocks of 2.7.4 write skew has been seen"));
    }

    @Override
    public List<String> options() {
        return List.of("tx=mvcc|locks|mvlocks  the transaction model (default: mvcc)");
    }

    @Override
    public String versions() {
        return "any on Maven Central, such as hsqldb:2.6.1; without one, the version that comes with Isolde";
    }

    @Override
    protected Library library() {
        return new Library("org.hsqldb.jdbc.JDBCDriver", List.of("org.hsqldb:hsqldb"));
    }

    @Override
    public SqlDialect dialect() {
        return new HsqldbDialect();
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings(MODEL, "hsqldb.tx", "hsqldb.tx_level", "hsqldb.tx_conflict_rollback")
                .withUrl("jdbc:hsqldb:(?:mem:[\\w-]+|hsqls?://" + Harmless.HOSTS + ")");
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        model(target);
        QuietOutput.install();
        return super.open(target, access);
    }

    @Override
    protected RunningDatabase openNew(Target target, Access access) throws DatabaseException {
        String url = "jdbc:hsqldb:mem:" + uniqueName() + ";hsqldb.tx=" + model(target);
        return open(target, access, url, dialect(), statement("shutdown"));
    }

    private static String model(Target target) throws DatabaseException {
        String model = target.option(MODEL, "mvcc").toLowerCase(Locale.ROOT);
        if (!MODELS.contains(model)) {
            throw new DatabaseException(
                    "'" + model + "' is no transaction model of HSQLDB; it has " + String.join(", ", MODELS));
        }
        return model;
    }
}
