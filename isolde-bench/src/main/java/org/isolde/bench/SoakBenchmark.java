package org.isolde.bench;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.isolde.app.monitor.MonitorDisk;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.online.DiskOpener;
import org.isolde.online.LineFeed;
import org.isolde.online.Monitor;
import org.isolde.online.MonitorOptions;
import org.isolde.online.MonitorStatus;
import org.isolde.online.aion.DiskMap;
import org.isolde.run.Access.Progress;
import org.isolde.run.artifact.FolderTree;

/**
 * A monitor under load for long, whose answers are known: it must find the violations that were put in, and no others,
 * however slow it is made and whatever its senders do. The offline check of the first transactions must agree.
 */
final class SoakBenchmark implements Benchmark {
    private static final Duration SETTLE = Duration.ofSeconds(2);
    private static final int SESSIONS = 50;
    private static final int KEYS = 100_000;
    private static final int WRONG = 100;
    private static final long CHECKED_OFFLINE = 500_000;
    /** About three times the time to settle, at full speed. */
    private static final long PAUSE = 300_000;

    /** What is done to the monitor. */
    private record Scenario(
            String name, int wrong, boolean slowDisk, boolean stalledSender, SoakStream.Sessions sessions) {}

    private static final List<Scenario> SCENARIOS = List.of(
            new Scenario("valid", 0, false, false, SoakStream.Sessions.STAY),
            new Scenario("100 wrong reads", WRONG, false, false, SoakStream.Sessions.STAY),
            new Scenario("each write of the state takes 4 s longer", WRONG, true, false, SoakStream.Sessions.STAY),
            new Scenario(
                    "one of two senders stalls for 1 s again and again", WRONG, false, true, SoakStream.Sessions.STAY),
            new Scenario("sessions come, go and pause", WRONG, false, false, SoakStream.Sessions.COME_AND_GO),
            new Scenario("all of these", WRONG, true, true, SoakStream.Sessions.COME_AND_GO));

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        Table table = new Table(
                "what",
                ">transactions",
                ">transactions/s",
                ">saves",
                ">spilled versions",
                ">put in",
                ">found of these",
                ">found beside",
                ">late",
                ">undecided",
                "offline");
        for (int row = 1; row <= SCENARIOS.size(); row++) {
            if (!laboratory.wantsRow(row)) {
                continue;
            }
            Scenario scenario = SCENARIOS.get(row - 1);
            laboratory.say("soak: " + scenario.name + ", for " + sizes.soak().toSeconds() + " s");
            measure(laboratory, scenario, sizes.soak(), table);
        }
        return "### Soak\n\n"
                + "Each row is a monitor (`si`, `--settle 2s`, 128 MB for its state, saved every 5 s) for "
                + sizes.soak().toSeconds() + " s at full speed: transactions of " + 8 + " operations on "
                + Table.count(KEYS)
                + " keys, each late by up to 20,000 others. *Put in* are reads of values that nobody wrote; *offline* is"
                + " the check of the first " + Table.count(CHECKED_OFFLINE) + " transactions as a whole history.\n\n"
                + table;
    }

    private static void measure(Laboratory laboratory, Scenario scenario, Duration time, Table table)
            throws IOException, InterruptedException {
        Path folder = laboratory.data().scratch("soak");
        FolderTree.delete(folder);
        Files.createDirectories(folder);
        Path first = folder.resolve("first.jsonl");
        Set<String> found = new TreeSet<>();
        DiskOpener disk = new MonitorDisk(Progress.SILENT);
        MonitorOptions options = MonitorOptions.of(Level.SI)
                .state(folder.resolve("state"))
                .settle(SETTLE)
                .memory(128L << 20)
                .saveEvery(Duration.ofSeconds(5))
                .disk(scenario.slowDisk ? slow(disk) : disk)
                .onViolation(violation -> found.add(
                        violation.finding().axiom() == TimestampAxiom.EXT
                                ? violation.finding().session() + ":"
                                        + violation.finding().seq()
                                : violation.sentence()));
        int senders = scenario.stalledSender ? 2 : 1;
        SoakStream stream;
        MonitorStatus status;
        double seconds;
        try (Writer prefix = Files.newBufferedWriter(first);
                Monitor monitor = Monitor.open(options)) {
            stream = new SoakStream(SESSIONS, KEYS, senders, scenario.sessions, PAUSE, prefix, CHECKED_OFFLINE);
            long start = System.nanoTime();
            feed(monitor, stream, senders, scenario.wrong, time);
            status = monitor.finish();
            seconds = (System.nanoTime() - start) / 1e9;
        }
        Set<String> beside = new TreeSet<>(found);
        beside.removeAll(stream.wrong());
        long offline = Isolde.check(Format.read(first), CheckOptions.of(EnumSet.of(Level.SI)))
                .timestamps()
                .get(Level.SI)
                .counts()
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "soak");
        measurement.put("what", scenario.name);
        measurement.put("transactions", stream.made());
        measurement.put("seconds", seconds);
        measurement.put("wrong", (long) stream.wrong().size());
        measurement.put("found", (long) found.size() - beside.size());
        measurement.put("beside", (long) beside.size());
        measurement.put("late", status.counts().late());
        measurement.put("undecided", status.counts().undecided());
        laboratory.json().write(measurement);
        laboratory.say("soak: " + measurement);
        table.row(
                scenario.name,
                Table.count(stream.made()),
                Table.count((long) (stream.made() / seconds)),
                Table.count(status.saves()),
                Table.count(status.counts().spilledVersions()),
                Table.count(stream.wrong().size()),
                Table.count(found.size() - beside.size()),
                Table.count(beside.size()),
                Table.count(status.counts().late()),
                Table.count(status.counts().undecided()),
                offline == stream.wrongInPrefix()
                        ? "agrees: " + Table.count(offline)
                        : "**" + Table.count(offline) + " of " + Table.count(stream.wrongInPrefix()) + "**");
        FolderTree.delete(folder);
    }

    /** Feeds the monitor for a time, with wrong reads all along. */
    private static void feed(Monitor monitor, SoakStream stream, int senders, int wrong, Duration time)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(senders);
        try {
            List<Future<?>> feeds = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                int sender = i;
                Stall stall = new Stall(
                        sender == 0 ? Long.MAX_VALUE : Duration.ofSeconds(5).toNanos());
                feeds.add(threads.submit(() -> {
                    new LineFeed(monitor).stream(stream.stream(sender, stall, stall::isDue), "sender " + sender);
                    return null;
                }));
            }
            long start = System.nanoTime();
            for (int i = 1; i <= WRONG; i++) {
                long due = start + time.toNanos() / WRONG * i;
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                if (i <= wrong) {
                    stream.makeOneWrong();
                }
            }
            stream.end();
            for (Future<?> feed : feeds) {
                feed.get();
            }
        } catch (ExecutionException e) {
            throw new BenchmarkException("feeding the monitor failed: " + e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Stalls for half the time to settle, again and again. */
    private static final class Stall implements Runnable {
        private final long every;
        private long since = System.nanoTime();

        Stall(long every) {
            this.every = every;
        }

        boolean isDue() {
            return System.nanoTime() - since >= every;
        }

        @Override
        public void run() {
            if (isDue()) {
                LockSupport.parkNanos(SETTLE.toNanos() / 2);
                since = System.nanoTime();
            }
        }
    }

    /** A disk whose writes take twice the time to settle. */
    private static DiskOpener slow(DiskOpener opener) {
        return (folder, memory) -> {
            DiskMap map = opener.open(folder, memory);
            return new DiskMap() {
                @Override
                public byte[] get(byte[] key) throws IOException {
                    return map.get(key);
                }

                @Override
                public Entry floor(byte[] key) throws IOException {
                    return map.floor(key);
                }

                @Override
                public Entry higher(byte[] key) throws IOException {
                    return map.higher(key);
                }

                @Override
                public Changes changes() {
                    return map.changes();
                }

                @Override
                public void write(Changes changes) throws IOException {
                    LockSupport.parkNanos(2 * SETTLE.toNanos());
                    map.write(changes);
                }

                @Override
                public void close() throws IOException {
                    map.close();
                }
            };
        };
    }
}
