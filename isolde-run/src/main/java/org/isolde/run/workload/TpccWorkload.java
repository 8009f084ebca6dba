package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.WRITES_PER_KEY;

import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

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
    public Options defaults() {
        return Options.none()
                .with(KEYS, 1)
                .with(WRITES_PER_KEY, WritesPerKey.FOR_EVER)
                .with(LENGTH, 6);
    }

    @Override
    public TransactionSource start(Options options) {
        if (options.get(KEYS) > TpccTable.MOST_WAREHOUSES || options.get(LENGTH) > TpccTable.MOST_LINES) {
            throw new IllegalArgumentException("tpcc has up to " + TpccTable.MOST_WAREHOUSES + " warehouses (keys) and "
                    + TpccTable.MOST_LINES + " lines an order (length), not " + options.get(KEYS) + " and "
                    + options.get(LENGTH));
        }
        return new Tpcc(options);
    }
}
