package org.isolde.check.known;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.isolde.check.Anomaly;
import org.isolde.check.Edge;
import org.isolde.check.TestFacts;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.Facts;
import org.isolde.check.tell.Teller;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of cycle and its variants, on histories made for it: found, named, shortest, told. */
class AdyaCyclesTest {
    private static final Set<Level> ALL = EnumSet.complementOf(EnumSet.of(Level.LIN));

    static List<Anomaly> find(String text, Set<Level> levels, ViolationLimit violations) throws Exception {
        History history = TinyHistories.toHistory(TinyHistory.parse(text), new SplittableRandom(1));
        Facts facts = TestFacts.of(history, true, true);
        return told(facts, cycles(facts).breaking(levels, violations));
    }

    /** With real time, if the history has it. */
    static AdyaCycles cycles(Facts facts) {
        return new KnownCycles(facts, new Updates(facts)).of(Level.SSER);
    }

    static List<Anomaly> told(Facts facts, List<AdyaCycles.Found> found) {
        Teller teller = new Teller(facts);
        return found.stream()
                .map(each -> teller.tell(each.contradiction(), each.level()))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // two keys, overwritten in opposite orders
                "A{w(x,1) w(y,2)} | B{w(x,2) w(y,1)} # x[1,2] y[1,2]; DirtyWrite G0 2 ru",
                "A{a(x,1) a(x,2)} | B{a(x,3)} | C{l(x,[1,3,2])}; DirtyWrite G0 2 ru",
                // B's version is older than that of A, which comes before it in the session
                "A{w(x,2)} B{w(x,1)} # x[1,2]; DirtyWrite G0-session 2 rc",
                "A@1-2{w(x,2)} | B@3-4{w(x,1)} # x[1,2]; RealTimeViolation G0-realtime 2 strong-si",
                // they read each other
                "A{w(x,1) r(y,1)} | B{r(x,1) w(y,1)}; CircularInformationFlow G1c 2 g1",
                "A{a(x,1) l(y,[1])} | B{a(x,2) a(y,1)} | C{l(x,[1,2])}; CircularInformationFlow G1c 2 g1",
                "A{r(x,1)} B{w(x,1)}; CircularInformationFlow G1c-session 2 rc",
                "A@1-2{r(x,1)} | B@3-4{w(x,1)}; RealTimeViolation G1c-realtime 2 strong-si",
                // B sees one of the writes of A and misses the other
                "A{w(x,1) w(y,1)} | B{r(x,0) r(y,1)}; ReadSkew G-single 2 ra",
                "A{w(x,1)} | B{r(x,1) w(y,1)} | C{r(x,0) r(y,1)}; ReadSkew G-single 3 wfr",
                "A{a(x,1) a(y,1)} | B{l(x,[]) l(y,[1])}; ReadSkew G-single 2 ra",
                "A{w(x,1)} B{r(x,0)}; ReadSkew G-single-session 2 ryw",
                "A{w(x,1)} | B{r(x,1)} C{r(x,0)}; ReadSkew G-single-session 3 mr",
                "A{w(x,1)} B{w(y,1)} | C{r(x,0) r(y,1)}; ReadSkew G-single-session 3 mw",
                "A@1-2{w(x,1)} | B@3-4{r(x,0)}; RealTimeViolation G-single-realtime 2 strong-si",
                // the lost update needs no search: it is there in either order
                "A{r(x,0) w(x,1)} | B{r(x,0) w(x,2)}; LostUpdate G-single 2 cs",
                "A{l(x,[]) a(x,1)} | B{l(x,[]) a(x,2)}; LostUpdate G-single 2 cs",
                "A{l(x,[]) a(x,1)} | B{a(x,2)} | C{l(x,[2,1])}; LostUpdate G-single 2 cs",
                "A{r(x,0) w(x,1)} | B{w(x,2)} # x[2,1]; LostUpdate G-single 2 cs",
                "A{r(x,0) w(x,1)} | B{w(x,2)} | C{r(x,2) w(x,3)} # x[3,1]; LostUpdate G-single 3 cs",
                // two readers see two writes in opposite orders
                "A{w(x,1)} | B{w(y,1)} | C{r(x,1) r(y,0)} | D{r(x,0) r(y,1)}; LongFork G-nonadjacent 4 pc",
                // the anti-dependencies stand behind version order, so that prefixes don't mind
                "A{r(x,0) w(y,2)} | B{w(x,1) w(z,1)} | C{r(a,0) w(z,2)} | D{w(a,1) w(y,1)} # y[1,2] z[1,2];"
                        + "LongFork G-nonadjacent 4 rr",
                "A{w(x,1)} B{r(y,0)} | C{w(y,1)} D{r(x,0)}; LongFork G-nonadjacent-session 4 pc",
                "A@1-2{w(x,1)} | B@3-9{r(y,0)} | C@1-9{w(y,1)} | D@1-9{r(y,1) r(x,0)};"
                        + " RealTimeViolation G-nonadjacent-realtime 4 strong-si",
                "A{r(x,0) r(y,0) w(x,1)} | B{r(x,0) r(y,0) w(y,1)}; WriteSkew G2-item 2 rr",
                "A{l(x,[]) a(y,1)} | B{l(y,[]) a(x,1)}; WriteSkew G2-item 2 rr",
                "A{w(x,1)} B{w(y,1) r(z,0)} | C{w(z,1) r(x,0)}; WriteSkew G2-item-session 3 ser",
                "A@1-2{w(x,1)} | B@3-4{w(y,1) r(z,0)} | C@1-4{w(z,1) r(x,0)};"
                        + " RealTimeViolation G2-item-realtime 3 sser",
                // nothing wrong
                "A{w(x,1) w(y,1)} | B{r(x,1) w(x,2)} | C{r(x,2) r(y,1)}; none",
                "A{w(x,1) w(y,1)} | B{w(x,2) w(y,2)} | C{r(x,1) r(y,2)} | D{r(x,2) r(y,1)}; none",
                "A?{w(x,1)} B{r(x,0)} | C{r(x,1)}; none",
            })
    void kinds(String text, String expected) throws Exception {
        List<String> found = new ArrayList<>();
        for (Anomaly anomaly : find(text, ALL, ViolationLimit.EACH)) {
            found.add(describe(anomaly));
            assertEquals(anomaly.cycle().size(), anomaly.transactions().size());
        }
        assertEquals(expected.equals("none") ? List.of() : List.of(expected), found, text);
    }

    static String describe(Anomaly anomaly) {
        return anomaly.kind().text() + " " + anomaly.alias() + " "
                + anomaly.cycle().size() + " " + anomaly.level().text();
    }

    @Test
    void severalKinds() throws Exception {
        // A and B are a write skew; C is left behind by D, before it in its session
        String text = "A{r(x,0) w(y,1)} | B{r(y,0) w(x,1)} | D{w(z,1)} C{r(z,0)}";
        assertEquals(
                List.of("WriteSkew G2-item 2 rr", "ReadSkew G-single-session 2 ryw"),
                find(text, ALL, ViolationLimit.EACH).stream()
                        .map(AdyaCyclesTest::describe)
                        .toList());
        assertEquals(
                List.of("ReadSkew G-single-session 2 psi"),
                find(text, EnumSet.of(Level.PSI, Level.SI), ViolationLimit.EACH).stream()
                        .map(AdyaCyclesTest::describe)
                        .toList());
        assertEquals(1, find(text, ALL, ViolationLimit.FIRST).size());
    }

    @Test
    void allOfAKind() throws Exception {
        String text = "A{r(x,0) w(y,1)} | B{r(y,0) w(x,1)} | C{r(z,0) w(a,1)} | D{r(a,0) w(z,1)}";
        assertEquals(1, find(text, ALL, ViolationLimit.EACH).size());
        Set<String> involved = new TreeSet<>();
        for (Anomaly anomaly : find(text, ALL, ViolationLimit.ALL)) {
            assertEquals("G2-item", anomaly.alias());
            involved.add(anomaly.story());
        }
        assertEquals(2, involved.size());
    }

    @Test
    void stories() throws Exception {
        String readY = "A read y = 1, which B wrote";
        assertEquals(
                Set.of(
                        "A read x = [1], and in the lists read later 2 of B follows, so A comes before B",
                        "A read y = [1], which B wrote"),
                story("W{a(x,1)} | A{l(x,[1]) l(y,[1])} | B{a(x,2) a(y,1)} | C{l(x,[1,2])}"));
        assertEquals(
                Set.of(
                        "A read x = [1], without 2, which B appended, so A comes before B",
                        "A read y = [1], which B wrote"),
                story("W{a(x,1)} | A{l(x,[1]) l(y,[1])} | B{a(x,2) a(y,1)}"));
        assertEquals(
                Set.of(
                        "A read x = 1, which W wrote; the version order of key x has 1 of W before 2 of B, so A comes"
                                + " before B",
                        readY),
                story("W{w(x,1)} | A{r(x,1) r(y,1)} | B{w(x,2) w(y,1)} # x[1,2]"));
        assertEquals(
                Set.of("A read x = 1, which W wrote; B overwrote it with 2, so A comes before B", readY),
                story("W{w(x,1)} | A{r(x,1) r(y,1)} | B{r(x,1) w(x,2) w(y,1)}"));
        assertEquals(
                Set.of(
                        "in the lists of key x, 1 of A stands before 3 of B",
                        "in the lists of key x, 3 of B stands before 2 of A"),
                story("A{a(x,1) a(x,2)} | B{a(x,3)} | C{l(x,[1,3,2])}"));
    }

    private static Set<String> story(String text) throws Exception {
        Anomaly anomaly = find(text, EnumSet.of(Level.CV), ViolationLimit.FIRST).get(0);
        Set<String> steps = new TreeSet<>();
        for (Edge edge : anomaly.cycle()) {
            assertTrue(anomaly.story().contains(edge.because()), anomaly.story());
            steps.add(edge.because());
        }
        return steps;
    }

    /** Many readers of a version and many later ones: linear, and each still found. */
    @Test
    void fans() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 12; i++) {
            text.append(i == 1 ? "" : " | ").append("W" + i + "{r(y," + (i == 7 ? 3 : 0) + ") w(x," + i + ")}");
        }
        text.append(" | R{r(x,0) w(y,3)} | S{r(x,0) r(z,1)} | V{r(x,12) w(z,1)}");
        // W7 read from R; so R before W7: fine. V read W12, S read V and not W12.
        List<Anomaly> found = find(text.toString(), ALL, ViolationLimit.EACH);
        assertEquals(
                List.of("ReadSkew G-single 3 wfr", "WriteSkew G2-item 2 rr"),
                found.stream().map(AdyaCyclesTest::describe).toList());
    }
}
