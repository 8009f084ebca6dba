package org.isolde.report;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import org.isolde.history.History;

/**
 * Tiny random histories with timestamps that break most of what timestamps ask: few different ones, so that ties and points are
 * frequent; registers, lists and compare-and-sets with values that repeat; gaps, aborted and unknown transactions.
 */
final class TiedHistories {
    private final SplittableRandom random;
    private final boolean lists;
    private final boolean hybrid;
    private final int latest;

    private TiedHistories(SplittableRandom random) {
        this.random = random;
        this.lists = random.nextInt(3) == 0;
        this.hybrid = random.nextInt(3) == 0;
        this.latest = 3 + random.nextInt(12);
    }

    static History of(SplittableRandom random) {
        return new TiedHistories(random).history();
    }

    private History history() {
        List<String> lines = new ArrayList<>();
        lines.add("{\"isolde\":1,\"initial\":0}");
        int sessions = 1 + random.nextInt(4);
        int[] sequence = new int[sessions];
        int[] clock = new int[sessions];
        int transactions = 2 + random.nextInt(7);
        for (int i = 0; i < transactions; i++) {
            int session = random.nextInt(sessions);
            sequence[session] += random.nextInt(12) == 0 ? 2 : 1;
            int begin = clock[session] + random.nextInt(4);
            clock[session] = begin + random.nextInt(4);
            lines.add(transaction(i, session, sequence[session], begin, clock[session]));
        }
        return Samples.read(lines.toArray(String[]::new));
    }

    private String transaction(int id, int session, int sequence, int begin, int end) {
        StringJoiner operations = new StringJoiner(",", "[", "]");
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            operations.add(operation());
        }
        int chance = random.nextInt(12);
        String status = chance == 0 ? "aborted" : chance == 1 ? "unknown" : "committed";
        int start = random.nextInt(latest);
        int commit = random.nextInt(10) == 0 ? random.nextInt(latest) : start + random.nextInt(3);
        return "{\"session\":" + session + ",\"seq\":" + sequence + ",\"id\":"
                + id + ",\"status\":\"" + status + "\",\"ops\":" + operations + ",\"begin\":" + begin
                + (status.equals("unknown") ? "" : ",\"end\":" + end)
                + (status.equals("committed") ? ",\"start\":" + stamp(start) + ",\"commit\":" + stamp(commit) : "")
                + "}";
    }

    private String stamp(int time) {
        return hybrid ? "[" + time / 3 + "," + time % 3 + "]" : Integer.toString(time);
    }

    private String operation() {
        String key = "\"" + (char) ('x' + random.nextInt(2)) + "\",";
        int value = random.nextInt(4);
        int chance = random.nextInt(10);
        if (lists) {
            if (chance < 5) {
                return "[\"append\"," + key + value + "]";
            }
            StringJoiner elements = new StringJoiner(",", "[", "]");
            for (int i = random.nextInt(4); i > 0; i--) {
                elements.add(Integer.toString(random.nextInt(4)));
            }
            return "[\"r\"," + key + elements + "]";
        }
        return switch (chance) {
            case 0 -> "[\"cas\"," + key + value + "," + random.nextInt(4) + "]";
            case 1 -> "[\"cas-failed\"," + key + value + "]";
            case 2, 3, 4, 5 -> "[\"w\"," + key + value + "]";
            default -> "[\"r\"," + key + value + "]";
        };
    }
}
