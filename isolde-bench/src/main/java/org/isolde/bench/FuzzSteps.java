package org.isolde.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Table;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Dialects;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.execute.Role;
import org.isolde.sql.execute.Step;
import org.isolde.sql.generate.CaseGenerator;
import org.isolde.sql.generate.GeneratorOptions;
import org.isolde.sql.job.ConnectionProbe;
import org.isolde.sql.testcase.InitialRow;
import org.isolde.sql.testcase.TestCase;

/**
 * How long single steps of an execution take, medians in milliseconds.
 *
 * @param anewMillis to drop all tables, create them and fill them
 * @param waits whether statements wait for each other at all
 * @param seenMillis to see that one waits: what two transactions take that want the same row, beyond one behind the other
 */
record FuzzSteps(double anewMillis, boolean waits, double seenMillis) {
    static FuzzSteps measure(Sizes.Fuzzed fuzzed, int rounds) throws IOException, InterruptedException {
        Target target = Target.parse(fuzzed.database(), Map.of());
        try {
            Database kind = Databases.of(target);
            Dialect dialect = Dialects.of(kind.name()).orElseThrow();
            try (RunningDatabase running = kind.open(target, Access.plain());
                    FuzzDatabase database =
                            new FuzzDatabase(running, Databases.isolation(kind, target, fuzzed.isolation()), dialect)) {
                return measure(database, rounds);
            }
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new BenchmarkException(fuzzed.database() + ": " + e.getMessage());
        }
    }

    private static FuzzSteps measure(FuzzDatabase database, int rounds) throws Exception {
        GeneratorOptions options = GeneratorOptions.DEFAULT;
        CaseGenerator generator = new CaseGenerator(1, options, database.dialect());
        double[] anew = new double[rounds];
        double[] seen = new double[rounds];
        try (ConnectionProbe probe = new ConnectionProbe(database::channel, database.dialect(), database::reset)) {
            TestCase first = generator.generate(0, probe);
            TestCase second = generator.generate(options.casesOfSchema(), probe);
            for (int i = 0; i < rounds; i++) {
                TestCase next = i % 2 == 0 ? first : second;
                long begin = System.nanoTime();
                database.reset(next.schema(), next.initialRows());
                anew[i] = (System.nanoTime() - begin) / 1e6;
            }
            for (int i = 0; i < rounds; i++) {
                seen[i] = executed(database, first, true) - executed(database, first, false);
            }
        }
        return new FuzzSteps(Series.median(anew), database.dialect().waits(), Math.max(0, Series.median(seen)));
    }

    /** Two transactions that write the same row, at once or one behind the other. */
    private static double executed(FuzzDatabase database, TestCase tables, boolean atOnce) throws Exception {
        database.reset(tables.schema(), tables.initialRows());
        List<Step> one = List.of(update(tables, 0));
        List<Step> other = List.of(update(tables, 1));
        List<Step> end = List.of(new Step(0, 1, Role.COMMIT, null, null, false));
        List<Step> last = List.of(new Step(1, 1, Role.COMMIT, null, null, false));
        long begin = System.nanoTime();
        database.interleaved(atOnce ? List.of(one, other, end, last) : List.of(one, end, other, last));
        return (System.nanoTime() - begin) / 1e6;
    }

    private static Step update(TestCase tables, int transaction) {
        InitialRow row = tables.initialRows().get(0);
        long key = ((IntegerLiteral) row.values().get(0)).value();
        return new Step(
                transaction,
                0,
                Role.STATEMENT,
                null,
                "update " + row.table() + " set " + Table.VKEY + " = " + Table.VKEY + " + 1 where " + Table.PKEY + " = "
                        + key,
                false);
    }
}
