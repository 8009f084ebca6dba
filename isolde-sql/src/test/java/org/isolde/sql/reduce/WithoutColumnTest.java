package org.isolde.sql.reduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.isolde.sql.OpenDatabase;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Table;
import org.isolde.sql.generate.CaseGenerator;
import org.isolde.sql.generate.GeneratorOptions;
import org.isolde.sql.generate.Probe;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.api.Test;

/** What is left of random cases without columns can still be executed. */
class WithoutColumnTest {
    @Test
    void everyStatementStillRuns() throws Exception {
        try (OpenDatabase h2 = new OpenDatabase("h2", "read-committed")) {
            CaseGenerator generator = new CaseGenerator(
                    11, GeneratorOptions.DEFAULT, h2.database().dialect());
            int dropped = 0;
            for (int i = 0; i < 20; i++) {
                TestCase whole = generator.generate(i, Probe.NONE);
                TestCase rest = whole;
                for (Table table : whole.schema().tables()) {
                    for (Column column : table.plainColumns()) {
                        Optional<TestCase> without =
                                WithoutColumn.of(rest, rest.schema().table(table.name()), column);
                        dropped += without.isPresent() ? 1 : 0;
                        rest = without.orElse(rest);
                    }
                }
                execute(h2, rest);
            }
            assertTrue(dropped > 5, "dropped only " + dropped);
        }
    }

    private static void execute(OpenDatabase h2, TestCase testCase) throws Exception {
        h2.database().reset(testCase.schema(), testCase.initialRows());
        for (PlannedTransaction transaction : testCase.transactions()) {
            for (Statement statement : transaction.statements()) {
                if (List.of(Statement.Savepoint.class, Statement.RollbackTo.class, Statement.Release.class)
                        .contains(statement.getClass())) {
                    continue;
                }
                String sql = h2.database().dialect().sql(statement, testCase.schema());
                var error = h2.database().alone(sql).error();
                // checks may be broken
                assertEquals("", error == null || error.code().startsWith("23") ? "" : error + ": " + sql);
            }
        }
    }
}
