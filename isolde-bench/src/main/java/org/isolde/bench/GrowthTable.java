package org.isolde.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What each doubling of the history costs, for groups of the same checks, each twice as large as the one before. */
final class GrowthTable {
    /** A doubling that takes more than this is no longer linear, even with the caches' misses. */
    static final double LIMIT = 2.4;

    private final List<Group> groups;
    private final List<String> tooMuch = new ArrayList<>();

    GrowthTable(List<Group> groups) {
        this.groups = groups;
    }

    /** The table, and a sentence on what is no longer linear. */
    @Override
    public String toString() {
        tooMuch.clear();
        return table() + "\n" + conclusion();
    }

    private Table table() {
        Table table = new Table(
                "command",
                ">transactions",
                ">seconds",
                ">doubling",
                ">x floor",
                ">CPU seconds",
                ">doubling, CPU",
                ">x floor CPU",
                ">peak RSS, MB");
        for (int check = -1; check < groups.get(0).checks().size(); check++) {
            Series half = null;
            for (Group group : groups) {
                Series series = check < 0 ? group.floor() : group.checks().get(check);
                table.row(
                        series.command().name(),
                        Table.count(group.transactions()),
                        Table.seconds(series.seconds()),
                        half == null ? "" : doubling("time", group, series, series.seconds() / half.seconds()),
                        Table.fixed(group.timesFloor(series), 2),
                        Table.seconds(series.cpuSeconds()),
                        half == null
                                ? ""
                                : doubling("CPU time", group, series, series.cpuSeconds() / half.cpuSeconds()),
                        Table.fixed(group.timesFloorCpu(series), 2),
                        Table.megabytes(series.peakBytes()));
                half = series;
            }
        }
        return table;
    }

    private String doubling(String what, Group group, Series series, double ratio) {
        if (ratio <= LIMIT) {
            return Table.fixed(ratio, 2);
        }
        tooMuch.add(series.command().name() + " of " + Table.count(group.transactions()) + " transactions ("
                + Table.fixed(ratio, 2) + " times the " + what + ")");
        return "**" + Table.fixed(ratio, 2) + "**";
    }

    private String conclusion() {
        String doublings = tooMuch.isEmpty()
                ? "No doubling takes more than " + LIMIT + " times as long."
                : "**Doublings above " + LIMIT + ": " + String.join(", ", tooMuch) + ".**";
        return doublings + (groups.size() < 2 ? "" : " " + exponents()) + "\n";
    }

    private String exponents() {
        List<String> told = new ArrayList<>();
        for (int check = 0; check < groups.get(0).checks().size(); check++) {
            int number = check;
            List<Series> series =
                    groups.stream().map(group -> group.checks().get(number)).toList();
            told.add(series.get(0).command().name() + " " + Table.fixed(exponent(series, Series::seconds), 2) + " ("
                    + Table.fixed(exponent(series, Series::cpuSeconds), 2) + ")");
        }
        return "Time (CPU time) grows with the transactions to the power of: " + String.join(", ", told) + ".";
    }

    /** The slope of the straight line that is nearest to the logarithms, by least squares. */
    private double exponent(List<Series> series, ToDoubleFunction<Series> figure) {
        int count = groups.size();
        double[] x = new double[count];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            x[i] = Math.log(groups.get(i).transactions());
            y[i] = Math.log(figure.applyAsDouble(series.get(i)));
        }
        double middleX = Arrays.stream(x).average().orElseThrow();
        double middleY = Arrays.stream(y).average().orElseThrow();
        double both = 0;
        double square = 0;
        for (int i = 0; i < count; i++) {
            both += (x[i] - middleX) * (y[i] - middleY);
            square += (x[i] - middleX) * (x[i] - middleX);
        }
        return both / square;
    }
}
