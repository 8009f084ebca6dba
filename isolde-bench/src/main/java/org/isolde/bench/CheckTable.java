package org.isolde.bench;

/** The usual table of end-to-end checks: seconds, and how many times the floor that is. */
final class CheckTable {
    private final Table table = new Table(
            "store",
            ">transactions",
            "command",
            ">seconds",
            ">fastest to slowest",
            ">x floor",
            ">CPU seconds",
            ">x floor CPU",
            ">peak RSS, MB",
            "verdict");

    void add(Group group) {
        row(group, group.floor(), "");
        for (Series series : group.checks()) {
            row(group, series, series.exitCode() == 0 ? "satisfied" : "violated");
        }
    }

    private void row(Group group, Series series, String verdict) {
        table.row(
                group.store(),
                Table.count(group.transactions()),
                series.command().name(),
                Table.seconds(series.seconds()),
                Table.seconds(series.fastest()) + " to " + Table.seconds(series.slowest()),
                Table.fixed(group.timesFloor(series), 2),
                Table.seconds(series.cpuSeconds()),
                Table.fixed(group.timesFloorCpu(series), 2),
                Table.megabytes(series.peakBytes()),
                verdict);
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
