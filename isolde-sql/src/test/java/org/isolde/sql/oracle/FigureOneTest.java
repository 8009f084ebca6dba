package org.isolde.sql.oracle;

import static org.isolde.sql.HandMade.least;
import static org.isolde.sql.HandMade.number;
import static org.isolde.sql.HandMade.select;
import static org.isolde.sql.HandMade.update;
import static org.isolde.sql.HandMade.where;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.isolde.condition.Condition.Comparator;
import org.isolde.run.server.Programs;
import org.isolde.sql.HandMade;
import org.isolde.sql.OpenDatabase;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.known.KnownBehaviours;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.api.Test;

/** TxCheck's figure 1: at InnoDB's REPEATABLE READ a condition finds other rows when it writes than when it reads. */
class FigureOneTest {
    private static TestCase figureOne() {
        Predicate below = where("t", "c", Comparator.LESS_OR_EQUAL, least("s", "c"));
        return new HandMade()
                .row("s", 1, 20, 20)
                .row("t", 2, 43, 8)
                .row("t", 3, 44, 53)
                .commits(update("s", 162, number(162), Predicate.TRUE), select("t", Predicate.TRUE))
                .commits(select("s", Predicate.TRUE), select("t", below), update("t", 63, number(7), below))
                .schedule(0, 0, 1, 0, 1, 1, 1);
    }

    private static Verdict run(String database, String isolation, Semantics semantics) throws Exception {
        try (OpenDatabase open = new OpenDatabase(database, isolation)) {
            return new CaseRunner(open.database(), semantics, CaseOptions.USUAL).run(figureOne());
        }
    }

    @Test
    void isFoundOnMariadbByStrictSemanticsAlone() throws Exception {
        assumeTrue(Programs.isInstalled("mariadbd"), "mariadbd is not installed (apt-get install mariadb-server)");
        Verdict strict = run("mariadb", "repeatable-read", Semantics.STRICT);
        assertEquals(
                List.of("rows written"),
                strict.mismatches().stream().map(Mismatch::what).toList());
        assertEquals(OracleKind.REORDERED, strict.mismatches().get(0).oracle());
        assertTrue(
                KnownBehaviours.all().stream()
                        .noneMatch(each -> each.signature().test(strict)),
                "who asks for strict semantics is told");
        Verdict vendor = run("mariadb", "repeatable-read", Semantics.VENDOR);
        assertEquals(List.of(), vendor.mismatches());
        assertEquals(
                List.of(), run("mariadb", "read-committed", Semantics.STRICT).mismatches());
    }

    @Test
    void isNotThereOnOthers() throws Exception {
        for (String isolation : List.of("read-committed", "snapshot", "serializable")) {
            // by strict semantics there is a write skew at serializable
            Verdict verdict = run("h2", isolation, Semantics.VENDOR);
            assertEquals(List.of(), verdict.mismatches(), isolation);
            assertEquals(5, verdict.tested(), isolation);
        }
        assertEquals(List.of(), run("sqlite", "serializable", Semantics.STRICT).mismatches());
    }
}
