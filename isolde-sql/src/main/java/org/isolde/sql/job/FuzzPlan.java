package org.isolde.sql.job;

import java.util.EnumSet;
import java.util.Locale;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.option.Options;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Dialects;
import org.isolde.sql.generate.GeneratorOptions;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.oracle.CaseOptions;

/**
 * What is fuzzed, how, and for how long.
 *
 * @param options what was chosen of {@link FuzzOptions}
 */
public record FuzzPlan(Database kind, Target target, Access access, Isolation isolation, Options options) {
    private static final int THOROUGH_ORDERS = 6;

    /** By the kind that was asked for, or by what the database says that it is, for kinds that only stand before another one. */
    Dialect dialect(RunningDatabase running) throws DatabaseException {
        String product = running.version().split(" ")[0].toLowerCase(Locale.ROOT);
        return Dialects.of(kind.name())
                .or(() -> Dialects.of(product.equals("postgresql") ? "postgres" : product))
                .orElseThrow(() -> new DatabaseException(Dialects.unknown(kind.name())));
    }

    public Semantics semantics() {
        return options.get(FuzzOptions.SEMANTICS);
    }

    /** What all test cases are made from. */
    public long seed() {
        return options.get(FuzzOptions.SEED);
    }

    /** The number of the first case. */
    long firstCase() {
        Long only = options.get(FuzzOptions.CASE);
        return only == null ? 0 : only;
    }

    /** The number behind that of the last case; the largest there is where their number is not limited. */
    long endOfCases() {
        Long cases = options.get(FuzzOptions.CASES);
        return options.get(FuzzOptions.CASE) != null ? firstCase() + 1 : cases == null ? Long.MAX_VALUE : cases;
    }

    /** What test cases are like. */
    GeneratorOptions generating() {
        return new GeneratorOptions(
                GeneratorOptions.DEFAULT.prefix(),
                options.get(FuzzOptions.TABLES),
                options.get(FuzzOptions.ROWS),
                options.get(FuzzOptions.TRANSACTIONS),
                options.get(FuzzOptions.OPEN),
                options.get(FuzzOptions.STATEMENTS),
                options.get(FuzzOptions.DEPTH),
                options.get(FuzzOptions.ABORTS),
                options.get(FuzzOptions.SAVEPOINTS),
                options.get(FuzzOptions.LOCKS),
                options.get(FuzzOptions.TOUCHING),
                options.get(FuzzOptions.CHECKS),
                GeneratorOptions.DEFAULT.casesOfSchema());
    }

    /** How a case is judged. */
    CaseOptions judging() {
        return new CaseOptions(
                EnumSet.copyOf(options.get(FuzzOptions.ORACLE)),
                options.get(FuzzOptions.ORDERS),
                CaseOptions.USUAL.rounds(),
                options.get(FuzzOptions.CASE_TIME),
                false);
    }

    /** How a case is judged that has shown something before: which order shows it is chance, so more of them are tried. */
    CaseOptions thorough() {
        CaseOptions usual = judging();
        return new CaseOptions(
                usual.oracles(), Math.max(THOROUGH_ORDERS, usual.orders()), usual.rounds(), usual.limit(), false);
    }
}
