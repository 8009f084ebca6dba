package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that write much, and a reader that goes away after the first line; and how a process ends otherwise. */
@Timeout(180)
class ClosedPipeTest {
    /** What a shell tells of a program that has died of SIGPIPE. */
    private static final int CLOSED = 141;

    @TempDir
    private Path folder;

    private Process process;

    @AfterEach
    void nothingStays() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Starts it, reads a line, closes the pipe; standard input stays open. */
    private void readALineOf(String... args) throws IOException {
        process = ChildIsolde.piped(List.of(), folder, folder.resolve("err.txt"), args);
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            assertFalse(ChildIsolde.line(reader, folder.resolve("err.txt")).isEmpty());
        }
    }

    private void endsQuietly() throws Exception {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it goes on");
        assertEquals("", Files.readString(folder.resolve("err.txt")));
        assertEquals(CLOSED, process.exitValue());
    }

    private static String[] withMany(int count, String file, String... args) {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        words.addAll(Collections.nCopies(count, file));
        return words.toArray(String[]::new);
    }

    /** It would take minutes to its end. */
    @Test
    void generateEndsWithItsReader() throws Exception {
        readALineOf("generate", "--transactions", "100000000");
        endsQuietly();
    }

    @Test
    void convertEndsWithItsReader() throws Exception {
        String file = folder.resolve("history.isolde").toString();
        Cli.run("generate", "--transactions", "20000", "--out", file).expect(0);
        readALineOf("convert", file, "-", "--to", "isolde");
        endsQuietly();
    }

    @Test
    void checkEndsWithItsReader() throws Exception {
        String file = Cli.file(folder, "tiny.txt", "w(1,1,0,0)\n");
        readALineOf(withMany(20_000, file, "check", "--json", "--level", "rc"));
        endsQuietly();
    }

    @Test
    void statsEndsWithItsReader() throws Exception {
        String file = Cli.file(folder, "tiny.txt", "w(1,1,0,0)\n");
        readALineOf(withMany(20_000, file, "stats", "--json"));
        endsQuietly();
    }

    private void ends() throws Exception {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it goes on");
        assertEquals(CLOSED, process.exitValue());
    }

    /** Stories are few and short, so the reader goes before the first. */
    @Test
    void explainAndMinimizeEndWithoutAReader() throws Exception {
        String file = Cli.file(folder, "violating.txt", "r(1,7,0,0)\n");
        for (String command : List.of("explain", "minimize")) {
            process = ChildIsolde.piped(List.of(), folder, folder.resolve("err.txt"), command, "--level", "rc", file);
            process.getInputStream().close();
            ends();
        }
    }

    @Test
    void proveEndsWithItsReader() throws Exception {
        String file = Cli.file(folder, "tiny.txt", "w(1,1,0,0)\n");
        Path proof = folder.resolve("tiny.proof");
        Cli.run("check", "--level", "rc", "--proof", proof.toString(), file).expect(0);
        List<String> lines = Files.readAllLines(proof);
        List<String> one = lines.subList(1, lines.size() - 1);
        int count = 20_000;
        List<String> many = new ArrayList<>(lines.subList(0, 1));
        for (int i = 0; i < count; i++) {
            many.addAll(one);
        }
        many.add("{\"end\":" + count + "}");
        Files.write(proof, many);
        readALineOf("prove", file, proof.toString());
        endsQuietly();
    }

    /** Violations come from another thread than the command's, and more input may come for ever. */
    @Test
    void monitorEndsWithItsReader() throws Exception {
        process = ChildIsolde.piped(
                List.of(), folder, folder.resolve("err.txt"), "monitor", "--json", "--settle", "10ms", "-");
        // not closed: what it still holds when the monitor has ended can't be written
        OutputStream to = process.getOutputStream();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            to.write("{\"isolde\":1,\"initial\":0}\n".getBytes(StandardCharsets.UTF_8));
            Thread writer = new Thread(() -> {
                try {
                    for (int i = 1; ; i++) {
                        // nobody has written what it reads
                        to.write(String.format(
                                        "{\"session\":0,\"seq\":%d,\"ops\":[[\"r\",\"x\",7]],\"start\":%d,\"commit\":%d}%n",
                                        i - 1, 2 * i, 2 * i + 1)
                                .getBytes(StandardCharsets.UTF_8));
                        to.flush();
                        Thread.sleep(1);
                    }
                } catch (IOException | InterruptedException e) {
                    // the monitor has ended, as it should
                }
            });
            writer.setDaemon(true);
            writer.start();
            assertTrue(ChildIsolde.line(reader, folder.resolve("err.txt")).contains("\"x\""));
            reader.close();
            endsQuietly();
        }
    }

    @Test
    void aFullDiskIsToldAtOnce() throws Exception {
        assumeTrue(Files.isWritable(Path.of("/dev/full")));
        process = ChildIsolde.piped(
                List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh"),
                folder,
                folder.resolve("err.txt"),
                "generate",
                "--transactions",
                "100000000");
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it goes on");
        assertEquals(Main.BAD, process.exitValue());
        String err = Files.readString(folder.resolve("err.txt"));
        assertTrue(err.startsWith("isolde: standard output could not be written: "), err);
        assertEquals(1, err.lines().count(), err);
    }

    /** A profiler writes its file when the JVM ends. */
    @Test
    void aProfileIsWritten() throws Exception {
        Path profile = folder.resolve("profile.jfr");
        ChildIsolde child = ChildIsolde.start(
                List.of("env", "JAVA_TOOL_OPTIONS=-XX:StartFlightRecording=filename=" + profile), folder, "levels");
        assertEquals(Main.SATISFIED, child.code(), child.err());
        assertTrue(Files.size(profile) > 0, "the profile is empty");
    }

    /** Whoever asks a monitor to end gets its summary, its exit code, and what is written when a JVM ends. */
    @Test
    void aMonitorThatIsInterruptedEndsAsOthersDo() throws Exception {
        Path err = folder.resolve("err.txt");
        for (String signal : List.of("INT", "TERM", "HUP")) {
            Path profile = folder.resolve(signal + ".jfr");
            process = ChildIsolde.piped(
                    // whoever runs the tests may ignore it, as nohup does, and then a child would too
                    List.of(
                            "env",
                            "--default-signal=" + signal,
                            "JAVA_TOOL_OPTIONS=-XX:StartFlightRecording=filename=" + profile),
                    folder,
                    err,
                    "monitor",
                    "--json",
                    "--settle",
                    "10ms",
                    "-");
            OutputStream to = process.getOutputStream();
            to.write(("{\"isolde\":1,\"initial\":0}\n"
                            + "{\"session\":0,\"seq\":0,\"ops\":[[\"r\",\"x\",7]],\"start\":1,\"commit\":2}\n"
                            + "{\"session\":0,\"seq\":1,\"ops\":[],\"start\":9000000000,\"commit\":9000000001}\n")
                    .getBytes(StandardCharsets.UTF_8));
            to.flush();
            try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
                String line = ChildIsolde.line(reader, err);
                // the JVM tells on standard output that it records
                while (!line.startsWith("{")) {
                    line = ChildIsolde.line(reader, err);
                }
                assertTrue(line.contains("\"x\""), line);
                new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor();
                line = ChildIsolde.line(reader, err);
                assertTrue(line.contains("\"verdict\":\"violated\""), line);
            }
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it goes on");
            assertEquals(Main.VIOLATED, process.exitValue(), signal);
            assertTrue(Files.size(profile) > 0, "the profile is empty");
        }
    }
}
