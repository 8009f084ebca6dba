package org.isolde.flink;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/**
 * Gives the transactions of a stream to its partitions in turn, by their places in a sequence of numbers. No partition gets far ahead of another one, as they would if they were those of a
 * topic; within that each is as fast as it happens to be.
 */
final class Partitions extends RichMapFunction<Long, StreamTransaction> implements CheckpointListener {
    private static final int AHEAD = 256;

    /** What all partitions of a job share: the cluster is in this JVM. */
    private static final class Shared {
        final List<StreamTransaction> stream;
        final long[] progress;
        final CountDownLatch middle = new CountDownLatch(1);
        boolean failed;

        Shared(List<StreamTransaction> stream, int partitions) {
            this.stream = stream;
            this.progress = new long[partitions];
        }
    }

    private static final Map<Integer, Shared> JOBS = new ConcurrentHashMap<>();

    private final int job;
    private final int share;
    private final int partitions;
    private final boolean fails;
    private final boolean pauses;
    private transient Shared shared;
    private transient boolean checkpointed;

    /**
     * @param fails whether a task fails once, behind the middle and a checkpoint
     * @param pauses whether it goes slowly from the middle on
     */
    Partitions(int job, List<StreamTransaction> stream, int partitions, boolean fails, boolean pauses) {
        this.job = job;
        this.share = stream.size() / partitions;
        this.partitions = partitions;
        this.fails = fails;
        this.pauses = pauses;
        JOBS.put(job, new Shared(stream, partitions));
    }

    /** A transaction is there to be read at its place in the stream, and a partition is read up to the place of its last one. */
    WatermarkStrategy<Long> time(int pace) {
        long size = share;
        long step = partitions;
        return WatermarkStrategy.<Long>forGenerator(context -> new Read())
                .withTimestampAssigner((index, none) -> index % size * step / pace);
    }

    private static final class Read implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long index, long time, WatermarkOutput output) {
            output.emitWatermark(new Watermark(time - 1));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            // no clock
        }
    }

    static void forget(int job) {
        JOBS.remove(job);
    }

    static void awaitTheMiddle(int job) throws InterruptedException {
        JOBS.get(job).middle.await();
    }

    static boolean hasFailed(int job) {
        return JOBS.get(job).failed;
    }

    @Override
    public void open(OpenContext context) {
        shared = JOBS.get(job);
        synchronized (shared) {
            if (shared.failed) {
                // they begin again further back
                Arrays.fill(shared.progress, 0);
            }
        }
    }

    @Override
    public StreamTransaction map(Long index) throws Exception {
        int partition = (int) (index / share);
        long at = index % share;
        synchronized (shared) {
            if (fails && checkpointed && at > share / 2 && !shared.failed) {
                shared.failed = true;
                throw new IllegalStateException("a task fails, as the test wants it");
            }
            shared.progress[partition] = at + 1 == share ? Long.MAX_VALUE : at;
            shared.notifyAll();
            while (isAhead(at)) {
                shared.wait(100);
                shared.progress[partition] = Math.max(shared.progress[partition], at);
            }
        }
        if (at > share / 2) {
            shared.middle.countDown();
            if (pauses) {
                Thread.sleep(5);
            }
        }
        return shared.stream.get((int) (at * partitions + partition));
    }

    private boolean isAhead(long at) {
        for (long other : shared.progress) {
            if (other < at - AHEAD) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        checkpointed = true;
    }
}
