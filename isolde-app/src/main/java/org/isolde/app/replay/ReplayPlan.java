package org.isolde.app.replay;

import java.time.Duration;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.Target;

/**
 * What is replayed, where and how.
 *
 * @param violation what was recorded
 * @param isolation what the database is asked for
 * @param steps whether it is tried step by step
 * @param race whether it is run freely, if it did not happen step by step
 * @param time how long the race goes on
 * @param tries how many tries the race has instead; 0 for as many as the time allows
 * @param seed of what is left to chance
 */
public record ReplayPlan(
        RecordedViolation violation,
        Target target,
        Database database,
        Access access,
        Isolation isolation,
        boolean steps,
        boolean race,
        Duration time,
        long tries,
        long seed) {}
