package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.artifact.FolderTree;

/** What a monitor asks of the disk, counted by strace. */
final class ForceCounts {
    private static final int REQUESTS = 1_000;
    private static final List<Integer> CONNECTIONS = List.of(1, 20);
    private static final Pattern CALL =
            Pattern.compile("(fsync|fdatasync|rename|renameat|renameat2)\\((?:\\d+<([^>]*)>)?.*\\) = 0");

    private final Laboratory laboratory;

    ForceCounts(Laboratory laboratory) {
        this.laboratory = laboratory;
    }

    String run() throws IOException, InterruptedException {
        if (!hasStrace()) {
            return "Not counted: strace is not installed (Debian: `apt-get install strace`).\n";
        }
        Table table = new Table(
                ">connections",
                ">requests",
                ">fdatasync of the journal",
                ">fsync of a folder",
                ">of other files",
                ">rename");
        for (int connections : CONNECTIONS) {
            laboratory.say("kills: counting what is forced, " + connections + " connections");
            count(connections, table);
        }
        return table.toString();
    }

    private static boolean hasStrace() throws InterruptedException {
        try {
            return new ProcessBuilder("strace", "-V")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            // there is no such program
            return false;
        }
    }

    private void count(int connections, Table table) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("isolde-kills-");
        MonitorClient client = MonitorClient.atFreePort();
        Path trace = folder.resolve("trace.txt");
        List<String> words = new ArrayList<>(List.of("strace", "-f", "-y", "-q", "-o", trace.toString()));
        words.addAll(List.of("-e", "trace=fsync,fdatasync,rename,renameat,renameat2", "-e", "signal=none"));
        words.addAll(laboratory.isolde());
        words.addAll(List.of("monitor", "--level", "si", "--memory", "512m", "--json"));
        words.addAll(List.of("--state", folder.resolve("state").toString(), "--listen", client.address()));
        try (Killable monitor = Killable.start(words, folder, folder.resolve("error.txt"))) {
            client.get("/health");
            send(client, connections);
            tell(connections, Files.readString(trace), table);
            // strace itself would let it run on
            monitor.endChildren();
        } finally {
            FolderTree.delete(folder);
        }
    }

    private static void send(MonitorClient client, int connections) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Callable<Void>> senders = new ArrayList<>();
            for (int c = 0; c < connections; c++) {
                int session = c;
                senders.add(() -> {
                    for (int i = 0; i < REQUESTS / connections; i++) {
                        client.post("{\"session\":" + session + ",\"seq\":" + i + ",\"start\":" + 2 * i + ",\"commit\":"
                                + (2 * i + 1) + ",\"ops\":[[\"w\",\"" + session + "\"," + i + "]]}\n");
                    }
                    return null;
                });
            }
            for (Future<Void> sender : threads.invokeAll(senders)) {
                sender.get();
            }
        } catch (ExecutionException e) {
            throw new BenchmarkException("a client has failed: " + e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private void tell(int connections, String trace, Table table) throws IOException {
        long journal = 0;
        long folders = 0;
        long others = 0;
        long renames = 0;
        for (Matcher call = CALL.matcher(trace); call.find(); ) {
            if (call.group(1).startsWith("rename")) {
                renames++;
            } else if (call.group(2).endsWith(".journal")) {
                journal++;
            } else if (Files.isDirectory(Path.of(call.group(2)))) {
                folders++;
            } else {
                others++;
            }
        }
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "kills");
        measurement.put("command", "strace");
        measurement.put("connections", connections);
        measurement.put("requests", REQUESTS);
        measurement.put("journalForces", journal);
        measurement.put("folderForces", folders);
        measurement.put("otherForces", others);
        measurement.put("renames", renames);
        laboratory.json().write(measurement);
        table.row(
                Table.count(connections),
                Table.count(REQUESTS),
                Table.count(journal),
                Table.count(folders),
                Table.count(others),
                Table.count(renames));
    }
}
