package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Refutation.BadRead;
import org.isolde.proof.Refutation.BadVersionSet;
import org.isolde.proof.Refutation.Clause;
import org.isolde.proof.Refutation.IncompatibleReads;
import org.isolde.proof.Refutation.OutOfOrder;
import org.isolde.proof.Refutation.OutsideSnapshot;
import org.isolde.proof.Refutation.ResultMismatch;
import org.isolde.proof.Refutation.Unexplained;
import org.isolde.proof.Refutation.UnexplainedPredicate;
import org.isolde.proof.Refutation.UnknownVersion;
import org.isolde.proof.Refutation.VersionCycle;
import org.junit.jupiter.api.Test;

/** Proof files: what is written is read, and whatever else is told with its line. */
class ProofFileTest {
    private static final String BYTES = "[]{},:\"0123456789-abc \n\u0000\u007f";

    private final TinyProof tiny = new TinyProof("A{r(x,0) w(x,1)} | B{r(x,0) w(x,2)} | C{r(x,2)} # x[1,2]");
    private final History history = tiny.history;

    private List<Proof> proofs() {
        ProofEdge forced = tiny.co("x", "A", "B", "C", "A", "B");
        return List.of(
                new Proof(Level.RU, true, Set.of(), new Witness(new int[] {1, 2, 3}, null)),
                new Proof(
                        Level.SI,
                        false,
                        Set.of(Evidence.VERSIONS, Evidence.REAL_TIME),
                        new Witness(new int[] {3, 1}, new int[] {0, 1})),
                new Proof(
                        Level.LIN, true, Set.of(Evidence.ORDER, Evidence.TIMESTAMPS), new Witness(new int[] {}, null)),
                new Proof(
                        Level.SER,
                        true,
                        Set.of(Evidence.VERSIONS),
                        new Refutation(List.of(
                                new BadRead(4),
                                new IncompatibleReads(0, 3),
                                new UnknownVersion(0, 2),
                                new VersionCycle(0, List.of(0, 1)),
                                TinyProof.cycle(
                                        tiny.so("A", "B"),
                                        tiny.rt("A", "C"),
                                        tiny.wr("x", "B", "C"),
                                        tiny.ww("x", "0", "B"),
                                        tiny.rw("x", "B", "A", "0"),
                                        forced),
                                new Clause(
                                        List.of(tiny.ordering("x", "A", "B"), tiny.ordering("x", "B", "A")),
                                        List.of(0, 4, 1)),
                                new Clause(List.of(), List.of(5))))),
                new Proof(Level.CC, true, Set.of(), new Refutation(List.of())));
    }

    @Test
    void stepsAboutPredicatesAndOrders() throws Exception {
        History rows = RowProofs.read("""
                {"isolde":1}
                {"session":1,"id":"A","ops":[["w","t/x",1,{"a":1}]]}
                {"session":2,"id":"B","ops":[["rp","t","a = 1",[["t/x",1]],{"sees":[["t/x",1]]}],["rp","t","a = 2",[]]]}
                """);
        List<Proof> proofs = List.of(new Proof(
                Level.SER,
                true,
                Set.of(Evidence.VERSIONS, Evidence.ORDER),
                new Refutation(List.of(
                        new BadVersionSet(1, 0),
                        new ResultMismatch(1),
                        new OutsideSnapshot(2, 1, 0),
                        new OutOfOrder(1, 2),
                        new Unexplained(1),
                        new UnexplainedPredicate(0),
                        TinyProof.cycle(
                                ProofEdge.predicateRead(1, 2, 0, 1), ProofEdge.predicateAntiDependency(2, 1, 0, 0))))));
        String text = write(rows, proofs);
        assertSame(proofs, read(rows, text));
        assertEquals(
                List.of(
                        "{\"bad-version-set\":[1,0]}",
                        "{\"result-mismatch\":1}",
                        "{\"outside-snapshot\":[2,1,0]}",
                        "{\"out-of-order\":[1,2]}",
                        "{\"unexplained\":1}",
                        "{\"unexplained-predicate\":0}",
                        "{\"cycle\":[[\"predicate-wr\",1,2,0,1],[\"predicate-rw\",2,1,0,0]]}"),
                text.lines().toList().subList(2, 9));
        for (String wrong : List.of(
                "\"bad-version-set\":[2,0]",
                "\"result-mismatch\":2",
                "\"outside-snapshot\":[2,3,0]",
                "\"out-of-order\":[1,3]",
                "\"unexplained\":2",
                "\"unexplained-predicate\":2")) {
            String field = wrong.substring(0, wrong.indexOf(':'));
            String changed = text.replaceFirst(field + ":[^}]*", wrong);
            BadHistoryException e = assertThrows(BadHistoryException.class, () -> read(rows, changed), wrong);
            assertTrue(e.problem().contains(", found "), e.getMessage());
        }
    }

    /** Whatever a step may speak of is in the fingerprint. */
    @Test
    void proofsOfOtherRowsAreAnError() throws Exception {
        String rows = """
                {"isolde":1}
                {"session":1,"id":"A","number":1,"order":1,"ops":[["w","t/x",1,{"a":1,"b":"p"}]]}
                {"session":2,"id":"B","number":2,"order":2,"snapshot":{"upto":3,"but":[2]},"ops":[["rp","t","a = 1",{"sum(a)":1}]]}
                {"session":3,"id":"C","ops":[["rp","t","a = 1",[["t/x",1]],{"sees":[["t/x",1]]}]]}
                """;
        String text = write(RowProofs.read(rows), List.of());
        assertSame(List.of(), read(RowProofs.read(rows), text));
        for (String[] change : new String[][] {
            {"\"a\":1", "\"a\":2"},
            {"\"p\"", "\"q\""},
            {"\"b\"", "\"c\""},
            {"a = 1", "a < 1"},
            {"sum", "max"},
            {"(a)", "(b)"},
            {"(a)\":1", "(a)\":2"},
            {"\"upto\":3", "\"upto\":4"},
            {"\"but\":[2]", "\"but\":[1]"},
            {"\"number\":1", "\"number\":5"},
            {"\"order\":2", "\"order\":3"},
            {"[[\"t/x\",1]]}", "[]}"},
            {",{\"sees\":[[\"t/x\",1]]}", ""},
        }) {
            assertTrue(rows.contains(change[0]), change[0]);
            History other = RowProofs.read(rows.replace(change[0], change[1]));
            assertThrows(BadHistoryException.class, () -> read(other, text), change[1]);
        }
    }

    private static String write(History history, List<Proof> proofs) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ProofFile.write(history, proofs, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<Proof> read(History history, String text) throws IOException {
        return ProofFile.read(history, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void assertSame(List<Proof> expected, List<Proof> found) {
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < expected.size(); i++) {
            Proof a = expected.get(i);
            Proof b = found.get(i);
            assertEquals(a.level(), b.level());
            assertEquals(a.sessionOrder(), b.sessionOrder());
            assertEquals(a.evidence(), b.evidence());
            if (a.body() instanceof Witness witness) {
                assertArrayEquals(witness.order(), ((Witness) b.body()).order());
                assertArrayEquals(witness.snapshot(), ((Witness) b.body()).snapshot());
            } else {
                assertEquals(a.body(), b.body());
            }
        }
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        assertSame(proofs(), read(history, write(history, proofs())));
        assertSame(List.of(), read(history, write(history, List.of())));
        // blanks, empty lines, another order of fields and no line feed at the end are as good
        String text = write(history, proofs())
                .replace(
                        "\"verdict\":\"satisfied\",\"session-order\":true",
                        "\"session-order\":true,\"verdict\":\"satisfied\"")
                .replace(":", " : ")
                .replace(",", " ,\t")
                .replace("\n", " \r\n\n")
                .strip();
        assertSame(proofs(), read(history, text));
    }

    @Test
    void theFormatIsAsTheDocumentationHasIt() throws Exception {
        List<String> lines = write(history, proofs()).lines().toList();
        assertEquals(
                "{\"isolde-proofs\":1,\"sessions\":3,\"transactions\":3,\"operations\":5,\"history\":\""
                        + Fingerprint.of(history) + "\"}",
                lines.get(0));
        assertEquals(
                "{\"level\":\"si\",\"verdict\":\"satisfied\",\"session-order\":false,\"evidence\":[\"real-time\",\"versions\"]}",
                lines.get(3));
        assertEquals("{\"order\":[3,1]}", lines.get(4));
        assertEquals("{\"snapshot\":[0,1]}", lines.get(5));
        assertEquals("{\"end\":5}", lines.get(lines.size() - 1));
    }

    @Test
    void aProofOfAnotherHistoryIsAnError() throws Exception {
        String text = write(history, proofs());
        for (String other : List.of(
                "A{r(x,0) w(x,1)} | B{r(x,0) w(x,2)} | C{r(x,1)} # x[1,2]",
                "A{r(x,0) w(x,1)} | B{r(x,0) w(x,2)} | C{r(x,2)} # x[2,1]",
                "A{r(x,0) w(x,1)} | B{r(x,0) w(x,2)} | C?{r(x,2)} # x[1,2]",
                "A{r(x,0) w(x,1)} | B{r(x,0) w(x,2)} | C{r(x,2)}",
                "A{r(x,0) w(x,1)} | B{r(x,0) w(x,2)}")) {
            BadHistoryException e =
                    assertThrows(BadHistoryException.class, () -> read(new TinyProof(other).history, text));
            assertTrue(e.getMessage().contains("another history"), e.getMessage());
            assertEquals(1, e.line());
        }
    }

    @Test
    void whateverIsWrongIsToldWithItsLine() throws Exception {
        String text = write(history, proofs());
        List<String> lines = text.lines().toList();
        // cut off behind any line but the last, or in the middle of any
        for (int i = 0; i < lines.size(); i++) {
            String before = String.join("\n", lines.subList(0, i)) + "\n";
            assertBad(i == 0 ? 1 : i + 1, i == 0 ? "" : before, "");
            if (!lines.get(i).isEmpty()) {
                assertBad(
                        i + 1,
                        (i == 0 ? "" : before)
                                + lines.get(i).substring(0, lines.get(i).length() / 2),
                        "");
            }
        }
        assertBad(2, text.replaceFirst("\"ru\"", "\"rx\""), "'rx' is not a level");
        assertBad(2, text.replaceFirst("\"satisfied\"", "\"undecided\""), "not a verdict");
        assertBad(2, text.replaceFirst("true", "yes"), "true or false");
        assertBad(2, text.replaceFirst(",\"session-order\":true", ""), "a claim");
        assertBad(3, text.replaceFirst("\\[1,2,3]", "[1,2,4]"), "from 1 to 3, found 4");
        assertBad(3, text.replaceFirst("\\[1,2,3]", "[1,2,0]"), "from 1 to 3, found 0");
        assertBad(3, text.replaceFirst("\\[1,2,3]", "[1,2,99999999999]"), "32 bits");
        assertBad(3, text.replaceFirst("\\[1,2,3]", "[1,2.5,3]"), "fraction");
        assertBad(3, text.replaceFirst("\\[1,2,3]", "[1,2,]"), "behind the comma");
        assertBad(3, text.replaceFirst("\\[1,2,3]", "[1 2]"), "a comma");
        assertBad(3, text.replaceFirst("\"order\":\\[1,2,3]", "\"ordr\":[1]"), "\"ordr\"");
        assertBad(3, text.replaceFirst("]}\n\\{\"level", "]} x\n{\"level"), "");
        assertBad(1, text.replaceFirst("proofs\":1", "proofs\":2"), "version 2");
        assertBad(1, "{\"isolde\":1}\n", "a header");
        assertBad(1, "", "empty");
        int last = lines.size();
        assertBad(last, text.replace("\"end\":5", "\"end\":4"), "{\"end\":5}");
        assertBad(last + 1, text + "{\"end\":5}\n", "nothing behind it");
        assertBad(10, text.replace("\"bad-read\":4", "\"bad-read\":5"), "an operation, from 0 to 4, found 5");
        assertBad(14, text.replace("\"so\"", "\"sx\""), "'sx' is no kind of edge");
        assertBad(15, text.replace("\"hints\":[0,4,1]", "\"hints\":[0,5,1]"), "earlier steps, from 0 to 4, found 5");
        assertBad(15, text.replace(",\"hints\":[0,4,1]", ""), "a clause with hints");
    }

    private void assertBad(int line, String text, String because) {
        BadHistoryException e = assertThrows(BadHistoryException.class, () -> read(history, text), text);
        assertTrue(e.problem().contains(because), e.getMessage());
        assertEquals(line, e.line(), e.getMessage() + "\n" + text);
    }

    /** Bytes changed at random: read, or told; never another exception. */
    @Test
    void noInputBreaksTheReader() throws Exception {
        byte[] bytes = write(history, proofs()).getBytes(StandardCharsets.UTF_8);
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5000; i++) {
            byte[] changed = bytes.clone();
            for (int k = random.nextInt(3); k >= 0; k--) {
                changed[random.nextInt(changed.length)] = (byte) BYTES.charAt(random.nextInt(BYTES.length()));
            }
            try {
                for (Proof proof : ProofFile.read(history, new ByteArrayInputStream(changed))) {
                    ProofChecker.check(history, proof);
                }
            } catch (BadHistoryException e) {
                assertTrue(e.line() > 0, "seed " + seed);
            }
        }
    }
}
