package org.isolde.flink.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A session cluster as Flink's scripts start it, a process for the job manager and one for the task manager, and {@code flink run}: the job comes to
 * them in its jar, and what is in that jar is on no other class path of theirs.
 */
final class StandaloneCluster implements AutoCloseable {
    private static final Pattern ARTIFACT = Pattern.compile("(?m)^\\s*[\\w.-]+:([\\w.-]+):");
    private static final Pattern JOB = Pattern.compile("JobID (\\p{XDigit}{32})");
    private static final Pattern SAVEPOINT = Pattern.compile("\"location\":\"([^\"]+)\"");

    private final Path folder;
    private final String door;
    private final String flink;
    private final Path jar;
    private final List<String> beside = new ArrayList<>();
    private final List<Process> servers = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    StandaloneCluster(Path folder) throws Exception {
        this.folder = Files.createDirectories(folder);
        int[] ports = freePorts();
        door = "http://127.0.0.1:" + ports[0];
        Files.write(
                folder.resolve("config.yaml"),
                List.of(
                        "rest.address: 127.0.0.1",
                        "rest.bind-address: 127.0.0.1",
                        "rest.port: " + ports[0],
                        "jobmanager.rpc.address: 127.0.0.1",
                        "jobmanager.rpc.port: " + ports[1],
                        "jobmanager.bind-host: 127.0.0.1",
                        "taskmanager.host: 127.0.0.1",
                        "taskmanager.bind-host: 127.0.0.1",
                        "taskmanager.numberOfTaskSlots: 2",
                        "taskmanager.cpu.cores: 2",
                        "taskmanager.memory.task.heap.size: 128m",
                        "taskmanager.memory.task.off-heap.size: 16m",
                        "taskmanager.memory.framework.heap.size: 64m",
                        "taskmanager.memory.framework.off-heap.size: 64m",
                        "taskmanager.memory.managed.size: 32m",
                        "taskmanager.memory.network.min: 128m",
                        "taskmanager.memory.network.max: 128m",
                        "taskmanager.memory.jvm-metaspace.size: 128m",
                        "taskmanager.memory.jvm-overhead.min: 64m",
                        "taskmanager.memory.jvm-overhead.max: 64m",
                        // the task manager may be there first
                        "cluster.registration.error-delay: 200 ms",
                        "parallelism.default: 2",
                        "io.tmp.dirs: " + folder));
        Path classes = classes(JobRun.class);
        List<String> inTheJob = artifacts(classes.resolveSibling("libraries.txt"));
        List<String> inFlink = artifacts(Path.of("../isolde-run/src/main/versions/org/isolde/run/artifact/flink.lock"));
        List<String> theirs = new ArrayList<>(List.of(classes(ChildMain.class).toString()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath().normalize();
            if (isIsolde(path) && !path.equals(classes) || isOneOf(inTheJob, path)) {
                beside.addAll(List.of("-C", path.toUri().toString()));
            }
            if (isOneOf(inFlink, path)) {
                theirs.add(path.toString());
            }
        }
        flink = String.join(File.pathSeparator, theirs);
        jar = jar(classes);
        String runtime = "org.apache.flink.runtime.";
        for (String server :
                List.of("entrypoint.StandaloneSessionClusterEntrypoint", "taskexecutor.TaskManagerRunner")) {
            servers.add(start(server, runtime + server, "--configDir", folder.toString()));
        }
        await("there is a task manager", () -> get("/overview").contains("\"slots-available\":2"));
    }

    private static int[] freePorts() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket one = new ServerSocket(0, 1, here);
                ServerSocket other = new ServerSocket(0, 1, here)) {
            return new int[] {one.getLocalPort(), other.getLocalPort()};
        }
    }

    private static Path classes(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static List<String> artifacts(Path list) throws IOException {
        return ARTIFACT.matcher(Files.readString(list))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** A module in the build, or its jar. */
    private static boolean isIsolde(Path path) {
        String name = path.getFileName().toString();
        return name.equals("classes") || name.startsWith("isolde-") && !name.endsWith("-tests.jar");
    }

    private static boolean isOneOf(List<String> artifacts, Path jar) {
        String name = jar.getFileName().toString();
        return artifacts.stream()
                .anyMatch(each -> name.startsWith(each + "-") && Character.isDigit(name.charAt(each.length() + 1)));
    }

    /** The job's own classes, as the jar that is submitted; what else is in that one stands beside it. */
    private Path jar(Path classes) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        Path file = folder.resolve("isolde-flink.jar");
        try (OutputStream bytes = Files.newOutputStream(file);
                JarOutputStream out = new JarOutputStream(bytes, manifest);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(each).toString().replace(File.separatorChar, '/');
                if (!name.equals("META-INF/MANIFEST.MF")) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(each, out);
                }
            }
        }
        return file;
    }

    private Process start(String name, String main, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                // as in the configuration that Flink comes with
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-cp",
                flink,
                ChildMain.class.getName(),
                main));
        command.addAll(Arrays.asList(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".txt").toFile());
        builder.environment().put("FLINK_CONF_DIR", folder.toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /** {@code flink run}. */
    final class Submitted {
        private final Path out;
        private final Process client;
        private final String job;

        /**
         * @param options of {@code flink run}
         * @param words of the job
         */
        Submitted(String name, List<String> options, List<String> words) throws Exception {
            out = folder.resolve(name + ".txt");
            List<String> call = new ArrayList<>(List.of("run"));
            call.addAll(options);
            call.addAll(beside);
            call.add(jar.toString());
            call.addAll(words);
            client = start(name, "org.apache.flink.client.cli.CliFrontend", call.toArray(String[]::new));
            await(
                    name + " is submitted",
                    () -> !client.isAlive() || JOB.matcher(printed()).find());
            Matcher told = JOB.matcher(printed());
            assertTrue(told.find(), this::printed);
            job = told.group(1);
        }

        String printed() {
            try {
                return Files.readString(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        int exitCode() throws InterruptedException {
            assertTrue(client.waitFor(1, TimeUnit.MINUTES), this::printed);
            return client.exitValue();
        }

        /** Stops the job; returns its savepoint. */
        String stop(boolean drain) throws Exception {
            String body = "{\"drain\":" + drain + ",\"targetDirectory\":\""
                    + folder.resolve("savepoints").toUri() + "\"}";
            HttpResponse<String> asked = http.send(
                    HttpRequest.newBuilder(URI.create(door + "/jobs/" + job + "/stop"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertEquals(202, asked.statusCode(), asked.body());
            String request = asked.body().replaceAll("\\W|request|id", "");
            String path = "/jobs/" + job + "/savepoints/" + request;
            await("it is stopped", () -> get(path).contains("COMPLETED"));
            Matcher where = SAVEPOINT.matcher(get(path));
            assertTrue(where.find(), get(path));
            return where.group(1);
        }
    }

    private String get(String path) throws InterruptedException {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create(door + path)).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            // not there yet
            return e.toString();
        }
    }

    void await(String what, Callable<Boolean> so) throws Exception {
        for (long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1); !so.call(); Thread.sleep(100)) {
            if (System.nanoTime() > end || !servers.stream().allMatch(Process::isAlive)) {
                throw new AssertionError("it is not so that " + what + "\n" + told());
            }
        }
    }

    /** What the processes have printed. */
    private String told() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".txt")).toList()) {
                text.append(file.getFileName()).append(":\n").append(Files.readString(file));
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }
}
