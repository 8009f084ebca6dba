package org.isolde.run.db.h2;

import java.util.List;
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

/** H2 in this JVM and in memory; or any H2 by its URL. */
public final class H2Database extends EmbeddedDatabase {
    @Override
    public String name() {
        return "h2";
    }

    @Override
    public String summary() {
        return "H2 in this JVM, in memory";
    }

    @Override
    public Handling handling() {
        return new Handling("SELECT ... FOR UPDATE", "error 90131, a concurrent update, or 40001, a deadlock");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RU),
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                new Isolation(
                        Isolation.REPEATABLE_READ,
                        Level.CS,
                        "rows that were read stay as they are; the snapshot is of each table by itself, when a statement"
                                + " first names it"),
                new Isolation(Isolation.SNAPSHOT, Level.SI),
                new Isolation(
                        Isolation.SERIALIZABLE,
                        Level.SER,
                        "its documentation says that transactions that write may not be serializable: write skew is"
                                + " known, a lost update is not"));
    }

    @Override
    public List<String> options() {
        return List.of("NAME=VALUE  a setting of H2's URL, such as OPTIMIZE_REUSE_RESULTS=0");
    }

    @Override
    public String versions() {
        return "any on Maven Central, such as h2:2.3.232; without one, the version that comes with Isolde";
    }

    @Override
    protected Library library() {
        return new Library("org.h2.Driver", List.of("com.h2database:h2"));
    }

    @Override
    public SqlDialect dialect() {
        return new H2Dialect();
    }

    /** No files: what is stored in one, triggers for instance, runs here. */
    @Override
    public Harmless harmless() {
        return Harmless.settings(
                        "OPTIMIZE_REUSE_RESULTS",
                        "LOCK_TIMEOUT",
                        "DEFAULT_LOCK_TIMEOUT",
                        "LOCK_MODE",
                        "MODE",
                        "DB_CLOSE_DELAY",
                        "CACHE_SIZE",
                        "MAX_MEMORY_ROWS",
                        "WRITE_DELAY",
                        "RETENTION_TIME",
                        "QUERY_CACHE_SIZE",
                        "OPTIMIZE_DISTINCT",
                        "OPTIMIZE_IN_LIST",
                        "OPTIMIZE_IN_SELECT",
                        "OPTIMIZE_OR",
                        "OPTIMIZE_TWO_EQUALS",
                        "RECOMPILE_ALWAYS",
                        "ANALYZE_AUTO")
                .withUrl("jdbc:h2:(?:mem:[\\w-]+|(?:tcp|ssl)://" + Harmless.HOSTS + ")");
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        if (target.url() != null) {
            refuseOptions(target);
        }
        return super.open(target, access);
    }

    @Override
    protected RunningDatabase openNew(Target target, Access access) throws DatabaseException {
        // LOCK_TIMEOUT: a writer that waits for another is no deadlock, but should not wait for long
        StringBuilder url = new StringBuilder("jdbc:h2:mem:" + uniqueName() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=500");
        target.options()
                .forEach((name, value) ->
                        url.append(';').append(name).append('=').append(value));
        return open(target, access, url.toString(), dialect(), statement("shutdown"));
    }
}
