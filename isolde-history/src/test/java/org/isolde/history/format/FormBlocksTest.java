package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays that are cut into blocks where a form probably begins are read, or refused, as from front to back. */
class FormBlocksTest {
    private static final long SEED = Long.getLong("isolde.seed", 41);
    private static final int HISTORIES = 300;

    @TempDir
    Path folder;

    /** Columns and warnings, or the complaint. */
    private static String outcome(Format format, Source source) throws IOException {
        try (source) {
            History history = format.read(source);
            return HexFormat.of().formatHex(Histories.write(Format.ISOLDE_BINARY, history)) + history.warnings();
        } catch (BadHistoryException e) {
            return e.getMessage();
        }
    }

    private boolean same(Format format, String text, Random random, String message) throws IOException {
        Path file = folder.resolve("history");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Files.write(file, bytes);
        String simply = outcome(format, Source.of(file.toString(), new ByteArrayInputStream(bytes)));
        int block = 8 + random.nextInt(random.nextBoolean() ? 100 : 3000);
        int threads = 1 + random.nextInt(3);
        Source source = Source.of(file).withThreads(threads).withBlocks(block);
        assertEquals(simply, outcome(format, source), message + ", blocks of " + block + ", " + threads + " threads");
        return simply.matches("[0-9a-f]+\\[.*\\]");
    }

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int damage = random.nextInt(3); damage > 0; damage--) {
            int at = random.nextInt(damaged.length());
            if (random.nextBoolean()) {
                damaged.setCharAt(at, "\n{}[],:\"0x; ".charAt(random.nextInt(12)));
            } else {
                damaged.delete(at, Math.min(damaged.length(), at + 1 + random.nextInt(40)));
            }
        }
        return damaged.toString();
    }

    /** @param odd whether there is something in it that looks like the beginning of a transaction */
    private static String timekiller(Random random, boolean odd) {
        List<String> transactions = new ArrayList<>();
        String space = random.nextInt(3) == 0 ? " " : "";
        for (int t = 1; t <= 40; t++) {
            List<String> ops = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                String value = odd && random.nextInt(4) == 0
                        ? "\"},{" + (random.nextBoolean() ? "\\\"tid\\\":1" : "[") + "\""
                        : Integer.toString(t * 10 + i);
                ops.add("{\"t\":\"" + (random.nextBoolean() ? "w" : "r") + "\"," + space + "\"k\":" + random.nextInt(5)
                        + ",\"v\":" + value + "}");
            }
            String extra = !odd || random.nextInt(5) > 0
                    ? ""
                    : ",\"extra" + random.nextInt(9) + "\":"
                            + (random.nextBoolean() ? "[{\"tid\":1},{\"tid\":2}]" : "{}");
            transactions.add("{\"tid\":" + t + "," + space + "\"sid\":" + t % 3 + extra + ",\"sts\":{\"p\":" + 2 * t
                    + ",\"l\":0},\"cts\":{\"p\":" + (2 * t + 1) + ",\"l\":0},\"ops\":[" + String.join(",", ops) + "]}");
        }
        String between = random.nextBoolean() ? "," : ",\n";
        return switch (random.nextInt(3)) {
            case 0 -> String.join(random.nextBoolean() ? "" : "\n", transactions) + space;
            case 1 -> space + "[" + String.join(between, transactions) + "]\n";
            default -> "[" + space + String.join(between + space, transactions) + space + "]";
        };
    }

    @Test
    void transactionsOfTimekiller() throws IOException {
        int read = 0;
        for (int i = 0; i < HISTORIES; i++) {
            long seed = SEED + i;
            Random random = new Random(seed * 0x9E3779B97F4A7C15L);
            String text = timekiller(random, random.nextBoolean());
            read += same(Format.TIMEKILLER, random.nextBoolean() ? text : damaged(text, random), random, "seed " + seed)
                    ? 1
                    : 0;
        }
        assertTrue(read > HISTORIES / 2 && read < HISTORIES, read + " were read");
    }

    @Test
    void transactionsOfTimekillerNeedNoSecondReading() throws IOException {
        for (int i = 0; i < 50; i++) {
            Random random = new Random((SEED + i) * 0x9E3779B97F4A7C15L);
            byte[] bytes = timekiller(random, false).getBytes(StandardCharsets.UTF_8);
            Source source = Source.of("input", new ByteArrayInputStream(bytes))
                    .withThreads(2)
                    .withBlocks(300);
            assertTrue(TimekillerReader.readBlocks(source, new HistoryBuilder(), FormCut.of(source.head())));
        }
    }

    /** @param odd whether there is something in it that looks like the beginning of an event */
    private static String edn(Random random, boolean odd) {
        List<String> events = new ArrayList<>();
        String tag = random.nextInt(3) == 0 ? "#jepsen.history.Op" : "";
        String space = random.nextBoolean() ? " " : "\n ";
        for (int t = 1; t <= 30; t++) {
            String discard = odd && random.nextInt(9) == 0 ? "#_" : "";
            for (String type : new String[] {"invoke", "ok"}) {
                String value = odd && random.nextInt(4) == 0
                        ? "\"}{:type " + (random.nextBoolean() ? ":ok}" : ";") + "\""
                        : Integer.toString(t);
                String extra = !odd || random.nextInt(6) > 0
                        ? ""
                        : switch (random.nextInt(4)) {
                            case 0 -> ", :extra {:type :ok, :process 1, :value [[:w 1 9]]}";
                            case 1 -> " #_{:type :ok, :process 1, :value [[:w 1 9]]}";
                            case 2 -> " ; {:type :ok, :process 1, :value [[:w 1 8]]}\n";
                            default -> ", :extra \";\"";
                        };
                events.add(discard + tag + "{:type :" + type + "," + space
                        + ":process " + t % 3 + extra + ", :f :txn, :value [[:w " + random.nextInt(4) + " " + value
                        + "] [:r 1 nil]]}");
            }
        }
        String all = String.join(space, events);
        return switch (random.nextInt(4)) {
            case 0 -> all;
            case 1 -> "(" + all + ") ; over";
            default -> "[" + all + "]\n";
        };
    }

    @Test
    void eventsOfJepsen() throws IOException {
        int read = 0;
        for (int i = 0; i < HISTORIES; i++) {
            long seed = SEED + i;
            Random random = new Random(seed * 0x9E3779B97F4A7C15L);
            String text = edn(random, random.nextBoolean());
            read += same(Format.EDN, random.nextBoolean() ? text : damaged(text, random), random, "seed " + seed)
                    ? 1
                    : 0;
        }
        assertTrue(read > HISTORIES / 4 && read < HISTORIES, read + " were read");
    }

    @Test
    void eventsOfJepsenNeedNoSecondReading() throws IOException {
        for (int i = 0; i < 50; i++) {
            Random random = new Random((SEED + i) * 0x9E3779B97F4A7C15L);
            byte[] bytes = edn(random, false).getBytes(StandardCharsets.UTF_8);
            Source source = Source.of("input", new ByteArrayInputStream(bytes))
                    .withThreads(2)
                    .withBlocks(300);
            assertTrue(EdnReader.forms(source, false, FormCut.of(source.head())).length > 1);
        }
    }
}
