package org.isolde.run.workload;

import java.util.Set;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.Ability;

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
    public WorkloadOptions defaults() {
        return new WorkloadOptions(1, 8, 6, 1, 0, KeyDistribution.UNIFORM, 0.99, 4, 0.4, 0.2);
    }

    @Override
    public TransactionSource start(WorkloadOptions options) {
        if (options.keys() < 2 || options.keys() > MOST_ACCOUNTS) {
            throw new IllegalArgumentException(
                    "the bank can't have " + options.keys() + " accounts: ask for 2 to " + MOST_ACCOUNTS + " keys");
        }
        return new Bank(options);
    }
}
