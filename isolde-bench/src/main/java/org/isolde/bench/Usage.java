package org.isolde.bench;

/**
 * What one run of a program took.
 *
 * @param seconds wall clock, from the start of the process to its end
 * @param cpuSeconds user and system time of all its threads
 * @param peakBytes the most memory that was resident at once, or -1 where it can't be known
 * @param exitCode the exit code
 * @param out what it wrote to standard output
 * @param error what it wrote to standard error
 */
record Usage(double seconds, double cpuSeconds, long peakBytes, int exitCode, String out, String error) {}
