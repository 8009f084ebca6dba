package org.isolde.run.runner;

import java.time.Duration;
import java.util.List;
import org.isolde.run.Ability;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.option.Options;
import org.isolde.run.workload.TransactionSource;
import org.isolde.run.workload.Workload;

/**
 * What a run is to do.
 *
 * @param isolation what the database is asked for
 * @param tables where the keys are
 * @param source where the transactions come from
 * @param options of the run and of its workload
 * @param faults what is done to the nodes meanwhile
 * @param patience how long a session may be without a connection before the run is given up
 * @param redaction for what the database says: nothing of it is kept or told before
 */
public record RunPlan(
        Isolation isolation,
        Tables tables,
        TransactionSource source,
        Options options,
        List<Fault> faults,
        Duration patience,
        Redaction redaction) {
    /** The tables that a workload runs on under these options. */
    public static Tables tables(Workload workload, Options options) {
        return new Tables(
                options.get(RunOptions.TABLES),
                workload.needs().contains(Ability.LISTS),
                options.get(RunOptions.SECONDARY_INDEX),
                workload.needs().contains(Ability.ROWS));
    }
}
