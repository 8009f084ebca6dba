package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.artifact.FolderTree;

/** A monitor that is killed again and again under load, and goes on each time where it was. */
final class MonitorKills {
    private static final int CLIENTS = 8;
    private static final int LONGEST_MILLISECONDS = 3_000;
    private static final Pattern VIOLATION = Pattern.compile("\"session\":\"([^\"]+)\",\"seq\":(\\d+)");

    private final Laboratory laboratory;
    private final int kills;
    private final Random random = new Random(1);

    MonitorKills(Laboratory laboratory, int kills) {
        this.laboratory = laboratory;
        this.kills = kills;
    }

    String run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("isolde-kills-");
        MonitorClient client = MonitorClient.atFreePort();
        Set<String> wrong = ConcurrentHashMap.newKeySet();
        List<MonitorLoad> loads = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            MonitorLoad load = new MonitorLoad(client, i, CLIENTS, wrong);
            loads.add(load);
            threads.add(new Thread(load, "bench-client-" + i));
        }
        Killable monitor = start(folder, client);
        try {
            threads.forEach(Thread::start);
            for (int kill = 1; kill <= kills; kill++) {
                laboratory.say("kills: isolde monitor, " + kill + " of " + kills);
                long before = answered(loads);
                if (kill % 2 == 0) {
                    monitor.awaitThat(() -> answered(loads) > before);
                }
                monitor.await(random.nextInt(LONGEST_MILLISECONDS));
                requireAlive(monitor, folder, loads);
                monitor.kill();
                monitor = start(folder, client);
            }
            // so that something is answered behind the last one too
            long before = answered(loads);
            monitor.awaitThat(() -> answered(loads) > before);
            loads.forEach(MonitorLoad::stop);
            for (Thread thread : threads) {
                thread.join();
            }
            requireAlive(monitor, folder, loads);
            return told(folder, client, monitor, answered(loads), wrong);
        } finally {
            loads.forEach(MonitorLoad::stop);
            threads.forEach(Thread::interrupt);
            monitor.close();
            monitor.kill();
            FolderTree.delete(folder);
        }
    }

    private static long answered(List<MonitorLoad> loads) {
        return loads.stream().mapToLong(MonitorLoad::answered).sum();
    }

    private static void requireAlive(Killable monitor, Path folder, List<MonitorLoad> loads) throws IOException {
        for (MonitorLoad load : loads) {
            if (load.failure() != null) {
                throw new BenchmarkException("a client has failed: " + load.failure());
            }
        }
        if (!monitor.isAlive()) {
            throw new BenchmarkException(
                    "isolde monitor has ended by itself:\n" + Files.readString(folder.resolve("error.txt")));
        }
    }

    private Killable start(Path folder, MonitorClient client) throws IOException {
        List<String> words = new ArrayList<>(laboratory.isolde());
        words.addAll(List.of("monitor", "--level", "si", "--settle", "1s", "--memory", "512m"));
        words.addAll(List.of("--state", folder.resolve("state").toString(), "--listen", client.address()));
        return Killable.start(words, folder, folder.resolve("error.txt"));
    }

    private String told(Path folder, MonitorClient client, Killable monitor, long answered, Set<String> wrong)
            throws IOException, InterruptedException {
        String status = client.get("/v1/status");
        while (number(status, "open") > 0 || number(status, "lagTransactions") > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            status = client.get("/v1/status");
        }
        long counted = number(status, "transactions");
        List<String> violations = client.get("/v1/violations").lines().toList();
        int code = monitor.terminate();
        if (code != 1) {
            throw new BenchmarkException("isolde monitor ended with exit code " + code + ", not with 1:\n"
                    + Files.readString(folder.resolve("error.txt")));
        }
        Set<String> found = new TreeSet<>();
        for (String line : violations) {
            Matcher matcher = VIOLATION.matcher(line);
            if (!matcher.find() || !line.contains("\"kind\":\"EXT\"")) {
                found.add("another kind: " + line);
            } else {
                found.add(matcher.group(1) + ":" + matcher.group(2));
            }
        }
        long missing = wrong.stream().filter(one -> !found.contains(one)).count();
        long invented = violations.size() - (wrong.size() - missing);
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "kills");
        measurement.put("command", "monitor");
        measurement.put("kills", kills);
        measurement.put("answered", answered);
        measurement.put("counted", counted);
        measurement.put("violationsMade", wrong.size());
        measurement.put("violationsMissing", missing);
        measurement.put("violationsInvented", invented);
        laboratory.json().write(measurement);
        Table table = new Table(
                ">kills",
                ">clients",
                ">transactions answered",
                ">counted",
                ">violations made",
                ">missing",
                ">false or doubled");
        table.row(
                Table.count(kills),
                Table.count(CLIENTS),
                Table.count(answered),
                Table.count(counted),
                Table.count(wrong.size()),
                Table.count(missing),
                Table.count(invented));
        return table.toString();
    }

    private static long number(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
        if (!matcher.find()) {
            throw new BenchmarkException("the monitor's status has no " + name + ": " + json);
        }
        return Long.parseLong(matcher.group(1));
    }
}
