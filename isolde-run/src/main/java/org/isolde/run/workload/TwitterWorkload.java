package org.isolde.run.workload;

import java.util.Set;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.Ability;

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
    public WorkloadOptions defaults() {
        return new WorkloadOptions(1, 8, 6, 3, 8, KeyDistribution.ZIPFIAN, 0.99, 4, 0.5, 0.2);
    }

    @Override
    public TransactionSource start(WorkloadOptions options) {
        return new Twitter(options);
    }
}
