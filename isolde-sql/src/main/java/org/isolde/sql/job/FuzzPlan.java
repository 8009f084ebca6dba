package org.isolde.sql.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Dialects;
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
        Path folder) {
    private static final int THOROUGH_ORDERS = 6;

    /** By the kind that was asked for, or by what the database says that it is, for kinds that only stand before another one. */
    Dialect dialect(RunningDatabase running) throws DatabaseException {
        String product = running.version().split(" ")[0].toLowerCase(Locale.ROOT);
        return Dialects.of(kind.name())
                .or(() -> Dialects.of(product.equals("postgresql") ? "postgres" : product))
                .orElseThrow(() -> new DatabaseException(
                        "'" + kind.name() + "' can't be fuzzed; " + String.join(", ", Dialects.names()) + " can"));
    }

    /**
     * How a case is judged that has shown something before: which order shows it is chance, so more of them are tried; and it has to show
     * it without what went before.
     */
    CaseOptions thorough() {
        return new CaseOptions(judging.oracles(), Math.max(THOROUGH_ORDERS, judging.orders()), judging.rounds(), true);
    }
}
