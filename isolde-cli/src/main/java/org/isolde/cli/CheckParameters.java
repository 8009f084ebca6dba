package org.isolde.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.isolde.check.Algorithm;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;

/** What to check, and how: the options that every command that checks a history has. */
final class CheckParameters {
    private String levels;
    private final InputParameters input = new InputParameters();
    private ViolationLimit violations = ViolationLimit.EACH;
    private String evidence = "all";
    private boolean noSessionOrder;
    private String algorithm = "auto";
    private String timeout;
    private String memory;

    void declare(Syntax syntax) {
        syntax.option(
                "-l, --level",
                "LEVELS",
                text -> levels = text,
                "Levels to check, with commas between: ru g1 rc ryw mr mw wfr ra cc pc cs cv rr psi si strong-si"
                        + " ser sser lin, long names, or all, all-weak, all-strong. Without it: every level that can be decided"
                        + " for the history.");
        input.declare(syntax);
        syntax.option(
                        "--violations",
                        "first|each|all",
                        text -> violations = Syntax.constant(text, ViolationLimit.values()),
                        "Stop at the first violation, show one of each kind (the default), or show all: every bad read, and"
                                + " one shortest cycle for each strongly connected component.")
                .completed(() -> List.of("FIRST", "EACH", "ALL"));
        syntax.option(
                "--evidence",
                "EVIDENCE",
                text -> evidence = text,
                "What may be used beside the operations: none, all (the default), or some of real-time, versions,"
                        + " timestamps, order. Where a history has the database's start and commit timestamps, they decide"
                        + " si, ser and sser; real-time,versions goes by the values instead, as do all algorithms but"
                        + " auto.");
        syntax.flag(
                "--no-session-order",
                () -> noSessionOrder = true,
                "The order of transactions within a session does not count.");
        syntax.option(
                "--algorithm",
                "ALGORITHM",
                text -> algorithm = text,
                "auto (the default): the cheapest way that decides a level for this history; -v says which and why.",
                "replay: only try whether the order of the input explains the history.",
                "saturation: don't try that; each level's own algorithm.",
                "graph: strong levels only from the order of the input and from what is known without search.",
                "polygraph: strong levels by saturation and search, also where that is not needed.",
                "search: lin by search, also where that is not needed.");
        syntax.option(
                "--timeout",
                "TIME",
                text -> timeout = text,
                "How long a history may take, as 200ms, 30s, 5m or 1h; what is not decided by then is undecided.");
        syntax.option(
                "--memory",
                "SIZE",
                text -> memory = text,
                "How much the tables of a search may take, as 500m or 4g; beyond that a level is undecided (default: two"
                        + " thirds of the heap).");
    }

    /** Reads and checks a history; of a run folder the first one that violates something, else the last. */
    CheckResult check(String file, Progress progress) throws IOException {
        CheckResult result = null;
        for (String history : Inputs.histories(file)) {
            result = checkOne(history, progress);
            if (!result.weakestViolated().isEmpty()) {
                break;
            }
        }
        return result;
    }

    private CheckResult checkOne(String file, Progress progress) throws IOException {
        History history = input.history(file, progress);
        for (String warning : history.warnings()) {
            Terminal.warning(Inputs.name(file) + ": " + warning);
        }
        progress.phase("checking " + Inputs.name(file));
        try {
            return Isolde.check(history, options());
        } catch (BadHistoryException e) {
            throw e.in(Inputs.name(file));
        }
    }

    /** The exit code that verdicts ask for. */
    int exitCode(CheckResult result) {
        Collection<Verdict> verdicts = result.verdicts().values();
        if (verdicts.stream().anyMatch(Verdict.Violated.class::isInstance)) {
            return Main.VIOLATED;
        }
        if (verdicts.stream().allMatch(Verdict.Inapplicable.class::isInstance)) {
            return Main.BAD;
        }
        return namesLevels() && verdicts.stream().anyMatch(Verdict.Undecided.class::isInstance)
                ? Main.UNDECIDED
                : Main.SATISFIED;
    }

    /** Whether levels were named, so that an undecided one is an answer that was asked for. */
    boolean namesLevels() {
        return levels != null;
    }

    /** How the histories are read. */
    InputParameters input() {
        return input;
    }

    CheckOptions options() {
        input.require();
        return CheckOptions.of(wantedLevels())
                .withEvidence(wantedEvidence())
                .withSessionOrder(!noSessionOrder)
                .withViolations(violations)
                .withAlgorithm(wantedAlgorithm())
                .withLimits(Amounts.duration(timeout), Amounts.bytes(memory));
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
