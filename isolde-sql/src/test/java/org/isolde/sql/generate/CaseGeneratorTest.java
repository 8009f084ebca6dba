package org.isolde.sql.generate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseGeneratorTest {
    private static final int CASES = Integer.getInteger("isolde.sql.cases", 40);

    /** Statements are made to run; what a dialect does not know after all must stay rare. */
    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void generatedStatementsRunInTheirDialect(String database) throws Exception {
        try (TriedDatabase tried = new TriedDatabase(database)) {
            CaseGenerator generator = new CaseGenerator(1, GeneratorOptions.DEFAULT, tried.dialect());
            Probe probe = tried.probe();
            for (int i = 0; i < CASES; i++) {
                generator.generate(i, probe);
            }
            GenerationStatistics statistics = generator.statistics();
            System.out.println(database + " kept " + statistics.kept() + " failed " + statistics.failed() + " idle "
                    + statistics.idle() + " " + statistics.failures() + "\n" + statistics.kinds());
            assertTrue(
                    statistics.failedShare() < 0.05, () -> statistics.failures().toString());
        }
    }
}
