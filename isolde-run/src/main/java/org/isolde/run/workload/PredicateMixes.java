package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.MIX;
import static org.isolde.run.workload.WorkloadOptions.PREDICATE_RATIO;

import java.util.ArrayList;
import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;
import org.isolde.run.workload.RowSteps.Step;

/**
 * The mixes by which Emme was measured (section 8.2 of its paper): transactions of the same number of operations, drawn one by
 * one, on keys that stay.
 */
final class PredicateMixes implements TransactionSource {
    private static final Weights ITEMS = new Weights(40, 30, 20, 10);

    private final Options options;
    private final RowActions actions;

    PredicateMixes(Options options) {
        this.options = options;
        this.actions = new RowActions(new RowKeys(options.get(KEYS)), false);
    }

    @Override
    public List<Transaction> setup() {
        return List.of(RowActions.setup(options.get(KEYS)));
    }

    @Override
    public Transaction next(int session, RandomSource random) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < options.get(LENGTH); i++) {
            steps.add(options.get(MIX) == PredicateMix.ITEMS ? item(random) : mixed(random));
        }
        return new RowSteps(steps, false);
    }

    private Step item(RandomSource random) {
        return switch (ITEMS.draw(random)) {
            case 0 -> actions.readKey(random);
            case 1 -> actions.updateKey(random);
            case 2 -> actions.increment(random);
            default -> actions.upsert(random);
        };
    }

    private Step mixed(RandomSource random) {
        if (random.chance(0.1)) {
            return actions.upsert(random);
        }
        boolean reads = random.chance(0.5);
        if (!random.chance(options.get(PREDICATE_RATIO))) {
            return reads ? actions.readKey(random) : actions.updateKey(random);
        }
        return reads
                ? actions.read(RowConditions.range(random), random)
                : actions.update(RowConditions.range(random), random);
    }
}
