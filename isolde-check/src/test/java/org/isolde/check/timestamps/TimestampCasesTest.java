package org.isolde.check.timestamps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampFindings;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.junit.jupiter.api.Test;

/**
 * Small histories with timestamps, and what has to be found in them. Transactions are numbered by their lines, from 1, keys
 * by their first appearance, operations from 0.
 */
class TimestampCasesTest {
    @Test
    void whatTheOrderOfCommitsForbidsIsFineWithoutTimestamps() throws Exception {
        // figure 15 of the paper: one after the other, and the last one misses what the second one wrote
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':1,'commit':2}",
                "{'session':2,'ops':[['r','x',1],['w','x',2]],'start':3,'commit':4}",
                "{'session':3,'ops':[['r','x',1]],'start':5,'commit':6}");
        expect(history, Level.SI, "EXT 3 0");
        expect(history, Level.SER, "EXT 3 0");
        CheckOptions blind = CheckOptions.of(EnumSet.of(Level.SI)).withEvidence(EnumSet.of(Evidence.VERSIONS));
        assertEquals(
                "satisfied",
                Isolde.check(history, blind).verdicts().get(Level.SI).text());
    }

    @Test
    void overlappingWritersConflictAndLaterReadersSeeTheLastOne() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':1,'commit':3}",
                "{'session':2,'ops':[['w','x',2]],'start':2,'commit':4}",
                "{'session':3,'ops':[['r','x',2]],'start':5,'commit':5}");
        expect(history, Level.SI, "NOCONFLICT 1 2 0");
        expect(history, Level.SER);
    }

    @Test
    void everyPairOfOverlappingWritersIsAConflict() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1],['w','y',1]],'start':0,'commit':10}",
                "{'session':2,'ops':[['w','x',2],['w','y',2]],'start':0,'commit':11}",
                "{'session':3,'ops':[['w','x',3]],'start':0,'commit':12}",
                "{'session':4,'ops':[['w','x',4]],'start':9,'commit':13}");
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
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':1,'commit':2}",
                "{'session':1,'ops':[['r','x',1],['w','x',2]],'start':2,'commit':3}",
                "{'session':2,'ops':[['r','x',2]],'start':3,'commit':4}");
        expect(history, Level.SI);
        expect(history, Level.SER);
    }

    @Test
    void atOneTimestampCommitsThenPointWritersThenPointReadersThenStarts() throws Exception {
        History history = history(
                "{'session':9,'ops':[['w','x',1]],'start':1,'commit':5}",
                "{'session':3,'ops':[['r','x',1],['w','y',1]],'start':5,'commit':5}",
                "{'session':2,'ops':[['r','y',1],['r','x',1]],'start':5,'commit':5}",
                "{'session':1,'ops':[['r','x',1],['r','y',1],['w','z',1]],'start':5,'commit':6}");
        expect(history, Level.SI);
        expect(history, Level.SER);
    }

    @Test
    void pointWritersOfOneTimestampFollowEachOtherByTheNamesOfTheirSessions() throws Exception {
        // 2 before 10, numbers before texts, texts by code points
        History history = history(
                "{'session':'\uFFFD','ops':[['r','a',1],['w','b',1]],'start':5,'commit':5}",
                "{'session':'\uD83D\uDE00','ops':[['r','b',1],['w','c',1]],'start':5,'commit':5}",
                "{'session':10,'ops':[['r','d',1],['w','e',1]],'start':5,'commit':5}",
                "{'session':2,'ops':[['w','d',1]],'start':5,'commit':5}",
                "{'session':'1','ops':[['r','e',1],['w','a',1]],'start':5,'commit':5}");
        expect(history, Level.SI);
        expect(history, Level.SER);
    }

    @Test
    void pointWritersOfOneKeyAndTimestampAreAFindingOfTheirOwn() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':5,'commit':5}",
                "{'session':2,'ops':[['w','x',2],['r','x',2]],'start':5,'commit':5}",
                "{'session':3,'ops':[['r','x',2]],'start':5,'commit':5}");
        expect(history, Level.SI, "SAME_COMMIT 1 2 0");
        expect(history, Level.SER, "SAME_COMMIT 1 2 0");
    }

    @Test
    void whoStartsAfterItsCommitIsReportedAndLeftOut() throws Exception {
        History history = history(
                "{'session':1,'ops':[['r','x',77],['w','x',1],['w','x',2]],'start':5,'commit':4}",
                "{'session':2,'ops':[['w','x',3]],'start':4,'commit':4}",
                "{'session':3,'ops':[['r','x',3]],'start':9,'commit':9}",
                "{'session':4,'ops':[['r','x',2]],'start':9,'commit':9}");
        expect(history, Level.SI, "START_AFTER_COMMIT 1", "EXT 4 0");
        expect(history, Level.SER, "START_AFTER_COMMIT 1", "EXT 4 0");
    }

    @Test
    void theInitialValueReadIsAValueLikeAnyOther() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':3,'commit':4}",
                "{'session':2,'ops':[['r','x',null],['r','x',1],['r','x',1]],'start':1,'commit':2}",
                "{'session':3,'ops':[['r','x',null],['r','x',null]],'start':9,'commit':9}");
        expect(history, Level.SI, "INT 2", "EXT 3 0");
        History zero = historyWithHeader(
                "{'isolde':1,'initial':0}",
                "{'session':1,'ops':[['r','x',0],['r','y',null]],'start':1,'commit':2}",
                "{'session':2,'ops':[['w','x',0]],'start':3,'commit':4}",
                "{'session':3,'ops':[['r','x',0],['r','x',1]],'start':5,'commit':5}");
        expect(zero, Level.SI, "INT 4");
    }

    @Test
    void aSessionIsItsCommittedTransactions() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':1,'commit':4}",
                "{'session':1,'status':'aborted','ops':[['w','x',2]],'start':9,'commit':9}",
                "{'session':1,'status':'unknown','ops':[['w','x',3]],'start':9}",
                "{'session':1,'ops':[['r','y',null]],'start':3,'commit':5}",
                "{'session':1,'ops':[['r','y',null]],'start':7,'commit':6}",
                "{'session':1,'ops':[['r','y',null]],'start':5,'commit':5}");
        expect(history, Level.SI, "SESSION 4", "START_AFTER_COMMIT 5");
        expect(history, Level.SER, "START_AFTER_COMMIT 5");
        assertEquals(Set.of("START_AFTER_COMMIT 5"), new TimestampOracle(history, Level.SI, false).findings());
    }

    @Test
    void aGapInTheNumbersOfASessionIsReported() throws Exception {
        History history = history(
                "{'session':1,'seq':4,'ops':[['w','x',1]],'start':1,'commit':2}",
                "{'session':1,'seq':5,'ops':[['w','x',2]],'start':3,'commit':4}",
                "{'session':1,'seq':7,'ops':[['w','x',3]],'start':5,'commit':6}");
        expect(history, Level.SI, "SESSION 3");
        expect(history, Level.SER, "SESSION 3");
    }

    @Test
    void eachKeyOfATransactionIsJudgedOnItsOwn() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1],['w','y',1],['w','z',1]],'start':1,'commit':2}",
                "{'session':2,'ops':[['r','x',null],['r','y',null],['r','z',1],['r','x',1]],'start':3,'commit':4}");
        expect(history, Level.SI, "EXT 2 0", "EXT 2 1", "INT 6");
    }

    @Test
    void realTimeIsInTheOrderOfCommitsAndOnlyReadersMayShareOne() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':1,'commit':2,'begin':1,'end':2}",
                "{'session':2,'ops':[['r','x',1]],'start':2,'commit':2,'begin':3,'end':4}",
                "{'session':3,'ops':[['r','x',1],['w','y',1]],'start':2,'commit':2,'begin':5,'end':6}",
                "{'session':4,'ops':[['r','x',null]],'start':1,'commit':1,'begin':2,'end':6}",
                "{'session':5,'ops':[['r','x',null]],'start':1,'commit':1,'begin':3,'end':6}");
        expect(history, Level.SER);
        // 3 is a writer at the timestamp of 1 and 2, which ended before; 4 began at the end of 1, and 5 after it
        expect(history, Level.SSER, "REAL_TIME 3", "REAL_TIME 5");
    }

    @Test
    void whatAnUnknownTransactionMayHaveWrittenIsOpen() throws Exception {
        History history = history(
                "{'session':1,'status':'unknown','ops':[['w','x',1]],'start':1}",
                "{'session':2,'ops':[['r','x',1]],'start':3,'commit':3}",
                "{'session':3,'ops':[['r','x',null]],'start':4,'commit':4}");
        expect(history, Level.SI, "open 1");
        assertEquals("undecided", new TimestampOracle(history, Level.SI, true).verdict());
    }

    @Test
    void listsAreTheWholeSnapshotAndWhatTheTransactionAdded() throws Exception {
        History history = history(
                "{'session':1,'ops':[['append','x',1],['append','x',2]],'start':1,'commit':2}",
                "{'session':2,'ops':[['append','x',3],['r','x',[1,2,3]],['append','x',4],['r','x',[1,2,3,4]]],"
                        + "'start':3,'commit':4}",
                "{'session':3,'ops':[['r','x',[1,2,3,4]]],'start':4,'commit':5}",
                "{'session':4,'ops':[['r','x',[1,2,4]],['r','x',[1,2]]],'start':4,'commit':5}",
                "{'session':5,'ops':[['append','y',1],['r','y',[]]],'start':4,'commit':5}");
        expect(history, Level.SI, "EXT 4 0", "INT 8", "INT 10");
    }

    @Test
    void theInitialValueCanBeAppended() throws Exception {
        History history = historyWithHeader(
                "{'isolde':1,'initial':0}",
                "{'session':1,'ops':[['append','x',0],['append','x',1],['r','x',[0,1]]],'start':1,'commit':2}",
                "{'session':2,'ops':[['r','x',[0,1]]],'start':3,'commit':3}",
                "{'session':3,'ops':[['r','x',[]]],'start':3,'commit':3}");
        expect(history, Level.SI, "EXT 3 0");
    }

    @Test
    void repeatedValuesAreNoObstacle() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':1,'commit':2}",
                "{'session':1,'ops':[['w','x',2]],'start':2,'commit':3}",
                "{'session':1,'ops':[['w','x',1]],'start':3,'commit':4}",
                "{'session':2,'ops':[['r','x',1]],'start':2,'commit':2}",
                "{'session':3,'ops':[['r','x',1]],'start':3,'commit':3}",
                "{'session':4,'ops':[['r','x',1]],'start':4,'commit':4}");
        expect(history, Level.SI, "EXT 5 0");
        expect(history, Level.SER, "EXT 5 0");
    }

    @Test
    void failedCompareAndSetsFoundAnotherValue() throws Exception {
        History history = history(
                "{'session':1,'ops':[['cas','x',null,1]],'start':1,'commit':2}",
                "{'session':2,'ops':[['cas-failed','x',1],['cas-failed','x',5],['r','x',1],['cas-failed','x',1]],"
                        + "'start':3,'commit':3}");
        expect(history, Level.SI, "EXT 2 0", "INT 5");
    }

    @Test
    void levelsWithoutTimestampsStillMindGivenVersionOrders() throws Exception {
        History history = history(
                "{'session':1,'ops':[['w','x',1]],'start':1,'commit':2}",
                "{'session':2,'ops':[['r','x',1],['w','x',2]],'start':3,'commit':4}",
                "{'versions':{'key':'x','order':[2,1]}}");
        CheckOptions options = CheckOptions.of(EnumSet.of(Level.SI, Level.PSI));
        CheckResult result = Isolde.check(history, options);
        assertEquals("satisfied", result.verdicts().get(Level.SI).text());
        CheckOptions psiAlone = CheckOptions.of(EnumSet.of(Level.PSI));
        assertEquals(
                Isolde.check(history, psiAlone).verdicts().get(Level.PSI).text(),
                result.verdicts().get(Level.PSI).text());
        assertEquals("violated", result.verdicts().get(Level.PSI).text());
    }

    private static History history(String... lines) throws Exception {
        return historyWithHeader("{'isolde':1}", lines);
    }

    private static History historyWithHeader(String header, String... lines) throws Exception {
        String text = (header + "\n" + String.join("\n", lines) + "\n").replace('\'', '"');
        try (Source source = Source.of("case", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Format.recognise(source).read(source);
        }
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
