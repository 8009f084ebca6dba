package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.isolde.history.Level;
import org.isolde.online.aion.DiskMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The power goes at any moment, again and again: all that was answered is found again, and the violations are the same. */
@Timeout(120)
class PowerCutTest {
    private static final int TRIALS = 100;
    private static final int SESSIONS = 3;
    private static final int EACH = 25;
    private static final int BAD = 5;

    @TempDir
    private Path above;

    private final ExecutorService senders = Executors.newFixedThreadPool(SESSIONS);

    @AfterEach
    void nothingStays() {
        senders.shutdownNow();
    }

    /** What is written is on disk at once, as the contract of the map says; the map itself is where its folder is. */
    private record DurableMap(ForgetfulStorage storage, MemoryMap map) implements DiskMap {
        @Override
        public byte[] get(byte[] key) {
            return map.get(key);
        }

        @Override
        public Entry floor(byte[] key) {
            return map.floor(key);
        }

        @Override
        public Entry higher(byte[] key) {
            return map.higher(key);
        }

        @Override
        public Changes changes() {
            return map.changes();
        }

        @Override
        public void write(Changes changes) throws IOException {
            storage.use();
            map.write(changes);
        }

        @Override
        public void close() {}
    }

    /** A stream that is sent until all of it has been answered, over as many power cuts as it takes. */
    private final class Trial {
        private final Random random;
        private final Path folder;
        private final ForgetfulStorage storage = new ForgetfulStorage();
        private final Map<ForgetfulStorage.Inode, MemoryMap> maps = new HashMap<>();
        private final int[] answered = new int[SESSIONS];
        private FakeEngine engine;
        private int cuts;
        private final boolean isReal;

        Trial(long seed) throws IOException {
            this(seed, false);
        }

        /**
         * @param isReal whether with the engine that is used in earnest, which does not tell what it has seen
         */
        Trial(long seed, boolean isReal) throws IOException {
            this.isReal = isReal;
            random = new Random(seed);
            folder = above.resolve("monitor");
            // for the lock alone
            Files.createDirectories(folder);
            storage.makeFolder(above);
        }

        private MonitorOptions options() {
            MonitorOptions options = MonitorOptions.of(Level.SI)
                    .state(folder)
                    .storage(storage)
                    .settle(Duration.ZERO)
                    .initial("\"good\"")
                    .saveBytes(random.nextInt(2_000))
                    .segmentBytes(700)
                    .disk((path, memory) -> new DurableMap(
                            storage, maps.computeIfAbsent(storage.inode(path), inode -> new MemoryMap())));
            return isReal
                    ? options
                    : options.engine((rules, disk, listener) -> engine = new FakeEngine(rules, disk, listener));
        }

        private static String line(int session, int seq) {
            return "{\"session\":\"" + session + "\",\"seq\":" + seq + ",\"start\":" + 2 * seq + ",\"commit\":"
                    + (2 * seq + 1) + ",\"ops\":[[\"r\",\"x\",\"" + (seq % BAD == 0 ? "bad" : "good") + "\"]]}\n";
        }

        void run() throws Exception {
            while (!life()) {
                cuts++;
                if (random.nextInt(3) == 0) {
                    // only the process was killed
                    storage.on();
                } else {
                    storage.restart(random);
                }
            }
            List<String> expected = new ArrayList<>();
            for (int s = 0; s < SESSIONS; s++) {
                for (int i = 0; i < EACH; i += BAD) {
                    expected.add("\"session\":\"" + s + "\",\"seq\":" + i + ",");
                }
            }
            List<String> told = new String(storage.bytes(folder.resolve("violations.jsonl")), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertEquals(expected.size(), told.size());
            for (int n = 1; n <= told.size(); n++) {
                assertTrue(told.get(n - 1).startsWith("{\"n\":" + n + ",\"kind\":\"EXT\","), told.get(n - 1));
            }
            for (String one : expected) {
                assertEquals(1, told.stream().filter(line -> line.contains(one)).count(), one);
            }
        }

        /** From a start to a cut, or to the end of the stream; says whether it was that. */
        private boolean life() throws Exception {
            // often while it starts
            storage.cutAfter(random.nextInt(random.nextInt(3) == 0 ? 25 : 150));
            try (Monitor monitor = Monitor.open(options())) {
                assertTrue(monitor.status().received() >= IntStream.of(answered).sum());
                for (int s = 0; s < SESSIONS && !isReal; s++) {
                    for (int i = 0; i < answered[s]; i++) {
                        assertTrue(engine.hasSeen(Integer.toString(s), i), "answered and lost: " + s + ":" + i);
                    }
                }
                List<Callable<Void>> all = new ArrayList<>();
                for (int s = 0; s < SESSIONS; s++) {
                    int session = s;
                    all.add(() -> send(monitor, session));
                }
                for (Future<Void> one : senders.invokeAll(all)) {
                    one.get();
                }
                storage.cutAfter(Long.MAX_VALUE / 2);
                assertEquals(SESSIONS * EACH, monitor.finish().counts().received());
                return true;
            } catch (IOException e) {
                return broken(e);
            } catch (ExecutionException e) {
                return broken(e.getCause() instanceof IOException io ? io : new IOException(e.getCause()));
            }
        }

        private boolean broken(IOException e) throws IOException {
            if (!storage.isOff()) {
                throw e;
            }
            return false;
        }

        private Void send(Monitor monitor, int session) throws IOException, InterruptedException {
            while (answered[session] < EACH) {
                monitor.add(line(session, answered[session]).getBytes(StandardCharsets.UTF_8));
                answered[session]++;
            }
            return null;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasAnsweredIsFoundAgain(boolean isReal) throws Exception {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        int trials = isReal ? TRIALS / 5 : TRIALS;
        int cuts = 0;
        for (int i = 0; i < trials; i++) {
            try {
                Trial trial = new Trial(seed + i, isReal);
                trial.run();
                cuts += trial.cuts;
            } catch (AssertionError | IOException e) {
                throw new AssertionError("-Disolde.seed=" + (seed + i) + " " + e.getMessage(), e);
            }
        }
        assertTrue(cuts > trials, "the power went " + cuts + " times");
    }

    /** A process was killed before it forced what the next one finds, and builds upon. */
    @Test
    void whatAKilledProcessLeftIsForcedByTheNext() throws Exception {
        Trial trial = new Trial(1);
        ForgetfulStorage storage = trial.storage;
        storage.ignoring(force -> force.startsWith("bytes of ") || force.equals("names in monitor"));
        try (Monitor monitor = Monitor.open(trial.options().saveBytes(Long.MAX_VALUE))) {
            trial.send(monitor, 0);
            monitor.awaitChecked();
            storage.cutAfter(0);
        } catch (IOException e) {
            trial.broken(e);
        }
        storage.on();
        storage.ignoring(force -> false);
        try (Monitor monitor = Monitor.open(trial.options().saveBytes(0))) {
            assertEquals(EACH, monitor.status().counts().received());
            storage.cutAfter(0);
        } catch (IOException e) {
            trial.broken(e);
        }
        storage.restart(new Random(0) {
            @Override
            public int nextInt(int bound) {
                // nothing stays that was not forced
                return 0;
            }
        });
        try (Monitor monitor = Monitor.open(trial.options())) {
            assertEquals(EACH, monitor.status().counts().received());
        }
    }

    /** Each of them is needed: where it is left out, power cuts lose something that was answered, or the start fails. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes of .*\\.journal",
                "names in journal",
                "bytes of violations.jsonl",
                "names in monitor",
                "names in ABOVE"
            })
    void noForceCanBeLeftOut(String force) throws Exception {
        String pattern = force.replace("ABOVE", above.getFileName().toString());
        Throwable lost = null;
        for (long seed = 1; seed <= 20 * TRIALS && lost == null; seed++) {
            Trial trial = new Trial(seed);
            trial.storage.ignoring(each -> each.matches(pattern));
            try {
                trial.run();
            } catch (AssertionError | IOException e) {
                lost = e;
            }
        }
        assertNotNull(lost, force + " is never missed");
    }
}
