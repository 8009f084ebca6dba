package org.isolde.sql;

import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.sql.dialect.Dialects;
import org.isolde.sql.execute.FuzzDatabase;

/** A real database for test cases. */
public final class OpenDatabase implements AutoCloseable {
    private final RunningDatabase running;
    private final FuzzDatabase database;

    public OpenDatabase(String name, String isolation) throws Exception {
        Target target = Target.parse(name, Map.of());
        Database kind = Databases.of(target);
        Isolation level = Databases.isolation(kind, target, isolation);
        this.running = kind.open(target, Access.plain());
        this.database =
                new FuzzDatabase(running, level, Dialects.of(kind.name()).orElseThrow());
    }

    public FuzzDatabase database() {
        return database;
    }

    @Override
    public void close() throws Exception {
        try (running) {
            database.close();
        }
    }
}
