package org.isolde.sql.finding;

import static org.isolde.sql.HandMade.insert;
import static org.isolde.sql.HandMade.number;
import static org.isolde.sql.HandMade.select;
import static org.isolde.sql.HandMade.update;
import static org.isolde.sql.HandMade.where;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.condition.Condition.Comparator;
import org.isolde.sql.HandMade;
import org.isolde.sql.OpenDatabase;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Dialects;
import org.isolde.sql.generate.CaseGenerator;
import org.isolde.sql.generate.GeneratorOptions;
import org.isolde.sql.generate.Probe;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.oracle.CaseOptions;
import org.isolde.sql.oracle.CaseRunner;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.reduce.Recurrence;
import org.isolde.sql.reduce.Reducer;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a mismatch to a folder, and back: H2's write skew at SERIALIZABLE, among what has nothing to do with it. */
class FindingTest {
    @TempDir
    Path folder;

    private static TestCase skewAmongOthers() {
        Predicate large = where("t", "c", Comparator.GREATER, number(50));
        return new HandMade()
                .row("t", 1, 10, 60)
                .row("t", 2, 11, 70)
                .row("s", 3, 12, 1)
                .row("s", 4, 13, 2)
                .commits(insert("s", 20, 5, number(9)))
                .commits(
                        select("t", large),
                        update("t", 30, number(0), new Predicate.And(List.of(where("t", "pkey", 1), large))),
                        select("s", Predicate.TRUE))
                .commits(select("t", large), update("t", 40, number(0), where("t", "pkey", 2)))
                .aborts(update("s", 50, number(7), Predicate.TRUE))
                .schedule(0, 0, 1, 2, 3, 1, 2, 1, 3, 1, 2);
    }

    @Test
    void isReducedAndWrittenAndSeenAgain() throws Exception {
        try (OpenDatabase h2 = new OpenDatabase("h2", "serializable")) {
            CaseRunner runner = new CaseRunner(h2.database(), Semantics.STRICT, CaseOptions.USUAL);
            Verdict first = runner.run(skewAmongOthers());
            assertEquals("WRITE_SKEW", first.mismatches().get(0).what());
            Reducer reducer = new Reducer(
                            new Recurrence(h2.database(), Semantics.STRICT, CaseOptions.USUAL),
                            first.plan().toTestCase(),
                            first,
                            () -> false)
                    .reduce();
            Finding finding = new Finding(1, "skew", reducer.testCase(), reducer.verdict(), "", null);
            assertEquals(2, finding.transactions());
            assertEquals(2, finding.testCase().initialRows().size());
            assertTrue(finding.statements() <= 4, () -> "statements: " + finding.statements());

            Path written = FindingFolder.write(folder, finding, h2.database());
            TestCase back = FindingFolder.read(written);
            assertEquals(finding.testCase(), back);
            assertTrue(runner.run(back).mismatches().get(0).isLike(finding.mismatch()));
            String script = Files.readString(written.resolve(FindingFolder.SCRIPT));
            assertTrue(script.contains("/* T1.1 */ ") && script.contains("WRITE_SKEW"), script);
            assertTrue(
                    Files.readString(written.resolve(FindingFolder.TERMINALS)).contains("terminal T2"));
            String page = Files.readString(written.resolve(FindingFolder.PAGE));
            assertTrue(page.contains("WRITE_SKEW") && page.contains("<code>T1.1</code>"), page);
            Finding whole = new Finding(2, "skew", first.plan().toTestCase(), first, "", null);
            String escaped = new FindingPage(h2.database(), whole).write();
            assertTrue(escaped.contains("c &gt; 50") && !escaped.contains("c > 50"), escaped);
            // nothing is overwritten
            Path again = FindingFolder.write(folder, finding, h2.database());
            assertEquals(2, FindingFolder.of(folder).size(), () -> "beside " + again);
        }
    }

    @Test
    void everyGeneratedCaseIsReadBack() throws Exception {
        for (String name : Dialects.names()) {
            Dialect dialect = Dialects.of(name).orElseThrow();
            CaseGenerator generator = new CaseGenerator(5, GeneratorOptions.DEFAULT, dialect);
            for (int i = 0; i < 10; i++) {
                TestCase testCase = generator.generate(i, Probe.NONE);
                assertEquals(testCase, RecordJson.read(RecordJson.write(testCase)));
            }
        }
    }

    @Test
    void whatIsNoCaseIsRefused() {
        assertThrows(IOException.class, () -> RecordJson.read("{\"seed\":1}"));
        assertThrows(IOException.class, () -> RecordJson.read("[1]"));
        assertThrows(IOException.class, () -> RecordJson.read("{\"is\":\"ast.Statement$Delete\",\"table\":\"t\"}"));
        assertThrows(IOException.class, () -> RecordJson.read("{"));
    }
}
