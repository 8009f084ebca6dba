package org.isolde.sql.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Table;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Dialects;
import org.isolde.sql.testcase.InitialRow;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaseGeneratorTest {
    /** Statements are made to run; what a dialect does not know after all must stay rare. */
    @ParameterizedTest
    @CsvSource({"h2, 25", "sqlite, 25", "hsqldb, 25", "derby, 5", "duckdb, 5"})
    void generatedStatementsRunInTheirDialect(String database, int cases) throws Exception {
        try (TriedDatabase tried = new TriedDatabase(database)) {
            CaseGenerator generator = new CaseGenerator(3, GeneratorOptions.DEFAULT, tried.dialect());
            Probe probe = tried.probe();
            for (int i = 0; i < cases; i++) {
                generator.generate(i, probe);
            }
            GenerationStatistics statistics = generator.statistics();
            assertTrue(statistics.kept() > 10 * cases, () -> "only " + statistics.kept());
            assertTrue(
                    statistics.failedShare() < 0.05, () -> statistics.failures().toString());
        }
    }

    /** Of each kind that the dialect has the first statement that is made; checks are broken here and there. */
    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite", "hsqldb", "derby", "duckdb"})
    void everyKindRunsInItsDialect(String database) throws Exception {
        try (TriedDatabase tried = new TriedDatabase(database)) {
            CaseGenerator generator = new CaseGenerator(1, GeneratorOptions.DEFAULT, tried.dialect());
            Probe probe = tried.probe();
            Set<String> run = new TreeSet<>();
            for (int i = 0; i < 150; i++) {
                TestCase testCase = generator.generate(i, Probe.NONE);
                for (PlannedTransaction transaction : testCase.transactions()) {
                    for (Statement statement : transaction.statements()) {
                        Set<String> kinds = new TreeSet<>();
                        Kinds.of(statement, kinds::add);
                        if (run.containsAll(kinds)
                                || statement instanceof Statement.RollbackTo
                                || statement instanceof Statement.Release) {
                            continue;
                        }
                        probe.begin(testCase.schema(), testCase.initialRows());
                        Probe.Effect effect = probe.execute(statement);
                        probe.end();
                        assertTrue(effect.error() == null || effect.isConstraint(), effect::toString);
                        run.addAll(effect.error() == null ? kinds : Set.of());
                    }
                }
            }
            Set<String> missing = new TreeSet<>(Kinds.of(tried.dialect()));
            missing.removeAll(run);
            // those need a savepoint before them, which FuzzJobTest has
            missing.removeAll(List.of("rollback to", "release"));
            assertEquals(Set.of(), missing);
        }
    }

    private static List<String> missing(GenerationStatistics statistics) {
        return statistics.kinds().entrySet().stream()
                .filter(kind -> kind.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void aSeedGivesTheSameCasesAgain(String database) throws Exception {
        Dialect dialect = Dialects.of(database).orElseThrow();
        List<String> cases = texts(new CaseGenerator(7, GeneratorOptions.DEFAULT, dialect), dialect, Probe.NONE);
        assertEquals(cases, texts(new CaseGenerator(7, GeneratorOptions.DEFAULT, dialect), dialect, Probe.NONE));
        assertNotEquals(cases, texts(new CaseGenerator(8, GeneratorOptions.DEFAULT, dialect), dialect, Probe.NONE));
    }

    static List<String> dialects() {
        return Dialects.names();
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void aSeedGivesTheSameCasesAgainOnAnotherDatabaseOfTheKind(String database) throws Exception {
        assertEquals(tried(database), tried(database));
    }

    private static List<String> tried(String database) throws Exception {
        try (TriedDatabase tried = new TriedDatabase(database)) {
            return texts(
                    new CaseGenerator(5, GeneratorOptions.DEFAULT, tried.dialect()), tried.dialect(), tried.probe());
        }
    }

    /** In another JVM, too, where sets have another order. A generator that makes other cases has another sum. */
    @Test
    void aSeedGivesTheSameCasesInAnyJvm() throws Exception {
        Dialect dialect = Dialects.of("h2").orElseThrow();
        CRC32 sum = new CRC32();
        texts(new CaseGenerator(1, GeneratorOptions.DEFAULT, dialect), dialect, Probe.NONE)
                .forEach(text -> sum.update(text.getBytes(StandardCharsets.UTF_8)));
        assertEquals(3321073382L, sum.getValue());
    }

    private static List<String> texts(CaseGenerator generator, Dialect dialect, Probe probe) throws Exception {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            TestCase testCase = generator.generate(i, probe);
            texts.addAll(dialect.create(testCase.schema()));
            testCase.initialRows().forEach(row -> texts.add(dialect.insert(row.table(), List.of(row.values()))));
            texts.add(testCase.schedule().toString());
            for (PlannedTransaction transaction : testCase.transactions()) {
                texts.add(transaction.commits() ? "commits" : "aborts");
                transaction.statements().forEach(each -> texts.add(dialect.sql(each, testCase.schema())));
            }
        }
        return texts;
    }

    @Test
    void casesThatShareTheirTablesFollowEachOther() throws Exception {
        CaseGenerator generator =
                new CaseGenerator(1, GeneratorOptions.DEFAULT, Dialects.of("h2").orElseThrow());
        TestCase first = generator.generate(0, Probe.NONE);
        assertEquals(first.schema(), generator.generate(9, Probe.NONE).schema());
        assertNotEquals(first.schema(), generator.generate(10, Probe.NONE).schema());
        assertNotEquals(first.initialRows(), generator.generate(1, Probe.NONE).initialRows());
    }

    @Test
    void noMoreTransactionsAreOpenThanWanted() throws Exception {
        CaseGenerator generator =
                new CaseGenerator(2, GeneratorOptions.DEFAULT, Dialects.of("h2").orElseThrow());
        int most = 0;
        for (int i = 0; i < 50; i++) {
            TestCase testCase = generator.generate(i, Probe.NONE);
            int[] left = testCase.transactions().stream()
                    .mapToInt(transaction -> transaction.statements().size() + 1)
                    .toArray();
            Set<Integer> open = new HashSet<>();
            for (int transaction : testCase.schedule()) {
                open.add(transaction);
                most = Math.max(most, open.size());
                if (--left[transaction] == 0) {
                    open.remove(transaction);
                }
            }
            assertEquals(0, Arrays.stream(left).sum());
        }
        assertEquals(GeneratorOptions.DEFAULT.open(), most);
    }

    @Test
    void keysAreUnique() throws Exception {
        CaseGenerator generator = new CaseGenerator(
                4, GeneratorOptions.DEFAULT, Dialects.of("postgres").orElseThrow());
        for (int i = 0; i < 50; i++) {
            TestCase testCase = generator.generate(i, Probe.NONE);
            Set<Long> rows = new HashSet<>();
            Set<Long> versions = new HashSet<>();
            for (InitialRow row : testCase.initialRows()) {
                assertTrue(rows.add(((IntegerLiteral) row.values().get(0)).value()));
                assertTrue(versions.add(((IntegerLiteral) row.values().get(1)).value()));
            }
            for (PlannedTransaction transaction : testCase.transactions()) {
                for (Statement statement : transaction.statements()) {
                    statement.version().ifPresent(version -> assertTrue(versions.add(version), statement.toString()));
                    if (statement instanceof Statement.Insert insert) {
                        insert.rows().forEach(row -> assertTrue(rows.add(row.pkey()), statement.toString()));
                    }
                }
            }
        }
    }

    /** What is never made is never tested. */
    @ParameterizedTest
    @MethodSource("dialects")
    void everyKindIsMade(String database) throws Exception {
        CaseGenerator generator = new CaseGenerator(
                1, GeneratorOptions.DEFAULT, Dialects.of(database).orElseThrow());
        for (int i = 0; i < 150; i++) {
            generator.generate(i, Probe.NONE);
        }
        assertEquals(List.of(), missing(generator.statistics()));
    }

    @Test
    void initialRowsFulfilTheChecks() throws Exception {
        CaseGenerator generator =
                new CaseGenerator(6, GeneratorOptions.DEFAULT, Dialects.of("h2").orElseThrow());
        int checked = 0;
        for (int i = 0; i < 100; i++) {
            TestCase testCase = generator.generate(i, Probe.NONE);
            for (InitialRow row : testCase.initialRows()) {
                Table table = testCase.schema().table(row.table());
                assertTrue(Checks.allow(table, row.values()), () -> table + " " + row);
                checked += table.checks().size();
            }
        }
        assertTrue(checked > 100, "checked only " + checked);
    }
}
