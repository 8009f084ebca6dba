package org.isolde.flink;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.isolde.check.TimestampAxiom;
import org.isolde.online.axiom.OfflineFindings;

/** A job on a small cluster in this JVM: transactions that a test has made, dealt to so many partitions, and what comes of them. */
final class TestJob {
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final int number = JOBS.incrementAndGet();
    private final List<StreamTransaction> stream;
    private final VerdictOptions options;
    private int parallelism = 1;
    private int partitions = 1;
    private int pace = 1;
    private boolean batch;
    private boolean rocks;
    private long room;
    private Path checkpoints;
    private boolean fails;

    /**
     * @param findings what was found, with how often
     * @param early how many external reads were told of before the input had ended
     */
    record Outcome(Map<String, Integer> findings, Tally tally, int late, int early) {}

    /**
     * @param stream as many as can be dealt to all partitions evenly
     */
    TestJob(List<StreamTransaction> stream, VerdictOptions options) {
        this.stream = stream;
        this.options = options;
    }

    TestJob parallelism(int parts, int splits) {
        if (stream.size() % splits != 0) {
            throw new IllegalArgumentException(stream.size() + " transactions for " + splits + " partitions");
        }
        parallelism = parts;
        partitions = splits;
        return this;
    }

    /** So many transactions are a millisecond. */
    TestJob pace(int elements) {
        pace = elements;
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

    /** Keys at hand may take so much memory; others are in the state alone. */
    TestJob room(long bytes) {
        room = bytes;
        return this;
    }

    /** Takes checkpoints; if it is to fail, it does so once, in the middle, behind one of them. */
    TestJob checkpoints(Path folder, boolean failing) {
        checkpoints = folder;
        fails = failing;
        return this;
    }

    private Configuration configuration() {
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
        Partitions dealt = new Partitions(number, stream, partitions, fails, false);
        try (CloseableIterator<String> lines = lines(environment, dealt).collectAsync()) {
            JobClient client = environment.executeAsync();
            List<String> all = new ArrayList<>();
            lines.forEachRemaining(all::add);
            client.getJobExecutionResult().get();
            if (fails && !Partitions.hasFailed(number)) {
                throw new AssertionError("it did not fail");
            }
            return outcome(all);
        } finally {
            Partitions.forget(number);
        }
    }

    /** Runs the job to its middle, stops it with a savepoint, and goes on from there in another parallelism. */
    Outcome runRescaled(int then) throws Exception {
        Kept.ALL.put(number, new ConcurrentLinkedQueue<>());
        try {
            StreamExecutionEnvironment before =
                    StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration());
            keep(lines(before, new Partitions(number, stream, partitions, false, true)));
            JobClient client = before.executeAsync();
            Partitions.awaitTheMiddle(number);
            String savepoint = client.stopWithSavepoint(
                            false, checkpoints.toUri().toString(), SavepointFormatType.CANONICAL)
                    .get();
            client.getJobExecutionResult().get();
            // what was counted so far is in the savepoint
            Kept.ALL.get(number).removeIf(line -> line.charAt(0) == 'T');
            parallelism = then;
            Configuration configuration = configuration();
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
            StreamExecutionEnvironment after = StreamExecutionEnvironment.createLocalEnvironment(then, configuration);
            keep(lines(after, new Partitions(number, stream, partitions, false, false)));
            after.execute();
            return outcome(new ArrayList<>(Kept.ALL.get(number)));
        } finally {
            Kept.ALL.remove(number);
            Partitions.forget(number);
        }
    }

    private void keep(DataStream<String> lines) {
        lines.process(new Kept(number)).returns(Types.STRING).sinkTo(new DiscardingSink<>());
    }

    /** All that comes of the job, as lines. */
    private DataStream<String> lines(StreamExecutionEnvironment environment, Partitions dealt) {
        if (batch) {
            environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        }
        environment.setBufferTimeout(5);
        DataStream<StreamTransaction> transactions = environment
                .fromSource(new NumberSequenceSource(0, stream.size() - 1), dealt.time(pace), "sequence")
                .setParallelism(partitions)
                .uid("sequence")
                .map(dealt)
                .returns(StreamTransaction.TYPE)
                .setParallelism(partitions);
        Verdicts verdicts = Verdicts.of(transactions, options, room);
        return verdicts.violations()
                .process(new Early())
                .returns(Types.STRING)
                .union(
                        verdicts.late().map(late -> "L" + late.json()).returns(Types.STRING),
                        verdicts.tallies().map(TestJob::text).returns(Types.STRING));
    }

    private static Outcome outcome(List<String> lines) {
        Map<String, Integer> findings = new TreeMap<>();
        Tally tally = Tally.none();
        int late = 0;
        int early = 0;
        for (String line : lines) {
            switch (line.charAt(0)) {
                case 'T' -> tally = tally.plus(tally(line));
                case 'L' -> late++;
                default -> {
                    findings.merge(line.substring(1), 1, Integer::sum);
                    early += line.charAt(0) == 'E' ? 1 : 0;
                }
            }
        }
        return new Outcome(findings, tally, late, early);
    }

    private static String text(Tally tally) {
        StringBuilder text = new StringBuilder("T");
        for (long count : tally.findings()) {
            text.append(count).append(' ');
        }
        text.append(tally.transactions()).append(' ').append(tally.duplicates()).append(' ');
        return text.append(tally.undecided()).append(' ').append(tally.late()).toString();
    }

    private static Tally tally(String text) {
        long[] numbers = Arrays.stream(text.substring(1).split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        int axioms = TimestampAxiom.values().length;
        return new Tally(
                Arrays.copyOf(numbers, axioms),
                numbers[axioms],
                numbers[axioms + 1],
                numbers[axioms + 2],
                numbers[axioms + 3]);
    }

    /** Says what a violation is about, and whether the watermark had come to its end when it was told. */
    private static final class Early extends ProcessFunction<FoundViolation, String> {
        @Override
        public void processElement(FoundViolation violation, Context context, Collector<String> out) {
            boolean early = context.timerService().currentWatermark() < Long.MAX_VALUE
                    && violation.finding().axiom() == TimestampAxiom.EXT;
            out.collect((early ? "E" : "V") + OfflineFindings.about(violation.finding()));
        }
    }

    /** Keeps what comes out in this JVM. */
    private static final class Kept extends ProcessFunction<String, String> {
        private static final Map<Integer, Queue<String>> ALL = new ConcurrentHashMap<>();
        private final int job;

        Kept(int job) {
            this.job = job;
        }

        @Override
        public void processElement(String line, Context context, Collector<String> out) {
            ALL.get(job).add(line);
        }
    }
}
