package org.isolde.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * The floor under every figure: the least that a Java program does with a plume text file, which is to look at its bytes
 * and to know its numbers. The file is mapped, two threads share it, and nothing is kept but a sum.
 *
 * <p>It depends on no other class, so that its JVM starts as fast as any.
 */
final class Floor {
    /** A part of the file that is mapped at once; a mapping can't be larger than 2 GiB. */
    private static final long LARGEST_PART = 1L << 28;

    /** Bytes a call: the virtual machine compiles a method that is called often better than one long loop. */
    private static final int STRETCH = 1 << 14;

    /**
     * What was found in a file.
     *
     * @param lines how many lines there are
     * @param sum the sum of all numbers, which is of no use but that the virtual machine can't leave them out
     */
    record Scan(long lines, long sum) {}

    private final FileChannel channel;
    private final long size;
    private final int parts;
    private final int threads;
    private final long[] lines;
    private final long[] sums;

    private Floor(FileChannel channel, int threads) throws IOException {
        this.channel = channel;
        this.threads = threads;
        this.size = channel.size();
        this.parts = threads * (int) (1 + size / (threads * LARGEST_PART));
        this.lines = new long[parts];
        this.sums = new long[parts];
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Scan scan = scan(Path.of(args[0]), 2);
        System.out.println(scan.lines() + " lines, sum " + scan.sum());
    }

    static Scan scan(Path file, int threads) throws IOException, InterruptedException {
        try (FileChannel channel = FileChannel.open(file)) {
            return new Floor(channel, threads).scan();
        }
    }

    private Scan scan() throws IOException, InterruptedException {
        IOException[] failures = new IOException[threads];
        Thread[] workers = new Thread[threads];
        for (int worker = 0; worker < threads; worker++) {
            int first = worker;
            workers[worker] = new Thread() {
                @Override
                public void run() {
                    try {
                        for (int part = first; part < parts; part += threads) {
                            scanPart(part);
                        }
                    } catch (IOException e) {
                        failures[first] = e;
                    }
                }
            };
            workers[worker].start();
        }
        long allLines = 0;
        long sum = 0;
        for (int worker = 0; worker < threads; worker++) {
            workers[worker].join();
            if (failures[worker] != null) {
                throw failures[worker];
            }
        }
        for (int part = 0; part < parts; part++) {
            allLines += lines[part];
            sum += sums[part];
        }
        return new Scan(allLines, sum);
    }

    /** Scans the lines that begin in a part. */
    private void scanPart(int part) throws IOException {
        long from = lineFrom(size * part / parts);
        long to = lineFrom(size * (part + 1) / parts);
        MappedByteBuffer bytes = channel.map(MapMode.READ_ONLY, from, to - from);
        int end = (int) (to - from);
        int at = 0;
        while (at < end) {
            int stop = Math.min(end, at + STRETCH);
            while (stop < end && bytes.get(stop - 1) != '\n') {
                stop++;
            }
            scanLines(bytes, at, stop, part);
            at = stop;
        }
    }

    private void scanLines(MappedByteBuffer bytes, int from, int to, int part) {
        long found = 0;
        long sum = 0;
        long number = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes.get(at) - '0';
            if (digit >= 0 && digit <= 9) {
                number = 10 * number + digit;
            } else {
                sum += number;
                number = 0;
                found += digit == '\n' - '0' ? 1 : 0;
            }
        }
        lines[part] += found;
        sums[part] += sum + number;
    }

    /** Where the first line at or behind a place begins. */
    private long lineFrom(long place) throws IOException {
        if (place == 0 || place == size) {
            return place;
        }
        ByteBuffer some = ByteBuffer.allocate(256);
        long at = place - 1;
        while (channel.read(some.clear(), at) > 0) {
            for (int i = 0; i < some.position(); i++) {
                if (some.get(i) == '\n') {
                    return at + i + 1;
                }
            }
            at += some.position();
        }
        return size;
    }
}
