/**
 * Where do transactions come from? {@link org.isolde.flink.source.Transactions} has them of files
 * ({@link org.isolde.flink.source.LineFiles}) and of topics ({@link org.isolde.flink.source.TopicLines}).
 *
 * <p>Invariant: whatever is read again after a failure is read as it was, with the same numbers, and a line that can't be read is
 * told with its place.
 */
package org.isolde.flink.source;
