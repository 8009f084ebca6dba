package org.isolde.bench;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Isolde without its launcher, which would build it while it is being built. Benchmarks of tiny histories start a hundred
 * JVMs that do little else, so these have a class archive, as the launcher's have. Without one they do the same.
 */
final class ArchivedIsolde {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "-Xlog:disable",
            "-Xlog:all=error:stderr");
    private static final String MAIN = "org.isolde.cli.Main";

    private ArchivedIsolde() {}

    /**
     * The words that call it.
     *
     * @param folder where the archive may lie as long as they are used
     */
    static List<String> command(Path folder) throws IOException, InterruptedException, URISyntaxException {
        Set<Path> ours = Set.of(location(ArchivedIsolde.class), location(Floor.class));
        List<Path> others = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> !ours.contains(path))
                .toList();
        String classPath = String.join(
                File.pathSeparator, others.stream().map(Path::toString).toList());
        // an archive is made of jars alone; where modules are tested before they are packed, they are folders
        Path archive = others.stream().allMatch(Files::isRegularFile) ? archive(folder, classPath) : null;
        return words(classPath, archive == null ? List.of() : List.of("-XX:SharedArchiveFile=" + archive));
    }

    private static Path location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static List<String> words(String classPath, List<String> flags, String... arguments) {
        List<String> words = new ArrayList<>(List.of(JAVA));
        words.addAll(FLAGS);
        words.addAll(flags);
        words.addAll(List.of("-cp", classPath, MAIN));
        words.addAll(List.of(arguments));
        return words;
    }

    /** The archive of what a check loads, or null if this JVM makes none. */
    private static Path archive(Path folder, String classPath) throws IOException, InterruptedException {
        Path history = Files.writeString(folder.resolve("history.txt"), "w(1,1,1,1)\nr(1,1,2,2)\n");
        Path classes = folder.resolve("classes");
        Path archive = folder.resolve("classes.jsa");
        ChildProcess.run(
                words(classPath, List.of("-XX:DumpLoadedClassList=" + classes), "check", history.toString()), Map.of());
        // only G1 writes it whole; any collector can use it
        List<String> dump = List.of(
                JAVA,
                "-XX:+UseG1GC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + classes,
                "-XX:SharedArchiveFile=" + archive,
                "-cp",
                classPath);
        ChildProcess.run(dump, Map.of());
        return Files.exists(archive) ? archive : null;
    }
}
