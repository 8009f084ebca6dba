package org.isolde.run.db.redis;

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
import org.isolde.run.Target;
import org.isolde.run.server.Programs;

/** Redis, one node, from the program that is installed. */
public final class RedisDatabase implements Database {
    private static final Set<String> FSYNC = Set.of("always", "everysec", "no", "off");

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String summary() {
        return "Redis, one node; needs the program redis-server (Debian: redis-server)";
    }

    @Override
    public Handling handling() {
        return new Handling("WATCH", "an EXEC that returns nil");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(new Isolation(
                Isolation.SERIALIZABLE, Level.SER, "every key is watched before it is read; commit is MULTI ... EXEC"));
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.REGISTERS, Ability.LISTS, Ability.COMPARE_AND_SET);
    }

    @Override
    public List<String> options() {
        return List.of(
                "fsync=always|everysec|no|off  when the append-only file is forced to disk: always is the default;"
                        + " all others, off above all, may lose commits when the server is killed");
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings("fsync");
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        String fsync = target.option("fsync", "always");
        if (!FSYNC.contains(fsync)) {
            throw new DatabaseException(
                    "redis has no fsync=" + fsync + "; use fsync=always, fsync=everysec, fsync=no or fsync=off");
        }
        if (target.version() != null) {
            throw new DatabaseException("redis is started as it is installed; say redis without a version");
        }
        Programs.require("redis-server", "redis-server");
        access.progress().at("starting redis", -1);
        return RunningRedis.start(fsync);
    }
}
