package org.isolde.check.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.isolde.check.Anomaly;
import org.isolde.check.TestFacts;
import org.isolde.check.ViolationLimit;
import org.isolde.check.tell.Teller;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What single list reads can have wrong with them: every kind of flaw of every list is found. */
class ListReadsTest {
    private static List<Anomaly> find(String text, ViolationLimit violations) throws Exception {
        History history = TinyHistories.toHistory(TinyHistory.parse(text), new SplittableRandom(1));
        Facts facts = TestFacts.of(history, true, true);
        Teller teller = new Teller(facts);
        return facts.badReads().contradictions(violations).stream()
                .map(each -> teller.tell(each, Level.G1))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A{a(x,1)} | B{l(x,[1])}; none",
                "A{a(x,1) l(x,[1]) a(x,2) l(x,[1,2])}; none",
                "A{a(x,1)} | B{a(x,2) l(x,[1,2])}; none",
                "A{a(x,1) a(x,2)} | B{a(x,3)} | C{l(x,[1,2,3])} | D{l(x,[1,2])}; none",
                // thin air, aborted; a later element may be as bad as the last one
                "A{a(x,1)} | B{l(x,[7,1])}; ThinAirRead",
                "A!{a(x,1)} | B{l(x,[1])}; AbortedRead",
                "A!{a(x,1)} | C{a(x,2)} | B{l(x,[1,2])}; AbortedRead DirtyUpdate",
                "A!{a(x,1)} | C{a(x,2)} | B{l(x,[2,1])}; AbortedRead",
                "A!{a(x,1)} | C{a(x,2)} | B{l(x,[1,7,2])}; AbortedRead DirtyUpdate ThinAirRead",
                // a part of one transaction's appends
                "A{a(x,1) a(x,2)} | B{l(x,[1])}; IntermediateRead",
                "A{a(x,1) a(x,2)} | B{l(x,[2])}; IntermediateRead",
                "A{a(x,1) a(x,2)} | C{a(x,3)} | B{l(x,[1,3,2])}; IntermediateRead",
                "A{a(x,1) a(x,2)} | B{l(x,[2,1])}; IntermediateRead",
                // behind the sound part of the longest list
                "A{a(x,1) a(x,2)} | B{l(x,[1,2])} | C{l(x,[1,2,7])}; ThinAirRead",
                // own appends: missing, misplaced, from the future
                "A{a(x,1) l(x,[])}; InternalInconsistency",
                "A{a(x,1) a(x,2) l(x,[2,1])}; InternalInconsistency",
                "A{a(x,1) l(x,[1,2])} | B{a(x,2)}; InternalInconsistency",
                "A{l(x,[1]) a(x,1)}; FutureRead",
                "A{a(x,1)} | B{l(x,[2,1]) a(x,2)} | C{l(x,[2,1])}; FutureRead",
                "A{a(x,1)} | B{l(x,[2,1]) a(x,2)} | C{l(x,[1,2])}; FutureRead IncompatibleOrder",
                // what two lists say, and one list alone
                "A{a(x,1)} | B{a(x,2)} | C{l(x,[1,2])} | D{l(x,[2,1])}; IncompatibleOrder",
                "A{a(x,1)} | B{a(x,2)} | C{l(x,[1])} | D{l(x,[2])}; IncompatibleOrder",
                "A{a(x,1)} | B{l(x,[1,1])}; DuplicateElements",
                "A{a(x,1)} | B{a(x,2)} | C{l(x,[1,2,1])} | D{l(x,[2])}; DuplicateElements IncompatibleOrder",
                "A{a(x,1)} | B{a(x,2) a(x,3)} | C{l(x,[1,2,3])} | D{l(x,[2,2])};"
                        + "DuplicateElements IncompatibleOrder IntermediateRead",
            })
    void flaws(String text, String expected) throws Exception {
        TreeSet<String> names = new TreeSet<>();
        for (Anomaly anomaly : find(text, ViolationLimit.EACH)) {
            names.add(anomaly.kind().text());
        }
        assertEquals(expected.equals("none") ? "" : expected, String.join(" ", names), text);
    }

    @Test
    void aDirtyUpdateIsTold() throws Exception {
        Anomaly found = find("A!{a(x,1)} | C{a(x,2)} | B{l(x,[1,2])}", ViolationLimit.EACH)
                .get(1);
        assertEquals("dirty-update", found.alias());
        assertEquals("B read x = [1, 2], in which 2 of C stands behind 1 of A, which was rolled back", found.story());
    }

    @Test
    void aDirtyUpdateIsToldWhereTheValueStandsTwice() throws Exception {
        String story = "B read x = [2, 1, 2], in which 2 of C stands behind 1 of A, which was rolled back";
        assertEquals(
                1,
                find("A!{a(x,1)} | C{a(x,2)} | B{l(x,[2,1,2])}", ViolationLimit.ALL).stream()
                        .filter(anomaly -> anomaly.story().equals(story))
                        .count());
    }

    @Test
    void everyListIsReported() throws Exception {
        assertEquals(
                3,
                find("A!{a(x,1)} | B{l(x,[1])} | C{l(x,[1])} | D{l(x,[1])}", ViolationLimit.ALL)
                        .size());
    }
}
