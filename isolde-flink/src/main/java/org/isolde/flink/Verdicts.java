package org.isolde.flink;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.util.OutputTag;

/**
 * What is wrong with a stream of transactions.
 *
 * @param violations each once, when it is final
 * @param late transactions that came too late
 * @param tallies what was counted, at the end of a bounded stream; their sum is the job's
 */
public record Verdicts(
        DataStream<FoundViolation> violations, DataStream<LateTransaction> late, DataStream<Tally> tallies) {
    /** In how many groups keys and sessions are kept, unless the environment says otherwise; so many parts a job has at most. */
    static final int KEY_GROUPS = 256;

    /**
     * Checks a stream, in the environment's parallelism.
     *
     * <p>Timestamps and watermarks of the input are not of the database, but say what silence is: the timestamp of a record is by when it was there to be read, in milliseconds, and a watermark
     * says that everything that was there up to it has been read (see {@code org.isolde.flink.source}). Without watermarks nobody is ever silent, and all is judged at the end.
     * In an environment of batch mode, the input is sorted by session and by key instead, so that memory holds one of them at a time.
     */
    public static Verdicts of(DataStream<StreamTransaction> transactions, VerdictOptions options) {
        return of(transactions, options, 0);
    }

    /**
     * @param room what sessions at hand may take in memory in each part, and what keys may; 0 for the usual share of it
     */
    static Verdicts of(DataStream<StreamTransaction> transactions, VerdictOptions options, long room) {
        StreamExecutionEnvironment environment = transactions.getExecutionEnvironment();
        boolean batch = environment.getConfiguration().get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH;
        int parts = environment.getParallelism();
        int groups = environment.getMaxParallelism() > 0 ? environment.getMaxParallelism() : KEY_GROUPS;
        OutputTag<FoundViolation> found = new OutputTag<>("violations", FoundViolation.TYPE);
        OutputTag<LateTransaction> late = new OutputTag<>("late", LateTransaction.TYPE);
        OutputTag<Tally> tallies = new OutputTag<>("tallies", Tally.TYPE);

        SingleOutputStreamOperator<KeyWork> work = transactions
                .keyBy(StreamTransaction::session, NameCodec.TYPE)
                .transform(
                        "sessions",
                        KeyWork.TYPE,
                        new SessionOperator(options, batch, parts, groups, room, found, tallies))
                .uid("sessions")
                .setParallelism(parts)
                .setMaxParallelism(groups);
        KeyOperator operator = new KeyOperator(options, batch, parts, room, late, tallies);
        SingleOutputStreamOperator<FoundViolation> judged;
        if (batch) {
            judged = work.keyBy(KeyWork::firstKey, NameCodec.TYPE).transform("keys", FoundViolation.TYPE, operator);
        } else {
            judged = work.partitionCustom(new ToKeeper(parts), KeyWork::target)
                    .transform("keys", FoundViolation.TYPE, operator);
            @SuppressWarnings("unchecked")
            OneInputTransformation<KeyWork, FoundViolation> keyed =
                    (OneInputTransformation<KeyWork, FoundViolation>) judged.getTransformation();
            keyed.setStateKeySelector(KeyWork::firstKey);
            keyed.setStateKeyType(NameCodec.TYPE);
        }
        judged.uid("keys").setParallelism(parts).setMaxParallelism(groups);
        return new Verdicts(
                judged.union(work.getSideOutput(found)),
                judged.getSideOutput(late),
                judged.getSideOutput(tallies).union(work.getSideOutput(tallies)));
    }

    /** Messages say who keeps the keys that they are about. */
    private record ToKeeper(int planned) implements Partitioner<Integer> {
        @Override
        public int partition(Integer target, int parts) {
            if (parts != planned) {
                throw new IllegalStateException("the job was planned for " + planned + " parts and runs in " + parts
                        + "; stop it with a savepoint and start it with another parallelism instead of letting Flink"
                        + " scale it");
            }
            return target;
        }
    }
}
