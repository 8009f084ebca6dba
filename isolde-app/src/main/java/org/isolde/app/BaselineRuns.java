package org.isolde.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.isolde.app.monitor.MonitorCost;
import org.isolde.run.DatabaseException;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunStatistics;

/**
 * The workload of a test without its monitor, to compare with: a warm-up and a sixth of a round before the first round, and
 * another sixth behind it. It is recorded as the rounds are, since that costs something too, but the history is not kept.
 */
final class BaselineRuns {
    private static final int WARM_UP = 10;
    private static final int MEASURED = 6;

    private final RunPreparation preparation;
    private final RunFolder folder;
    private final Consumer<Run> listener;
    private RunStatistics.Snapshot before;

    /** @param listener is told of each run before it begins */
    BaselineRuns(RunPreparation preparation, RunFolder folder, Consumer<Run> listener) {
        this.preparation = preparation;
        this.folder = folder;
        this.listener = listener;
    }

    /**
     * What comes before the first round.
     *
     * @throws DatabaseException if the database fails
     */
    void before() throws DatabaseException, IOException, InterruptedException {
        run(WARM_UP);
        before = run(MEASURED);
    }

    /**
     * What comes behind the first round.
     *
     * @param with how that went
     * @return null if nothing was committed, so that there is nothing to compare
     * @throws DatabaseException if the database fails
     */
    MonitorCost after(RunStatistics.Snapshot with) throws DatabaseException, IOException, InterruptedException {
        RunStatistics.Snapshot after = run(MEASURED);
        if (before.committed() == 0 || after.committed() == 0) {
            return null;
        }
        MonitorCost cost =
                new MonitorCost(before, with, after, Runtime.getRuntime().availableProcessors());
        folder.log(cost.sentence());
        return cost;
    }

    private RunStatistics.Snapshot run(int divisor) throws DatabaseException, IOException, InterruptedException {
        Path scratch = folder.path().resolve("baseline.jsonl");
        try {
            Run run = preparation.part(divisor, scratch);
            listener.accept(run);
            Run.Result result = run.run();
            if (result.problem() != null) {
                throw new DatabaseException("the run without the monitor ended early: " + result.problem());
            }
            return result.statistics();
        } finally {
            Files.deleteIfExists(scratch);
        }
    }
}
