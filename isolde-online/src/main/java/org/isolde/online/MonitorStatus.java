package org.isolde.online;

import org.isolde.check.Conclusion;
import org.isolde.check.TimestampAxiom;
import org.isolde.online.aion.AionCounts;

/**
 * How a monitor stands, at one moment.
 *
 * @param counts what the engine has done, in all lives of the state
 * @param received transactions that are on disk, in all lives; also those that had come before
 * @param lagTransactions of these, how many have not been looked at yet
 * @param lagSeconds how long the oldest of them has waited
 * @param receivedPerSecond over the last seconds
 * @param checkedPerSecond over the last seconds
 * @param queueBytes bytes of lines on their way
 * @param journalBytes written since the start
 * @param saves how often the state has been saved since the start
 * @param saveSeconds how long that took, all together
 * @param latency from arrival to first verdict
 * @param problem why nothing is taken any more, or for now; null while all is well
 */
public record MonitorStatus(
        AionCounts counts,
        long received,
        long lagTransactions,
        double lagSeconds,
        double receivedPerSecond,
        double checkedPerSecond,
        long queueBytes,
        long journalBytes,
        long saves,
        double saveSeconds,
        Latency latency,
        String problem) {
    /**
     * Times in seconds; the percentiles are of the last one to two minutes.
     *
     * @param count how many there were since the start
     * @param sum of them all
     */
    public record Latency(double median, double p95, double p99, double most, long count, double sum) {}

    /** How many violations there are. */
    public long violations() {
        return counts.findings().values().stream().mapToLong(Long::longValue).sum();
    }

    public long violations(TimestampAxiom axiom) {
        return counts.findings().getOrDefault(axiom, 0L);
    }

    /** What is known so far. */
    public Conclusion conclusion() {
        return violations() > 0
                ? Conclusion.VIOLATED
                : counts.undecided() > 0 ? Conclusion.UNDECIDED : Conclusion.SATISFIED;
    }
}
