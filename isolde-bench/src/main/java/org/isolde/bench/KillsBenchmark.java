package org.isolde.bench;

import java.io.IOException;

/**
 * What is left of a test and of a monitor that are killed at any moment, and what the monitor does so that it is: how often it
 * waits for the disk.
 */
final class KillsBenchmark implements Benchmark {
    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        String tests = new TestKills(laboratory, sizes.kills(), sizes.live().database()).run();
        String monitor = new MonitorKills(laboratory, sizes.kills()).run();
        String forces = new ForceCounts(laboratory).run();
        return "### Kills\n\n"
                + "Processes are killed by `kill -9`, " + Table.count(sizes.kills())
                + " of each: every other one at a random moment of the first seconds of the process, the others at one of the"
                + " first seconds of its work.\n\n"
                + "`isolde test`: of each, the history must be readable (`isolde check`), and within 30 s no process and"
                + " no folder of the database may be left.\n\n" + tests
                + "\n`isolde monitor`, under load over HTTP, started again after each kill; clients send again what was not"
                + " answered. Lost or doubled transactions, and violations that are missing or were not made, must be 0.\n\n"
                + monitor
                + "\nWhat the monitor asks of the disk while 1,000 requests of one transaction each come (strace).\n\n"
                + forces;
    }
}
