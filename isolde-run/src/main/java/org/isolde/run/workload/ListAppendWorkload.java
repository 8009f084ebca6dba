package org.isolde.run.workload;

import java.util.Set;
import org.isolde.generate.KeyDistribution;
import org.isolde.run.Ability;

/** Reads of whole lists and appends to them: a list says by itself in which order it was written. */
public final class ListAppendWorkload implements Workload {
    @Override
    public String name() {
        return "list-append";
    }

    @Override
    public String summary() {
        return "reads of whole lists and appends to them, which show the order of the writes";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.LISTS);
    }

    @Override
    public WorkloadOptions defaults() {
        return new WorkloadOptions(1, 8, 5, 8, 8, KeyDistribution.UNIFORM, 0.99, 4, 0.5, 0.2);
    }

    @Override
    public TransactionSource start(WorkloadOptions options) {
        return new RandomMix(options, Steps.Kind.READ_LIST, Steps.Kind.APPEND);
    }
}
