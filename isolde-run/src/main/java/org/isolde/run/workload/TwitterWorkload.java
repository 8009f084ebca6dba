package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.DISTRIBUTION;

import java.util.Set;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

/**
 * A small Twitter, as Cobra's evaluation has one: users tweet, follow and unfollow each other, read their timeline and
 * look up who follows them. See {@link Twitter} for the keys.
 */
public final class TwitterWorkload implements Workload {
    @Override
    public String name() {
        return "twitter";
    }

    @Override
    public String summary() {
        return "users who tweet, follow each other and read timelines, a key for each row";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.REGISTERS);
    }

    @Override
    public Options defaults() {
        return Options.none().with(DISTRIBUTION, KeyDistribution.ZIPFIAN);
    }

    @Override
    public TransactionSource start(Options options) {
        return new Twitter(options);
    }
}
