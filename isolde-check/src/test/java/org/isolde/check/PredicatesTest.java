package org.isolde.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofResult;
import org.isolde.proof.Witness;
import org.junit.jupiter.api.Test;

/** What is said of predicate reads where the rows that came back are all that is looked at. */
class PredicatesTest {
    /** T3 asks twice, and is given another row the second time: a phantom, which items alone don't show. */
    private static final String PHANTOM = """
            {"isolde":1}
            {"session":1,"ops":[["w","t/x",1,{"a":1}]],"begin":1,"end":2}
            {"session":2,"ops":[["w","t/y",2,{"a":2}]],"begin":3,"end":6}
            {"session":3,"ops":[["rp","t","a < 5",[["t/x",1]]],["rp","t","a < 5",[["t/x",1],["t/y",2]]]],"begin":4,"end":7}
            """;

    private static History read(String text) throws IOException {
        try (Source source = Source.of("rows", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Format.ISOLDE.read(source);
        }
    }

    private static CheckResult check(String text) throws IOException {
        return Isolde.check(read(text), CheckOptions.of(EnumSet.allOf(Level.class)));
    }

    @Test
    void whatConditionsHaveASayInIsUndecided() throws IOException {
        CheckResult result = check(PHANTOM);
        for (Level level : Level.values()) {
            Verdict verdict = result.verdicts().get(level);
            if (level == Level.LIN) {
                assertInstanceOf(Verdict.Inapplicable.class, verdict);
            } else if (level.isAboutPredicates()) {
                Verdict.Undecided undecided = assertInstanceOf(Verdict.Undecided.class, verdict, level.text());
                assertTrue(undecided.reason().contains("conditions of 2 predicate reads"), undecided.reason());
            } else {
                assertInstanceOf(Verdict.Satisfied.class, verdict, level.text());
            }
        }
        assertEquals(
                EnumSet.of(Level.RU, Level.RC, Level.RYW, Level.MR, Level.MW, Level.WFR, Level.RA, Level.CC, Level.LIN),
                EnumSet.complementOf(EnumSet.copyOf(java.util.Arrays.stream(Level.values())
                        .filter(Level::isAboutPredicates)
                        .toList())));
    }

    /** An order that explains the rows that came back proves nothing of what did not. */
    @Test
    void anOrderIsNoProofWhereConditionsHaveASay() throws IOException {
        History history = read(PHANTOM);
        Witness order = new Witness(new int[] {1, 2, 3}, null);
        for (Level level : List.of(Level.CC, Level.SER)) {
            Proof proof = new Proof(level, true, Set.of(), order);
            ProofResult result = new ProofChecker(history).check(proof);
            assertEquals(level == Level.CC, result instanceof ProofResult.Accepted, result::toString);
        }
    }

    /** The rows that came back are read: one of a transaction of which another was not seen is a fractured read. */
    @Test
    void whatItemsViolateIsViolated() throws IOException {
        CheckResult result = check("""
                {"isolde":1}
                {"session":1,"ops":[["w","t/x",1,{"a":1}],["w","t/y",1,{"a":1}]]}
                {"session":2,"ops":[["r","t/y",null],["rp","t","true",[["t/x",1]]]]}
                """);
        assertInstanceOf(Verdict.Violated.class, result.verdicts().get(Level.RA));
        assertInstanceOf(Verdict.Violated.class, result.verdicts().get(Level.SER));
        assertInstanceOf(Verdict.Satisfied.class, result.verdicts().get(Level.RC));
        assertInstanceOf(Verdict.Undecided.class, result.verdicts().get(Level.G1));
    }

    /** The rows of one predicate read were read at once: in which order they are written down is of no importance. */
    @Test
    void theRowsOfOneReadHaveNoOrder() throws IOException {
        String text = """
                {"isolde":1}
                {"session":1,"ops":[["w","t/x",1,{"a":1}],["w","t/y",1,{"a":1}]]}
                {"session":2,"ops":[["w","t/x",2,{"a":1}],["w","t/y",2,{"a":1}]]}
                {"session":3,"ops":[["r","t/x",1],["r","t/x",2]]}
                {"session":4,"ops":[%s]}
                """;
        String first = "[\"rp\",\"t\",\"true\",[[\"t/x\",2],[\"t/y\",1]]]";
        String second = "[\"rp\",\"t\",\"true\",[[\"t/y\",1],[\"t/x\",2]]]";
        for (String read : List.of(first, second, first + "," + second.replace("1", "2"))) {
            CheckResult result = check(text.formatted(read));
            assertInstanceOf(Verdict.Satisfied.class, result.verdicts().get(Level.RC), read);
            assertEquals(
                    new ProofResult.Accepted(), ProofChecker.check(result.history(), result.proof(Level.RC)), read);
            assertInstanceOf(Verdict.Violated.class, result.verdicts().get(Level.RA), read);
        }
        CheckResult later =
                check(text.formatted("[\"rp\",\"t\",\"true\",[[\"t/x\",2]]]," + second.replace(",[\"t/x\",2]", "")));
        assertInstanceOf(Verdict.Violated.class, later.verdicts().get(Level.RC));
        assertEquals(new ProofResult.Accepted(), ProofChecker.check(later.history(), later.proof(Level.RC)));
    }

    /** A deletion is a write: who reads the row before it comes before it. */
    @Test
    void deletionsAreWrites() throws IOException {
        CheckResult result = check("""
                {"isolde":1}
                {"session":1,"ops":[["w","t/x",1,{"a":1}],["w","t/y",1,{"a":1}]]}
                {"session":2,"ops":[["d","t/x",2],["d","t/y",2]]}
                {"session":3,"ops":[["r","t/x",2],["r","t/y",1]]}
                """);
        assertInstanceOf(Verdict.Violated.class, result.verdicts().get(Level.SER));
        assertInstanceOf(Verdict.Satisfied.class, result.verdicts().get(Level.G1));
    }

    /** Who is dead stays dead: an order that has the row written behind its deletion is none. */
    @Test
    void nobodyWritesTheDead() throws IOException {
        CheckResult result = check("""
                {"isolde":1}
                {"session":1,"ops":[["d","t/x",2]]}
                {"session":2,"ops":[["w","t/x",1,{"a":1}]]}
                """);
        Verdict.Undecided undecided =
                assertInstanceOf(Verdict.Undecided.class, result.verdicts().get(Level.SER));
        assertTrue(undecided.reason().contains("written after its deletion"), undecided.reason());
    }

    /** A read skew of two items is as short as the phantom beside it, and does not hide it. */
    @Test
    void aPhantomIsToldBesideWhatItemsShow() throws IOException {
        CheckResult result = check("""
                {"isolde":1}
                {"session":1,"number":1,"ops":[["w","t/u",1,{"a":8}],["w","t/v",1,{"a":8}]]}
                {"session":2,"number":2,"ops":[["w","t/u",2,{"a":9}],["w","t/v",2,{"a":9}]]}
                {"session":3,"number":3,"ops":[["r","t/u",1],["r","t/v",2]]}
                {"session":4,"number":4,"ops":[["w","t/y",1,{"a":2}]]}
                {"session":5,"number":5,"ops":[["rp","t","a < 5",[],{"snapshot":{"upto":2}}],["r","t/y",1]]}
                {"versions":{"key":"t/u","order":[1,2]}}
                {"versions":{"key":"t/v","order":[1,2]}}
                """);
        List<AnomalyKind> kinds = result.anomalies().stream().map(Anomaly::kind).toList();
        assertTrue(kinds.contains(AnomalyKind.PHANTOM), kinds::toString);
        assertTrue(kinds.size() > 1, kinds::toString);
    }

    /** Timestamps explain the rows that were read; what conditions left out the certificate tells. */
    @Test
    void whatTimestampsLeaveOpenIsDecidedByTheCertificate() throws IOException {
        String rows = """
                {"isolde":1}
                {"session":1,"ops":[["w","t/x",1,{"a":1}]],"start":1,"commit":2,"number":2,"snapshot":{"upto":1},"begin":1,"end":2}
                {"session":2,"ops":[["rp","t","a < 5",[["t/x",1]]]],"start":2,"commit":2,"snapshot":{"upto":2},"begin":3,"end":4}
                {"versions":{"key":"t/x","order":[1]}}
                """;
        for (Level level : List.of(Level.SI, Level.SER, Level.SSER)) {
            Verdict verdict = check(rows).verdicts().get(level);
            assertInstanceOf(Verdict.Satisfied.class, verdict, () -> level + ": " + verdict);
        }
        CheckResult wrong = check(rows.replace("\"start\":2,\"commit\":2", "\"start\":1,\"commit\":1"));
        assertInstanceOf(Verdict.Violated.class, wrong.verdicts().get(Level.SI));
        assertTrue(wrong.timestamps().containsKey(Level.SI));
    }

    /** T5 took effect, since it is in T1's snapshot; whether T1 read its row or T2's depends on their order, which is not given. */
    @Test
    void whoMayHaveBeenReadForAnAggregateLeavesLevelsOfItemsOpen() throws IOException {
        CheckResult result = check("""
                {"isolde":1}
                {"session":0,"id":"T5","status":"unknown","ops":[["w","t/z",2,{"a":2}],["rp","t","a < 3",[["t/x",1],["t/z",2]]]],"number":1,"snapshot":{"upto":0}}
                {"session":1,"id":"T2","ops":[["w","t/z",1,{"a":1}]],"number":2,"snapshot":{"upto":0}}
                {"session":2,"id":"T1","ops":[["rp","t","a < 3",{"sum(a)":1}]],"number":3,"snapshot":{"upto":2}}
                """);
        Verdict.Undecided undecided =
                assertInstanceOf(Verdict.Undecided.class, result.verdicts().get(Level.RC));
        assertTrue(undecided.reason().contains("in the snapshot of an aggregate"), undecided.reason());
    }
}
