package org.isolde.proof;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.proof.Refutation.TimestampStep;

/**
 * Proofs of one history as a file: JSON Lines, described in docs/proofs.md.
 *
 * <p>A header says which history the proofs are of; each proof is a line with its claim and then its order, its snapshots or its
 * steps, a line each; a last line says how many proofs there were, so that a file that was cut off is noticed. Transactions,
 * operations, keys and values are the numbers of {@link History}.
 */
public final class ProofFile {
    static final int VERSION = 1;

    private final BufferedOutputStream out;

    private ProofFile(OutputStream out) {
        this.out = new BufferedOutputStream(out, 1 << 16);
    }

    /** Writes proofs of a history, each as it comes; the stream is flushed and not closed. */
    public static void write(History history, Iterable<Proof> proofs, OutputStream out) throws IOException {
        ProofFile file = new ProofFile(out);
        file.header(history);
        int count = 0;
        for (Proof proof : proofs) {
            file.proof(proof);
            count++;
        }
        file.text("{\"end\":").number(count).text("}\n");
        file.out.flush();
    }

    /** Reads all proofs of a history. */
    public static List<Proof> read(History history, InputStream in) throws IOException {
        List<Proof> proofs = new ArrayList<>();
        read(history, in, proofs::add);
        return proofs;
    }

    /** Reads the proofs of a history one after the other, for files that are large. */
    public static void read(History history, InputStream in, Consumer<Proof> each) throws IOException {
        ProofReader reader = new ProofReader(history, in);
        for (Proof proof = reader.next(); proof != null; proof = reader.next()) {
            each.accept(proof);
        }
    }

    private void header(History history) throws IOException {
        text("{\"isolde-proofs\":").number(VERSION);
        text(",\"sessions\":").number(history.sessions());
        text(",\"transactions\":").number(history.transactions());
        text(",\"operations\":").number(history.operations());
        text(",\"history\":\"").text(Fingerprint.of(history)).text("\"}\n");
    }

    private void proof(Proof proof) throws IOException {
        text("{\"level\":\"").text(proof.level().text());
        text("\",\"verdict\":\"").text(proof.claimsSatisfied() ? "satisfied" : "violated");
        text("\",\"session-order\":").text(proof.sessionOrder() ? "true" : "false");
        text(",\"evidence\":[");
        String comma = "";
        for (Evidence evidence : Evidence.values()) {
            if (proof.evidence().contains(evidence)) {
                text(comma).text("\"").text(evidence.text()).text("\"");
                comma = ",";
            }
        }
        text("]}\n");
        if (proof.body() instanceof Witness witness) {
            text("{\"order\":").numbers(witness.order()).text("}\n");
            if (witness.snapshot() != null) {
                text("{\"snapshot\":").numbers(witness.snapshot()).text("}\n");
            }
        } else if (proof.body() instanceof Refutation refutation) {
            for (Refutation.Step step : refutation.steps()) {
                step(step);
            }
        }
    }

    private void step(Refutation.Step step) throws IOException {
        if (step instanceof Refutation.BadRead read) {
            text("{\"bad-read\":").number(read.operation());
        } else if (step instanceof Refutation.IncompatibleReads reads) {
            text("{\"incompatible-reads\":").numbers(reads.operation(), reads.other());
        } else if (step instanceof Refutation.UnknownVersion version) {
            text("{\"unknown-version\":").numbers(version.key(), version.value());
        } else if (step instanceof Refutation.VersionCycle cycle) {
            text("{\"version-cycle\":[")
                    .number(cycle.key())
                    .text(",")
                    .numbers(array(cycle.versions()))
                    .text("]");
        } else if (step instanceof Refutation.BadVersionSet set) {
            text("{\"bad-version-set\":").numbers(set.predicate(), set.key());
        } else if (step instanceof Refutation.ResultMismatch mismatch) {
            text("{\"result-mismatch\":").number(mismatch.predicate());
        } else if (step instanceof Refutation.OutsideSnapshot outside) {
            text("{\"outside-snapshot\":").numbers(outside.transaction(), outside.other(), outside.key());
        } else if (step instanceof Refutation.OutOfOrder order) {
            text("{\"out-of-order\":").numbers(order.first(), order.second());
        } else if (step instanceof Refutation.Unexplained unexplained) {
            text("{\"unexplained\":").number(unexplained.operation());
        } else if (step instanceof Refutation.UnexplainedPredicate unexplained) {
            text("{\"unexplained-predicate\":").number(unexplained.predicate());
        } else if (step instanceof TimestampStep forbidden) {
            text("{\"timestamps\":").timestamps(forbidden);
        } else if (step instanceof Refutation.Cycle cycle) {
            text("{\"cycle\":[");
            String comma = "";
            for (ProofEdge edge : cycle.edges()) {
                text(comma).edge(edge);
                comma = ",";
            }
            text("]");
        } else if (step instanceof Refutation.Clause clause) {
            text("{\"clause\":[");
            String comma = "";
            for (Ordering ordering : clause.orderings()) {
                text(comma).numbers(ordering.key(), ordering.before(), ordering.after());
                comma = ",";
            }
            text("],\"hints\":").numbers(array(clause.hints()));
        }
        text("}\n");
    }

    private void edge(ProofEdge edge) throws IOException {
        text("[\"").text(edge.kind().text()).text("\",");
        number(edge.from()).text(",").number(edge.to());
        if (edge.kind().hasKey()) {
            text(",").number(edge.key());
        }
        if (edge.kind().hasThird() || edge.kind().hasPredicate()) {
            text(",").number(edge.third());
        }
        if (!edge.via().isEmpty()) {
            text(",").numbers(array(edge.via()));
        }
        text("]");
    }

    private void timestamps(TimestampStep step) throws IOException {
        TimestampStep.Axiom axiom = step.axiom();
        text("[\"").text(axiom.text()).text("\",");
        number(axiom.hasTransaction() ? step.transaction() : step.operation());
        if (axiom.hasOther()) {
            text(",").number(step.other());
        }
        if (axiom.hasKey()) {
            text(",").number(step.key());
        }
        text("]");
    }

    private static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private ProofFile text(String ascii) throws IOException {
        out.write(ascii.getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    private ProofFile number(int number) throws IOException {
        return text(Integer.toString(number));
    }

    private ProofFile numbers(int... numbers) throws IOException {
        text("[");
        for (int i = 0; i < numbers.length; i++) {
            if (i > 0) {
                out.write(',');
            }
            number(numbers[i]);
        }
        return text("]");
    }
}
