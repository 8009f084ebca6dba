package org.isolde.check.timestamps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampFindings;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

/**
 * Small histories with timestamps, and what has to be found in them. Transactions are numbered as they stand, from 1, keys
 * by their first appearance, operations from 0.
 */
class TimestampCasesTest {
    @Test
    void whatTheOrderOfCommitsForbidsIsFineWithoutTimestamps() throws Exception {
        // figure 15 of the paper: one after the other, and the last one misses what the second one wrote
        History history = HistoryText.parse("^1-2{w(x,1)} | ^3-4{r(x,1) w(x,2)} | ^5-6{r(x,1)}");
        expect(history, Level.SI, "EXT 3 0");
        expect(history, Level.SER, "EXT 3 0");
        CheckOptions blind = CheckOptions.of(EnumSet.of(Level.SI)).withEvidence(EnumSet.of(Evidence.VERSIONS));
        assertEquals(
                "satisfied",
                Isolde.check(history, blind).verdicts().get(Level.SI).text());
    }

    @Test
    void overlappingWritersConflictAndLaterReadersSeeTheLastOne() throws Exception {
        History history = HistoryText.parse("^1-3{w(x,1)} | ^2-4{w(x,2)} | ^5-5{r(x,2)}");
        expect(history, Level.SI, "NOCONFLICT 1 2 0");
        expect(history, Level.SER);
    }

    @Test
    void everyPairOfOverlappingWritersIsAConflict() throws Exception {
        History history =
                HistoryText.parse("^0-10{w(x,1) w(y,1)} | ^0-11{w(x,2) w(y,2)} | ^0-12{w(x,3)} | ^9-13{w(x,4)}");
        expect(
                history,
                Level.SI,
                "NOCONFLICT 1 2 0",
                "NOCONFLICT 1 2 1",
                "NOCONFLICT 1 3 0",
                "NOCONFLICT 1 4 0",
                "NOCONFLICT 2 3 0",
                "NOCONFLICT 2 4 0",
                "NOCONFLICT 3 4 0");
    }

    @Test
    void aCommitAtTheStartOfAnotherIsSeenAndNoConflict() throws Exception {
        History history = HistoryText.parse("^1-2{w(x,1)} ^2-3{r(x,1) w(x,2)} | ^3-4{r(x,2)}");
        expect(history, Level.SI);
        expect(history, Level.SER);
    }

    @Test
    void atOneTimestampCommitsThenPointWritersThenPointReadersThenStarts() throws Exception {
        History history = HistoryText.parse("""
                9: ^1-5{w(x,1)}
                3: ^5-5{r(x,1) w(y,1)}
                2: ^5-5{r(y,1) r(x,1)}
                1: ^5-6{r(x,1) r(y,1) w(z,1)}""");
        expect(history, Level.SI);
        expect(history, Level.SER);
    }

    @Test
    void pointWritersOfOneTimestampFollowEachOtherByTheNamesOfTheirSessions() throws Exception {
        // 2 before 10, numbers before texts, texts by code points
        History history = HistoryText.parse("""
                "\uFFFD": ^5-5{r(a,1) w(b,1)}
                "\uD83D\uDE00": ^5-5{r(b,1) w(c,1)}
                10: ^5-5{r(d,1) w(e,1)}
                2: ^5-5{w(d,1)}
                "1": ^5-5{r(e,1) w(a,1)}""");
        expect(history, Level.SI);
        expect(history, Level.SER);
    }

    @Test
    void pointWritersOfOneKeyAndTimestampAreAFindingOfTheirOwn() throws Exception {
        History history = HistoryText.parse("^5-5{w(x,1)} | ^5-5{w(x,2) r(x,2)} | ^5-5{r(x,2)}");
        expect(history, Level.SI, "SAME_COMMIT 1 2 0");
        expect(history, Level.SER, "SAME_COMMIT 1 2 0");
    }

    @Test
    void whoStartsAfterItsCommitIsReportedAndLeftOut() throws Exception {
        History history = HistoryText.parse("^5-4{r(x,77) w(x,1) w(x,2)} | ^4-4{w(x,3)} | ^9-9{r(x,3)} | ^9-9{r(x,2)}");
        expect(history, Level.SI, "START_AFTER_COMMIT 1", "EXT 4 0");
        expect(history, Level.SER, "START_AFTER_COMMIT 1", "EXT 4 0");
    }

    @Test
    void theInitialValueReadIsAValueLikeAnyOther() throws Exception {
        History history = HistoryText.parse("^3-4{w(x,1)} | ^1-2{r(x,0) r(x,1) r(x,1)} | ^9-9{r(x,0) r(x,0)}");
        expect(history, Level.SI, "INT 2", "EXT 3 0");
        History zero = HistoryText.parse("^1-2{r(x,0) r(y,null)} | ^3-4{w(x,0)} | ^5-5{r(x,0) r(x,1)}");
        expect(zero, Level.SI, "INT 4");
    }

    @Test
    void aSessionIsItsCommittedTransactions() throws Exception {
        History history = HistoryText.parse("""
                ^1-4{w(x,1)}
                !^9-9{w(x,2)}
                ?^9-{w(x,3)}
                ^3-5{r(y,0)}
                ^7-6{r(y,0)}
                ^5-5{r(y,0)}""");
        expect(history, Level.SI, "SESSION 4", "START_AFTER_COMMIT 5");
        expect(history, Level.SER, "START_AFTER_COMMIT 5");
        assertEquals(Set.of("START_AFTER_COMMIT 5"), new TimestampOracle(history, Level.SI, false).findings());
    }

    @Test
    void aGapInTheNumbersOfASessionIsReported() throws Exception {
        History history = HistoryText.parse("^1-2{w(x,1)} ^3-4{w(x,2)} ^5-6+{w(x,3)}");
        expect(history, Level.SI, "SESSION 3");
        expect(history, Level.SER, "SESSION 3");
    }

    @Test
    void eachKeyOfATransactionIsJudgedOnItsOwn() throws Exception {
        History history = HistoryText.parse("^1-2{w(x,1) w(y,1) w(z,1)} | ^3-4{r(x,0) r(y,0) r(z,1) r(x,1)}");
        expect(history, Level.SI, "EXT 2 0", "EXT 2 1", "INT 6");
    }

    @Test
    void realTimeIsInTheOrderOfCommitsAndOnlyReadersMayShareOne() throws Exception {
        History history = HistoryText.parse("""
                @1-2^1-2{w(x,1)}
                | @3-4^2-2{r(x,1)}
                | @5-6^2-2{r(x,1) w(y,1)}
                | @2-6^1-1{r(x,0)}
                | @3-6^1-1{r(x,0)}""");
        expect(history, Level.SER);
        // 3 is a writer at the timestamp of 1 and 2, which ended before; 4 began at the end of 1, and 5 after it
        expect(history, Level.SSER, "REAL_TIME 3", "REAL_TIME 5");
    }

    @Test
    void whatAnUnknownTransactionMayHaveWrittenIsOpen() throws Exception {
        History history = HistoryText.parse("?^1-{w(x,1)} | ^3-3{r(x,1)} | ^4-4{r(x,0)}");
        expect(history, Level.SI, "open 1");
        assertEquals("undecided", new TimestampOracle(history, Level.SI, true).verdict());
    }

    @Test
    void listsAreTheWholeSnapshotAndWhatTheTransactionAdded() throws Exception {
        History history = HistoryText.parse("""
                ^1-2{a(x,1) a(x,2)}
                | ^3-4{a(x,3) l(x,[1,2,3]) a(x,4) l(x,[1,2,3,4])}
                | ^4-5{l(x,[1,2,3,4])}
                | ^4-5{l(x,[1,2,4]) l(x,[1,2])}
                | ^4-5{a(y,1) l(y,[])}""");
        expect(history, Level.SI, "EXT 4 0", "INT 8", "INT 10");
    }

    @Test
    void theInitialValueCanBeAppended() throws Exception {
        History history = HistoryText.parse("^1-2{a(x,0) a(x,1) l(x,[0,1])} | ^3-3{l(x,[0,1])} | ^3-3{l(x,[])}");
        expect(history, Level.SI, "EXT 3 0");
    }

    @Test
    void repeatedValuesAreNoObstacle() throws Exception {
        History history = HistoryText.parse("""
                ^1-2{w(x,1)}
                ^2-3{w(x,2)}
                ^3-4{w(x,1)}
                | ^2-2{r(x,1)}
                | ^3-3{r(x,1)}
                | ^4-4{r(x,1)}""");
        expect(history, Level.SI, "EXT 5 0");
        expect(history, Level.SER, "EXT 5 0");
    }

    @Test
    void failedCompareAndSetsFoundAnotherValue() throws Exception {
        History history = HistoryText.parse("^1-2{c(x,0,1)} | ^3-3{f(x,1) f(x,5) r(x,1) f(x,1)}");
        expect(history, Level.SI, "EXT 2 0", "INT 5");
    }

    @Test
    void levelsWithoutTimestampsStillMindGivenVersionOrders() throws Exception {
        History history = HistoryText.parse("^1-2{w(x,1)} | ^3-4{r(x,1) w(x,2)} # x[2,1]");
        CheckOptions options = CheckOptions.of(EnumSet.of(Level.SI, Level.PSI));
        CheckResult result = Isolde.check(history, options);
        assertEquals("satisfied", result.verdicts().get(Level.SI).text());
        CheckOptions psiAlone = CheckOptions.of(EnumSet.of(Level.PSI));
        assertEquals(
                Isolde.check(history, psiAlone).verdicts().get(Level.PSI).text(),
                result.verdicts().get(Level.PSI).text());
        assertEquals("violated", result.verdicts().get(Level.PSI).text());
    }

    private static void expect(History history, Level level, String... expected) {
        TimestampOracle oracle = new TimestampOracle(history, level, true);
        Set<String> found = new TreeSet<>(oracle.findings());
        oracle.open.forEach(op -> found.add("open " + op));
        assertEquals(new TreeSet<>(Set.of(expected)), found);
        TimestampFindings findings = Chronos.of(history, level, true, 100).findings();
        assertEquals(oracle.findings(), TimestampOracleTest.named(findings));
        assertEquals(oracle.open.size(), findings.openReads());
    }
}
