package org.isolde.flink;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.isolde.online.axiom.OfflineFindings;

/** A job on a small cluster in this JVM: transactions that a test has made, dealt to so many partitions, and what comes of them. */
final class TestJob {
    /** What tests have made, by the number of the job: functions find it in the same JVM. */
    private static final Map<Integer, List<StreamTransaction>> STREAMS = new ConcurrentHashMap<>();

    private static final AtomicInteger JOBS = new AtomicInteger();

    private final int number = JOBS.incrementAndGet();
    private final List<StreamTransaction> stream;
    private final VerdictOptions options;
    private int parallelism = 1;
    private int partitions = 1;
    private Pace pace = Pace.TIME;
    private boolean batch;
    private boolean rocks;
    private Path checkpoints;
    private boolean fails;

    /** What a job has found, with how often; what it has counted; and how much of it was known before the input had ended. */
    record Outcome(Map<String, Integer> findings, Tally tally, int late, int early, int restarts) {}

    /**
     * @param stream as many as can be dealt to all partitions evenly
     */
    TestJob(List<StreamTransaction> stream, VerdictOptions options) {
        this.stream = stream;
        this.options = options;
    }

    TestJob parallelism(int parts, int splits) {
        parallelism = parts;
        partitions = splits;
        if (stream.size() % splits != 0) {
            throw new IllegalArgumentException(stream.size() + " transactions for " + splits + " partitions");
        }
        return this;
    }

    TestJob pace(int elements) {
        pace = new Pace(elements);
        return this;
    }

    TestJob batch() {
        batch = true;
        return this;
    }

    TestJob rocks() {
        rocks = true;
        return this;
    }

    /** Takes checkpoints; and fails once, in the middle, behind one of them. */
    TestJob checkpoints(Path folder, boolean failing) {
        checkpoints = folder;
        fails = failing;
        return this;
    }

    Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, rocks ? "rocksdb" : "hashmap");
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
        if (checkpoints != null) {
            configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
            configuration.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                    checkpoints.toUri().toString());
            configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, fails ? "fixed-delay" : "disable");
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        }
        return configuration;
    }

    Outcome run() throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration());
        try (CloseableIterator<String> lines = lines(environment).collectAsync()) {
            org.apache.flink.core.execution.JobClient client = environment.executeAsync();
            return outcome(lines, client);
        } finally {
            STREAMS.remove(number);
            Source.forget(number);
        }
    }

    private static Outcome outcome(CloseableIterator<String> lines, org.apache.flink.core.execution.JobClient client)
            throws Exception {
        List<String> all = new ArrayList<>();
        lines.forEachRemaining(all::add);
        client.getJobExecutionResult().get();
        return outcome(all);
    }

    private static Outcome outcome(List<String> lines) {
        Map<String, Integer> findings = new TreeMap<>();
        Tally tally = Tally.none();
        int late = 0;
        int early = 0;
        for (String line : lines) {
            switch (line.charAt(0)) {
                case 'T' -> tally = tally.plus(parse(line.substring(1)));
                case 'L' -> late++;
                default -> {
                    findings.merge(line.substring(1), 1, Integer::sum);
                    early += line.charAt(0) == 'E' ? 1 : 0;
                }
            }
        }
        return new Outcome(findings, tally, late, early, 0);
    }

    private static String text(Tally tally) {
        StringBuilder text = new StringBuilder();
        for (long count : tally.findings()) {
            text.append(count).append(' ');
        }
        return text + "" + tally.transactions() + " " + tally.duplicates() + " " + tally.undecided() + " "
                + tally.late();
    }

    private static Tally parse(String text) {
        long[] numbers = java.util.Arrays.stream(text.split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        int axioms = numbers.length - 4;
        return new Tally(
                java.util.Arrays.copyOf(numbers, axioms),
                numbers[axioms],
                numbers[axioms + 1],
                numbers[axioms + 2],
                numbers[axioms + 3]);
    }

    /** All that comes of the job, as lines. */
    DataStream<String> lines(StreamExecutionEnvironment environment) {
        if (batch) {
            environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        }
        environment.setBufferTimeout(5);
        STREAMS.put(number, stream);
        DataStream<StreamTransaction> transactions = environment
                .fromSequence(0, stream.size() - 1)
                .setParallelism(partitions)
                .map(new Source(number, stream.size(), partitions, fails))
                .returns(StreamTransaction.TYPE)
                .setParallelism(partitions);
        Verdicts verdicts = Verdicts.of(transactions, options, pace);
        return verdicts.violations()
                .process(new Early())
                .returns(Types.STRING)
                .union(
                        verdicts.late().map(late -> "L" + late.json()).returns(Types.STRING),
                        verdicts.tallies().map(tally -> "T" + text(tally)).returns(Types.STRING));
    }

    /** Says what a violation is about, and whether the watermark had come to its end when it was told. */
    private static final class Early extends ProcessFunction<FoundViolation, String> {
        @Override
        public void processElement(FoundViolation violation, Context context, Collector<String> out) {
            boolean early = context.timerService().currentWatermark() < Long.MAX_VALUE
                    && violation.finding().axiom() == org.isolde.check.TimestampAxiom.EXT;
            out.collect((early ? "E" : "V") + OfflineFindings.about(violation.finding()));
        }
    }

    /**
     * Gives the transactions of a stream to its partitions in turn. None gets far ahead of another one, as it would be with those of a topic; within that each is as fast as it
     * happens to be.
     */
    static final class Source extends RichMapFunction<Long, StreamTransaction>
            implements org.apache.flink.api.common.state.CheckpointListener {
        private static final int AHEAD = 256;
        private static final Map<Integer, long[]> PROGRESS = new ConcurrentHashMap<>();
        private static final Map<Integer, AtomicInteger> FAILURES = new ConcurrentHashMap<>();

        private final int job;
        private final int size;
        private final int partitions;
        private final boolean fails;
        private transient boolean checkpointed;

        Source(int job, int size, int partitions, boolean fails) {
            this.job = job;
            this.size = size;
            this.partitions = partitions;
            this.fails = fails;
        }

        static void forget(int job) {
            PROGRESS.remove(job);
            FAILURES.remove(job);
        }

        @Override
        public StreamTransaction map(Long index) throws Exception {
            int share = size / partitions;
            int partition = (int) (index / share);
            long at = index % share;
            long[] progress = PROGRESS.computeIfAbsent(job, name -> new long[partitions]);
            if (fails && checkpointed && at > share / 2) {
                if (FAILURES.computeIfAbsent(job, name -> new AtomicInteger()).getAndIncrement() == 0) {
                    throw new IllegalStateException("a task fails, as the test wants it");
                }
            }
            synchronized (progress) {
                progress[partition] = at + 1 == share ? Long.MAX_VALUE : at;
                progress.notifyAll();
                while (isAhead(progress, at)) {
                    progress.wait(1000);
                }
            }
            return STREAMS.get(job).get((int) (at * partitions + partition));
        }

        private static boolean isAhead(long[] progress, long at) {
            for (long other : progress) {
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
}
