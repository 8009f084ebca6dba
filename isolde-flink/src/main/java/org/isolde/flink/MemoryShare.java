package org.isolde.flink;

import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/** What a part of the job may keep at hand in memory. */
final class MemoryShare {
    private MemoryShare() {}

    /**
     * In bytes.
     *
     * @param divisor one of so many parts of the memory is for all of its kind that run in this process
     */
    static long of(StreamTask<?, ?> task, int divisor) {
        int slots =
                task.getEnvironment().getTaskManagerInfo().getConfiguration().get(TaskManagerOptions.NUM_TASK_SLOTS);
        return Runtime.getRuntime().maxMemory() / divisor / Math.max(1, slots);
    }
}
