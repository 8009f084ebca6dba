package org.isolde.app;

import org.isolde.online.Violation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.runner.RunStatistics;

/** Told what a test is doing; called by the test's own threads, one call at a time for each method. */
public interface TestListener {
    /** The database is there, and the folder too. */
    void opened(RunningDatabase database, RunFolder folder);

    /** A round begins; {@code statistics} tells how it goes on. */
    void started(int round, RunStatistics statistics);

    /** With a monitor: the workload runs without it, to compare; called for the warm-up, and for what is measured. */
    default void baseline(RunStatistics statistics) {}

    /** The monitor of a round has found a violation; called by its own thread, which waits meanwhile. */
    default void violation(int round, Violation violation) {}

    /** A round's run is over, and its check begins, while the next round may already run. */
    void ran(int round);

    /** A round has been checked. */
    void checked(Round round);

    /** All rounds are checked, and the report is being written. */
    default void reporting() {}
}
