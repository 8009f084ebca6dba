package org.isolde.run.workload;

import java.util.List;

/**
 * A transaction of steps on rows, whose keys and conditions are known before it runs: running it again means the same, but for
 * what depends on what it sees.
 */
final class RowSteps implements Transaction {
    /** One or several statements. */
    @FunctionalInterface
    interface Step {
        void run(Operations operations) throws Exception;
    }

    private final List<Step> steps;
    private final boolean rollsBack;

    RowSteps(List<Step> steps, boolean rollsBack) {
        this.steps = List.copyOf(steps);
        this.rollsBack = rollsBack;
    }

    @Override
    public void run(Operations operations) throws Exception {
        for (Step step : steps) {
            step.run(operations);
        }
    }

    @Override
    public boolean rollsBack() {
        return rollsBack;
    }
}
