package org.isolde.run.workload;

import java.util.Set;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.Ability;

/**
 * The five transactions of TPC-C in the standard mix, with rows as keys: see {@link TpccTable} for the keys and
 * {@link TpccTransactions} for what is read and written. There are {@code keys} warehouses, and an order has up to
 * {@code length} lines.
 */
public final class TpccWorkload implements Workload {
    @Override
    public String name() {
        return "tpcc";
    }

    @Override
    public String summary() {
        return "TPC-C's five transactions in the standard mix, a key for each row";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.REGISTERS);
    }

    @Override
    public WorkloadOptions defaults() {
        return new WorkloadOptions(1, 8, 1, 1, 0, KeyDistribution.UNIFORM, 0.99, 6, 0.5, 0.2);
    }

    @Override
    public TransactionSource start(WorkloadOptions options) {
        if (options.keys() > TpccTable.MOST_WAREHOUSES || options.length() > TpccTable.MOST_LINES) {
            throw new IllegalArgumentException("tpcc has up to " + TpccTable.MOST_WAREHOUSES + " warehouses (keys) and "
                    + TpccTable.MOST_LINES + " lines an order (length), not " + options.keys() + " and "
                    + options.length());
        }
        return new Tpcc(options);
    }
}
