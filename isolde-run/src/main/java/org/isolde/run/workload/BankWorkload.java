package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.READ_RATIO;
import static org.isolde.run.workload.WorkloadOptions.WRITES_PER_KEY;

import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

/**
 * Accounts, transfers between them, and reads of all balances, whose sum never changes. Key {@code i} is account
 * {@code i}, and its balance is the {@link Content} of its value. Accounts stay for ever.
 */
public final class BankWorkload implements Workload {
    private static final int MOST_ACCOUNTS = 10_000;

    @Override
    public String name() {
        return "bank";
    }

    @Override
    public String summary() {
        return "transfers between accounts, and reads of all of them, whose total must stay the same";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.REGISTERS);
    }

    @Override
    public Options defaults() {
        return Options.none().with(WRITES_PER_KEY, WritesPerKey.FOR_EVER).with(READ_RATIO, 0.4);
    }

    @Override
    public TransactionSource start(Options options) {
        if (options.get(KEYS) < 2 || options.get(KEYS) > MOST_ACCOUNTS) {
            throw new IllegalArgumentException(
                    "the bank can't have " + options.get(KEYS) + " accounts: ask for 2 to " + MOST_ACCOUNTS + " keys");
        }
        return new Bank(options);
    }
}
