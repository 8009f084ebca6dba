package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.format.Json;
import org.isolde.history.format.Source;
import org.isolde.proof.Proof;
import org.isolde.proof.ProofChecker;
import org.isolde.proof.ProofFile;
import org.isolde.proof.ProofResult;
import org.isolde.report.TextLayout;

/** {@code isolde prove}: are the proofs of a history right? */
final class ProveCommand extends Command {
    private String file;
    private String proofFile;
    private final InputParameters input = new InputParameters();
    private boolean json;
    private final List<Map<String, Object>> results = new ArrayList<>();
    private boolean refused;

    @Override
    String[] description() {
        return new String[] {
            "Checks proofs of what a history satisfies and violates.",
            "",
            "The proof checker knows the definitions of the levels (docs/levels.md) and shares no code with the checkers"
                    + " that found the verdicts. docs/proofs.md describes proof files.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde prove history.edn history.proof",
            "  isolde prove --json history.edn history.proof.gz     one JSON object, for scripts",
            "",
            "Exit codes: 0 all proofs accepted, 1 a proof refused, 2 bad input or call."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.argument("HISTORY", text -> file = text, "A file, a folder, or - for standard input.");
        syntax.argument("PROOF", text -> proofFile = text, "A proof file of that history, or - for standard input.");
        input.declare(syntax);
        syntax.flag("--json", () -> json = true, "One JSON object.");
        syntax.standard();
    }

    @Override
    int call() {
        if (file.equals("-") && proofFile.equals("-")) {
            throw new Main.CallException("only one of the history and its proofs can come from standard input");
        }
        input.require();
        String reading = file;
        try (Progress progress = new Progress("reading " + Inputs.name(file))) {
            History history = input.history(file, progress);
            reading = proofFile;
            checkAll(history, progress);
        } catch (IOException e) {
            Inputs.tell(reading, e, json);
            return Main.BAD;
        }
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("file", file);
            line.put("proof", proofFile);
            line.put("accepted", !refused);
            line.put("proofs", results);
            System.out.println(Json.of(line));
        }
        return refused ? Main.VIOLATED : Main.SATISFIED;
    }

    private void checkAll(History history, Progress progress) throws IOException {
        try (Source source = open()) {
            progress.phase("checking " + source.name(), source::shareRead);
            ProofChecker checker = new ProofChecker(history);
            List<String> lines = new ArrayList<>();
            ProofFile.read(history, source.stream(), proof -> {
                ProofResult result = checker.check(proof);
                refused |= !result.isAccepted();
                results.add(object(proof, result));
                lines.add(line(history, proof, result));
            });
            if (results.isEmpty()) {
                throw BadHistoryException.of("there is no proof in it");
            }
            progress.close();
            if (!json) {
                lines.forEach(System.out::println);
            }
        } catch (BadHistoryException e) {
            throw e.in(Inputs.name(proofFile));
        }
    }

    private Source open() throws IOException {
        if (proofFile.equals("-")) {
            return Source.of("standard input", System.in);
        }
        Path path = Inputs.path(proofFile);
        if (!Files.isRegularFile(path)) {
            throw BadHistoryException.of("no such file; give a proof file of the history, or - for standard input");
        }
        return Source.of(path);
    }

    private static String verdict(Proof proof) {
        return proof.claimsSatisfied() ? "satisfied" : "violated";
    }

    private static Map<String, Object> object(Proof proof, ProofResult result) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("level", proof.level().text());
        object.put("verdict", verdict(proof));
        object.put("sessionOrder", proof.sessionOrder());
        object.put(
                "evidence",
                proof.evidence().stream().sorted().map(Evidence::text).toList());
        object.put("accepted", result.isAccepted());
        if (result instanceof ProofResult.Refused no) {
            object.put("reason", no.reason());
        }
        return object;
    }

    private static String line(History history, Proof proof, ProofResult result) {
        StringBuilder line = new StringBuilder(
                String.format(Locale.ROOT, "  %-10s %s: proof ", proof.level().text(), verdict(proof)));
        line.append(result.isAccepted() ? Terminal.green("accepted") : Terminal.red("REFUSED"));
        List<String> without = new ArrayList<>();
        if (!proof.sessionOrder()) {
            without.add("session order");
        }
        if (!proof.evidence().contains(Evidence.VERSIONS) && history.versionChains() > 0) {
            without.add("version orders");
        }
        if (!without.isEmpty()) {
            line.append(" (without ").append(String.join(" and ", without)).append(")");
        }
        if (result instanceof ProofResult.Refused no) {
            line.append(System.lineSeparator()).append(TextLayout.wrap(no.reason(), " ".repeat(13)));
        }
        return line.toString();
    }
}
