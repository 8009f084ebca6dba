package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.WRITES_PER_KEY;

import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

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
    public Options defaults() {
        return Options.none().with(KEYS, 5).with(WRITES_PER_KEY, new WritesPerKey(8, 8));
    }

    @Override
    public TransactionSource start(Options options) {
        return new RandomMix(options, Steps.Kind.READ_LIST, Steps.Kind.APPEND);
    }
}
