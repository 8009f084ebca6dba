package org.isolde.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A script of this repository's root in a folder of its own, where other programs play the parts that a test gives them. */
final class ScriptStage {
    /** What a script wrote, standard error included, and its exit code. */
    record Ended(int code, String output) {
        String lastLine() {
            return output.substring(output.stripTrailing().lastIndexOf('\n') + 1)
                    .stripTrailing();
        }
    }

    private final Path folder;
    private final Path script;
    private String javaHome = System.getProperty("java.home");

    ScriptStage(Path folder, String script) throws IOException {
        this.folder = folder;
        this.script = Files.copy(Path.of("..", script), folder.resolve(script));
        Files.createDirectory(folder.resolve("bin"));
    }

    /** Writes a file, in a folder that may be new. */
    Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Puts a program of bash into the script's folder; one in {@code bin} is found before those of the system. */
    void program(String name, String body) throws IOException {
        Path file = file(name, "#!/usr/bin/env bash\n" + body + "\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("can't make " + file + " executable");
        }
    }

    /** The JDK that the script is told to use, a folder on the stage. */
    void javaHome(String name) {
        javaHome = folder.resolve(name).toString();
    }

    Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", javaHome);
        builder.environment().remove("ISOLDE_JAVA_OPTS");
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(script + " doesn't end");
        }
        return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }
}
