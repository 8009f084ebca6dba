package org.isolde.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The usual table of end-to-end checks: seconds, and how many times the floor that is; with a column at the end for
 * what other programs took, if that is known.
 */
final class CheckTable {
    private final Table table;
    private final boolean hasOther;

    CheckTable() {
        this(null);
    }

    /**
     * @param other the title of a further column, or null
     */
    CheckTable(String other) {
        List<String> titles = new ArrayList<>(List.of(
                "store",
                ">transactions",
                "command",
                ">seconds",
                ">fastest to slowest",
                ">x floor",
                ">CPU seconds",
                ">x floor CPU",
                ">peak RSS, MB",
                "verdict"));
        if (other != null) {
            titles.add(other);
        }
        this.table = new Table(titles.toArray(new String[0]));
        this.hasOther = other != null;
    }

    void add(Group group) {
        add(group, series -> "");
    }

    /**
     * @param figure what stands in the further column of the row of a check
     */
    void add(Group group, Function<Series, String> figure) {
        row(group, group.floor(), "", "");
        for (Series series : group.checks()) {
            row(group, series, verdict(series.exitCode()), figure.apply(series));
        }
    }

    static String verdict(int exitCode) {
        return switch (exitCode) {
            case 0 -> "satisfied";
            case 1 -> "violated";
            default -> "undecided";
        };
    }

    private void row(Group group, Series series, String verdict, String figure) {
        List<String> cells = new ArrayList<>(List.of(
                group.store(),
                Table.count(group.transactions()),
                series.command().name(),
                Table.seconds(series.seconds()),
                Table.seconds(series.fastest()) + " to " + Table.seconds(series.slowest()),
                Table.fixed(group.timesFloor(series), 2),
                Table.seconds(series.cpuSeconds()),
                Table.fixed(group.timesFloorCpu(series), 2),
                Table.megabytes(series.peakBytes()),
                verdict));
        if (hasOther) {
            cells.add(figure);
        }
        table.row(cells.toArray(new String[0]));
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
