package org.isolde.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.isolde.run.DatabaseException;
import org.isolde.run.runner.Run;
import org.isolde.run.runner.RunStatistics;

/**
 * The workload of a test without its monitor, to compare with: a warm-up, then a third of a round. It is recorded as the
 * rounds are, since that costs something too, but the history is not kept.
 */
final class Rehearsal {
    private static final int WARM_UP = 10;
    private static final int MEASURED = 3;

    private final RunMaker maker;
    private final RunFolder folder;
    private final Consumer<Run> listener;

    /** @param listener is told of each run before it begins */
    Rehearsal(RunMaker maker, RunFolder folder, Consumer<Run> listener) {
        this.maker = maker;
        this.folder = folder;
        this.listener = listener;
    }

    /**
     * Runs it.
     *
     * @throws DatabaseException if the database fails
     */
    RunStatistics.Snapshot run() throws DatabaseException, IOException, InterruptedException {
        run(WARM_UP);
        RunStatistics.Snapshot measured = run(MEASURED);
        folder.log("without the monitor: " + measured.committed() + " committed");
        return measured;
    }

    private RunStatistics.Snapshot run(int divisor) throws DatabaseException, IOException, InterruptedException {
        Path scratch = folder.path().resolve("rehearsal.jsonl");
        try {
            Run run = maker.part(divisor, scratch);
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
