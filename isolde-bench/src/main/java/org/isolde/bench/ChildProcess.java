package org.isolde.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program and says what it took.
 *
 * <p>The times are those of bash's {@code time}, which asks the kernel once the program has ended. Of the memory the
 * kernel keeps a high-water mark in {@code /proc}, which is looked at every few milliseconds: what is allocated in the
 * last of them may be missed. The launcher replaces itself by the JVM, so the process that is watched is the JVM.
 */
final class ChildProcess {
    private static final int POLL_MILLISECONDS = 5;
    private static final String TIMED = "TIMEFORMAT='%R %U %S'; time \"${@:3}\" >\"$1\" 2>\"$2\"";

    private ChildProcess() {}

    /**
     * Runs a command to its end, with nothing on its standard input.
     *
     * @param environment what to add to the environment
     */
    static Usage run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        Path out = Files.createTempFile("isolde-bench", ".out");
        Path error = Files.createTempFile("isolde-bench", ".err");
        try {
            List<String> timed =
                    new ArrayList<>(List.of("bash", "-c", TIMED, "bash", out.toString(), error.toString()));
            timed.addAll(command);
            ProcessBuilder builder = new ProcessBuilder(timed)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(environment);
            Process bash = builder.start();
            long peak = -1;
            try {
                peak = watch(bash);
            } finally {
                if (bash.isAlive()) {
                    bash.descendants().forEach(ProcessHandle::destroy);
                    bash.destroy();
                }
            }
            String report = new String(bash.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            String[] times = report.replace(',', '.').split(" ", -1);
            if (times.length != 3) {
                throw new IOException("bash could not time " + String.join(" ", command) + ": " + report);
            }
            return new Usage(
                    Double.parseDouble(times[0]),
                    Double.parseDouble(times[1]) + Double.parseDouble(times[2]),
                    peak,
                    bash.exitValue(),
                    Files.readString(out),
                    Files.readString(error));
        } finally {
            Files.delete(out);
            Files.delete(error);
        }
    }

    /** Waits for the end, and returns the high-water mark of the program that bash has started. */
    private static long watch(Process bash) throws InterruptedException {
        long peak = -1;
        Path status = null;
        while (!bash.waitFor(POLL_MILLISECONDS, TimeUnit.MILLISECONDS)) {
            if (status == null) {
                ProcessHandle program = bash.children().findFirst().orElse(null);
                status = program == null ? null : Path.of("/proc", Long.toString(program.pid()), "status");
            }
            if (status != null) {
                peak = Math.max(peak, highWaterMark(status));
            }
        }
        return peak;
    }

    private static long highWaterMark(Path status) {
        try {
            for (String line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
                if (line.startsWith("VmHWM:")) {
                    return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException e) {
            // it has just ended, or this system has no /proc
        }
        return -1;
    }
}
