package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyHistory;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where definitions are easily read in another way, a line is a history and its answer: the levels that it satisfies, and
 * those that it violates. Brute force says the same, and every verdict has a proof that is accepted.
 */
class DefinitionsTest {
    private static final Set<Level> BUT_LIN = EnumSet.complementOf(EnumSet.of(Level.LIN));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // what stands before own appends was read from others: here nothing, so that 2 came before 1
                "A{a(x,1)} | B{l(x,[1])} | C{a(x,2) l(x,[2])}; cc pc; cs psi si ser",
                "A{a(x,1)} | B{l(x,[1])} | C{a(x,2) l(x,[1,2])}; ser;",
                "A{a(x,1)} | C{a(x,2) l(x,[2])}; ser;",
                "A{a(x,1)} C{a(x,2) l(x,[2])}; g1 rc mr; ryw ra cc",
                // here A's 1, so that A's y must be seen too
                "A{a(x,1) a(y,1)} | B{a(x,2) l(x,[1,2]) l(y,[])}; ru g1 ryw; rc ra cc cv si ser",
                "A{a(x,1) a(y,1)} | B{a(x,2) l(y,[]) l(x,[1,2])}; rc ryw; ra cc cv si ser",
                "A{a(x,1) a(y,1)} | B{a(x,2) l(x,[1,2]) l(y,[1])}; ser;",
                "A{a(x,1) a(y,1)} | B{a(x,2) l(x,[2]) l(y,[])}; ser;",
                // T saw 5 and not 6, and came behind 6
                "A{a(x,5)} | B{a(x,6)} | T{a(x,1) l(x,[5,1])} | R{l(x,[5,6,1])}; cc pc; cs rr si ser",
                "A{a(x,5)} | B{a(x,6)} | T{a(x,1) l(x,[5,1])} | R{l(x,[5,1,6])}; ser;",
                // it saw two versions
                "A{a(x,5)} | B{a(x,6)} | T{a(x,1) l(x,[5,1]) l(x,[5,6,1])}; rc; ra si ser",
                // and what is wrong with a read is wrong before own appends as well
                "A{a(x,5) a(x,6)} | T{a(x,1) l(x,[5,1])}; ru; g1 rc ser",
                "A!{a(x,5)} | T{a(x,1) l(x,[5,1])}; ru; g1 rc ser",
                "T{a(x,1) l(x,[7,1])}; ru; g1 rc ser",
            })
    void listReadsBehindOwnAppends(String text, String satisfied, String violated) throws Exception {
        expect(text, satisfied, violated);
    }

    /** An unknown transaction that nobody can have read from does not count, whatever it wrote. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // nobody read what V wrote, for of 3 U itself wrote a later version
                "U?{w(x,3) w(x,2)} | V?{w(x,3)} | R{r(x,2)}; ser;",
                "U?{w(x,1)} | V{w(x,1)} | R{r(x,0)}; ser;",
                "U?{w(x,1)} | V?{w(x,1)} | R{r(x,0)}; ser;",
                "U?{r(y,1) w(x,1)} | V{w(x,1)} | W?{w(y,1)}; ser;",
                "U?{a(x,1)} | V{a(x,1)} | R{l(x,[])}; ser;",
                "V{w(x,1) w(x,2)} | U?{w(x,1) w(y,2)} | R{r(y,0)}; ser;",
                "V{w(x,1)} R{r(x,0)} | U?{w(x,1)}; rr mr; ryw ra",
            })
    void valuesOfUnknownTransactionsThatDoNotCount(String text, String satisfied, String violated) throws Exception {
        expect(text, satisfied, violated);
    }

    /** What was written over and rolled back is read as another's version of the same value. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A{w(x,1)} | B!{w(x,1) w(x,2)} | C{r(x,1) r(z,0) w(y,1)} | D{r(y,0) w(z,2)}; si; ser",
                "B!{w(x,1) w(x,2)} | A{w(x,1)} | C{r(x,1) r(z,0) w(y,1)} | D{r(y,0) w(z,2)}; si; ser",
            })
    void valuesOfWhatWasRolledBack(String text, String satisfied, String violated) throws Exception {
        expect(text, satisfied, violated);
    }

    /** Or as the initial one; brute force knows no such histories. */
    @Test
    void theInitialValueWrittenAndRolledBack() throws Exception {
        History history = HistoryText.parse("A!{w(x,0) w(x,1)} | B{r(x,0) r(z,0) w(y,1)} | C{r(y,0) w(z,2)}");
        CheckResult result = check(history, Algorithm.AUTO, BUT_LIN);
        assertEquals(Set.of(Level.SI), result.strongestSatisfied());
        assertEquals(new ProofResult.Accepted(), ProofChecker.check(history, result.proof(Level.SI)));
        assertEquals(new ProofResult.Accepted(), ProofChecker.check(history, result.proof(Level.SER)));
    }

    /** If the unknown one may count, it can't be known what was read. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "U?{w(x,1)} | R{r(x,1)} V{w(x,1)}",
                "U?{w(x,1)} | V{r(x,1) w(x,1)}",
                "U?{w(x,1)} | V?{w(x,1)} | R{r(x,1)}",
                "U?{w(x,1) w(y,1)} | V{w(x,1)} | R{r(y,1)}",
                "U?{w(x,1)} | W?{r(x,1) w(y,1)} | V{w(x,1)} | R{r(y,1)}",
                "U?{a(x,1)} | V{a(x,1)} | R{l(x,[1,2])} | S{a(x,2)}",
                "U?{w(x,1)} | V{w(x,1)} # x[1]",
            })
    void valuesOfUnknownTransactionsThatMayCount(String text) {
        assertTrue(Oracle.isRefused(TinyHistory.parse(text), Oracle.Flags.DEFAULT), text);
        for (Level level : BUT_LIN) {
            String message = assertThrows(
                            BadHistoryException.class, () -> Isolde.check(HistoryText.parse(text), level), text)
                    .getMessage();
            assertTrue(
                    message.matches(
                            "value 1 of key x was written twice, by transaction [UV] \\(operation \\d\\) and by transaction [UV] \\(operation \\d\\); .*"),
                    message);
            assertTrue(message.contains("transaction U") && message.contains("transaction V"), message);
        }
    }

    /** No order of versions has all that is said of it: no level holds, and the anomaly names what contradicts what. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // lists against the order in which a transaction wrote
                "A{a(x,1) a(x,2)} | B{a(x,3)} | D{a(x,4)} | R{l(x,[1,3,2])} | Q{l(x,[1,3,4,2])};"
                        + "R read x = [1, 3, 2]; Q read x = [1, 3, 4, 2]",
                "A{a(x,1) a(x,2)} | R{l(x,[2,1])};"
                        + "R read x = [2, 1], in which 2 stands before 1; A itself wrote 1 to x before 2",
                "A{a(x,1) a(x,2)} | R{l(x,[2])};"
                        + "R read x = [2], with 2 and without 1; A itself wrote 1 to x before 2",
                // lists against each other, and against themselves
                "A{a(x,1)} | B{a(x,2)} | R{l(x,[1,2])} | Q{l(x,[2,1])}; R read x = [1, 2]; Q read x = [2, 1]",
                "A{a(x,1)} | B{a(x,2)} | R{l(x,[1])} | Q{l(x,[2])}; R read x = [1]; Q read x = [2]",
                "A{a(x,1)} | R{l(x,[1,1])}; R read x = [1, 1]; in which 1 stands twice",
                // version lines against lists, transactions and themselves
                "A{a(x,1)} | B{a(x,2)} | R{l(x,[1,2])} # x[2,1];"
                        + "the version order of key x has 2 before 1; R read x = [1, 2], in which 1 stands before 2",
                "A{w(x,1) w(x,2)} # x[2,1];"
                        + "the version order of key x has 2 before 1; A itself wrote 1 to x before 2",
                "A{w(x,1)} | B{w(x,2)} # x[1,2,1];"
                        + "the version order of key x has 1 before 2; the version order of key x has 2 before 1",
                "A{w(x,1)} # x[1,0];"
                        + "the version order of key x has 1 before 0, the initial value;"
                        + " 0 is the initial value of x, which comes before all others",
                "A{w(x,1)} | B{w(x,2)} # x[1,0,2];"
                        + "the version order of key x has 1 before 0, the initial value;"
                        + " 0 is the initial value of x, which comes before all others",
                "A{w(x,1)} | B{w(x,2)} # x[1,2] x[2,1];"
                        + "the version order of key x has 1 before 2; the version order of key x has 2 before 1",
            })
    void contradictoryVersions(String text, String one, String other) throws Exception {
        History history = HistoryText.parse(text);
        CheckResult result = check(history, Algorithm.AUTO, BUT_LIN);
        for (Level level : List.of(Level.RU, Level.G1, Level.CC, Level.SI, Level.SER)) {
            Verdict.Violated violated =
                    assertInstanceOf(Verdict.Violated.class, result.verdicts().get(level), level + ": " + text);
            assertEquals(new ProofResult.Accepted(), ProofChecker.check(history, result.proof(level)), text);
            if (level == Level.RU) {
                Anomaly anomaly = violated.anomalies().get(0);
                assertTrue(
                        anomaly.kind() == AnomalyKind.CONTRADICTORY_VERSIONS
                                || anomaly.kind() == AnomalyKind.INCOMPATIBLE_ORDER,
                        anomaly::toString);
                assertTrue(anomaly.story().contains(one) && anomaly.story().contains(other), anomaly.story());
            }
        }
        // one line a key is all that a tiny history has
        if (!text.endsWith("x[1,2] x[2,1]")) {
            expect(text, "", "ru g1 rc ra cc pc cs cv rr psi si ser");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A{w(x,1)} # x[0,1]; ser;",
                "A{w(x,1) w(x,2)} # x[1,2]; ser;",
                "A{a(x,1)} | B{a(x,2)} | R{l(x,[1,2])} # x[1,2]; ser;",
                // an order of versions, but none of transactions
                "A{a(x,1) a(x,2)} | B{a(x,3)} | R{l(x,[1,3,2])}; ; ru g1 ser",
                // what is wrong with a read alone is no evidence
                "A{a(x,1)} | B{l(x,[9,1])} | C{l(x,[1])}; ru; g1 ser",
                "A{a(x,1)} | B!{a(x,2)} | C{l(x,[2,1])} | D{l(x,[1,2])}; ru; g1 ser",
                "A{w(x,1)} # x[1,9]; ru; g1 ser",
                "A{w(x,1)} # x[9,0,1]; ru; g1 ser",
                "A{w(x,1)} | B!{w(x,2)} # x[2,0,1]; ru; g1 ser",
            })
    void versionsThatHaveAnOrder(String text, String satisfied, String violated) throws Exception {
        expect(text, satisfied, violated);
    }

    /** More evidence never makes what is violated satisfied. */
    @Test
    void moreEvidenceIsNotEasier() throws Exception {
        expect("A{a(x,1) a(x,2)} | B{a(x,3)} | R{l(x,[1,3,2])}", "", "ru");
        expect("A{a(x,1) a(x,2)} | B{a(x,3)} | D{a(x,4)} | R{l(x,[1,3,2])} | Q{l(x,[1,3,4,2])}", "", "ru");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A@1-2{w(x,1)} # x[1,0]",
                "A@1-2{w(x,1)} | B@1-2{w(x,2)} # x[1,0,2]",
                "A@1-2{w(x,1)} | B@1-2{c(x,1,2)} # x[1,2,0]",
            })
    void theInitialValueBehindAnotherOneIsNotLinearizable(String text) throws Exception {
        History history = HistoryText.parse(text);
        for (Algorithm algorithm : List.of(Algorithm.AUTO, Algorithm.SEARCH)) {
            CheckResult result = check(history, algorithm, EnumSet.of(Level.LIN));
            Anomaly anomaly = assertInstanceOf(
                            Verdict.Violated.class, result.verdicts().get(Level.LIN))
                    .anomalies()
                    .get(0);
            assertEquals(AnomalyKind.CONTRADICTORY_VERSIONS, anomaly.kind(), text);
            assertTrue(anomaly.story().contains("before 0, the initial value"), anomaly.story());
            assertEquals(new ProofResult.Accepted(), ProofChecker.check(history, result.proof(Level.LIN)), text);
        }
    }

    /**
     * ser and sser ask whether compare-and-sets failed rightly; where no order is found that says so they are undecided. The
     * other levels don't ask, and say so.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A@1-2{f(x,1)}; satisfied; satisfied",
                "A@1-2{w(x,1) f(x,0)}; satisfied; satisfied",
                "A@3-4{w(x,1)} | B@1-2{f(x,1)}; satisfied; satisfied",
                "A@1-2{w(x,1)} C@3-4{w(x,2)} | B@3-4{f(x,1)}; satisfied; satisfied",
                "A@1-2{f(x,0)}; undecided; undecided",
                "A@1-2{w(x,1) f(x,1)}; undecided; undecided",
                "A@1-2{w(x,1)} B@3-4{f(x,1)}; undecided; undecided",
                "A@1-2{w(x,1)} | B@1-2{r(x,1) f(x,1)}; undecided; undecided",
                // what reads alone violate is violated
                "A@1-2{w(x,1)} B@3-4{r(x,0) f(x,7)}; violated; violated",
                "A@1-2{w(x,1)} | B@3-4{r(x,0) f(x,7)}; satisfied; violated",
            })
    void failedCompareAndSets(String text, String serializable, String strict) throws Exception {
        TinyHistory tiny = TinyHistory.parse(text);
        CheckResult result = check(HistoryText.parse(text), Algorithm.AUTO, BUT_LIN);
        assertEquals(serializable, result.verdicts().get(Level.SER).text());
        assertEquals(strict, result.verdicts().get(Level.SSER).text());
        result.verdicts().forEach((level, verdict) -> {
            boolean asks = level == Level.SER || level == Level.SSER;
            String reason = result.reasons().getOrDefault(level, "");
            assertEquals(!asks, reason.endsWith("1 compare-and-set that failed is left aside"), level + ": " + reason);
            if (verdict instanceof Verdict.Undecided undecided) {
                assertTrue(asks && undecided.reason().contains("1 compare-and-set failed"), undecided.reason());
            } else {
                assertEquals(
                        Oracle.satisfies(tiny, level.text()) ? "satisfied" : "violated", verdict.text(), level.text());
            }
        });
    }

    @Test
    void levelsThatDoNotApplyLeaveNothingAside() throws Exception {
        CheckResult result = check(HistoryText.parse("A{f(x,1)}"), Algorithm.AUTO, BUT_LIN);
        assertInstanceOf(Verdict.Inapplicable.class, result.verdicts().get(Level.STRONG_SI));
        assertTrue(
                !result.reasons().containsKey(Level.STRONG_SI), result.reasons().toString());
    }

    // ---- a line and its answer

    private static void expect(String text, String satisfied, String violated) throws Exception {
        TinyHistory tiny = TinyHistory.parse(text);
        History history = HistoryText.parse(text);
        for (Algorithm algorithm : List.of(Algorithm.AUTO, Algorithm.SATURATION, Algorithm.POLYGRAPH)) {
            CheckResult result = check(history, algorithm, BUT_LIN);
            for (Level level : levels(satisfied)) {
                expect(tiny, result, level, "satisfied", algorithm);
            }
            for (Level level : levels(violated)) {
                expect(tiny, result, level, "violated", algorithm);
            }
        }
    }

    private static void expect(
            TinyHistory tiny, CheckResult result, Level level, String expected, Algorithm algorithm) {
        String message = level.text() + " of " + tiny + " by " + algorithm;
        assertEquals(expected, Oracle.satisfies(tiny, level.text()) ? "satisfied" : "violated", "brute force");
        assertEquals(expected, result.verdicts().get(level).text(), message);
        Proof proof = result.proof(level);
        assertTrue(proof != null, message);
        assertEquals(new ProofResult.Accepted(), ProofChecker.check(result.history(), proof), message);
    }

    private static CheckResult check(History history, Algorithm algorithm, Set<Level> levels) throws Exception {
        return Isolde.check(history, CheckOptions.of(levels).withAlgorithm(algorithm));
    }

    private static Set<Level> levels(String names) {
        return names == null || names.isBlank()
                ? Set.of()
                : Level.parse(names.trim().replace(' ', ','));
    }
}
