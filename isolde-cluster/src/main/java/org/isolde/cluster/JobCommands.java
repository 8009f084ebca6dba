package org.isolde.cluster;

import picocli.CommandLine;

/** The commands {@code check} and {@code monitor} of whoever can run a job. */
public final class JobCommands {
    private JobCommands() {}

    /** Adds them to a command. */
    public static CommandLine addTo(CommandLine parent, JobRunner runner) {
        return parent.addSubcommand(new CheckJob(runner)).addSubcommand(new MonitorJob(runner));
    }
}
