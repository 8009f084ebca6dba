package org.isolde.sql.generate;

import java.util.Map;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.isolde.sql.OpenDatabase;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.job.ConnectionProbe;

/** A real database that statements are tried on, at its strongest level. */
final class TriedDatabase implements AutoCloseable {
    private final OpenDatabase open;

    TriedDatabase(String name) throws Exception {
        Target target = Target.parse(name, Map.of());
        open = new OpenDatabase(
                name, Databases.of(target).defaultIsolation(target).name());
    }

    Dialect dialect() {
        return open.database().dialect();
    }

    /** Its channel ends with the database. */
    Probe probe() {
        return new ConnectionProbe(open.database()::channel, dialect(), open.database()::reset);
    }

    @Override
    public void close() throws Exception {
        open.close();
    }
}
