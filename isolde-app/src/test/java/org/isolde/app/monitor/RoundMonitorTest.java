package org.isolde.app.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.online.MemoryMap;
import org.isolde.online.MonitorOptions;
import org.isolde.online.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A monitor beside a file that grows. */
@Timeout(60)
class RoundMonitorTest {
    private static final String HEADER = "{\"isolde\":1,\"live\":true,\"clock\":\"nanoseconds\"}\n";

    @TempDir
    private Path folder;

    private final List<Violation> told = new CopyOnWriteArrayList<>();

    private static String line(int session, long begin, long end, long start, long commit, String operations) {
        return "{\"session\":" + session + ",\"ops\":[" + operations + "],\"begin\":" + begin + ",\"end\":" + end
                + ",\"start\":" + start + ",\"commit\":" + commit + "}\n";
    }

    private RoundMonitor open(Duration settle) throws IOException {
        return RoundMonitor.open(
                MonitorOptions.of(Level.SI)
                        .settle(settle)
                        .disk((where, memory) -> new MemoryMap())
                        .onViolation(told::add),
                new MonitorPlan(Level.SI, settle),
                folder.resolve("monitor"));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(
                folder.resolve("history.jsonl"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static Monitored compared(Monitored monitored, Path file) throws IOException {
        return monitored.comparedWith(Isolde.check(History.read(file), CheckOptions.of(Set.of(Level.SI))));
    }

    private void awaitReceived(RoundMonitor monitor, long transactions) {
        while (monitor.status().counts().received() < transactions) {
            Thread.onSpinWait();
        }
    }

    @Test
    void violationsAreToldWhileTheFileGrows() throws Exception {
        Path file = write(HEADER);
        try (RoundMonitor monitor = open(Duration.ofSeconds(20))) {
            monitor.follow(file);
            write(line(1, 0, 10, 1, 2, "[\"w\",1,1]"));
            awaitReceived(monitor, 1);
            // the same key, while the first was running
            String second = line(2, 0, 11, 1, 3, "[\"w\",1,2]");
            write(second.substring(0, 20));
            write(second.substring(20));
            awaitReceived(monitor, 2);
            while (told.isEmpty()) {
                Thread.onSpinWait();
            }
            // without the line that closes a recording, as after a crash
            write(line(1, 12, 13, 3, 3, "[\"r\",1,2]"));
            Monitored monitored = compared(monitor.end(), file);
            assertNull(monitored.problem());
            assertEquals(3, monitored.status().counts().received());
            assertEquals(Agreement.Kind.SAME, monitored.agreement().kind());
            assertTrue(monitored.isViolated());
        }
        assertEquals(1, told.size());
        try (Stream<Path> left = Files.list(folder.resolve("monitor"))) {
            assertEquals(
                    List.of("violations.jsonl"),
                    left.map(each -> each.getFileName().toString()).toList());
        }
    }

    /** A reader that is recorded long before the writer whose value it saw. */
    @Test
    void aWriterThatComesTooLateIsNoViolation() throws Exception {
        Path file = write(HEADER);
        try (RoundMonitor monitor = open(Duration.ZERO)) {
            monitor.follow(file);
            write(line(1, 5, 10, 2, 2, "[\"r\",1,1]"));
            awaitReceived(monitor, 1);
            while (told.isEmpty()) {
                Thread.onSpinWait();
            }
            write(line(2, 0, 20, 1, 2, "[\"w\",1,1]") + "{\"closed\":{\"transactions\":2}}\n");
            Monitored monitored = compared(monitor.end(), file);
            assertEquals(1, monitored.status().violations());
            assertEquals(Agreement.Kind.LATE, monitored.agreement().kind());
            assertTrue(!monitored.isViolated());
        }
    }
}
