package org.isolde.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Where the files of a test go: a folder of its own, which is emptied of what an earlier run left there. */
final class OutputFolder {
    /** The configuration parameter, in {@code junit-platform.properties} or as a system property. */
    static final String PARAMETER = "isolde.folder";

    private static final String INVOCATION = "[test-template-invocation:#";

    private OutputFolder() {}

    static Path of(ExtensionContext context) throws IOException {
        Path all = context.getConfigurationParameter(PARAMETER).map(Path::of).orElseGet(OutputFolder::usual);
        Path own = all.resolve(context.getRequiredTestClass().getName())
                .resolve(context.getRequiredTestMethod().getName() + invocation(context.getUniqueId()));
        clear(own);
        return Files.createDirectories(own).toAbsolutePath();
    }

    /** In the build folder of Maven or Gradle, whichever builds here. */
    private static Path usual() {
        boolean gradle = !Files.exists(Path.of("pom.xml"))
                && (Files.exists(Path.of("build.gradle")) || Files.exists(Path.of("build.gradle.kts")));
        return Path.of(gradle ? "build" : "target", "isolde");
    }

    /** Repeated and parameterized tests have a folder for each time. */
    private static String invocation(String id) {
        int at = id.lastIndexOf(INVOCATION);
        return at < 0 ? "" : "-" + id.substring(at + INVOCATION.length(), id.indexOf(']', at));
    }

    private static void clear(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(folder)) {
                files = all.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
