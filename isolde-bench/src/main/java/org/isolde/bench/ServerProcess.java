package org.isolde.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of Isolde's, started as a user would, on loopback; it ends with this object. */
final class ServerProcess implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

    private final Process process;
    private final Path err;
    private final URI uri;

    /**
     * @param words of the command line, behind {@code isolde}; they must have it take any free port
     * @param folder where what it prints is kept
     */
    ServerProcess(Laboratory laboratory, List<String> words, Path folder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(laboratory.isolde());
        command.addAll(words);
        Path out = folder.resolve("out");
        err = folder.resolve("err");
        process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        uri = URI.create(url(out));
    }

    private String url(Path out) throws IOException, InterruptedException {
        long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        while (System.nanoTime() < limit && process.isAlive()) {
            Matcher url = URL.matcher(Files.readString(out) + Files.readString(err));
            if (url.find()) {
                return url.group();
            }
            Thread.sleep(100);
        }
        close();
        throw new BenchmarkException("a server did not start: " + Files.readString(err));
    }

    URI uri() {
        return uri;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it has printed to standard error. */
    String errors() throws IOException {
        return Files.readString(err, StandardCharsets.ISO_8859_1);
    }

    /** A figure of the kernel's, such as {@code Threads} or {@code VmRSS} (kB). */
    long figure(String name) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow();
    }

    /** What it has taken of the processors so far. */
    double cpuSeconds() {
        return cpuSeconds(process.toHandle());
    }

    static double cpuSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
