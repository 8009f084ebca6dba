package org.isolde.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Transactions of a store in which one follows the other, for as long as they are asked for: half of the operations are reads, all
 * of the newest value, and now and then one is wrong. Each comes late by up to so many transactions, in any order. Several
 * senders share the sessions.
 */
final class SoakStream {
    private static final int OPERATIONS = 8;
    private static final int LATEST = 20_000;

    /** What sessions do. */
    enum Sessions {
        /** All are there from the start to the end. */
        STAY,
        /** They end, by a line that says so, and others begin; and they pause. */
        COME_AND_GO
    }

    private record Line(long at, String text) {}

    private final Random random = new Random(1);
    private final long[] newest;
    private final int senders;
    private final Sessions behaviour;
    private final long pause;
    private final List<PriorityQueue<Line>> onTheWay = new ArrayList<>();
    private final int[] session;
    private final long[] seq;
    private final long[] pausedUntil;
    private final Map<Integer, Long> last = new HashMap<>();
    private final Set<String> wrong = new TreeSet<>();
    private final Writer prefix;
    private final long prefixLength;
    private final String header;
    private long made;
    private long timestamp;
    private long value;
    private int nextSession;
    private int wrongInPrefix;
    private boolean over;

    /**
     * @param pause for how many transactions of others a session pauses
     * @param prefix gets the first transactions, in the order of their commits
     * @param prefixLength how many
     */
    SoakStream(int sessions, int keys, int senders, Sessions behaviour, long pause, Writer prefix, long prefixLength)
            throws IOException {
        this.newest = new long[keys];
        this.senders = senders;
        this.behaviour = behaviour;
        this.pause = pause;
        this.prefix = prefix;
        this.prefixLength = prefixLength;
        this.session = new int[sessions];
        this.seq = new long[sessions];
        this.pausedUntil = new long[sessions];
        this.header = "{\"isolde\":1,\"initial\":0,\"sessions\":" + sessions + "}\n";
        prefix.write(header);
        for (int i = 0; i < sessions; i++) {
            session[i] = nextSession++;
        }
        for (int i = 0; i < senders; i++) {
            onTheWay.add(new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at)));
        }
    }

    /** From now on nothing new happens; what is on its way still comes. */
    synchronized void end() {
        over = true;
    }

    synchronized long made() {
        return made;
    }

    /** Transactions with a wrong read, as session and number. */
    synchronized Set<String> wrong() {
        return new TreeSet<>(wrong);
    }

    /** How many of them are among the first. */
    synchronized int wrongInPrefix() {
        return wrongInPrefix;
    }

    /** Lets the next transaction be wrong. */
    synchronized void makeOneWrong() throws IOException {
        make(true);
    }

    /** The next line of a sender; null at the end. */
    private synchronized String next(int sender) throws IOException {
        PriorityQueue<Line> lines = onTheWay.get(sender);
        while (!over && lines.size() < LATEST / senders) {
            make(false);
        }
        Line line = lines.poll();
        return line == null ? null : line.text;
    }

    private void make(boolean isWrong) throws IOException {
        int at = random.nextInt(session.length);
        while (pausedUntil[at] > made) {
            at = random.nextInt(session.length);
        }
        long start = ++timestamp;
        StringBuilder ops = new StringBuilder();
        for (int i = 0; i < OPERATIONS; i++) {
            int key = random.nextInt(newest.length);
            boolean reads = i == 0 || random.nextBoolean();
            if (!reads) {
                newest[key] = ++value;
            }
            ops.append(i == 0 ? "" : ",")
                    .append(reads ? "[\"r\"," : "[\"w\",")
                    .append(key)
                    .append(',');
            ops.append(isWrong && i == 0 ? -1 - made : newest[key]).append(']');
        }
        String line = "{\"session\":" + session[at] + ",\"seq\":" + seq[at] + ",\"ops\":[" + ops + "],\"start\":"
                + start + ",\"commit\":" + ++timestamp + "}\n";
        if (made < prefixLength) {
            prefix.write(line);
            wrongInPrefix += isWrong ? 1 : 0;
        }
        if (isWrong) {
            wrong.add(session[at] + ":" + seq[at]);
        }
        seq[at]++;
        made++;
        send(session[at], made + random.nextInt(LATEST), line);
        if (behaviour == Sessions.COME_AND_GO && random.nextInt(5_000) == 0) {
            goOrPause(at);
        }
    }

    private void goOrPause(int at) {
        if (random.nextBoolean()) {
            // behind all that it has sent
            send(session[at], last.remove(session[at]) + 1, "{\"ended\":" + session[at] + "}\n");
            session[at] = nextSession++;
            seq[at] = 0;
        } else if (at > 0) {
            pausedUntil[at] = made + pause;
        }
    }

    private void send(int ofSession, long at, String line) {
        last.merge(ofSession, at, Math::max);
        onTheWay.get(ofSession % senders).add(new Line(at, line));
    }

    /**
     * What a sender sends.
     *
     * @param stall is run before each block
     * @param isDue whether it will take a while then
     */
    InputStream stream(int sender, Runnable stall, BooleanSupplier isDue) {
        return new InputStream() {
            private byte[] block = header.getBytes(StandardCharsets.UTF_8);
            private int at;

            /** It always has something to send, but for its stalls. */
            @Override
            public int available() {
                return isDue.getAsBoolean() ? 0 : 1;
            }

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0];
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (at == block.length) {
                    stall.run();
                    StringBuilder lines = new StringBuilder();
                    for (int i = 0; i < 500; i++) {
                        String line = next(sender);
                        if (line != null) {
                            lines.append(line);
                        }
                    }
                    block = lines.toString().getBytes(StandardCharsets.UTF_8);
                    at = 0;
                    if (block.length == 0) {
                        return -1;
                    }
                }
                int count = Math.min(length, block.length - at);
                System.arraycopy(block, at, into, from, count);
                at += count;
                return count;
            }
        };
    }
}
