package org.isolde.app.serve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.isolde.report.plot.LinePanel;
import org.isolde.report.plot.Picture;

/**
 * Throughput, abort rate and latency of several runs: over their sessions if these differ, else one run after the other in
 * time. Runs of the same database and isolation are one line.
 */
final class ComparisonPlot {
    /** Colours, each plain and dashed. */
    private static final int COLOURS = 4;

    private static final int MOST_LABELS = 12;

    private final List<RunSummary> runs;
    private final boolean overSessions;
    private final List<String> labels = new ArrayList<>();

    private ComparisonPlot(List<RunSummary> chosen) {
        runs = chosen.stream()
                .filter(run -> run.committed() != null)
                .sorted(Comparator.comparing(RunSummary::time, Comparator.nullsFirst(Comparator.naturalOrder())))
                .toList();
        TreeSet<Integer> sessions = new TreeSet<>();
        runs.forEach(run -> sessions.add(run.sessions() == null ? 0 : run.sessions()));
        overSessions = sessions.size() > 1;
        if (overSessions) {
            sessions.forEach(count -> labels.add(Integer.toString(count)));
        } else {
            // of many only every so many, so that they don't overlap
            int step = (runs.size() + MOST_LABELS - 1) / MOST_LABELS;
            for (int i = 1; i <= runs.size(); i++) {
                labels.add((i - 1) % Math.max(1, step) == 0 ? Integer.toString(i) : "");
            }
        }
    }

    /** The picture, as SVG; null if none of the runs has figures. */
    static String svg(List<RunSummary> chosen) {
        ComparisonPlot plot = new ComparisonPlot(chosen);
        return plot.runs.isEmpty() ? null : plot.svg();
    }

    private String svg() {
        String over = overSessions ? "sessions" : "runs, oldest first";
        Picture picture = new Picture(
                        "Runs compared",
                        "Committed transactions a second, aborted share and median" + " latency of " + runs.size()
                                + " runs, over " + over + ".")
                .withOwnScales();
        picture.add(panel(over, "committed per second", RunSummary::throughput, 1));
        picture.add(panel(over, "aborted, %", RunSummary::abortRate, 100));
        picture.add(panel(over, "median latency, ms", RunSummary::median, 1));
        return picture.svg();
    }

    private LinePanel panel(String over, String what, Function<RunSummary, Double> figure, double factor) {
        LinePanel panel = new LinePanel(over, what, labels);
        int number = 0;
        for (Map.Entry<String, List<RunSummary>> line : lines().entrySet()) {
            double[] sums = new double[labels.size()];
            int[] counts = new int[labels.size()];
            for (RunSummary run : line.getValue()) {
                Double value = figure.apply(run);
                if (value != null) {
                    sums[place(run)] += factor * value;
                    counts[place(run)]++;
                }
            }
            double[] means = new double[sums.length];
            Arrays.setAll(means, i -> counts[i] == 0 ? Double.NaN : sums[i] / counts[i]);
            panel.line(line.getKey(), number % COLOURS, number / COLOURS % 2 == 1, means);
            number++;
        }
        return panel;
    }

    private int place(RunSummary run) {
        return overSessions
                ? labels.indexOf(Integer.toString(run.sessions() == null ? 0 : run.sessions()))
                : runs.indexOf(run);
    }

    private Map<String, List<RunSummary>> lines() {
        Map<String, List<RunSummary>> lines = new LinkedHashMap<>();
        for (RunSummary run : runs) {
            String name = printable(run.target() + (run.isolation() == null ? "" : ", " + run.isolation()));
            lines.computeIfAbsent(name, none -> new ArrayList<>()).add(run);
        }
        return lines;
    }

    /** XML has no place for control characters, escaped or not, nor for halves of characters. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Cs}\\uFFFE\\uFFFF]", "?");
    }
}
