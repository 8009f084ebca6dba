package org.isolde.run.mariadb;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.isolde.history.Level;
import org.isolde.run.Isolation;
import org.isolde.run.Target;

/** What InnoDB's isolation levels promise, by the documentation of MySQL and MariaDB. */
final class InnodbLevels {
    /** Values that switch an option on. */
    private static final Set<String> ON = Set.of("on", "1", "true", "");

    private InnodbLevels() {}

    /** Of one server. */
    static List<Isolation> single(Target target) {
        return all(
                repeatableRead(target),
                new Isolation(
                        Isolation.SERIALIZABLE,
                        Level.SER,
                        "plain reads take shared locks, as long as autocommit is off"));
    }

    /** Of a cluster whose clients use all of its nodes. */
    static List<Isolation> galera(Target target) {
        return all(
                repeatableRead(target),
                new Isolation(
                        Isolation.SERIALIZABLE,
                        Level.SI,
                        "locks hold on one node only; between nodes, of two that write the same the first one commits"));
    }

    private static List<Isolation> all(Isolation repeatableRead, Isolation serializable) {
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RU),
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                repeatableRead,
                serializable);
    }

    private static Isolation repeatableRead(Target target) {
        String name = "innodb_snapshot_isolation";
        String set = target.option(name, target.option("set." + name, "off"));
        return ON.contains(set.toLowerCase(Locale.ROOT))
                ? new Isolation(Isolation.REPEATABLE_READ, Level.SI, "with innodb_snapshot_isolation")
                : new Isolation(
                        Isolation.REPEATABLE_READ,
                        Level.PC,
                        "plain reads see a snapshot, but writes see what is newest: lost updates are documented");
    }
}
