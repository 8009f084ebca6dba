package org.isolde.run.workload;

/** Options that differ from others in one thing. */
final class TestOptions {
    private TestOptions() {}

    static WorkloadOptions withKeys(WorkloadOptions options, int keys) {
        return new WorkloadOptions(
                options.seed(),
                options.sessions(),
                keys,
                options.writesPerKey(),
                options.mostWritesPerKey(),
                options.distribution(),
                options.theta(),
                options.length(),
                options.readRatio(),
                options.rollbackRatio());
    }

    static WorkloadOptions withSessions(WorkloadOptions options, int sessions) {
        return new WorkloadOptions(
                options.seed(),
                sessions,
                options.keys(),
                options.writesPerKey(),
                options.mostWritesPerKey(),
                options.distribution(),
                options.theta(),
                options.length(),
                options.readRatio(),
                options.rollbackRatio());
    }

    static WorkloadOptions withSeed(WorkloadOptions options, long seed) {
        return new WorkloadOptions(
                seed,
                options.sessions(),
                options.keys(),
                options.writesPerKey(),
                options.mostWritesPerKey(),
                options.distribution(),
                options.theta(),
                options.length(),
                options.readRatio(),
                options.rollbackRatio());
    }
}
