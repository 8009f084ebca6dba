package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.app.CheckJson;
import org.isolde.app.Proofs;
import org.isolde.app.Reports;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Conclusion;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.report.answer.Amount;
import org.isolde.report.answer.Conflicts;

/** {@code isolde check}: which levels do recorded histories satisfy? */
final class CheckCommand extends Command {
    private List<String> files;
    private final CheckParameters parameters = new CheckParameters();
    private boolean prove;
    private String proofFile;
    private String reportFolder;
    private boolean json;
    private boolean verbose;
    private final CiOptions ci = new CiOptions();
    private boolean refused;

    @Override
    String[] description() {
        return new String[] {
            "Decides which isolation levels recorded histories satisfy.",
            "",
            "A history is a file or a folder in any known format (see docs/formats.md), or - for standard input; .gz and"
                    + " .zst are read as they are.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde check history.edn                     all levels that can be decided",
            "  isolde check --level rc,ra,cc run1.txt run2.txt",
            "  isolde check --level all -v history.edn      the whole lattice, and how each level was decided",
            "  isolde check --level ser --prove run.jsonl   with a proof that is checked independently",
            "  isolde check --level si --report out run.edn  with a page, out/report.html",
            "  isolde check --level si --evidence real-time,versions run.jsonl   by the values, not by timestamps",
            "  isolde check --json --level all-weak *.txt   one JSON object a line, for scripts",
            "  isolde check --level ser --junit isolde.xml run.jsonl   for a build server",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 bad input or call, 3 undecided; the first of 2, 1, 3, 0 that applies."
                    + " --fail-on narrows what counts."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.arguments("HISTORY", 1, texts -> files = texts, "Files, folders, or - for standard input.");
        parameters.declare(syntax);
        syntax.flag(
                "--prove",
                () -> prove = true,
                "Have every verdict's proof checked by the proof checker, which shares no code with the algorithms.");
        syntax.option(
                "--proof",
                "FILE",
                text -> proofFile = text,
                "Store the proofs of all verdicts, for isolde prove; for one history at a time.");
        syntax.option(
                "--report",
                "DIR",
                text -> reportFolder = text,
                "Also write a report into this folder: DIR/report.html, a page with the stories and pictures of all"
                        + " anomalies, and the same as files of their own. For several histories each gets a folder in DIR.");
        syntax.flag("--json", () -> json = true, "One JSON object a line for each history, in order.");
        syntax.flag(
                "-v, --verbose",
                () -> verbose = true,
                "Also say which algorithm decided what, under which evidence, and how long each phase took.");
        ci.declare(syntax);
        syntax.standard();
    }

    @Override
    int call() throws IOException {
        CheckOptions options = parameters.options();
        ci.check();
        List<String> named = files;
        files = new ArrayList<>();
        for (String file : named) {
            files.addAll(Inputs.histories(file));
        }
        if (reportFolder != null && reportFolder.isBlank()) {
            throw new Main.CallException("--report needs the name of a folder, as in --report out");
        }
        if (proofFile != null && files.size() > 1) {
            throw new Main.CallException("--proof stores the proofs of one history; give one history");
        }
        boolean bad = false;
        boolean violated = false;
        boolean undecided = false;
        boolean applicable = false;
        for (String file : files) {
            try {
                CheckResult result = check(file, options);
                ci.note(Inputs.name(file), result, parameters.namesLevels());
                for (Verdict verdict : result.verdicts().values()) {
                    violated |= verdict instanceof Verdict.Violated;
                    undecided |= verdict instanceof Verdict.Undecided;
                    applicable |= !(verdict instanceof Verdict.Inapplicable);
                }
                bad |= refused;
            } catch (IOException e) {
                bad = true;
                ci.error(Inputs.name(file), "read", Terminal.explain(e));
                Inputs.tell(file, e, json);
            }
            if (json) {
                System.out.flush();
            }
        }
        ci.write();
        if (bad || !applicable) {
            return Main.BAD;
        }
        int first = violated ? ci.exitCode(Conclusion.VIOLATED, parameters.namesLevels()) : Main.SATISFIED;
        return first == Main.SATISFIED && undecided
                ? ci.exitCode(Conclusion.UNDECIDED, parameters.namesLevels())
                : first;
    }

    private CheckResult check(String file, CheckOptions options) throws IOException {
        try (Progress progress = new Progress("reading " + Inputs.name(file))) {
            long start = System.nanoTime();
            Inputs.Read read = parameters.input().read(file, progress);
            double reading = (System.nanoTime() - start) / 1e9;
            progress.phase("checking " + Inputs.name(file));
            CheckResult result;
            try {
                result = Isolde.check(read.history(), options);
            } catch (BadHistoryException e) {
                throw e.in(Inputs.name(file));
            }
            Map<String, Double> seconds = new LinkedHashMap<>();
            seconds.put("reading", reading);
            seconds.putAll(result.seconds());
            for (String warning : read.history().warnings()) {
                Terminal.warning(Inputs.name(file) + ": " + warning);
            }
            Proofs proofs = new Proofs(result);
            if (prove) {
                progress.phase("proving " + Inputs.name(file));
                proofs.check();
                seconds.put("proving", proofs.seconds());
                refused = proofs.anyRefused();
            }
            progress.close();
            // a violation needs nothing to stand on
            Conflicts conflicts = result.strongestSatisfied().isEmpty()
                            || !result.weakestViolated().isEmpty()
                    ? null
                    : Conflicts.of(result.history());
            if (json) {
                System.out.println(Json.of(CheckJson.of(file, read.format(), result, conflicts, seconds, proofs)));
            } else {
                CheckOutput.print(Inputs.name(file), result, seconds, verbose, !parameters.namesLevels(), proofs);
                if (conflicts != null) {
                    CheckOutput.print(Amount.of(conflicts));
                }
            }
            if (reportFolder != null) {
                report(file, result, proofs);
            }
            if (proofFile != null) {
                for (Level level : proofs.store(Inputs.path(proofFile))) {
                    Terminal.warning("no proof of " + level.text()
                            + " was stored: a search was exhausted, which leaves none that could be checked faster");
                }
            }
            return result;
        }
    }

    private void report(String file, CheckResult result, Proofs proofs) throws IOException {
        Path folder = Inputs.path(reportFolder);
        String name = file.equals("-")
                ? "standard-input"
                : Inputs.path(file).getFileName().toString();
        if (files.size() > 1) {
            // numbered, for files in different folders may have one name
            folder = folder.resolve(String.format(Locale.ROOT, "%03d-%s", files.indexOf(file) + 1, name));
        }
        try (Progress progress = new Progress("writing the report")) {
            Path page = Reports.write(
                    folder, Reports.of(Inputs.name(file), result, proofs, Reports.parameters(result.history())));
            progress.close();
            if (!json) {
                System.out.println();
                System.out.println("The report: " + Terminal.bold(page.toString()));
            }
        }
    }
}
