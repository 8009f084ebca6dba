package org.isolde.run.db.rocksdb;

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
import org.isolde.run.artifact.AdapterLoader;
import org.isolde.run.artifact.RocksLibrary;

/** RocksDB in this process, with its pessimistic or optimistic transactions. */
public final class RocksDatabase implements Database {
    private static Opener loaded;

    @Override
    public String name() {
        return "rocksdb";
    }

    @Override
    public String summary() {
        String version = RocksLibrary.version();
        String release = version.substring(0, version.lastIndexOf('.'));
        return "RocksDB " + release + " in this process, in a temporary folder; fetched on first use (28 MB)";
    }

    @Override
    public Handling handling() {
        return new Handling("GetForUpdate", "the statuses Busy, TimedOut and TryAgain");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_COMMITTED, Level.RC, "plain reads, without a snapshot"),
                new Isolation(
                        Isolation.SNAPSHOT,
                        Level.SI,
                        "reads from a snapshot taken at begin; writes are refused if the key was written since"),
                new Isolation(
                        Isolation.SERIALIZABLE,
                        Level.SER,
                        "GetForUpdate for every read; keys are locked, or validated at commit, not ranges"));
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.REGISTERS, Ability.LISTS, Ability.COMPARE_AND_SET);
    }

    /** Sequence numbers, where there is a snapshot, or locks until the commit. */
    @Override
    public boolean hasTimestamps(Target target, Isolation isolation) {
        return !isOptimistic(target) && !isolation.name().equals(Isolation.READ_COMMITTED);
    }

    private static boolean isOptimistic(Target target) {
        return target.option("mode", "pessimistic").equals("optimistic");
    }

    @Override
    public List<String> options() {
        return List.of("mode=pessimistic|optimistic  lock keys at once (the default), or validate them at commit");
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings("mode");
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        String mode = target.option("mode", "pessimistic");
        boolean optimistic = isOptimistic(target);
        if (!optimistic && !mode.equals("pessimistic")) {
            throw new DatabaseException("rocksdb has no mode " + mode + "; use mode=pessimistic or mode=optimistic");
        }
        if (target.version() != null) {
            throw new DatabaseException("rocksdb comes in one version; say rocksdb without one");
        }
        return opener(access).open(optimistic);
    }

    /** Made once for a process: the library is unpacked and linked each time that a class loader loads it. */
    private static synchronized Opener opener(Access access) throws DatabaseException {
        if (loaded == null) {
            loaded = AdapterLoader.load(
                    Opener.class,
                    "org.isolde.run.db.rocksdb.engine.RocksOpener",
                    List.of(RocksLibrary.fetch(access.progress())));
        }
        return loaded;
    }

    /** What the classes that link to RocksDB's jar offer. */
    public interface Opener {
        RunningDatabase open(boolean optimistic) throws DatabaseException;
    }
}
