package org.isolde.sql.known;

import static org.isolde.sql.HandMade.column;
import static org.isolde.sql.HandMade.delete;
import static org.isolde.sql.HandMade.insert;
import static org.isolde.sql.HandMade.number;
import static org.isolde.sql.HandMade.select;
import static org.isolde.sql.HandMade.update;
import static org.isolde.sql.HandMade.where;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.run.Isolation;
import org.isolde.sql.HandMade;
import org.isolde.sql.OpenDatabase;
import org.isolde.sql.ast.Expression.Aggregate;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Expression.ScalarQuery;
import org.isolde.sql.ast.Index;
import org.isolde.sql.ast.Order;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Query;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Statement.RollbackTo;
import org.isolde.sql.ast.Statement.Savepoint;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.oracle.CaseOptions;
import org.isolde.sql.oracle.CaseRunner;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.api.Test;

/** What is known is seen on the real databases, and recognised there; what is not quite the same is not. */
class KnownBehavioursTest {
    private static final Select ALL = select("t", Predicate.TRUE);

    private record Seen(String version, Verdict verdict) {}

    private static Seen run(OpenDatabase open, Semantics semantics, TestCase testCase) throws Exception {
        Verdict verdict = new CaseRunner(open.database(), semantics, CaseOptions.USUAL).run(testCase);
        assertFalse(
                verdict.mismatches().isEmpty(), () -> testCase + ": the database has been mended: it is known no more");
        return new Seen(open.database().version(), verdict);
    }

    /** What a mismatch on a real database is known as; null if it is new. */
    private static String known(String name, String isolation, Semantics semantics, TestCase testCase)
            throws Exception {
        try (OpenDatabase open = new OpenDatabase(name, isolation)) {
            Seen seen = run(open, semantics, testCase);
            return KnownBehaviours.of(name, seen.version(), open.database().isolation(), seen.verdict())
                    .map(KnownBehaviour::name)
                    .orElse(null);
        }
    }

    private static TestCase rolledBackToSavepoint() {
        return new HandMade()
                .commits(new Savepoint("s0"), insert("t", 20, 7, number(5)), new RollbackTo("s0"), ALL)
                .schedule(0, 0, 0, 0, 0);
    }

    @Test
    void aRowBehindASavepointOfH2IsKnown() throws Exception {
        assertEquals("h2-savepoint", known("h2", "repeatable-read", Semantics.VENDOR, rolledBackToSavepoint()));
    }

    /** The very same verdict is news of another database, another level, another version, or by another oracle. */
    @Test
    void whatIsKnownIsKnownOfOneDatabaseAlone() throws Exception {
        try (OpenDatabase open = new OpenDatabase("h2", "repeatable-read");
                OpenDatabase snapshot = new OpenDatabase("h2", "snapshot")) {
            Verdict verdict =
                    run(open, Semantics.VENDOR, rolledBackToSavepoint()).verdict();
            assertTrue(KnownBehaviours.of(
                            "h2", "H2 2.3.232 (2024-08-11)", open.database().isolation(), verdict)
                    .isPresent());
            for (String version : List.of("H2 2.5.253", "H2 2.5.252.1", "H2 2.3.231", "H2 10.0", "H2")) {
                assertTrue(
                        KnownBehaviours.of("h2", version, open.database().isolation(), verdict)
                                .isEmpty(),
                        version);
            }
            String version = open.database().version();
            assertTrue(KnownBehaviours.of("broken", version, open.database().isolation(), verdict)
                    .isEmpty());
            assertTrue(KnownBehaviours.of("h2", version, snapshot.database().isolation(), verdict)
                    .isEmpty());
            Mismatch seen = verdict.mismatches().get(0);
            Mismatch other =
                    new Mismatch(seen.oracle(), "rolled-back row left", seen.unit(), seen.expected(), seen.actual());
            assertTrue(
                    KnownBehaviours.of("h2", version, open.database().isolation(), with(verdict, other, verdict.plan()))
                            .isEmpty());
        }
    }

    private static Verdict with(Verdict verdict, Mismatch mismatch, Plan plan) {
        return new Verdict(
                List.of(mismatch),
                plan,
                verdict.order(),
                verdict.graph(),
                verdict.tested(),
                verdict.statements(),
                verdict.discarded(),
                verdict.run());
    }

    /** The same mismatch at the same statement, where the page says that H2 does right: the table was read before the savepoint. */
    @Test
    void aRowBehindASavepointOfATableThatWasReadBeforeIsNew() throws Exception {
        TestCase testCase = new HandMade()
                .commits(
                        select("s", Predicate.TRUE),
                        new Savepoint("s0"),
                        insert("t", 20, 7, number(5)),
                        new RollbackTo("s0"),
                        ALL)
                .schedule(0, 0, 0, 0, 0, 0);
        try (OpenDatabase open = new OpenDatabase("h2", "repeatable-read")) {
            Seen seen = run(open, Semantics.VENDOR, testCase);
            Mismatch mismatch = seen.verdict().mismatches().get(0);
            Isolation isolation = open.database().isolation();
            Verdict same = with(seen.verdict(), mismatch, Plan.of(testCase));
            assertTrue(KnownBehaviours.of("h2", seen.version(), isolation, same).isPresent());
            Verdict other = with(seen.verdict(), mismatch, Plan.of(testCase.withStatement(0, 0, ALL)));
            assertTrue(
                    KnownBehaviours.of("h2", seen.version(), isolation, other).isEmpty());
        }
    }

    /** One column: where whole rows are read, what is seen of the deleted one is a cycle of dependencies, and is left out. */
    private static Select backwards(String column) {
        Query query = ALL.query();
        return new Select(
                new Query(
                        query.with(),
                        query.distinct(),
                        query.items().subList(2, 3),
                        query.from(),
                        query.where(),
                        query.groupBy(),
                        query.having(),
                        List.of(new Order(column("t", column), true), new Order(column("t", "pkey"), false))),
                ALL.lock());
    }

    private static TestCase readBehind(Statement write, Statement read) {
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 60)
                .row("t", 2, 11, 70)
                .commits(write, read)
                .schedule(0, 0, 0);
        return testCase.withSchema(
                new Schema(testCase.schema().tables(), List.of(new Index("i", "t", List.of("c"), false))));
    }

    @Test
    void aTableOfH2ThatIsReadBackwardsIsKnown() throws Exception {
        Predicate first = where("t", "pkey", 1);
        for (String isolation : List.of("repeatable-read", "snapshot", "serializable")) {
            assertEquals(
                    "h2-descending-index",
                    known("h2", isolation, Semantics.VENDOR, readBehind(delete("t", first), backwards("pkey"))));
        }
        assertEquals(
                "h2-descending-index",
                known(
                        "h2",
                        "snapshot",
                        Semantics.VENDOR,
                        readBehind(update("t", 20, number(5), first), backwards("c"))));
    }

    /** The largest value of a column, in a select list. */
    private static Select largest(String column, Predicate where) {
        return new Select(
                new Query(
                        List.of(new Query.Item(
                                new Aggregate(AggregateFunction.MAXIMUM, false, List.of(column("t", column))), "m")),
                        ALL.query().from(),
                        where),
                Lock.NONE);
    }

    @Test
    void theLargestValueOfAnIndexOfH2IsKnown() throws Exception {
        Statement first = update("t", 20, number(5), where("t", "pkey", 1));
        Statement third = insert("t", 20, 3, number(80));
        Statement second =
                update("t", 30, new ScalarQuery(largest("pkey", Predicate.TRUE).query()), where("t", "pkey", 2));
        Select keys = new Select(
                backwards("pkey").query().withItems(ALL.query().items().subList(0, 1)), Lock.NONE);
        for (TestCase testCase : List.of(
                readBehind(first, largest("pkey", Predicate.TRUE)),
                readBehind(third, largest("c", Predicate.TRUE)),
                readBehind(third, keys),
                readBehind(new Select(ALL.query().withWhere(where("t", "pkey", 1)), Lock.UPDATE), backwards("pkey")),
                readBehind(first, second))) {
            assertEquals("h2-descending-index", known("h2", "snapshot", Semantics.VENDOR, testCase));
        }
    }

    /** The same verdict where nothing says that an index was read backwards, or nothing was written before. */
    @Test
    void aTableOfH2ThatIsReadOtherwiseIsNew() throws Exception {
        TestCase testCase = readBehind(delete("t", where("t", "pkey", 1)), backwards("pkey"));
        try (OpenDatabase open = new OpenDatabase("h2", "snapshot")) {
            Seen seen = run(open, Semantics.VENDOR, testCase);
            Mismatch mismatch = seen.verdict().mismatches().get(0);
            for (TestCase other : List.of(
                    testCase.withStatement(0, 1, ALL),
                    testCase.withStatement(0, 1, backwards("vkey")),
                    testCase.withStatement(0, 1, largest("vkey", Predicate.TRUE)),
                    testCase.withStatement(0, 1, largest("pkey", where("t", "c", 60))),
                    testCase.withStatement(0, 0, delete("s", Predicate.TRUE)),
                    testCase.withStatement(0, 0, ALL))) {
                Verdict verdict = with(seen.verdict(), mismatch, Plan.of(other));
                assertTrue(
                        KnownBehaviours.of("h2", seen.version(), open.database().isolation(), verdict)
                                .isEmpty());
            }
        }
    }

    /** A real mismatch of H2 that is none of these: write skew, where SERIALIZABLE is taken at its word. */
    @Test
    void writeSkewOfH2IsNew() throws Exception {
        TestCase skew = new HandMade()
                .row("t", 1, 10, 60)
                .row("t", 2, 11, 70)
                .commits(ALL, update("t", 30, number(0), where("t", "pkey", 1)))
                .commits(ALL, update("t", 40, number(0), where("t", "pkey", 2)))
                .schedule(0, 1, 0, 1, 0, 1);
        assertEquals(null, known("h2", "serializable", Semantics.STRICT, skew));
    }

    private static TestCase updates(String indexed) {
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 60)
                .commits(ALL, new Statement.Update("t", 20, List.of(), where("t", "pkey", 1)))
                .commits(update("t", 30, number(7), where("t", "pkey", 1)))
                .schedule(0, 1, 1, 0, 0);
        return testCase.withSchema(
                new Schema(testCase.schema().tables(), List.of(new Index("i", "t", List.of(indexed), false))));
    }

    @Test
    void anUpdateThatDuckdbLosesIsKnown() throws Exception {
        try (OpenDatabase open = new OpenDatabase("duckdb", "snapshot")) {
            Seen seen = run(open, Semantics.VENDOR, updates("c"));
            Isolation isolation = open.database().isolation();
            assertEquals(
                    "duckdb-lost-update",
                    KnownBehaviours.of("duckdb", seen.version(), isolation, seen.verdict())
                            .map(KnownBehaviour::name)
                            .orElse(null));
            // both updates change the column, or neither does
            Mismatch mismatch = seen.verdict().mismatches().get(0);
            for (String other : List.of("vkey", "pkey")) {
                Verdict verdict = with(seen.verdict(), mismatch, Plan.of(updates(other)));
                assertTrue(KnownBehaviours.of("duckdb", seen.version(), isolation, verdict)
                        .isEmpty());
            }
        }
    }

    @Test
    void anUpdateBesideADeletionOfDuckdbIsKnown() throws Exception {
        Statement deletion = delete("t", Predicate.TRUE);
        TestCase testCase = new HandMade()
                .row("t", 1, 10, 60)
                .commits(update("t", 30, number(7), Predicate.TRUE))
                .commits(deletion)
                .schedule(0, 1, 0, 1);
        try (OpenDatabase open = new OpenDatabase("duckdb", "snapshot")) {
            Seen seen = run(open, Semantics.VENDOR, testCase);
            Isolation isolation = open.database().isolation();
            assertEquals(
                    "duckdb-update-beside-delete",
                    KnownBehaviours.of("duckdb", seen.version(), isolation, seen.verdict())
                            .map(KnownBehaviour::name)
                            .orElse(null));
            TestCase before = new HandMade()
                    .row("t", 1, 10, 60)
                    .commits(deletion)
                    .commits(update("t", 30, number(7), Predicate.TRUE))
                    .schedule(0, 1, 0, 1);
            assertTrue(KnownBehaviours.of(
                            "duckdb",
                            seen.version(),
                            isolation,
                            run(open, Semantics.VENDOR, before).verdict())
                    .isPresent());
            Mismatch mismatch = seen.verdict().mismatches().get(0);
            for (TestCase other : List.of(
                    testCase.withStatement(0, 0, deletion),
                    testCase.withStatement(1, 0, delete("s", Predicate.TRUE)))) {
                Verdict verdict = with(seen.verdict(), mismatch, Plan.of(other));
                assertTrue(KnownBehaviours.of("duckdb", seen.version(), isolation, verdict)
                        .isEmpty());
            }
        }
    }

    /** What is said of a behaviour is there to be read. */
    @Test
    void everyReferenceIsThere() {
        for (KnownBehaviour each : KnownBehaviours.all()) {
            assertTrue(each.sentence().endsWith("."), each.name());
            assertTrue(
                    each.reference().startsWith("https://") || Files.exists(Path.of("..", each.reference())),
                    each.reference());
        }
        assertEquals(
                KnownBehaviours.all().size(),
                KnownBehaviours.all().stream()
                        .map(KnownBehaviour::name)
                        .distinct()
                        .count());
    }
}
