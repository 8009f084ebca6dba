package org.isolde.run.workload;

import org.isolde.history.generate.KeyDistribution;

/**
 * The parameters of a workload.
 *
 * @param seed of everything random
 * @param sessions how many run at once
 * @param keys how many keys are live at a time
 * @param writesPerKey after how many writes a key is retired and a fresh one takes its place: from this ...
 * @param mostWritesPerKey ... to this; 0 if keys stay for ever
 * @param distribution how often each of the live keys is used
 * @param theta how skewed a zipfian distribution is
 * @param length operations of a transaction, where the workload leaves that open
 * @param readRatio share of reads among operations, where the workload leaves that open
 * @param rollbackRatio share of the read-only transactions that end by rollback
 */
public record WorkloadOptions(
        long seed,
        int sessions,
        int keys,
        int writesPerKey,
        int mostWritesPerKey,
        KeyDistribution distribution,
        double theta,
        int length,
        double readRatio,
        double rollbackRatio) {}
