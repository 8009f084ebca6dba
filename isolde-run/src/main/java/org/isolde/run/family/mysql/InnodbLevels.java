package org.isolde.run.family.mysql;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.isolde.history.Level;
import org.isolde.run.Isolation;
import org.isolde.run.Target;

/** What InnoDB's isolation levels promise, by the documentation of MySQL and MariaDB. */
public final class InnodbLevels {
    /** Values that switch an option on. */
    private static final Set<String> ON = Set.of("on", "1", "true", "");

    private InnodbLevels() {}

    /** Of one server. */
    public static List<Isolation> single(Target target) {
        return with(
                target,
                new Isolation(
                        Isolation.SERIALIZABLE,
                        Level.SER,
                        "plain reads take shared locks, as long as autocommit is off"));
    }

    /** Of servers whose serializable level promises something else. */
    public static List<Isolation> with(Target target, Isolation serializable) {
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RU),
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                repeatableRead(target),
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
