package org.isolde.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.isolde.app.monitor.MonitorPlan;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Target;
import org.isolde.run.runner.Fault;
import org.isolde.run.runner.StatementUse;
import org.isolde.run.workload.Workload;
import org.isolde.run.workload.WorkloadOptions;

/**
 * What {@code isolde test} is to do.
 *
 * @param isolation what the database is asked for
 * @param levels what is checked
 * @param time how long a round runs; null without limit
 * @param transactions how many a round is to commit; 0 without limit
 * @param monitor how the rounds are monitored while they run; null if they are not
 * @param rounds how many at most; 0 without limit
 * @param untilViolation whether the first violation ends the test
 * @param total how long all rounds together may run; null without limit
 * @param checkTime how long the check of a round may take; null without limit
 * @param folder the folder of run folders
 * @param command the call, as it may be shown, to repeat it
 */
public record TestPlan(
        Target target,
        Database database,
        Access access,
        Isolation isolation,
        Set<Level> levels,
        Workload workload,
        WorkloadOptions options,
        Tables tables,
        Duration time,
        long transactions,
        int retries,
        StatementUse statements,
        Faults faults,
        MonitorPlan monitor,
        int rounds,
        boolean untilViolation,
        Duration total,
        Duration checkTime,
        Path folder,
        List<String> command) {
    /**
     * What is done to the database meanwhile.
     *
     * @param kinds none if it is left in peace
     */
    public record Faults(List<Fault.Kind> kinds, Duration every, Duration lasts) {}
}
