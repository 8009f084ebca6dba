package org.isolde.broken;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;

/**
 * Another database with a fault: {@code --db broken:postgres:18.6 --db-option fault=stale-read}, where this module's jar is
 * among the plug-ins. It claims what the one beneath claims, which is the point.
 */
public final class BrokenDatabase implements Database {
    private static final String FAULT = "fault";
    private static final String PROBABILITY = "probability";
    private static final String SEED = "seed";

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public String summary() {
        return "another database behind a layer that breaks it, as in broken:h2 or broken:postgres:18.6";
    }

    @Override
    public String versions() {
        return "the database beneath, h2 by default, with its version";
    }

    @Override
    public List<String> options() {
        return List.of(
                FAULT + "=KIND  what goes wrong, such as forgotten-rollback",
                PROBABILITY + "=X  how often, where it can; 0.2 by default",
                SEED + "=N  when; 1 by default",
                "NAME=VALUE  an option of the database beneath");
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings(FAULT, PROBABILITY, SEED);
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    @Override
    public List<Isolation> isolations(Target target) {
        try {
            return Databases.of(beneath(target)).isolations(beneath(target));
        } catch (DatabaseException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Target beneath(Target target) {
        Map<String, String> options = new LinkedHashMap<>(target.options());
        options.keySet().removeAll(Set.of(FAULT, PROBABILITY, SEED));
        return Target.parse(target.version() == null ? "h2" : target.version(), options);
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        Faults faults;
        try {
            faults = new Faults(
                    Fault.of(target.option(FAULT, "")),
                    Double.parseDouble(target.option(PROBABILITY, "0.2")),
                    Long.parseLong(target.option(SEED, "1")));
        } catch (IllegalArgumentException e) {
            throw new DatabaseException("--db-option of " + target.shown() + ": " + e.getMessage(), e);
        }
        Target beneath = beneath(target);
        return faults.before(Databases.of(beneath).open(beneath, access));
    }
}
