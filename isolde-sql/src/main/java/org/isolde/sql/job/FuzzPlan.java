package org.isolde.sql.job;

import java.nio.file.Path;
import java.time.Duration;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.sql.generate.GeneratorOptions;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.oracle.CaseOptions;

/**
 * What is fuzzed, how, and for how long.
 *
 * @param seed of all test cases
 * @param time after which it ends; null if that is not what ends it
 * @param cases after which it ends; -1 if that is not what ends it
 * @param findings after which it ends; -1 if it never does
 * @param jobs how many cases are executed at once
 * @param reduction how long a finding is made smaller, at most
 * @param folder where findings are put
 */
public record FuzzPlan(
        Database kind,
        Target target,
        Access access,
        Isolation isolation,
        Semantics semantics,
        CaseOptions judging,
        GeneratorOptions generating,
        long seed,
        Duration time,
        long cases,
        int findings,
        int jobs,
        Duration reduction,
        Path folder) {}
