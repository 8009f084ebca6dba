/**
 * How does a job of {@code isolde-flink} run where there is no cluster? {@link org.isolde.app.cluster.FetchedFlink} starts it with a
 * Flink that is fetched on first use.
 *
 * <p>The module {@code isolde-flink} is compiled against Flink, more than a hundred megabytes that most users never need. So nothing that
 * is built first depends on it: the launcher builds it, or the release has it, as the jar that is submitted to a cluster too.
 */
package org.isolde.app.cluster;
