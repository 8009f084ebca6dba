package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampAxiom;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.KeyDistribution;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.Format;
import org.isolde.history.format.TransactionReader;
import org.isolde.online.MemoryMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of thousands of transactions, delayed at random, some of them wrong, in an engine that is short of memory. */
class AionStreamTest {
    private static final Pattern READ = Pattern.compile("\\[\"r\",(\\d+),(\\d+)]");
    private static final Pattern START = Pattern.compile("\"start\":(\\d+)");
    private static final long MILLISECOND = 1_000_000;

    @TempDir
    Path folder;

    /** A line of the stream, and when it arrives. */
    private record Arrival(String line, long time) {}

    @Test
    void delayedStreamsGiveTheCountsOfTheWholeHistory() throws IOException {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("AionStreamTest: -Disolde.seed=" + seed);
        long readBack = 0;
        long spilled = 0;
        for (int i = 0; i < 24; i++) {
            Random random = new Random(seed + i);
            List<String> lines = lines(random);
            double mean = 100 + random.nextInt(400);
            double deviation = random.nextBoolean() ? 10 : 200;
            List<Arrival> arrivals = new ArrayList<>();
            for (int at = 1; at < lines.size(); at++) {
                double delay = Math.min(1900, Math.max(0, mean + deviation * random.nextGaussian()));
                arrivals.add(new Arrival(lines.get(at), at * MILLISECOND / 4 + (long) (delay * MILLISECOND)));
            }
            arrivals.sort(Comparator.comparingLong(Arrival::time));
            Level level = random.nextBoolean() ? Level.SI : Level.SER;
            Map<TimestampAxiom, Long> expected = offline(lines, level);
            AionCounts counts = online(lines.get(0), arrivals, level, random);
            assertEquals(expected, counts.findings(), "seed " + (seed + i) + " " + level);
            readBack += counts.readBack();
            spilled += counts.spilledVersions();
        }
        System.out.println("spilled " + spilled + " versions, read back " + readBack + " blocks");
        assertTrue(spilled > 1000 && readBack > 1000, "spilled " + spilled + ", read back " + readBack);
    }

    /** A history as numbered lines; about one in a hundred is not what it was. */
    private static List<String> lines(Random random) throws IOException {
        boolean lists = random.nextInt(5) == 0;
        GeneratorOptions options = GeneratorOptions.builder()
                .store(random.nextBoolean() ? SimulatedStore.SI : SimulatedStore.STRICT)
                .shape(lists ? HistoryShape.LIST_APPEND : HistoryShape.REGISTERS)
                .transactions(lists ? 500 : 3000)
                .sessions(1 + random.nextInt(20))
                .operations(1, 8)
                .keys(1 + random.nextInt(60))
                .distribution(KeyDistribution.ZIPFIAN)
                .abortRate(random.nextBoolean() ? 0.05 : 0)
                .unknownRate(random.nextBoolean() ? 0.01 : 0)
                .timestamps(true)
                .seed(random.nextInt(1 << 20))
                .build();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Format.ISOLDE.write(Generator.generate(options), out);
        List<String> lines = new ArrayList<>(
                Arrays.asList(out.toString(StandardCharsets.UTF_8).split("\n")));
        java.util.Map<String, Integer> next = new java.util.HashMap<>();
        for (int at = 1; at < lines.size(); at++) {
            String line = lines.get(at);
            if (random.nextInt(100) == 0) {
                line = wrong(line, random);
            }
            String session = line.substring(0, line.indexOf(','));
            int seq = next.merge(session, 1, Integer::sum) - 1;
            lines.set(at, session + ",\"seq\":" + seq + line.substring(session.length()));
        }
        return lines;
    }

    private static String wrong(String line, Random random) {
        Matcher read = READ.matcher(line);
        if (random.nextBoolean() && read.find()) {
            return read.replaceFirst(
                    "[\"r\"," + read.group(1) + "," + Math.max(0, Long.parseLong(read.group(2)) - 7) + "]");
        }
        Matcher start = START.matcher(line);
        return start.find()
                ? start.replaceFirst("\"start\":" + Math.max(0, Long.parseLong(start.group(1)) - random.nextInt(60)))
                : line;
    }

    private Map<TimestampAxiom, Long> offline(List<String> lines, Level level) throws IOException {
        Path file = folder.resolve("history.jsonl");
        Files.write(file, lines);
        History history = Format.read(file);
        return Isolde.check(history, CheckOptions.of(EnumSet.of(level)))
                .timestamps()
                .get(level)
                .counts();
    }

    private static AionCounts online(String header, List<Arrival> arrivals, Level level, Random random)
            throws IOException {
        MemoryMap disk = new MemoryMap();
        int memory = random.nextBoolean() ? 1 : 1 << (14 + random.nextInt(6));
        AionOptions options = new AionOptions(level, true, 2000 * MILLISECOND, memory, Long.MAX_VALUE / 4);
        int capacity = 4 + random.nextInt(60);
        Aion aion = new Aion(options, disk, finding -> {}, capacity);
        long restored = 0;
        int at = 0;
        while (at < arrivals.size()) {
            int end = Math.min(arrivals.size(), at + 1 + random.nextInt(100));
            StringBuilder block = new StringBuilder(at == 0 ? header + "\n" : "");
            for (Arrival arrival : arrivals.subList(at, end)) {
                block.append(arrival.line).append('\n');
            }
            byte[] bytes = block.toString().getBytes(StandardCharsets.UTF_8);
            TransactionBatch batch = new TransactionReader()
                    .parse(Arrays.copyOf(bytes, bytes.length + TransactionReader.PADDING), bytes.length);
            for (int t = 0; t < batch.transactions(); t++) {
                aion.accept(batch, t, arrivals.get(at + t).time);
            }
            if (random.nextInt(4) == 0) {
                DiskMap.Changes changes = disk.changes();
                aion.save(changes);
                disk.write(changes);
                aion.saved();
                if (random.nextInt(8) == 0) {
                    restored += aion.counts().readBack();
                    aion = new Aion(options, disk, finding -> {}, capacity);
                }
            }
            at = end;
        }
        aion.finish();
        AionCounts counts = aion.counts();
        return new AionCounts(
                counts.received(),
                counts.duplicates(),
                counts.checked(),
                counts.openVerdicts(),
                counts.flipFlops(),
                counts.undecided(),
                counts.late(),
                counts.findings(),
                counts.memory(),
                counts.keys(),
                counts.spilledVersions(),
                counts.readBack() + restored);
    }
}
