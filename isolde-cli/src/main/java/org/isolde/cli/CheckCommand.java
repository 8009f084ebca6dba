package org.isolde.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.isolde.app.CheckJson;
import org.isolde.app.Proofs;
import org.isolde.check.Algorithm;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.check.Violations;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isolde check}: which levels do recorded histories satisfy? */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Decides which isolation levels recorded histories satisfy.",
            "",
            "A history is a file or a folder in any known format (see docs/formats.md), or - for standard input; .gz and"
                    + " .zst are read as they are.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  isolde check history.edn                     all levels that can be decided",
            "  isolde check --level rc,ra,cc run1.txt run2.txt",
            "  isolde check --level all -v history.edn      the whole lattice, and how each level was decided",
            "  isolde check --level ser --prove run.jsonl   with a proof that is checked independently",
            "  isolde check --json --level all-weak *.txt   one JSON object a line, for scripts",
            "",
            "Exit codes: 0 satisfied, 1 violated, 2 bad input or call, 3 undecided; the first of 2, 1, 3, 0 that applies."
        })
final class CheckCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "HISTORY", description = "Files, folders, or - for standard input.")
    private List<String> files;

    @Option(
            names = {"-l", "--level"},
            paramLabel = "LEVELS",
            description =
                    "Levels to check, with commas between: ru g1 rc ryw mr mw wfr ra cc pc cs cv rr psi si strong-si"
                            + " ser sser lin, long names, or all, all-weak, all-strong. Without it: every level that can be decided"
                            + " for the history.")
    private String levels;

    @Option(names = "--format", description = "The input's format, if it is not to be recognised from the content.")
    private String format;

    @Option(
            names = "--violations",
            paramLabel = "first|each|all",
            description =
                    "Stop at the first violation, show one of each kind (the default), or show all: every bad read, and"
                            + " one shortest cycle for each strongly connected component.")
    private Violations violations = Violations.EACH;

    @Option(
            names = "--evidence",
            paramLabel = "EVIDENCE",
            description =
                    "What may be used beside the operations: none, all (the default), or some of real-time, versions,"
                            + " timestamps, order.")
    private String evidence = "all";

    @Option(names = "--no-session-order", description = "The order of transactions within a session does not count.")
    private boolean noSessionOrder;

    @Option(
            names = "--algorithm",
            paramLabel = "ALGORITHM",
            description = {
                "auto (the default): the cheapest way that decides a level for this history; -v says which and why.",
                "replay: only try whether the order of the input explains the history.",
                "saturation: don't try that; each level's own algorithm.",
                "graph: strong levels only from the order of the input and from what is known without search.",
                "polygraph: strong levels by saturation and search, also where that is not needed.",
                "search: lin by search, also where that is not needed."
            })
    private String algorithm = "auto";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description =
                    "How long a history may take, as 200ms, 30s, 5m or 1h; what is not decided by then is undecided.")
    private String timeout;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description =
                    "How much the tables of a search may take, as 500m or 4g; beyond that a level is undecided (default: two"
                            + " thirds of the heap).")
    private String memory;

    @Option(
            names = "--prove",
            description =
                    "Have every verdict's proof checked by the proof checker, which shares no code with the algorithms.")
    private boolean prove;

    @Option(
            names = "--proof",
            paramLabel = "FILE",
            description = "Store the proofs of all verdicts, for isolde prove; for one history at a time.")
    private String proofFile;

    @Option(names = "--json", description = "One JSON object a line for each history, in order.")
    private boolean json;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also say which algorithm decided what, under which evidence, and how long each phase took.")
    private boolean verbose;

    private boolean refused;

    @Override
    public Integer call() throws IOException {
        Set<Level> wanted = wantedLevels();
        Format known = Inputs.format(format);
        CheckOptions options = CheckOptions.of(wanted)
                .withEvidence(wantedEvidence())
                .withSessionOrder(!noSessionOrder)
                .withViolations(violations)
                .withAlgorithm(wantedAlgorithm())
                .withLimits(Amounts.duration(timeout), Amounts.bytes(memory));
        if (proofFile != null && files.size() > 1) {
            throw new Main.CallException("--proof stores the proofs of one history; give one history");
        }
        boolean bad = false;
        boolean violated = false;
        boolean undecided = false;
        boolean applicable = false;
        for (String file : files) {
            try {
                CheckResult result = check(file, known, options);
                for (Verdict verdict : result.verdicts().values()) {
                    violated |= verdict instanceof Verdict.Violated;
                    undecided |= verdict instanceof Verdict.Undecided && levels != null;
                    applicable |= !(verdict instanceof Verdict.Inapplicable);
                }
                bad |= refused;
            } catch (IOException e) {
                bad = true;
                Inputs.tell(file, e, json);
            }
            if (json) {
                System.out.flush();
            }
        }
        if (bad || !applicable) {
            return Main.BAD;
        }
        return violated ? Main.VIOLATED : undecided ? Main.UNDECIDED : Main.SATISFIED;
    }

    private CheckResult check(String file, Format known, CheckOptions options) throws IOException {
        try (Progress progress = new Progress("reading " + Inputs.name(file))) {
            long start = System.nanoTime();
            Inputs.Read read = Inputs.read(file, known, progress);
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
            if (json) {
                System.out.println(Json.of(CheckJson.of(file, read.format(), result, seconds, proofs)));
            } else {
                CheckOutput.print(Inputs.name(file), result, seconds, verbose, levels == null, proofs);
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

    private Set<Level> wantedLevels() {
        if (levels == null) {
            return EnumSet.allOf(Level.class);
        }
        try {
            return Level.parse(levels);
        } catch (IllegalArgumentException e) {
            throw new Main.CallException(e.getMessage());
        }
    }

    private Set<Evidence> wantedEvidence() {
        Set<Evidence> used = EnumSet.noneOf(Evidence.class);
        for (String name : evidence.split(",", -1)) {
            String wanted = name.strip().toLowerCase(Locale.ROOT);
            if (wanted.equals("all")) {
                used.addAll(EnumSet.allOf(Evidence.class));
            } else if (!wanted.equals("none")) {
                used.add(evidenceOf(wanted, name));
            }
        }
        return used;
    }

    private static Evidence evidenceOf(String wanted, String name) {
        for (Evidence candidate : Evidence.values()) {
            if (candidate.text().equals(wanted)) {
                return candidate;
            }
        }
        throw new Main.CallException(
                "'" + name.strip() + "' is no evidence; known are none, real-time, versions, timestamps, order, all");
    }

    private Algorithm wantedAlgorithm() {
        List<String> known = new ArrayList<>();
        for (Algorithm candidate : Algorithm.values()) {
            if (candidate.text().equals(algorithm)) {
                return candidate;
            }
            known.add(candidate.text());
        }
        throw new Main.CallException("'" + algorithm + "' is no algorithm; known are " + String.join(", ", known));
    }
}
