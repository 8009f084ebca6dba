/**
 * How is a job run? {@link org.isolde.flink.job.Main} is the door, of {@code flink run} and of {@code isolde cluster};
 * {@link org.isolde.flink.job.JobRun} puts sources, verdicts and sinks together, and stays until the end.
 */
package org.isolde.flink.job;
