package org.isolde.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The runs of one command, and their medians. */
final class Series {
    private final Command command;
    private final List<Usage> runs = new ArrayList<>();

    Series(Command command) {
        this.command = command;
    }

    Command command() {
        return command;
    }

    void add(Usage usage) {
        if (!runs.isEmpty() && runs.get(0).exitCode() != usage.exitCode()) {
            throw new BenchmarkException(command + " ended with exit code " + usage.exitCode() + ", and before with "
                    + runs.get(0).exitCode());
        }
        runs.add(usage);
    }

    int runs() {
        return runs.size();
    }

    double seconds() {
        return median(Usage::seconds);
    }

    double cpuSeconds() {
        return median(Usage::cpuSeconds);
    }

    /** Negative where it can't be known. */
    double peakBytes() {
        return median(Usage::peakBytes);
    }

    double fastest() {
        return runs.stream().mapToDouble(Usage::seconds).min().orElseThrow();
    }

    double slowest() {
        return runs.stream().mapToDouble(Usage::seconds).max().orElseThrow();
    }

    int exitCode() {
        return runs.get(0).exitCode();
    }

    private double median(ToDoubleFunction<Usage> figure) {
        return median(runs.stream().mapToDouble(figure).toArray());
    }

    /** The middle one, or the mean of the two in the middle. */
    static double median(double... figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
