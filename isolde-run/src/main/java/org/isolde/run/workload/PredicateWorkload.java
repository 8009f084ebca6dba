package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.MIX;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;

import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

/**
 * One table of rows, read and changed by conditions: range and aggregate reads, updates and deletions by condition, inserts
 * with conflict clauses, increments, changes of the key, savepoints.
 *
 * <p>What goes wrong with predicates goes wrong where one transaction looks for rows that another is just making. So the
 * conditions are few and hot, fresh rows come all the time, and old ones go.
 */
public final class PredicateWorkload implements Workload {
    @Override
    public String name() {
        return "predicate";
    }

    @Override
    public String summary() {
        return "rows by conditions: range and aggregate reads, predicate updates and deletions, upserts, savepoints";
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.ROWS);
    }

    @Override
    public Options defaults() {
        return Options.none().with(KEYS, 24).with(LENGTH, 4).with(ROLLBACK_RATIO, 0.2);
    }

    @Override
    public TransactionSource start(Options options) {
        return switch (options.get(MIX)) {
            case HUNT, PHANTOMS -> new PredicatePatterns(options);
            case ITEMS, PREDICATES -> new PredicateMixes(options);
        };
    }
}
