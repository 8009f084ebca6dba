package org.isolde.app;

import java.util.Map;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.run.option.Options;
import org.isolde.sql.dialect.Dialects;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;

/**
 * Makes a plan of what a user asks for: fills in what is left open, and refuses what makes no sense. The command line and the
 * page both plan here.
 */
public final class FuzzPlanner {
    private FuzzPlanner() {}

    /**
     * Plans fuzzing.
     *
     * @param options texts by the names of {@link FuzzOptions}; what is missing has its default
     * @throws PlanException if an option is unknown or makes no sense
     * @throws DatabaseException if the database is unknown, can't be fuzzed, or has no such level or setting
     */
    public static FuzzPlan plan(Target target, Access access, Map<String, String> options)
            throws PlanException, DatabaseException {
        Database database = Databases.of(target);
        Databases.checkOptions(database, target);
        if (!database.abilities().contains(Ability.SQL)) {
            throw new DatabaseException(Dialects.unknown(database.name()));
        }
        Options given;
        try {
            given = Options.parse(FuzzOptions.all(), options);
        } catch (IllegalArgumentException e) {
            throw new PlanException(e.getMessage(), e);
        }
        boolean counted = given.isGiven(FuzzOptions.CASES) || given.isGiven(FuzzOptions.CASE);
        if (given.isGiven(FuzzOptions.CASES) && given.isGiven(FuzzOptions.CASE)) {
            throw new PlanException("--case is one case of the seed, and --cases a number of them; give one of them");
        }
        if (counted && given.isGiven(FuzzOptions.TIME)) {
            throw new PlanException("--time and " + (given.isGiven(FuzzOptions.CASE) ? "--case" : "--cases")
                    + " both say when it ends; give one of them");
        }
        Isolation isolation = given.isGiven(FuzzOptions.ISOLATION)
                ? Databases.isolation(database, target, given.get(FuzzOptions.ISOLATION))
                : database.defaultIsolation(target);
        Options whole = given.with(FuzzOptions.ISOLATION, isolation.name());
        return new FuzzPlan(database, target, access, isolation, counted ? whole.with(FuzzOptions.TIME, null) : whole);
    }
}
