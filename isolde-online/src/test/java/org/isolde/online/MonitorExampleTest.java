package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.check.Conclusion;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/monitor.md, word for word but for the disk and what is done with a violation. */
class MonitorExampleTest {
    private static final Path DOCS = Path.of("../docs/monitor.md");

    @TempDir
    private Path folder;

    @Test
    void theExampleOfTheDocumentationRuns() throws IOException, InterruptedException {
        List<String> told = new ArrayList<>();
        MonitorOptions options = MonitorOptions.of(Level.SI)
                .state(folder)
                .disk((path, memory) -> new MemoryMap())
                .onViolation(violation -> told.add(violation.sentence()));
        try (Monitor monitor = Monitor.open(options)) {
            monitor.add(LiveTransaction.of("alice", 0)
                    .timestamps(10, 12)
                    .read("x", null)
                    .write("x", 1));
            monitor.add(LiveTransaction.of("bob", 0).timestamps(13, 13).read("x", null));
            monitor.finish();
            assertEquals(Conclusion.VIOLATED, monitor.status().conclusion());
        }
        assertEquals(
                List.of("Transaction \"bob\":0 read null of key \"x\", but when it took its snapshot the value was 1,"
                        + " written by transaction \"alice\":0"),
                told);
        String docs = Files.readString(DOCS);
        for (String line : List.of(
                "LiveTransaction.of(\"alice\", 0).timestamps(10, 12).read(\"x\", null).write(\"x\", 1)",
                "LiveTransaction.of(\"bob\", 0).timestamps(13, 13).read(\"x\", null)",
                told.get(0))) {
            assertTrue(docs.contains(line), line);
        }
    }

    /** The table of metrics in the documentation is that of the code. */
    @Test
    void theDocumentationNamesEveryMetric() throws IOException, InterruptedException {
        try (Monitor monitor = Monitor.open(MonitorOptions.of(Level.SI).disk((path, memory) -> new MemoryMap()))) {
            String docs = Files.readString(DOCS);
            List<String> names = Metrics.text(monitor.status())
                    .lines()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.split(" ", -1)[2])
                    .toList();
            assertTrue(names.size() > 15, names::toString);
            for (String name : names) {
                assertTrue(docs.contains("`" + name.replaceFirst("isolde_monitor_", "") + "`"), name);
            }
        }
    }
}
