package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.ProofFile;
import org.isolde.proof.Refutation;
import org.isolde.proof.Witness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code isolde prove}: proofs accepted and refused, and what is said of bad files. */
class ProveTest {
    private static final String WRITE_SKEW = """
            {"isolde":1,"initial":0}
            {"session":"a","id":"A","ops":[["r","x",0],["w","y",1]]}
            {"session":"b","id":"B","ops":[["r","y",0],["w","x",1]]}
            """;

    @TempDir
    Path folder;

    private String file;
    private History history;

    @BeforeEach
    void writeSkew() throws IOException {
        file = Cli.file(folder, "skew.jsonl", WRITE_SKEW);
        history = History.read(Path.of(file));
    }

    private static Proof snapshotIsolation() {
        return new Proof(Level.SI, true, Set.of(), new Witness(new int[] {1, 2}, new int[] {0, 0}));
    }

    private static Proof notSerializable() {
        return new Proof(
                Level.SER,
                true,
                Set.of(),
                new Refutation(List.of(new Refutation.Cycle(
                        List.of(ProofEdge.antiDependency(1, 2, 0, 0), ProofEdge.antiDependency(2, 1, 1, 0))))));
    }

    private static Proof wrong() {
        return new Proof(Level.RR, false, Set.of(Evidence.VERSIONS), new Witness(new int[] {1, 2}, null));
    }

    private byte[] bytes(Proof... proofs) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ProofFile.write(history, List.of(proofs), out);
        return out.toByteArray();
    }

    private String proof(Proof... proofs) throws IOException {
        return Cli.file(folder, "skew.proof", new String(bytes(proofs), StandardCharsets.UTF_8));
    }

    @Test
    void acceptedProofs() throws Exception {
        String out = Cli.run("prove", file, proof(snapshotIsolation(), notSerializable()))
                .expect(0)
                .out();
        assertEquals("""
              si         satisfied: proof accepted
              ser        violated: proof accepted
            """.indent(0), out.indent(0));
    }

    @Test
    void aRefusedProofIsToldWithItsReason() throws Exception {
        String out = Cli.run("prove", file, proof(snapshotIsolation(), wrong()))
                .expect(1)
                .out();
        assertTrue(out.contains("  si         satisfied: proof accepted\n"), out);
        assertTrue(out.contains("  rr         satisfied: proof REFUSED (without session order)\n"), out);
        assertTrue(out.contains("B reads key y from initial"), out);
    }

    @Test
    void json() throws Exception {
        JsonNode object = Cli.run("prove", "--json", file, proof(notSerializable(), wrong()))
                .expect(1)
                .object();
        assertEquals(file, object.path("file").asText());
        assertFalse(object.path("accepted").asBoolean());
        assertEquals(2, object.path("proofs").size());
        JsonNode first = object.path("proofs").get(0);
        assertEquals("ser", first.path("level").asText());
        assertEquals("violated", first.path("verdict").asText());
        assertTrue(first.path("accepted").asBoolean());
        assertTrue(first.path("reason").isMissingNode());
        JsonNode second = object.path("proofs").get(1);
        assertEquals(List.of("versions"), Cli.texts(second.path("evidence")));
        assertFalse(second.path("sessionOrder").asBoolean());
        assertTrue(second.path("reason").asText().contains("B reads key y"), second.toString());
    }

    @Test
    void standardInputAndPackedFiles() throws Exception {
        Cli.runOn(bytes(snapshotIsolation()), "prove", file, "-").expect(0);
        Cli.runOn(WRITE_SKEW.getBytes(StandardCharsets.UTF_8), "prove", "-", proof(snapshotIsolation()))
                .expect(0);
        Path packed = folder.resolve("skew.proof.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(bytes(snapshotIsolation()));
        }
        Cli.run("prove", file, packed.toString()).expect(0);
        assertTrue(Cli.run("prove", "-", "-").expect(2).err().contains("only one"));
    }

    @Test
    void badFiles() throws Exception {
        String missing = folder.resolve("nothere.proof").toString();
        assertEquals(
                "isolde: " + missing + ": no such file; give a proof file of the history, or - for standard input\n",
                Cli.run("prove", file, missing).expect(2).err());
        assertTrue(Cli.run("prove", missing, proof(snapshotIsolation()))
                .expect(2)
                .err()
                .contains("give a history file"));
        String proof = proof(snapshotIsolation());
        String cut =
                Cli.file(folder, "cut.proof", Files.readString(Path.of(proof)).replace("{\"end\":1}\n", ""));
        Cli.Result result = Cli.run("prove", file, cut).expect(2);
        assertTrue(
                result.err().startsWith("isolde: " + cut + ":5: the input ends without its last line"), result.err());
        assertEquals("", result.out());
        JsonNode error = Cli.run("prove", "--json", file, cut).expect(2).object();
        assertEquals(5, error.path("error").path("line").asInt());
        assertEquals(cut, error.path("file").asText());
        String other = Cli.file(folder, "other.jsonl", WRITE_SKEW.replace("0]", "1]"));
        assertTrue(Cli.run("prove", other, proof).expect(2).err().contains("another history"));
        assertTrue(Cli.run("prove", file, proof()).expect(2).err().contains("no proof"));
        assertTrue(Cli.run("prove", file).expect(2).err().contains("PROOF"));
    }

    /** The example of docs/proofs.md: its first block is a history, its second one the proofs. */
    @Test
    void theExampleOfTheDocumentation() throws Exception {
        Matcher block = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "proofs.md")));
        assertTrue(block.find());
        String example = Cli.file(folder, "example.jsonl", block.group(1));
        assertTrue(block.find());
        String proofs = Cli.file(folder, "example.proof", block.group(1));
        String out = Cli.run("prove", example, proofs).expect(0).out();
        assertEquals(3, out.lines().count(), out);
        assertTrue(Files.readString(Path.of("..", "docs", "proofs.md")).contains(out), out);
    }
}
