package org.isolde.flink;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.online.axiom.OfflineFindings;

/**
 * A long stream of a store with snapshot isolation that goes wrong now and then, in every way; its sessions send in order. Transactions are delayed at random.
 */
public final class LargeStream {
    public static final int SESSIONS = 40;
    private static final int KEYS = 400;
    private static final int LISTS = 8;
    private static final int MOST_DELAYED = 200;

    /** When it arrives, and the line. */
    private record Arrival(double place, String line) {}

    private static final class Open {
        long start;
        final StringBuilder ops = new StringBuilder();
        final Map<Integer, Long> writes = new TreeMap<>();
    }

    private final Random random;
    private final long[] value = new long[KEYS];
    private final long[] writtenAt = new long[KEYS];
    private final List<List<Long>> lists = new ArrayList<>();
    private final long[] listWrittenAt = new long[LISTS];
    private final Open[] open = new Open[SESSIONS];
    private final long[] seq = new long[SESSIONS];
    private final long[] lastCommit = new long[SESSIONS];
    private long now = 10;
    private long lastOfAll = 5;
    private final List<Integer> lastKeys = new ArrayList<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    public LargeStream(long seed, int transactions) {
        random = new Random(seed);
        for (int i = 0; i < LISTS; i++) {
            lists.add(new ArrayList<>());
        }
        while (arrivals.size() < transactions) {
            int session = random.nextInt(SESSIONS);
            if (open[session] == null) {
                begin(session);
            } else if (random.nextInt(3) == 0) {
                end(session);
            }
        }
    }

    /** What is read is what is there now: whoever commits while somebody else has read it is found out when that one writes. */
    private void begin(int session) {
        Open tx = new Open();
        tx.start = now++;
        open[session] = tx;
        int count = 4 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            int key = random.nextInt(KEYS);
            if (random.nextInt(100) == 0) {
                list(tx, random.nextInt(LISTS));
            } else if (random.nextBoolean() || tx.writes.containsKey(key)) {
                long there = tx.writes.getOrDefault(key, value[key]);
                boolean wrong = random.nextInt(6000) == 0;
                if (random.nextInt(8) == 0) {
                    boolean wrongAgain = random.nextInt(500) == 0;
                    tx.ops
                            .append(",[\"r\",")
                            .append(key)
                            .append(',')
                            .append(there)
                            .append(']');
                    wrong = wrongAgain;
                }
                tx.ops
                        .append(",[\"r\",")
                        .append(key)
                        .append(',')
                        .append(wrong ? there + 1 : there)
                        .append(']');
            } else {
                long written = random.nextInt(50) == 0 ? 7 : 1000 + now * 10 + i;
                tx.writes.put(key, written);
                tx.ops
                        .append(",[\"w\",")
                        .append(key)
                        .append(',')
                        .append(written)
                        .append(']');
            }
        }
    }

    private void list(Open tx, int list) {
        if (tx.writes.keySet().stream().anyMatch(key -> key >= KEYS)) {
            return;
        }
        String name = "\"list " + list + "\"";
        String all = lists.get(list).toString().replace(" ", "");
        if (random.nextInt(3) == 0) {
            tx.ops.append(",[\"r\",").append(name).append(',').append(all).append(']');
        } else {
            long element = random.nextInt(2_000_000);
            tx.writes.put(KEYS + list, element);
            tx.ops
                    .append(",[\"append\",")
                    .append(name)
                    .append(',')
                    .append(element)
                    .append(']');
        }
    }

    private void end(int session) {
        Open tx = open[session];
        open[session] = null;
        boolean conflict = tx.writes.keySet().stream()
                .anyMatch(key -> (key < KEYS ? writtenAt[key] : listWrittenAt[key - KEYS]) > tx.start);
        long commit = now++;
        int chance = random.nextInt(2000);
        if (conflict && chance != 0) {
            tell(session, "\"status\":\"aborted\"", tx);
            return;
        }
        if (chance == 1) {
            tell(session, "\"status\":\"unknown\"", tx);
            return;
        }
        long start = tx.start;
        if (chance == 2) {
            start = commit + 3;
        } else if (chance == 3) {
            start = Math.max(1, lastCommit[session] - 1 - random.nextInt(20));
        } else if (chance >= 4 && chance < 20 && isTied(session, tx)) {
            commit = lastOfAll;
        } else if (chance == 20) {
            seq[session]++;
        }
        tell(session, "\"start\":" + start + ",\"commit\":" + commit, tx);
        if (start > commit) {
            return;
        }
        lastCommit[session] = commit;
        if (commit != lastOfAll) {
            lastKeys.clear();
            lastKeys.addAll(tx.writes.keySet());
        }
        lastOfAll = commit;
        for (Map.Entry<Integer, Long> write : tx.writes.entrySet()) {
            int key = write.getKey();
            if (key < KEYS) {
                value[key] = write.getValue();
                writtenAt[key] = commit;
            } else {
                lists.get(key - KEYS).add(write.getValue());
                listWrittenAt[key - KEYS] = commit;
            }
        }
    }

    /** Whether it may commit with the last one, and writes what that one has written, as one that should have been aborted. */
    private boolean isTied(int session, Open tx) {
        if (lastOfAll <= lastCommit[session] || lastOfAll < tx.start || lastKeys.isEmpty()) {
            return false;
        }
        int key = lastKeys.get(random.nextInt(lastKeys.size()));
        if (key < KEYS && !tx.writes.containsKey(key)) {
            tx.writes.put(key, 8L);
            tx.ops.append(",[\"w\",").append(key).append(",8]");
        }
        return key < KEYS;
    }

    private void tell(int session, String told, Open tx) {
        String name = session % 2 == 0 ? Integer.toString(session) : "\"s" + session + "\"";
        String line = "{\"session\":" + name + ",\"seq\":" + seq[session] + ",\"id\":" + arrivals.size() + "," + told
                + ",\"ops\":[" + (tx.ops.length() == 0 ? "" : tx.ops.substring(1)) + "]}";
        names.add(name + ":" + seq[session]++);
        arrivals.add(new Arrival(arrivals.size() + random.nextDouble() * MOST_DELAYED, line));
    }

    /** The transactions as lines, in the order of their arrival. */
    public List<String> lines() {
        return arrivals.stream()
                .sorted(Comparator.comparingDouble(Arrival::place))
                .map(Arrival::line)
                .toList();
    }

    /** The transactions in the order of their arrival. */
    List<StreamTransaction> arrivals() throws Exception {
        List<StreamTransaction> all = new ArrayList<>();
        TransactionLines parser = new TransactionLines("0");
        for (String text : lines()) {
            byte[] line = text.getBytes(StandardCharsets.UTF_8);
            parser.parse(line, 0, line.length, all::add);
        }
        return all;
    }

    /** What the offline check finds in all of it. */
    public OfflineFindings offline(java.nio.file.Path folder, Level level) throws Exception {
        List<String> text = new ArrayList<>();
        text.add("{\"isolde\":1,\"initial\":0}");
        arrivals.forEach(arrival -> text.add(arrival.line));
        java.nio.file.Path file = folder.resolve("stream.jsonl");
        java.nio.file.Files.write(file, text);
        History history = Format.read(file);
        return OfflineFindings.of(history, level, true, t -> names.get((int) history.idCode(t)));
    }
}
