package org.isolde.run.runner;

import java.time.Duration;
import java.util.List;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.workload.TransactionSource;

/**
 * What a run is to do.
 *
 * @param isolation what the database is asked for
 * @param tables where the keys are
 * @param source where the transactions come from
 * @param seed of the sessions' choices
 * @param sessions how many run at once
 * @param time how long; null without limit
 * @param transactions how many are to be committed; 0 without limit
 * @param retries how often an aborted transaction is tried again on the same keys
 * @param statements how prepared statements are re-used
 * @param faults what is done to the nodes meanwhile
 * @param patience how long a session may be without a connection before the run is given up
 */
public record RunPlan(
        Isolation isolation,
        Tables tables,
        TransactionSource source,
        long seed,
        int sessions,
        Duration time,
        long transactions,
        int retries,
        StatementUse statements,
        List<Fault> faults,
        Duration patience) {}
