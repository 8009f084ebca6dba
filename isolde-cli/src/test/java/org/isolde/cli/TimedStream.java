package org.isolde.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Lines of transactions with timestamps, one after the other on a store of its own, some reads of which are made wrong. */
final class TimedStream {
    private static final int SESSIONS = 8;
    private static final int KEYS = 20;

    private TimedStream() {}

    /**
     * @param wrong every so manieth transaction has a wrong read; 0 for none
     */
    static List<String> lines(int transactions, int wrong, long seed) {
        Random random = new Random(seed);
        Map<Integer, Integer> store = new HashMap<>();
        int[] seq = new int[SESSIONS];
        List<String> lines = new ArrayList<>();
        for (int t = 0; t < transactions; t++) {
            int session = random.nextInt(SESSIONS);
            int read = random.nextInt(KEYS);
            int write = random.nextInt(KEYS);
            int seen = wrong > 0 && t % wrong == wrong - 1 ? -t : store.getOrDefault(read, 0);
            lines.add("{\"session\":\"s" + session + "\",\"seq\":" + seq[session]++ + ",\"start\":" + 2 * t
                    + ",\"commit\":" + (2 * t + 1) + ",\"ops\":[[\"r\"," + read + "," + seen + "],[\"w\"," + write + ","
                    + (t + 1) + "]]}\n");
            store.put(write, t + 1);
        }
        return lines;
    }
}
