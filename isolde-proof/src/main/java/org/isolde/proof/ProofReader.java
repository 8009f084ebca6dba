package org.isolde.proof;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Refutation.TimestampStep;

/**
 * Reads a proof file, one proof after the other. What is not as docs/proofs.md has it, or names a transaction, operation, key or
 * value that the history doesn't have, is an error that names the line; whether a proof is right is for {@link ProofChecker}.
 *
 * <p>Invariant: between calls the line at hand is the claim of the next proof, or the last line of the file.
 */
final class ProofReader {
    private static final String CLAIM =
            "a claim such as {\"level\":\"ser\",\"verdict\":\"satisfied\",\"session-order\":true,\"evidence\":[]}";
    private static final String HEADER = "a header such as {\"isolde-proofs\":1,\"sessions\":2,\"transactions\":5,"
            + "\"operations\":9,\"history\":\"0123456789abcdef\"}";

    private final History history;
    private final ProofJson json;
    /** How many claims have been read. */
    private int proofs;

    // the line at hand; what it doesn't have is null
    private Level level;
    private String verdict;
    private Boolean sessionOrder;
    private Set<Evidence> evidence;
    private int[] order;
    private int[] snapshot;
    private Refutation.Step step;
    private List<Ordering> clause;
    private List<Integer> hints;
    private Integer end;

    /** How many steps of the proof at hand have been read. */
    private int steps;

    /** Reads the header; a proof of another history is an error. */
    ProofReader(History history, InputStream in) throws IOException {
        this.history = history;
        this.json = new ProofJson(in);
        if (!json.nextLine()) {
            throw json.complaint("the input is empty; expected " + HEADER);
        }
        header();
        line();
    }

    /** The next proof, or null behind the last one. */
    Proof next() throws IOException {
        if (end != null) {
            return null;
        }
        if (level == null || verdict == null || sessionOrder == null || evidence == null) {
            throw json.complaint("expected " + CLAIM + ", found none");
        }
        Level claimed = level;
        boolean satisfied = verdict.equals("satisfied");
        boolean sessions = sessionOrder;
        Set<Evidence> used = evidence;
        proofs++;
        steps = 0;
        line();
        Proof.Body body = satisfied ? witness() : refutation();
        return new Proof(claimed, sessions, used, body);
    }

    private Witness witness() throws IOException {
        if (order == null) {
            throw json.complaint("expected the order of the witness, as {\"order\":[1,2]}, found none");
        }
        int[] found = order;
        line();
        int[] snapshots = snapshot;
        if (snapshots != null) {
            line();
        }
        return new Witness(found, snapshots);
    }

    private Refutation refutation() throws IOException {
        List<Refutation.Step> found = new ArrayList<>();
        while (step != null) {
            found.add(step);
            steps++;
            line();
        }
        return new Refutation(found);
    }

    private void header() throws IOException {
        json.open('{', HEADER);
        Integer version = null;
        boolean same = true;
        String fingerprint = null;
        for (boolean first = true; json.item(first, '}'); first = false) {
            switch (json.name()) {
                case "isolde-proofs" -> version = json.number("the format's version, 1");
                case "sessions" -> same &= json.number("a number of sessions") == history.sessions();
                case "transactions" -> same &= json.number("a number of transactions") == history.transactions();
                case "operations" -> same &= json.number("a number of operations") == history.operations();
                case "history" -> fingerprint = json.text("the fingerprint of the history");
                default -> throw json.complaint("expected " + HEADER + ", found another field");
            }
        }
        if (version == null || fingerprint == null) {
            throw json.complaint(
                    "expected " + HEADER + ", found no " + (version == null ? "\"isolde-proofs\"" : "\"history\""));
        }
        if (version != ProofFile.VERSION) {
            throw json.complaint("version " + version + " of this format; this Isolde reads version 1");
        }
        if (!same || !fingerprint.equals(Fingerprint.of(history))) {
            throw json.complaint("the proofs are of another history (fingerprint " + fingerprint + ", this one has "
                    + Fingerprint.of(history) + "); give the file that they were made of, unchanged");
        }
        json.endLine();
    }

    /** Reads the next line, which must be of one kind. */
    private void line() throws IOException {
        level = null;
        verdict = null;
        sessionOrder = null;
        evidence = null;
        order = null;
        snapshot = null;
        step = null;
        clause = null;
        hints = null;
        if (!json.nextLine()) {
            throw json.complaint(
                    "the input ends without its last line, such as {\"end\":" + proofs + "}; it was cut off");
        }
        json.open('{', "an object");
        int names = 0;
        for (boolean first = true; json.item(first, '}'); first = false) {
            field(json.name());
            names++;
        }
        if (clause != null && hints != null) {
            step = new Refutation.Clause(clause, hints);
        }
        int wanted = level != null || verdict != null || sessionOrder != null || evidence != null
                ? 4
                : clause != null || hints != null ? 2 : 1;
        if (names != wanted) {
            throw json.complaint(
                    "expected a claim (level, verdict, session-order, evidence), a clause with hints, or one"
                            + " field, each once");
        }
        json.endLine();
        if (end != null && (end != proofs || json.nextLine())) {
            throw json.complaint("expected {\"end\":" + proofs + "} for so many proofs, and nothing behind it");
        }
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "level" -> level = level();
            case "verdict" -> verdict = verdict();
            case "session-order" -> sessionOrder = json.bool("true or false for \"session-order\"");
            case "evidence" -> evidence = evidence();
            case "order" -> order = json.numbers("transactions", 1, history.transactions());
            case "snapshot" -> snapshot = json.numbers("numbers of commits", 0, history.transactions());
            case "bad-read" -> step = new Refutation.BadRead(operation());
            case "incompatible-reads" -> {
                int[] operations = tuple(2, "two operations", history.operations() - 1);
                step = new Refutation.IncompatibleReads(operations[0], operations[1]);
            }
            case "bad-version-set" -> step = badVersionSet();
            case "result-mismatch" -> step = new Refutation.ResultMismatch(predicate());
            case "outside-snapshot" -> step = outsideSnapshot();
            case "out-of-order" -> {
                int[] transactions = tuple(2, "two transactions", history.transactions());
                step = new Refutation.OutOfOrder(transactions[0], transactions[1]);
            }
            case "unexplained" -> step = new Refutation.Unexplained(operation());
            case "unexplained-predicate" -> step = new Refutation.UnexplainedPredicate(predicate());
            case "timestamps" -> step = timestamps();
            case "unknown-version" -> step = unknownVersion();
            case "version-cycle" -> step = versionCycle();
            case "cycle" -> step = new Refutation.Cycle(cycle());
            case "clause" -> clause = clause();
            case "hints" -> hints = boxed(json.numbers("earlier steps", 0, steps - 1));
            case "end" -> end = json.number("the number of proofs");
            default -> throw json.complaint("a field \"" + name + "\", which no line of a proof has");
        }
    }

    private Level level() throws IOException {
        String text = json.text("a level");
        for (Level known : Level.values()) {
            if (known.text().equals(text)) {
                return known;
            }
        }
        throw json.complaint("'" + text + "' is not a level");
    }

    private String verdict() throws IOException {
        String text = json.text("a verdict");
        if (!text.equals("satisfied") && !text.equals("violated")) {
            throw json.complaint("'" + text + "' is not a verdict; known are satisfied and violated");
        }
        return text;
    }

    private Set<Evidence> evidence() throws IOException {
        Set<Evidence> found = EnumSet.noneOf(Evidence.class);
        json.open('[', "an array of evidence");
        for (boolean first = true; json.item(first, ']'); first = false) {
            String text = json.text("a kind of evidence");
            int before = found.size();
            for (Evidence known : Evidence.values()) {
                if (known.text().equals(text)) {
                    found.add(known);
                }
            }
            if (found.size() == before) {
                throw json.complaint("'" + text + "' is no evidence, or there twice");
            }
        }
        return found;
    }

    private int operation() throws IOException {
        return json.number("an operation", 0, history.operations() - 1);
    }

    private int transaction() throws IOException {
        return json.number("a transaction", 0, history.transactions());
    }

    private int key() throws IOException {
        return json.number("a key", 0, history.keys() - 1);
    }

    private int predicate() throws IOException {
        return json.number("a predicate read", 0, history.predicates() - 1);
    }

    private int[] tuple(int size, String expected, int most) throws IOException {
        int[] numbers = json.numbers(expected, 0, most);
        if (numbers.length != size) {
            throw json.complaint("expected " + expected + ", found " + numbers.length + " numbers");
        }
        return numbers;
    }

    private void comma() throws IOException {
        json.open(',', "a comma and another number");
    }

    private Refutation.Step unknownVersion() throws IOException {
        json.open('[', "a key and a value");
        int key = key();
        comma();
        int value = json.number("a value", 0, history.values() - 1);
        json.open(']', "the end of the array");
        return new Refutation.UnknownVersion(key, value);
    }

    private Refutation.Step versionCycle() throws IOException {
        json.open('[', "a key and the versions of a cycle");
        int key = key();
        comma();
        List<Integer> versions = boxed(json.numbers("values of the key", 0, history.values() - 1));
        json.open(']', "the end of the array");
        return new Refutation.VersionCycle(key, versions);
    }

    private Refutation.Step badVersionSet() throws IOException {
        json.open('[', "a predicate read and a key");
        int predicate = predicate();
        comma();
        int key = key();
        json.open(']', "the end of the array");
        return new Refutation.BadVersionSet(predicate, key);
    }

    private Refutation.Step outsideSnapshot() throws IOException {
        json.open('[', "two transactions and a key");
        int transaction = transaction();
        comma();
        int other = transaction();
        comma();
        int key = key();
        json.open(']', "the end of the array");
        return new Refutation.OutsideSnapshot(transaction, other, key);
    }

    private Refutation.Step timestamps() throws IOException {
        json.open('[', "what timestamps forbid, such as [\"ext\",2,0]");
        TimestampStep.Axiom axiom = axiom();
        comma();
        int first = axiom.hasTransaction() ? transaction() : operation();
        int other = -1;
        int key = -1;
        if (axiom.hasOther()) {
            comma();
            other = transaction();
        }
        if (axiom.hasKey()) {
            comma();
            key = key();
        }
        json.open(']', "the end of the array");
        return TimestampStep.of(axiom, first, other, key, first);
    }

    private TimestampStep.Axiom axiom() throws IOException {
        String text = json.text("an axiom");
        for (TimestampStep.Axiom axiom : TimestampStep.Axiom.values()) {
            if (axiom.text().equals(text)) {
                return axiom;
            }
        }
        throw json.complaint("'" + text + "' is no axiom; known are session int ext noconflict start-after-commit"
                + " same-commit real-time");
    }

    private List<ProofEdge> cycle() throws IOException {
        List<ProofEdge> edges = new ArrayList<>();
        json.open('[', "an array of edges");
        for (boolean first = true; json.item(first, ']'); first = false) {
            edges.add(edge());
        }
        return edges;
    }

    private ProofEdge edge() throws IOException {
        json.open('[', "an edge such as [\"wr\",1,2,0]");
        ProofEdge.Kind kind = kind();
        comma();
        int from = transaction();
        comma();
        int to = transaction();
        int key = -1;
        int third = -1;
        List<Integer> via = List.of();
        if (kind.hasKey()) {
            comma();
            key = key();
        }
        if (kind.hasThird() || kind.hasPredicate()) {
            comma();
            third = kind.hasThird() ? transaction() : predicate();
        }
        if (json.item(false, ']')) {
            via = boxed(json.numbers("transactions", 1, history.transactions()));
            json.open(']', "the end of the edge");
        }
        return new ProofEdge(kind, from, to, key, third, via);
    }

    private ProofEdge.Kind kind() throws IOException {
        String text = json.text("a kind of edge");
        for (ProofEdge.Kind kind : ProofEdge.Kind.values()) {
            if (kind.text().equals(text)) {
                return kind;
            }
        }
        throw json.complaint(
                "'" + text + "' is no kind of edge; known are so rt wr ww rw co predicate-wr predicate-rw");
    }

    private List<Ordering> clause() throws IOException {
        List<Ordering> orderings = new ArrayList<>();
        json.open('[', "an array of orderings");
        for (boolean first = true; json.item(first, ']'); first = false) {
            json.open('[', "an ordering [key,before,after]");
            int key = key();
            comma();
            int before = transaction();
            comma();
            int after = transaction();
            json.open(']', "the end of the ordering");
            orderings.add(new Ordering(key, before, after));
        }
        return orderings;
    }

    private static List<Integer> boxed(int[] numbers) {
        List<Integer> boxed = new ArrayList<>(numbers.length);
        for (int number : numbers) {
            boxed.add(number);
        }
        return boxed;
    }
}
