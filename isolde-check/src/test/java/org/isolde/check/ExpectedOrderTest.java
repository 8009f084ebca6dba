package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.isolde.proof.Refutation;
import org.junit.jupiter.api.Test;

/** Expected serial orders, case by case: what is said, and in which words. */
class ExpectedOrderTest {
    private static final String ROWS = """
            {"isolde":1}
            {"session":1,"id":"T1","ops":[["w","t/x",1,{"a":1}]],"order":1}
            {"session":2,"id":"T2","ops":[["w","t/y",2,{"a":2}]],"order":2}
            """;

    private static History read(String text) throws IOException {
        try (Source source = Source.of("text", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Format.ISOLDE.read(source);
        }
    }

    private static CheckResult check(String text) throws IOException {
        return Isolde.check(
                read(text), CheckOptions.of(EnumSet.allOf(Level.class)).withViolations(ViolationLimit.EACH));
    }

    private static Verdict ser(String text) throws IOException {
        return check(text).verdicts().get(Level.SER);
    }

    private static void assertTold(AnomalyKind kind, String story, String text) throws IOException {
        assertTold(Level.SER, kind, story, text);
    }

    private static void assertTold(Level level, AnomalyKind kind, String story, String text) throws IOException {
        Verdict.Violated violated =
                assertInstanceOf(Verdict.Violated.class, check(text).verdicts().get(level));
        Anomaly anomaly = violated.anomalies().stream()
                .filter(one -> one.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new AssertionError(violated.anomalies()));
        assertEquals(story, anomaly.story());
        assertEquals(1, violated.refutation().steps().size());
    }

    /** The paper's figure 3, without the version set: order T1, T2, T3. */
    @Test
    void aRowThatMatchesMustComeBack() throws IOException {
        assertTold(
                AnomalyKind.UNEXPECTED_RESULT,
                "in the database's own serial order, T3 (place 3) asks for the rows of t with a > 0; it must find t/y = 2"
                        + " (a = 2), which T2 (place 2) had written, and was not given it",
                ROWS + """
                        {"session":3,"id":"T3","ops":[["rp","t","a > 0",[["t/x",1]]]],"order":3}
                        """);
        assertInstanceOf(Verdict.Satisfied.class, ser(ROWS + """
                        {"session":3,"id":"T3","ops":[["rp","t","a > 0",[["t/y",2],["t/x",1]]]],"order":3}
                        """));
        assertInstanceOf(Verdict.Satisfied.class, ser(ROWS + """
                        {"session":3,"id":"T3","ops":[["rp","t","a > 0",[["t/x",1]]]],"order":1.5}
                        """));
    }

    /** The paper's figure 1: whoever asks twice gets the same, in a serial order. */
    @Test
    void aPhantomIsFound() throws IOException {
        String phantom = ROWS + """
                {"session":3,"id":"T3","ops":[["rp","t","a < 5",[["t/x",1]]],["rp","t","a < 5",[["t/x",1],["t/y",2]]]],"order":1.5}
                """;
        assertTold(
                AnomalyKind.UNEXPECTED_RESULT,
                "in the database's own serial order, T3 (place 1.5) asks for the rows of t with a < 5; it was given t/y = 2"
                        + " of T2 (place 2), where t/y is not there yet",
                phantom);
        // what does not follow from ser is as undecided as without an order
        assertInstanceOf(Verdict.Undecided.class, check(phantom).verdicts().get(Level.RR));
        assertInstanceOf(
                Refutation.Unexplained.class,
                ((Verdict.Violated) ser(phantom)).refutation().steps().get(0));
    }

    @Test
    void whatHoldsByTheOrderHoldsAtEveryLevelThatFollows() throws IOException {
        CheckResult result = check(ROWS + """
                {"session":3,"id":"T3","ops":[["rp","t","a < 5",{"count":2}],["d","t/x",3],["rp","t","a < 5",{"sum(a)":2}],["rp","t","a < 0",{"min(a)":null}]],"order":3}
                """);
        for (Level level : Level.values()) {
            Verdict verdict = result.verdicts().get(level);
            if (Level.SER.implies(level)) {
                assertInstanceOf(Verdict.Satisfied.class, verdict, level.text());
                assertEquals(Set.of(Evidence.ORDER), result.evidence(level), level.text());
            } else {
                assertInstanceOf(Verdict.Inapplicable.class, verdict, level.text());
            }
        }
    }

    @Test
    void whatComesBackIsToldRowByRow() throws IOException {
        String rows = ROWS + """
                {"session":1,"id":"T3","ops":[["w","t/x",3,{"a":7}]],"order":3}
                {"session":2,"id":"T4","ops":[["d","t/y",4]],"order":4}
                """;
        String asks = "{\"session\":3,\"id\":\"T5\",\"ops\":[[\"rp\",\"t\",\"a < 9\",%s]],\"order\":5}\n";
        String begin = "in the database's own serial order, T5 (place 5) asks for the rows of t with a < 9; ";
        String missing = "it must find t/x = 3 (a = 7), which T3 (place 3) had written, and was not given it";
        assertTold(
                AnomalyKind.UNEXPECTED_RESULT,
                begin + missing
                        + "; it was given t/x = 1 of T1 (place 1), where t/x = 3, which T3 (place 3) had written",
                rows + asks.formatted("[[\"t/x\",1]]"));
        assertTold(
                AnomalyKind.UNEXPECTED_RESULT,
                begin + "it was given t/x = 3 twice",
                rows + asks.formatted("[[\"t/x\",3],[\"t/x\",3]]"));
        assertTold(
                AnomalyKind.UNEXPECTED_RESULT,
                begin + "it was given t/y = 2 of T2 (place 2), where t/y is gone, for T4 (place 4) had deleted it",
                rows + asks.formatted("[[\"t/x\",3],[\"t/y\",2]]"));
        assertTold(
                AnomalyKind.UNEXPECTED_RESULT,
                begin + "it was given t/y = 4 of T4 (place 4), which does not match",
                rows + asks.formatted("[[\"t/x\",3],[\"t/y\",4]]"));
        assertTold(
                AnomalyKind.UNEXPECTED_RESULT,
                "in the database's own serial order, T5 (place 5) asks for the max(a) of the rows of t with a < 9 and must be"
                        + " given 7; it was given 2",
                rows + asks.formatted("{\"max(a)\":2}"));
    }

    @Test
    void readsAndWritesByKeyAreTold() throws IOException {
        assertTold(
                AnomalyKind.UNEXPECTED_READ,
                "in the database's own serial order, T3 (place 3) must find that t/x = 1, which T1 (place 1) had written; it"
                        + " found no such row",
                ROWS + """
                        {"session":3,"id":"T3","ops":[["r","t/x",null]],"order":3}
                        """);
        assertTold(
                AnomalyKind.WRITE_AFTER_DELETE,
                "in the database's own serial order, T4 (place 4) writes row t/x, and t/x is gone, for T3 (place 3) had"
                        + " deleted it; a row that is inserted again is another row",
                ROWS + """
                        {"session":3,"id":"T3","ops":[["d","t/x",3]],"order":3}
                        {"session":4,"id":"T4","ops":[["w","t/x",4,{"a":1}]],"order":4}
                        """);
        assertTold(
                AnomalyKind.UNEXPECTED_READ,
                "in the database's own serial order, B (place 2) must succeed to compare and set x, for it expects 1 and x ="
                        + " 1, which A (place 1) had written; but it failed",
                """
                {"isolde":1,"initial":0}
                {"session":1,"id":"A","ops":[["w","x",1]],"order":1}
                {"session":2,"id":"B","ops":[["cas-failed","x",1]],"order":2}
                """);
        assertTold(
                AnomalyKind.UNEXPECTED_READ,
                "in the database's own serial order, B (place 2) must find 1 as element 1 of the list x, which A (place 1)"
                        + " had appended; it read []",
                """
                {"isolde":1}
                {"session":1,"id":"A","ops":[["append","x",1]],"order":1}
                {"session":2,"id":"B","ops":[["r","x",[]]],"order":2}
                """);
    }

    @Test
    void theOrderContainsSessionsAndTime() throws IOException {
        String session = """
                {"isolde":1}
                {"session":"s","id":"A","ops":[["w","x",1]],"begin":1,"end":2,"order":2}
                {"session":"s","id":"B","ops":[["w","y",1]],"begin":3,"end":4,"order":1}
                """;
        assertTold(
                AnomalyKind.ORDER_AGAINST_SESSION,
                "A comes before B in session s, but in the database's own serial order, B (place 1) comes before A (place"
                        + " 2)",
                session);
        CheckOptions noSessions = CheckOptions.of(EnumSet.of(Level.SER)).withSessionOrder(false);
        assertInstanceOf(
                Verdict.Satisfied.class,
                Isolde.check(read(session), noSessions).verdicts().get(Level.SER));
        String time = session.replaceFirst("\"s\"", "\"r\"");
        assertInstanceOf(Verdict.Satisfied.class, ser(time));
        assertTold(
                Level.SSER,
                AnomalyKind.ORDER_AGAINST_TIME,
                "A had ended at 2, before B began at 3, but in the database's own serial order, B (place 1) comes before A"
                        + " (place 2)",
                time);
    }

    @Test
    void anUnknownOutcomeLeavesOpenWhatOnlyItCouldExplain() throws IOException {
        String unknown = ROWS + """
                {"session":4,"id":"U","status":"unknown","ops":[["w","t/z",9,{"a":1}]]%s}
                {"session":3,"id":"T3","ops":[["rp","t","a > 0",{"count":%d}]],"order":3}
                """;
        assertInstanceOf(Verdict.Satisfied.class, ser(unknown.formatted("", 2)));
        Verdict.Undecided open = assertInstanceOf(Verdict.Undecided.class, ser(unknown.formatted("", 3)));
        assertEquals(
                "in the database's own serial order, T3 (place 3) asks for the count of the rows of t with a > 0 and must be"
                        + " given 2; it was given 3. That may be because of U, of which nobody knows whether or where it took"
                        + " effect",
                open.reason());
        // at its place it explains it
        assertInstanceOf(Verdict.Satisfied.class, ser(unknown.formatted(",\"order\":2.5", 3)));
        assertInstanceOf(Verdict.Undecided.class, ser(unknown.formatted(",\"order\":3.5", 3)));
        // another table, and a read of a version, are none of its business
        assertInstanceOf(Verdict.Violated.class, ser(unknown.formatted("", 3).replace("t/z", "u/z")));
        assertInstanceOf(
                Verdict.Violated.class,
                ser(unknown.formatted("", 2)
                        .replace("[\"rp\",\"t\",\"a > 0\",{\"count\":2}]", "[\"r\",\"t/x\",null]")));
    }

    @Test
    void oneThatWasReadFromAndHasNoPlaceStandsBeforeItsReader() throws IOException {
        assertInstanceOf(Verdict.Satisfied.class, ser(ROWS + """
                {"session":4,"id":"U","status":"unknown","ops":[["w","t/x",9,{"a":3}]]}
                {"session":3,"id":"T3","ops":[["r","t/x",1]],"order":3}
                {"session":3,"id":"T4","ops":[["r","t/x",9]],"order":4}
                """));
    }

    @Test
    void atOnePlaceNobodyIsFirst() throws IOException {
        String same = """
                {"isolde":1,"initial":0}
                {"session":1,"id":"A","ops":[["w","x",1]],"order":1}
                {"session":2,"id":"B","ops":[["w","x",2]],"order":1}
                {"session":3,"id":"C","ops":[["r","x",%d]],"order":%d}
                """;
        assertInstanceOf(Verdict.Satisfied.class, ser(same.formatted(2, 2)));
        assertInstanceOf(Verdict.Satisfied.class, ser(same.formatted(2, 1)));
        Verdict.Undecided open = assertInstanceOf(Verdict.Undecided.class, ser(same.formatted(1, 2)));
        assertTrue(
                open.reason()
                        .endsWith("That may be because A and B are at the same place of that order, and which of them"
                                + " was first is not known"),
                open.reason());
        assertInstanceOf(Verdict.Violated.class, ser(same.formatted(1, 0)));
    }

    @Test
    void anOrderThatIsNotWholeIsLeftAside() throws IOException {
        String partly = """
                {"isolde":1,"initial":0}
                {"session":1,"id":"A","ops":[["w","x",1]],"order":2}
                {"session":2,"id":"B","ops":[["r","x",1]]}
                """;
        CheckResult result = check(partly);
        assertInstanceOf(Verdict.Satisfied.class, result.verdicts().get(Level.SER));
        assertTrue(
                result.reasons()
                        .get(Level.SER)
                        .endsWith("B is committed and has no place in the expected serial order,"
                                + " which is therefore left aside"),
                result.reasons().get(Level.SER));
        assertInstanceOf(Verdict.Undecided.class, enne(partly));
    }

    private static Verdict enne(String text) throws IOException {
        CheckOptions options = CheckOptions.of(EnumSet.of(Level.SER)).withAlgorithm(Algorithm.ENNE);
        return Isolde.check(read(text), options).verdicts().get(Level.SER);
    }

    @Test
    void enneIsThisWayAlone() throws IOException {
        assertInstanceOf(Verdict.Satisfied.class, enne(ROWS));
        Verdict.Undecided without =
                assertInstanceOf(Verdict.Undecided.class, enne(ROWS.replaceAll(",\"order\":\\d", "")));
        assertEquals("the history has no expected serial order, or it was not to be used", without.reason());
        CheckOptions weaker = CheckOptions.of(EnumSet.of(Level.SI)).withAlgorithm(Algorithm.ENNE);
        assertInstanceOf(
                Verdict.Undecided.class,
                Isolde.check(read(ROWS), weaker).verdicts().get(Level.SI));
    }

    /** Version orders are evidence as well: the expected order must not be the only one that fits. */
    @Test
    void bothKindsOfEvidenceCount() throws IOException {
        String both = """
                {"isolde":1,"initial":0}
                {"session":1,"id":"A","ops":[["w","x",1],["w","y",1]],"order":1}
                {"session":2,"id":"B","ops":[["w","x",2],["w","y",2]],"order":2}
                {"versions":{"key":"x","order":[%s]}}
                {"versions":{"key":"y","order":[%s]}}
                """;
        assertTrue(ser(both.formatted("1,2", "1,2")).algorithm().contains("Enne"));
        assertInstanceOf(Verdict.Satisfied.class, ser(both.formatted("2,1", "2,1")));
        assertInstanceOf(Verdict.Violated.class, ser(both.formatted("1,2", "2,1")));
        assertInstanceOf(Verdict.Violated.class, ser(both.formatted("2,1", "2,1") + """
                {"session":3,"id":"C","ops":[["r","x",1]],"order":3}
                """));
    }

    @Test
    void aConditionThatFailsIsAnInputError() {
        for (String ask :
                List.of("[\"rp\",\"t\",\"a < 'x'\",[]]", "[\"rp\",\"t\",\"a % (a - a) = 0\",{\"count\":0}]")) {
            BadHistoryException e = assertThrows(
                    BadHistoryException.class,
                    () -> ser(ROWS + "{\"session\":3,\"id\":\"T3\",\"ops\":[" + ask + "],\"order\":3}\n"));
            assertTrue(
                    e.getMessage().startsWith("transaction T3 asks for rows of t, and that fails: "), e.getMessage());
        }
    }

    /** Two read at the same place, the second of the input before the first. */
    @Test
    void readersOfOnePlaceGoByTime() throws IOException {
        String text = """
                {"isolde":1}
                {"session":1,"id":"T1","ops":[["w","x",1]],"order":1,"begin":0,"end":1}
                {"session":2,"id":"T2","ops":[["r","x",1]],"order":1.5,"begin":20,"end":25}
                {"session":3,"id":"T3","ops":[["r","x",1]],"order":1.5,"begin":10,"end":15}
                """;
        for (Level level : EnumSet.of(Level.SER, Level.SSER)) {
            assertInstanceOf(Verdict.Satisfied.class, check(text).verdicts().get(level), level.text());
        }
    }
}
