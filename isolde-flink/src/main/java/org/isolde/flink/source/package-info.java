/**
 * Where do transactions come from? {@link org.isolde.flink.source.Transactions} has them of files
 * ({@link org.isolde.flink.source.LineFiles}) and of topics ({@link org.isolde.flink.source.TopicLines}).
 *
 * <p>A record has as its timestamp by when it was there to be read, and a watermark behind it says that everything that was there up to then has been: of files by their places
 * ({@link org.isolde.flink.source.FileTime}), of topics by asking the broker ({@link org.isolde.flink.source.TopicReader}).
 *
 * <p>Invariant: whatever is read again after a failure is read as it was, with the same numbers, and a line that can't be read is
 * told with its place.
 */
package org.isolde.flink.source;
