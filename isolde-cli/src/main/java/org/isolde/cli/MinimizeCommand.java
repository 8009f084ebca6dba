package org.isolde.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckResult;
import org.isolde.check.Verdict;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.isolde.report.MinimalCase;
import org.isolde.report.Minimizer;
import org.isolde.report.TextLayout;

/** {@code isolde minimize}: the smallest history that still breaks a level in the same way. */
final class MinimizeCommand extends Command {
    private String file;
    private final CheckParameters parameters = new CheckParameters();
    private String wanted;
    private String out = "-";
    private String toFormat;

    @Override
    String[] description() {
        return new String[] {
            "Writes the smallest part of a history that still breaks the same level in the same way: no transaction and no"
                    + " operation of it can be left out.",
            "",
            "Whatever the small history violates, the whole one violates too: a write is left out only together with the"
                    + " reads of its value, and lists lose the elements whose writes are left out.",
            ""
        };
    }

    @Override
    String[] footer() {
        return new String[] {
            "",
            "Examples:",
            "  isolde minimize history.edn --level ser --out small.jsonl",
            "  isolde minimize run.txt --level si                     to standard output, as JSON Lines",
            "  isolde minimize run.txt --anomaly long-fork --out fork.edn",
            "",
            "Exit codes: 0 satisfied, so nothing is written; 1 violated, and the small history is written; 2 bad input"
                    + " or call; 3 undecided."
        };
    }

    @Override
    void declare(Syntax syntax) {
        syntax.argument("HISTORY", text -> file = text, "A file, a folder, or - for standard input.");
        parameters.declare(syntax);
        syntax.option(
                "--anomaly",
                "NAME",
                text -> wanted = text,
                "Which anomaly, by one of its names, as lost-update or G-single (default: the smallest that is found).");
        syntax.option(
                "-o, --out",
                "FILE",
                text -> out = text,
                "Where to write it; the format follows from the extension. - is standard output (the default).");
        syntax.option("--to", "FORMAT", text -> toFormat = text, "The format to write, if not by the extension.");
        syntax.standard();
    }

    @Override
    int call() throws IOException {
        Format target = Outputs.format(toFormat, out, Format.ISOLDE);
        CheckResult result;
        MinimalCase smallest;
        try (Progress progress = new Progress("reading " + Inputs.name(file))) {
            result = parameters.check(file, progress);
            List<Anomaly> anomalies = result.anomalies();
            if (anomalies.isEmpty()) {
                progress.close();
                tellNothing(result);
                return parameters.exitCode(result);
            }
            progress.phase("looking for the smallest history");
            smallest = smallest(result, named(anomalies));
        }
        write(result, smallest, target);
        Anomaly anomaly = smallest.anomaly();
        String summary = anomaly.kind().text() + " (" + anomaly.alias() + ") breaks "
                + anomaly.level().text() + ": " + smallest.told();
        // beside a history on standard output there is no room for words
        (out.equals("-") ? System.err : System.out).println(TextLayout.visible(summary));
        return Main.VIOLATED;
    }

    private static void tellNothing(CheckResult result) {
        boolean undecided = result.verdicts().values().stream().anyMatch(Verdict.Undecided.class::isInstance);
        Terminal.error("there is nothing to minimize: no level is violated"
                + (undecided ? ", as far as levels were decided" : ""));
    }

    private List<Anomaly> named(List<Anomaly> anomalies) {
        if (wanted == null) {
            return anomalies;
        }
        List<Anomaly> named =
                anomalies.stream().filter(anomaly -> anomaly.isNamed(wanted)).toList();
        if (named.isEmpty()) {
            throw new Main.CallException("there is no anomaly '" + wanted + "'; there are "
                    + String.join(
                            ", ",
                            anomalies.stream()
                                    .map(anomaly -> anomaly.kind().text() + " (" + anomaly.alias() + ")")
                                    .distinct()
                                    .toList()));
        }
        return named;
    }

    private static MinimalCase smallest(CheckResult result, List<Anomaly> anomalies) {
        Minimizer minimizer = new Minimizer(result);
        MinimalCase smallest = null;
        for (Anomaly anomaly : anomalies) {
            MinimalCase minimal = minimizer.minimize(anomaly);
            if (smallest == null || minimal.isSmallerThan(smallest)) {
                smallest = minimal;
            }
        }
        return smallest;
    }

    /** What the format can't hold may be left out as long as the anomaly still shows. */
    private void write(CheckResult result, MinimalCase smallest, Format target) throws IOException {
        History history = smallest.history();
        List<String> losses = target.losses(history);
        if (!losses.isEmpty()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            target.write(history, bytes);
            History read = target.read(Source.of(out, new ByteArrayInputStream(bytes.toByteArray())));
            String lost = target.text() + " cannot hold " + String.join(", ", losses);
            if (new Minimizer(result).find(read, smallest.anomaly()) == null) {
                throw new Main.CallException(lost + ", and without that the anomaly is gone; write .jsonl instead");
            }
            Terminal.warning(lost + ": left out, and the anomaly still shows");
        }
        Outputs.write(history, target, out);
    }
}
