package org.isolde.run.workload;

import java.util.Set;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.Ability;

/**
 * A small auction house, as Cobra's evaluation has one after RUBiS: users register, put up items, bid and comment. See
 * {@link Rubis} for the keys.
 */
public final class RubisWorkload implements Workload {
    @Override
    public String name() {
        return "rubis";
    }

    @Override
    public String summary() {
        return "an auction house: register, put up items, bid, comment, view; a key for each row";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.REGISTERS);
    }

    @Override
    public WorkloadOptions defaults() {
        return new WorkloadOptions(1, 8, 6, 1, 0, KeyDistribution.UNIFORM, 0.99, 4, 0.5, 0.2);
    }

    @Override
    public TransactionSource start(WorkloadOptions options) {
        return new Rubis(options);
    }
}
