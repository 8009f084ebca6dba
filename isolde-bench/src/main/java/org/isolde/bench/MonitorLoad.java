package org.isolde.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * One client of a monitor: transactions on keys of its own, one after the other, some reads of which are made wrong. What it
 * has sent is answered before it goes on, so no other verdict on them is possible than the one that is expected.
 */
final class MonitorLoad implements Runnable {
    private static final int SESSIONS = 4;
    private static final int KEYS = 20;
    private static final int BATCH = 50;
    private static final int WRONG = 97;

    private final MonitorClient client;
    private final int number;
    private final int clients;
    private final Set<String> wrong;
    private final Random random;
    private final Map<Integer, Integer> store = new HashMap<>();
    private final int[] seq = new int[SESSIONS];
    private volatile boolean stopped;
    private volatile long answered;
    private volatile Throwable failure;

    /**
     * @param wrong gets the session and number of each transaction with a wrong read
     */
    MonitorLoad(MonitorClient client, int number, int clients, Set<String> wrong) {
        this.client = client;
        this.number = number;
        this.clients = clients;
        this.wrong = wrong;
        this.random = new Random(number);
    }

    /** Ends when what is on its way is answered. */
    void stop() {
        stopped = true;
    }

    long answered() {
        return answered;
    }

    Throwable failure() {
        return failure;
    }

    @Override
    public void run() {
        try {
            for (int t = 0; !stopped; t += BATCH) {
                StringBuilder lines = new StringBuilder("{\"isolde\":1,\"initial\":0}\n");
                for (int i = 0; i < BATCH; i++) {
                    line(t + i, lines);
                }
                client.post(lines.toString());
                answered += BATCH;
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private void line(int t, StringBuilder lines) {
        int session = random.nextInt(SESSIONS);
        String name = number + "-" + session;
        int read = random.nextInt(KEYS);
        int write = random.nextInt(KEYS);
        int seen = store.getOrDefault(read, 0);
        if (t % WRONG == WRONG - 1) {
            seen = -t;
            wrong.add(name + ":" + seq[session]);
        }
        long start = 2L * ((long) t * clients + number);
        lines.append("{\"session\":\"" + name + "\",\"seq\":" + seq[session]++ + ",\"start\":" + start
                + ",\"commit\":" + (start + 1) + ",\"ops\":[[\"r\",\"" + number + "-" + read + "\"," + seen
                + "],[\"w\",\"" + number + "-" + write + "\"," + (t + 1) + "]]}\n");
        store.put(write, t + 1);
    }
}
