package org.isolde.bench;

import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.KeyDistribution;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A check alone, warm and without reading: what is left of a level once the JVM is at full speed. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC")
public class CheckMicrobenchmark {
    @Param({"RC", "RA", "CC"})
    Level level;

    @Param({"SERIAL", "CAUSAL"})
    SimulatedStore store;

    @Param("100000")
    int transactions;

    private History history;
    private CheckOptions options;

    @Setup
    public void generate() {
        history = Generator.generate(GeneratorOptions.builder()
                .store(store)
                .sessions(50)
                .transactions(transactions)
                .operations(8, 8)
                .keys(10_000)
                .distribution(KeyDistribution.ZIPFIAN)
                .theta(0.99)
                .readRatio(0.5)
                .realTime(false)
                .seed(1)
                .build());
        options = CheckOptions.of(EnumSet.of(level));
    }

    @Benchmark
    public CheckResult check() throws BadHistoryException {
        return Isolde.check(history, options);
    }
}
