package org.isolde.bench;

import java.util.List;

/**
 * Checks of one history, and the floor that they stand on: it reads the plume text of that history, or another text where
 * plume can't hold it.
 *
 * @param store the simulated store that the history comes from, or who its clients are
 * @param transactions how many there are
 * @param floor the runs of the floor
 * @param checks the runs of each check
 */
record Group(String store, int transactions, Series floor, List<Series> checks) {
    static Group of(String store, int transactions, Command floor, List<Command> checks) {
        return new Group(
                store,
                transactions,
                new Series(floor),
                checks.stream().map(Series::new).toList());
    }

    double timesFloor(Series series) {
        return series.seconds() / floor.seconds();
    }

    double timesFloorCpu(Series series) {
        return series.cpuSeconds() / floor.cpuSeconds();
    }
}
