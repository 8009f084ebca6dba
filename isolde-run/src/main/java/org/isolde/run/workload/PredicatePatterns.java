package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.LENGTH;
import static org.isolde.run.workload.WorkloadOptions.MIX;
import static org.isolde.run.workload.WorkloadOptions.ROLLBACK_RATIO;

import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;
import org.isolde.run.workload.RowSteps.Step;

/**
 * Transactions that look for rows while others make them: a read before and behind what somebody else may insert, a look and
 * then an insert that depends on it, a write before the last read; and some of everything.
 */
final class PredicatePatterns implements TransactionSource {
    private static final Weights ALL = new Weights(20, 12, 14, 10, 8, 8, 5, 8, 15);
    private static final Weights INSERTING = new Weights(40, 30, 30);

    private final Options options;
    private final RowActions actions;
    private final boolean onlyInserts;

    PredicatePatterns(Options options) {
        this.options = options;
        this.onlyInserts = options.get(MIX) == PredicateMix.PHANTOMS;
        this.actions = new RowActions(new RowKeys(options.get(KEYS)), onlyInserts);
    }

    @Override
    public List<Transaction> setup() {
        return List.of(RowActions.setup(options.get(KEYS)));
    }

    @Override
    public Transaction next(int session, RandomSource random) {
        Step purge = actions.purge();
        if (purge != null) {
            return new RowSteps(List.of(purge), false);
        }
        return switch ((onlyInserts ? INSERTING : ALL).draw(random)) {
            // predicate write skew: both look, and both insert
            case 0 -> writes(actions.lookThenInsert(2 + options.get(KEYS) / 8, random));
            // a phantom between two reads
            case 1 -> readTwice(random);
            // a write before the last read
            case 2 ->
                writes(
                        onlyInserts || random.chance(0.5) ? actions.insertFresh(random) : actions.updateKey(random),
                        actions.read(RowConditions.any(random), random));
            case 3 ->
                writes(
                        actions.update(RowConditions.any(random), random),
                        actions.read(RowConditions.any(random), random));
            case 4 ->
                writes(
                        random.chance(0.3) ? actions.delete(RowConditions.any(random)) : actions.deleteKey(random),
                        actions.insertFresh(random));
            case 5 -> writes(actions.increment(random), actions.read(RowConditions.range(random), random));
            case 6 -> writes(actions.changeKey(random), actions.read(RowConditions.any(random), random));
            case 7 -> withSavepoint(random);
            default -> someOfEverything(random);
        };
    }

    private static Transaction writes(Step... steps) {
        return new RowSteps(List.of(steps), false);
    }

    private Transaction readTwice(RandomSource random) {
        Condition where = RowConditions.range(random);
        Step between = random.chance(0.5) ? actions.readKey(random) : actions.select(RowConditions.all());
        return new RowSteps(
                List.of(actions.select(where), between, actions.select(where)),
                random.chance(options.get(ROLLBACK_RATIO)));
    }

    /** Something is always done before the savepoint: without, some databases give up all locks when it is rolled back to. */
    private Transaction withSavepoint(RandomSource random) {
        return writes(
                actions.read(RowConditions.range(random), random),
                actions.undone(List.of(actions.read(RowConditions.range(random), random), any(random), any(random))),
                any(random),
                actions.undone(List.of(any(random))),
                actions.read(RowConditions.range(random), random));
    }

    private Transaction someOfEverything(RandomSource random) {
        List<Step> steps = new ArrayList<>();
        for (int i = 1 + random.below(options.get(LENGTH)); i > 0; i--) {
            steps.add(any(random));
        }
        return new RowSteps(steps, false);
    }

    private Step any(RandomSource random) {
        return switch (random.below(10)) {
            case 0, 1 -> actions.read(RowConditions.any(random), random);
            case 2 -> actions.readKey(random);
            case 3 -> actions.update(RowConditions.any(random), random);
            case 4 -> actions.updateKey(random);
            case 5 -> actions.upsert(random);
            case 6 -> actions.insertFresh(random);
            case 7 -> actions.deleteKey(random);
            case 8 -> actions.aggregate(RowConditions.any(random), random);
            default -> random.chance(0.5) ? actions.changeKey(random) : actions.delete(RowConditions.any(random));
        };
    }
}
