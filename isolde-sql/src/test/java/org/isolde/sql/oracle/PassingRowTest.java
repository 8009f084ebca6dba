package org.isolde.sql.oracle;

import static org.isolde.sql.HandMade.delete;
import static org.isolde.sql.HandMade.insert;
import static org.isolde.sql.HandMade.number;
import static org.isolde.sql.HandMade.select;
import static org.isolde.sql.HandMade.update;
import static org.isolde.sql.HandMade.where;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.isolde.run.server.Programs;
import org.isolde.sql.HandMade;
import org.isolde.sql.OpenDatabase;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Statement.Assignment;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Statement.Row;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.ast.Statement.Upsert;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is inserted again is another row: two transactions may insert the same key, and none overwrites the other's. */
class PassingRowTest {
    @ParameterizedTest
    @CsvSource({"h2, snapshot", "postgres, repeatable-read"})
    void isNoConflict(String name, String isolation) throws Exception {
        Upsert upsert =
                new Upsert("t", 40, List.of(new Row(2, List.of(number(7)))), List.of(new Assignment("c", number(8))));
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 0)
                .commits(insert("t", 20, 2, number(5)), delete("t", Predicate.TRUE))
                .commits(select("t", Predicate.TRUE), upsert(2))
                .schedule(0, 1, 0, 0, 1, 1);
        assertNothing(name, isolation, testCase);
    }

    /** Whether a key is there is decided by what is committed, also for a transaction whose snapshot still has the row. */
    @ParameterizedTest
    @CsvSource({"postgres, repeatable-read"})
    void aDeletedRowIsInsertedAgainThoughItIsSeen(String name, String isolation) throws Exception {
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 0)
                .commits(delete("t", Predicate.TRUE))
                .commits(select("s", Predicate.TRUE), upsert(1), select("t", Predicate.TRUE))
                .schedule(1, 0, 0, 1, 1, 1);
        assertNothing(name, isolation, testCase);
    }

    /** The same where the row was changed before it was deleted, so that what was deleted is not the version that is seen. */
    @ParameterizedTest
    @CsvSource({"postgres, repeatable-read"})
    void aChangedAndDeletedRowIsInsertedAgain(String name, String isolation) throws Exception {
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 0)
                .commits(update("t", 20, number(5), Predicate.TRUE), delete("t", Predicate.TRUE))
                .commits(select("t", Predicate.TRUE), upsert(1))
                .schedule(1, 0, 0, 0, 1, 1);
        assertNothing(name, isolation, testCase);
    }

    /** InnoDB: a read that locks sees the newest rows, beside a snapshot that does not have them, as its documentation says. */
    @Test
    void aReadThatLocksSeesTheNewestRows() throws Exception {
        assumeTrue(Programs.isInstalled("mariadbd"), "mariadbd is not installed (apt-get install mariadb-server)");
        Select plain = select("t", Predicate.TRUE);
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 0)
                .commits(update("t", 20, number(5), Predicate.TRUE))
                .commits(plain, new Select(plain.query(), Lock.UPDATE))
                .schedule(1, 0, 0, 1, 1);
        try (OpenDatabase open = new OpenDatabase("mariadb", "repeatable-read")) {
            Verdict verdict = new CaseRunner(open.database(), Semantics.VENDOR, CaseOptions.USUAL).run(testCase);
            assertEquals(List.of(), verdict.mismatches());
        }
    }

    /** Its subqueries don't lock, and see the snapshot, as the documentation says too. */
    @Test
    void aSubqueryOfAReadThatLocksSeesTheSnapshot() throws Exception {
        assumeTrue(Programs.isInstalled("mariadbd"), "mariadbd is not installed (apt-get install mariadb-server)");
        Query other = select("s", Predicate.TRUE).query();
        Query same = select("t", where("t", "c", 5)).query();
        Select locking =
                new Select(select("t", new Predicate.Exists(other, false)).query(), Lock.UPDATE);
        Select twice = new Select(select("t", new Predicate.Exists(same, true)).query(), Lock.UPDATE);
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 0)
                .commits(insert("s", 20, 2, number(5)), update("t", 30, number(5), Predicate.TRUE))
                .commits(select("t", Predicate.TRUE), locking, twice)
                .schedule(1, 0, 0, 0, 1, 1, 1);
        try (OpenDatabase open = new OpenDatabase("mariadb", "repeatable-read")) {
            Verdict verdict = new CaseRunner(open.database(), Semantics.VENDOR, CaseOptions.USUAL).run(testCase);
            assertEquals(List.of(), verdict.mismatches());
            assertEquals(4, verdict.tested(), "all but the one that sees two versions of a row");
        }
    }

    private static Upsert upsert(long key) {
        return new Upsert("t", 40, List.of(new Row(key, List.of(number(7)))), List.of(new Assignment("c", number(8))));
    }

    private static void assertNothing(String name, String isolation, TestCase testCase) throws Exception {
        try (OpenDatabase open = new OpenDatabase(name, isolation)) {
            Verdict verdict = new CaseRunner(open.database(), Semantics.STRICT, CaseOptions.USUAL).run(testCase);
            assertEquals(List.of(), verdict.mismatches());
            assertEquals(4, verdict.tested(), "both are committed");
        }
    }
}
