package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.WRITES_PER_KEY;

import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

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
    public Options defaults() {
        return Options.none().with(WRITES_PER_KEY, WritesPerKey.FOR_EVER);
    }

    @Override
    public TransactionSource start(Options options) {
        return new Rubis(options);
    }
}
