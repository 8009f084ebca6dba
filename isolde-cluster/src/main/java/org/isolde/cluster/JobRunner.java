package org.isolde.cluster;

/** Runs a job as it was planned. */
@FunctionalInterface
public interface JobRunner {
    /** Runs to the end of the job; returns the exit code. */
    int run(JobPlan plan) throws Exception;
}
