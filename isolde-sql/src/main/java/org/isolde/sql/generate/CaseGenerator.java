package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Row;
import org.isolde.sql.ast.Table;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Feature;
import org.isolde.sql.generate.Probe.Effect;
import org.isolde.sql.testcase.InitialRow;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;

/**
 * Makes the test cases of a seed. First comes the schedule, then the statements in the order of the schedule, so that each is
 * tried on what those before it have left. Used by one thread.
 */
public final class CaseGenerator {
    /** How often another statement is tried in the place of one that was left out. */
    private static final int ATTEMPTS = 8;

    /** The share of queries that come once more in their transaction. */
    private static final double REPEATED = 0.15;

    private final long seed;
    private final GeneratorOptions options;
    private final Dialect dialect;
    private final GenerationStatistics statistics;

    public CaseGenerator(long seed, GeneratorOptions options, Dialect dialect) {
        this.seed = seed;
        this.options = options;
        this.dialect = dialect;
        statistics = new GenerationStatistics(dialect);
    }

    public GenerationStatistics statistics() {
        return statistics;
    }

    /**
     * Makes a case.
     *
     * @param number of the case, from 0; numbers close to each other have the same tables
     */
    public TestCase generate(long number, Probe probe) throws Exception {
        long tables = number / options.casesOfSchema();
        Schema schema = new SchemaGenerator(random(-2, tables, 0), options)
                .checked(new SchemaGenerator(random(-1, tables, 0), options).schema());
        RandomSource random = random(number, 0, 0);
        Keys keys = new Keys();
        List<InitialRow> rows = new SchemaGenerator(random, options).rows(schema, keys);
        Constants constants = constants(schema, rows);
        SchedulePlan plan = new SchedulePlan(random, options, dialect.has(Feature.SAVEPOINTS));
        List<List<Statement>> statements = new ArrayList<>();
        for (int i = 0; i < options.transactions(); i++) {
            statements.add(new ArrayList<>());
        }
        probe.begin(schema, rows);
        for (int step = 0; step < plan.schedule().size(); step++) {
            int transaction = plan.schedule().get(step);
            List<Statement> done = statements.get(transaction);
            if (done.size() < plan.shape(transaction).size()) {
                Statement planned = plan.shape(transaction).get(done.size());
                Statement known = planned != null ? planned : repeated(number, step, done, probe);
                if (known != null) {
                    statistics.addKept(known);
                }
                done.add(known != null ? known : statement(number, step, probe, schema, constants, keys));
            }
        }
        probe.end();
        List<PlannedTransaction> transactions = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            transactions.add(new PlannedTransaction(statements.get(i), plan.commits(i)));
        }
        return new TestCase(seed, number, schema, rows, transactions, plan.schedule());
    }

    /** A query of the same transaction once more, as in TxCheck's figure 13; null mostly. */
    private Statement repeated(long number, int step, List<Statement> done, Probe probe) throws Exception {
        RandomSource random = random(number, step + 1, -2);
        List<Statement> queries =
                done.stream().filter(Statement.Select.class::isInstance).toList();
        if (queries.isEmpty() || !random.chance(REPEATED)) {
            return null;
        }
        Statement query = queries.get(random.below(queries.size()));
        return probe.execute(query).error() == null ? query : null;
    }

    /** A stream of its own for each attempt, so that one that was left out changes nothing for those behind it. */
    private RandomSource random(long number, long step, long attempt) {
        return new RandomSource(
                ((seed * 0x9E3779B97F4A7C15L + number) * 0xBF58476D1CE4E5B9L + step) * 0x94D049BB133111EBL + attempt);
    }

    private static Constants constants(Schema schema, List<InitialRow> rows) {
        Constants constants = new Constants();
        for (InitialRow row : rows) {
            Table table = schema.table(row.table());
            for (int i = 0; i < table.columns().size(); i++) {
                constants.add(
                        table.name(),
                        table.columns().get(i).name(),
                        row.values().get(i));
            }
        }
        return constants;
    }

    private Statement statement(long number, int step, Probe probe, Schema schema, Constants constants, Keys keys)
            throws Exception {
        boolean touching = random(number, step + 1, -1).chance(options.touching());
        Statement last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Statement statement = new StatementGenerator(
                            random(number, step + 1, attempt), options, dialect, schema, constants, keys)
                    .generate();
            if (Cost.isTooMuch(statement, options.rows())) {
                statistics.addCostly();
                continue;
            }
            Effect effect = probe.execute(statement);
            if (effect.error() != null) {
                if (effect.isConstraint()) {
                    statistics.addBroken();
                } else {
                    statistics.addFailed(effect.error());
                }
                continue;
            }
            last = statement;
            if (effect.rows() != 0 || !touching || attempt == ATTEMPTS - 1) {
                break;
            }
            statistics.addIdle();
        }
        if (last == null) {
            last = plain(number, step, probe, schema, constants, keys);
        }
        statistics.addKept(last);
        remember(last, schema, constants);
        return last;
    }

    /** What can always be executed: all rows of a table. */
    private Statement plain(long number, int step, Probe probe, Schema schema, Constants constants, Keys keys)
            throws Exception {
        Statement plain = new StatementGenerator(
                        random(number, step + 1, ATTEMPTS), options, dialect, schema, constants, keys)
                .allRows();
        if (probe.execute(plain).error() != null) {
            throw new IllegalStateException("none of " + ATTEMPTS + " statements could be executed; case " + number
                    + " of seed " + seed + ", step " + step);
        }
        return plain;
    }

    /** What was inserted can be looked for. */
    private static void remember(Statement statement, Schema schema, Constants constants) {
        List<Row> rows = statement instanceof Statement.Insert insert
                ? insert.rows()
                : statement instanceof Statement.Upsert upsert ? upsert.rows() : List.of();
        for (Row row : rows) {
            Table table = schema.table(statement.tableWritten());
            constants.add(table.name(), Table.PKEY, new IntegerLiteral(row.pkey()));
            for (int i = 0; i < row.values().size(); i++) {
                if (row.values().get(i) instanceof Literal literal) {
                    constants.add(table.name(), table.plainColumns().get(i).name(), literal);
                }
            }
        }
        statement
                .version()
                .ifPresent(version -> constants.add(statement.tableWritten(), Table.VKEY, new IntegerLiteral(version)));
    }
}
