package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.isolde.history.Evidence;
import org.isolde.history.Level;
import org.isolde.proof.Refutation.BadVersionSet;
import org.isolde.proof.Refutation.OutOfOrder;
import org.isolde.proof.Refutation.OutsideSnapshot;
import org.isolde.proof.Refutation.ResultMismatch;
import org.isolde.proof.Refutation.Unexplained;
import org.isolde.proof.Refutation.UnexplainedPredicate;
import org.junit.jupiter.api.Test;

/** Proofs about rows by hand: which levels each step refutes, and which witnesses are accepted. */
class RowCasesProofTest {
    private static final Set<Evidence> VERSIONS = Set.of(Evidence.VERSIONS);
    private static final Set<Evidence> ORDER = Set.of(Evidence.ORDER);
    private static final Set<Evidence> BOTH = Set.of(Evidence.VERSIONS, Evidence.ORDER);

    private static final Set<Level> DEMANDING =
            EnumSet.of(Level.G1, Level.CS, Level.RR, Level.CV, Level.PSI, Level.PC, Level.SI, Level.SER);

    /** Transactions T1, T2 ..., each in a session of its own, given by what stands behind the session. */
    private static TinyProof of(String... lines) {
        StringBuilder text = new StringBuilder("{\"isolde\":1}\n");
        int number = 0;
        for (String line : lines) {
            if (line.startsWith("versions")) {
                String[] words = line.split(" ");
                text.append("{\"versions\":{\"key\":\"" + words[1] + "\",\"order\":" + words[2] + "}}\n");
            } else {
                number++;
                String fields = line.startsWith("[") ? "\"ops\":[" + line + "]" : line;
                text.append("{\"session\":" + number + ",\"id\":\"T" + number + "\"," + fields + "}\n");
            }
        }
        return new TinyProof(RowProofs.read(text.toString()));
    }

    private static String w(String row, int version, Object a) {
        return "[\"w\",\"t/" + row + "\"," + version + ",{\"a\":" + a + "}]";
    }

    private static String r(String row, Object version) {
        return "[\"r\",\"t/" + row + "\"," + version + "]";
    }

    private static String rp(String condition, String result) {
        return "[\"rp\",\"t\",\"" + condition + "\"," + result(result) + "]";
    }

    private static String rp(String condition, String result, String sees) {
        return "[\"rp\",\"t\",\"" + condition + "\"," + result(result) + ",{\"sees\":" + pairs(sees) + "}]";
    }

    private static String result(String result) {
        return result.startsWith("{") ? result : pairs(result);
    }

    /** As in {@code x1 y2}. */
    private static String pairs(String rows) {
        return Stream.of(rows.split(" "))
                .filter(pair -> !pair.isEmpty())
                .map(pair -> "[\"t/" + pair.charAt(0) + "\"," + pair.substring(1) + "]")
                .toList()
                .toString();
    }

    private static void refutes(TinyProof tiny, Set<Evidence> evidence, Set<Level> levels, Refutation.Step... steps) {
        Set<Level> accepted = EnumSet.noneOf(Level.class);
        for (Level level : Level.values()) {
            if (tiny.check(level, evidence, steps).isAccepted()) {
                accepted.add(level);
            }
        }
        assertEquals(levels, accepted, List.of(steps).toString());
    }

    /** The levels of which an order is a witness, each snapshot containing all before it or what is said. */
    private static Set<Level> shows(TinyProof tiny, Set<Evidence> evidence, int[] snapshot, String... order) {
        int[] transactions = Stream.of(order).mapToInt(tiny::transaction).toArray();
        Set<Level> accepted = EnumSet.noneOf(Level.class);
        for (Level level : Level.values()) {
            Proof proof = new Proof(level, true, evidence, new Witness(transactions, snapshot));
            if (ProofChecker.check(tiny.history, proof).isAccepted()) {
                accepted.add(level);
            }
        }
        return accepted;
    }

    private static void assertShown(Set<Level> shown, Level... levels) {
        assertTrue(shown.containsAll(List.of(levels)), shown.toString());
    }

    /** Case 1, figure 1. */
    @Test
    void phantom() {
        TinyProof tiny = of(w("x", 1, 1), w("y", 1, 2), rp("a < 5", "x1", "x1") + "," + rp("a < 5", "x1 y1", "x1 y1"));
        refutes(
                tiny,
                VERSIONS,
                EnumSet.of(Level.CV, Level.PSI, Level.PC, Level.SI, Level.SER),
                TinyProof.cycle(tiny.predicateRw("t/y", "T3", "T2", 0), tiny.predicateWr("t/y", "T2", "T3", 1)));
        // what it came back with is an item read too
        refutes(
                tiny,
                VERSIONS,
                EnumSet.of(Level.CV, Level.PSI, Level.PC, Level.SI, Level.SER),
                TinyProof.cycle(tiny.predicateRw("t/y", "T3", "T2", 0), tiny.wr("t/y", "T2", "T3")));
        Set<Level> shown = shows(tiny, VERSIONS, null, "T1", "T2", "T3");
        assertEquals(
                EnumSet.of(
                        Level.RU, Level.G1, Level.RC, Level.RYW, Level.MR, Level.MW, Level.WFR, Level.RA, Level.CC,
                        Level.CS, Level.RR),
                shown);
        // the two predicate reads exchanged, and rows of no version set
        refutes(
                tiny,
                VERSIONS,
                Set.of(),
                TinyProof.cycle(tiny.predicateRw("t/y", "T3", "T2", 1), tiny.predicateWr("t/y", "T2", "T3", 0)));
        refutes(
                tiny,
                Set.of(),
                Set.of(),
                TinyProof.cycle(tiny.predicateRw("t/y", "T3", "T2", 0), tiny.predicateWr("t/y", "T2", "T3", 1)));
        assertEquals(
                EnumSet.of(Level.RU, Level.RC, Level.RYW, Level.MR, Level.MW, Level.WFR, Level.RA, Level.CC),
                shows(tiny, Set.of(), null, "T1", "T2", "T3"));
    }

    /** Case 2, figure 3: by a version set, and by an expected order. */
    @Test
    void lessThanWhatWasThere() {
        TinyProof certified = of(w("x", 1, 1), w("y", 1, 2), rp("a > 0", "x1", "x1 y1"));
        refutes(certified, VERSIONS, DEMANDING, new ResultMismatch(0));
        assertTrue(!shows(certified, VERSIONS, null, "T1", "T2", "T3").contains(Level.G1));
        String[] base = {
            "\"order\":1,\"ops\":[" + w("x", 1, 1) + "]",
            "\"order\":2,\"ops\":[" + w("y", 1, 2) + "]",
            "\"order\":3,\"ops\":[" + rp("a > 0", "x1") + "]"
        };
        TinyProof ordered = of(base);
        refutes(ordered, ORDER, EnumSet.of(Level.SER), new UnexplainedPredicate(0));
        refutes(ordered, VERSIONS, Set.of(), new UnexplainedPredicate(0));
        refutes(ordered, BOTH, Set.of(), new ResultMismatch(0));
        assertTrue(!shows(ordered, ORDER, null, "T1", "T2", "T3").contains(Level.SER));
        assertTrue(!shows(ordered, ORDER, null, "T1", "T3", "T2").contains(Level.SER));
        base[1] = base[1].replace("2,", "3.5,");
        TinyProof other = of(base);
        refutes(other, ORDER, Set.of(), new UnexplainedPredicate(0));
        assertShown(shows(other, ORDER, null, "T1", "T3", "T2"), Level.SER, Level.RR, Level.SI, Level.PSI, Level.G1);
    }

    /** Case 3, figures 4 and 7. */
    @Test
    void dependencyOnWhatNoLongerMatches() {
        TinyProof tiny = of(w("x", 1, 4), w("x", 2, 6), rp("a < 5", "", "x2") + "," + r("x", 1), "versions t/x [1,2]");
        refutes(
                tiny,
                VERSIONS,
                EnumSet.of(Level.CV, Level.RR, Level.PSI, Level.PC, Level.SI, Level.SER),
                TinyProof.cycle(tiny.predicateWr("t/x", "T2", "T3", 0), tiny.rw("t/x", "T3", "T2", "T1")));
        assertShown(shows(tiny, VERSIONS, null, "T1", "T2", "T3"), Level.G1, Level.CS);
        // both versions up to the one seen change the matches, and none behind it does
        refutes(
                tiny,
                VERSIONS,
                EnumSet.noneOf(Level.class),
                TinyProof.cycle(tiny.predicateWr("t/x", "T2", "T3", 0), tiny.predicateRw("t/x", "T3", "T2", 0)));
        TinyProof mismatch =
                of(w("x", 1, 4), w("x", 2, 6), rp("a < 5", "", "x1") + "," + r("x", 1), "versions t/x [1,2]");
        refutes(mismatch, VERSIONS, DEMANDING, new ResultMismatch(0));
        // without the order of versions nobody knows what changed the matches
        TinyProof unordered = of(w("x", 1, 4), w("x", 2, 6), rp("a < 5", "", "x2") + "," + r("x", 1));
        refutes(
                unordered,
                VERSIONS,
                Set.of(),
                TinyProof.cycle(unordered.predicateWr("t/x", "T2", "T3", 0), unordered.rw("t/x", "T3", "T2", "T1")));
    }

    /** Case 4. */
    @Test
    void predicateWriteSkew() {
        TinyProof tiny = of(
                w("x", 1, 1),
                rp("a = 1", "x1", "x1") + "," + w("y", 1, 1),
                rp("a = 1", "x1", "x1") + "," + w("z", 1, 1));
        refutes(
                tiny,
                VERSIONS,
                EnumSet.of(Level.SER),
                TinyProof.cycle(tiny.predicateRw("t/z", "T2", "T3", 0), tiny.predicateRw("t/y", "T3", "T2", 1)));
        assertShown(shows(tiny, VERSIONS, new int[] {0, 1, 1}, "T1", "T2", "T3"), Level.SI, Level.PC, Level.RR);
        assertTrue(!shows(tiny, VERSIONS, null, "T1", "T2", "T3").contains(Level.SI));
        assertShown(shows(tiny, VERSIONS, null, "T1", "T2", "T3"), Level.PSI, Level.CV);
    }

    /** Cases 5 and 6: what leaves the match as it is, and what one transaction inserts and deletes. */
    @Test
    void whatChangesNothing() {
        TinyProof update = of(
                w("x", 1, 1),
                w("x", 2, 2) + ",[\"w\",\"u/z\",1,{}]",
                rp("a < 5", "{\"count\":1}", "x1") + ",[\"r\",\"u/z\",1]",
                "versions t/x [1,2]");
        refutes(
                update,
                VERSIONS,
                Set.of(),
                TinyProof.cycle(update.predicateRw("t/x", "T3", "T2", 0), update.wr("u/z", "T2", "T3")));
        assertShown(shows(update, VERSIONS, null, "T1", "T2", "T3"), Level.SER, Level.SI);
        TinyProof brief = of(
                w("x", 1, 1) + ",[\"d\",\"t/x\",2],[\"w\",\"u/z\",1,{}]", rp("a < 5", "", "") + ",[\"r\",\"u/z\",1]");
        refutes(
                brief,
                VERSIONS,
                Set.of(),
                TinyProof.cycle(brief.predicateRw("t/x", "T2", "T1", 0), brief.wr("u/z", "T1", "T2")));
        assertShown(shows(brief, VERSIONS, null, "T1", "T2"), Level.SER);
    }

    /** Case 7. */
    @Test
    void threeValuedLogic() {
        for (String condition : List.of("not (a < 5)", "a in (1, null)", "a not in (1, null)", "a = null", "null")) {
            TinyProof tiny = of(w("x", 1, "null"), w("y", 1, 2), rp(condition, "", "x1 y1"));
            assertShown(shows(tiny, VERSIONS, null, "T1", "T2", "T3"), Level.SER);
            TinyProof wrong = of(w("x", 1, "null"), w("y", 1, 2), rp(condition, "x1", "x1 y1"));
            refutes(wrong, VERSIONS, DEMANDING, new ResultMismatch(0));
        }
        TinyProof isNull = of(w("x", 1, "null"), rp("a is null or a > 5", "x1", "x1"));
        assertShown(shows(isNull, VERSIONS, null, "T1", "T2"), Level.SER);
    }

    @Test
    void versionSetsThatCanNotBe() {
        TinyProof tiny = of(
                "\"status\":\"aborted\",\"ops\":[" + w("x", 1, 1) + "]",
                w("y", 1, 1) + "," + w("y", 2, 1),
                w("z", 1, 1) + "," + rp("a < 0", "", "x1 y1 z7") + "," + w("v", 1, 1),
                rp("a < 0", "", "y2") + "," + w("y", 3, 1),
                rp("a < 0", "", "y3 v1"),
                "versions t/y [2,3]");
        for (String row : List.of("t/x", "t/y", "t/z")) {
            refutes(tiny, VERSIONS, DEMANDING, new BadVersionSet(0, tiny.key(row)));
        }
        refutes(tiny, VERSIONS, Set.of(), new BadVersionSet(0, tiny.key("t/v")));
        for (int p = 1; p <= 2; p++) {
            for (int key = 0; key < tiny.history.keys(); key++) {
                refutes(tiny, VERSIONS, Set.of(), new BadVersionSet(p, key));
            }
        }
        refutes(tiny, Set.of(), Set.of(), new BadVersionSet(0, tiny.key("t/x")));
        TinyProof later =
                of(w("x", 1, 1), w("x", 2, 1), rp("a < 0", "", "x2") + "," + w("x", 3, 1), "versions t/x [1,3,2]");
        refutes(later, VERSIONS, DEMANDING, new BadVersionSet(0, 0));
        refutes(later, VERSIONS, Set.of(), new ResultMismatch(0));
    }

    /** The rows behind a sum are item reads at every level but ru; those behind a count are not. */
    @Test
    void rowsBehindAnAggregateAreRead() {
        for (String aggregate : List.of("{\"sum(a)\":1}", "{\"min(a)\":1}", "{\"max(a)\":1}", "{\"count\":1}")) {
            TinyProof tiny = of("\"status\":\"aborted\",\"ops\":[" + w("x", 1, 1) + "]", rp("true", aggregate, "x1"));
            Set<Level> all = EnumSet.allOf(Level.class);
            all.removeAll(EnumSet.of(Level.RU, Level.LIN, Level.SSER, Level.STRONG_SI));
            refutes(tiny, VERSIONS, aggregate.contains("count") ? DEMANDING : all, new BadVersionSet(0, 0));
            TinyProof read = of(
                    w("x", 1, 1),
                    w("x", 2, 1) + ",[\"w\",\"u/z\",1,{}]",
                    rp("true", aggregate, "x1") + ",[\"r\",\"u/z\",1]",
                    "versions t/x [1,2]");
            boolean isRead = !aggregate.contains("count");
            refutes(
                    read,
                    VERSIONS,
                    isRead ? EnumSet.of(Level.RR, Level.CV, Level.PSI, Level.PC, Level.SI, Level.SER) : Set.of(),
                    TinyProof.cycle(read.wr("u/z", "T2", "T3"), read.rw("t/x", "T3", "T2", "T1")));
            refutes(
                    read,
                    VERSIONS,
                    isRead ? EnumSet.of(Level.RA, Level.CC) : Set.of(),
                    TinyProof.cycle(read.co("t/x", "T2", "T1", "T3"), read.ww("t/x", "T1", "T2")));
            Set<Level> shown = shows(read, VERSIONS, null, "T1", "T2", "T3");
            assertEquals(!isRead, shown.contains(Level.SER), aggregate);
            assertEquals(!isRead, shown.contains(Level.RA), aggregate);
            assertShown(shown, Level.RC, Level.G1);
        }
    }

    /** G-SIa: T3's one snapshot has T1, and it overwrote or read what T2 wrote. */
    @Test
    void outsideTheSnapshot() {
        String snapshot = "\"number\":3,\"snapshot\":{\"upto\":1},\"ops\":[" + rp("a = 1", "x1") + ",";
        TinyProof overwritten = of(
                "\"number\":1,\"ops\":[" + w("x", 1, 1) + "]",
                "\"number\":2,\"ops\":[" + w("x", 2, 1) + "]",
                snapshot + w("x", 3, 1) + "]",
                "versions t/x [1,2,3]");
        OutsideSnapshot step = new OutsideSnapshot(3, 2, 0);
        refutes(overwritten, VERSIONS, EnumSet.of(Level.SI), step);
        refutes(overwritten, VERSIONS, Set.of(), new OutsideSnapshot(3, 1, 0));
        refutes(overwritten, Set.of(), Set.of(), step);
        TinyProof read = of(
                "\"number\":1,\"ops\":[" + w("x", 1, 1) + "]",
                "\"number\":2,\"ops\":[" + w("x", 2, 1) + "]",
                snapshot + r("x", 2) + "]",
                "versions t/x [1,2]");
        refutes(read, VERSIONS, EnumSet.of(Level.SI), step);
        TinyProof inside = of(
                "\"number\":1,\"ops\":[" + w("x", 1, 1) + "]",
                "\"number\":2,\"ops\":[" + w("x", 2, 1) + "]",
                snapshot.replace("\"upto\":1", "\"upto\":2").replace(",1]]", ",2]]") + w("x", 3, 1) + "]",
                "versions t/x [1,2,3]");
        refutes(inside, VERSIONS, Set.of(), step);
        assertShown(shows(inside, VERSIONS, null, "T1", "T2", "T3"), Level.SER, Level.SI);
    }

    @Test
    void againstTheExpectedOrder() {
        TinyProof tiny = new TinyProof(RowProofs.read("""
                {"isolde":1}
                {"session":1,"id":"A","order":2,"ops":[["w","t/x",1,{"a":1}]]}
                {"session":1,"id":"B","order":1,"ops":[["r","t/x",1]]}
                {"session":2,"id":"C","order":3,"ops":[["d","t/x",2]]}
                {"session":3,"id":"D","order":4,"ops":[["w","t/x",3,{"a":1}],["r","t/x",3]]}
                {"session":4,"id":"E","order":5,"status":"unknown","ops":[["w","t/y",1,{"a":1}]]}
                {"session":5,"id":"F","order":6,"ops":[["rp","t","a = 1",[["t/x",3]]],["rp","t","a = 1",{"count":7}]]}
                """));
        int a = tiny.transaction("A");
        int b = tiny.transaction("B");
        refutes(tiny, ORDER, EnumSet.of(Level.SER), new OutOfOrder(a, b));
        refutes(tiny, ORDER, Set.of(), new OutOfOrder(b, a));
        refutes(tiny, ORDER, Set.of(), new OutOfOrder(tiny.transaction("C"), b));
        refutes(tiny, ORDER, EnumSet.of(Level.SER), new Unexplained(tiny.op("B", 0)));
        refutes(tiny, ORDER, EnumSet.of(Level.SER), new Unexplained(tiny.op("D", 0)));
        refutes(tiny, ORDER, Set.of(), new Unexplained(tiny.op("D", 1)));
        refutes(tiny, ORDER, Set.of(), new Unexplained(tiny.op("A", 0)));
        // E may have taken effect or not: no count can be told wrong, nor a result for the lack of y
        refutes(tiny, ORDER, Set.of(), new UnexplainedPredicate(0));
        refutes(tiny, ORDER, Set.of(), new UnexplainedPredicate(1));
        refutes(tiny, Set.of(), Set.of(), new OutOfOrder(a, b));
    }

    /** An unknown transaction explains no version that another one wrote, and nothing before its own place. */
    @Test
    void whatAnUnknownTransactionDoesNotExplain() {
        String text = """
                {"isolde":1}
                {"session":1,"id":"A","order":1,"ops":[["w","t/x",1,{"a":1}]]}
                {"session":2,"id":"B","order":2,"ops":[["w","t/x",2,{"a":1}]]}
                {"session":3,"id":"U","status":"unknown","ops":[["w","t/x",3,{"a":1}]]}
                {"session":4,"id":"C","order":3,"ops":[["rp","t","a = 1",[["t/x",1]]],["rp","t","a = 1",{"count":0}]]}
                """;
        TinyProof tiny = new TinyProof(RowProofs.read(text));
        refutes(tiny, ORDER, EnumSet.of(Level.SER), new UnexplainedPredicate(0));
        refutes(tiny, ORDER, Set.of(), new UnexplainedPredicate(1));
        TinyProof later = new TinyProof(RowProofs.read(text.replace("\"U\"", "\"U\",\"order\":4")));
        refutes(later, ORDER, EnumSet.of(Level.SER), new UnexplainedPredicate(1));
        TinyProof earlier = new TinyProof(RowProofs.read(text.replace("\"U\"", "\"U\",\"order\":2.5")));
        refutes(earlier, ORDER, Set.of(), new UnexplainedPredicate(1));
    }

    /** An unknown transaction that nobody read from may explain a count. */
    @Test
    void anUnknownTransactionMayExplainACount() {
        TinyProof tiny = new TinyProof(RowProofs.read("""
                {"isolde":1}
                {"session":1,"id":"A","order":1,"ops":[["w","t/x",1,{"a":1}]]}
                {"session":2,"id":"U","status":"unknown","ops":[["w","t/y",1,{"a":1}]]}
                {"session":3,"id":"B","order":2,"ops":[["rp","t","a = 1",{"count":2}]]}
                """));
        assertShown(shows(tiny, ORDER, null, "U", "A", "B"), Level.SER, Level.SI, Level.G1);
        assertTrue(!shows(tiny, ORDER, null, "A", "B").contains(Level.SER));
        assertTrue(!shows(tiny, ORDER, null, "A", "B", "U").contains(Level.SER));
        assertTrue(!shows(tiny, ORDER, null, "B", "A", "U").contains(Level.SER));
    }
}
