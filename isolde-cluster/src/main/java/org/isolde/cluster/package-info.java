/**
 * What is a job on a cluster told? {@link org.isolde.cluster.JobOption} has the options of {@code check} and
 * {@code monitor}, and {@link org.isolde.cluster.JobCall} makes a {@link org.isolde.cluster.JobPlan} of what was given.
 *
 * <p>Two programs read them: {@code isolde cluster}, which must know them before it fetches the engine, and the jar that is
 * submitted to a cluster. That is why they stand apart from the engine. Invariant: nothing in here knows the engine.
 */
package org.isolde.cluster;
