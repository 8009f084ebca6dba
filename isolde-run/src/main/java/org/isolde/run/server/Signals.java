package org.isolde.run.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Sends signals to all processes of a server: to its process group, and to those that left the group but still work in
 * the server's folder (each backend of PostgreSQL makes a session of its own).
 */
final class Signals {
    private static final int SECONDS_TO_END = 20;

    private final Process leader;
    private final Path folder;

    Signals(Process leader, Path folder) {
        this.leader = leader;
        this.folder = folder;
    }

    /** Ends all of them at once, and returns when none is left. */
    void kill() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_END);
        if (leader.isAlive()) {
            send("KILL", List.of("-" + leader.pid()));
        }
        while (true) {
            List<String> left = processes();
            if (left.isEmpty() && !leader.isAlive()) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("processes " + left + " don't end by kill -9");
            }
            send("KILL", left);
            leader.waitFor(5, TimeUnit.MILLISECONDS);
        }
    }

    /** Stops all of them; a process that one of them made meanwhile is stopped too. */
    void stop() throws IOException, InterruptedException {
        send("STOP", List.of("-" + leader.pid()));
        Set<String> stopped = new HashSet<>();
        for (List<String> found = processes(); stopped.addAll(found); found = processes()) {
            send("STOP", found);
        }
    }

    /** Lets all of them go on. */
    void resume() throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(processes());
        all.add("-" + leader.pid());
        send("CONT", all);
    }

    /** The processes that work in the folder, as Linux tells it; on other systems there is only the group. */
    private List<String> processes() throws IOException {
        List<String> found = new ArrayList<>();
        Path all = Path.of("/proc");
        if (!Files.isDirectory(all.resolve("self"))) {
            return found;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(all, "[0-9]*")) {
            for (Path entry : entries) {
                if (worksInFolder(entry)) {
                    found.add(entry.getFileName().toString());
                }
            }
        }
        return found;
    }

    private boolean worksInFolder(Path entry) {
        try {
            return Files.readSymbolicLink(entry.resolve("cwd")).startsWith(folder);
        } catch (IOException e) {
            // It has ended, or is another user's: not one of ours.
            return false;
        }
    }

    /** Processes that ended meanwhile are passed over, so the exit code says nothing. */
    private static void send(String signal, List<String> processes) throws IOException, InterruptedException {
        if (processes.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -s \"$@\"", "kill", signal, "--"));
        command.addAll(processes);
        new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
