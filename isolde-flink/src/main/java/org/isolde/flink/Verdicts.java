package org.isolde.flink;

import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * What is wrong with a stream of transactions.
 *
 * @param violations each once, when it is final
 * @param late transactions that came too late
 * @param tallies what was counted, at the end of a bounded stream; their sum is the job's
 */
public record Verdicts(
        DataStream<FoundViolation> violations, DataStream<LateTransaction> late, DataStream<Tally> tallies) {
    /**
     * Checks a stream. It needs no watermarks: what can still come follows from what sessions have sent.
     */
    public static Verdicts of(DataStream<StreamTransaction> transactions, VerdictOptions options) {
        throw new UnsupportedOperationException("the topology follows");
    }
}
