package org.isolde.bench;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.isolde.history.History;
import org.isolde.history.format.Format;

/**
 * Reads one file again and again in one JVM, in turn with the floor, and prints what it took: a line with a name and a
 * figure for each.
 *
 * <p>A program of its own, so that each format is read by a JVM that has seen no other, with as many processors as the JVM
 * was told of; the readers start that many threads.
 */
final class ReadingSpeed {
    private static final long SMALL = 1 << 20;

    private ReadingSpeed() {}

    /** Takes a file, the plume text of the same history, the number of warm-ups and that of measured runs. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Path.of(args[0]);
        Path text = Path.of(args[1]);
        int warmups = Integer.parseInt(args[2]);
        int runs = Integer.parseInt(args[3]);
        int threads = Runtime.getRuntime().availableProcessors();
        for (int run = -warmups; run < runs; run++) {
            long start = System.nanoTime();
            Floor.scan(text, threads);
            long between = System.nanoTime();
            Format.read(file);
            long end = System.nanoTime();
            if (run >= 0) {
                print("floorSeconds", (between - start) / 1e9);
                print("seconds", (end - between) / 1e9);
            }
        }
        // what the start of the JVM has left goes only with some collection after the first
        usedHeap();
        // beside a small history, what the JVM itself takes or leaves meanwhile is large
        long[] heapBytes = new long[Files.size(file) < SMALL ? 5 : 1];
        for (int round = 0; round < heapBytes.length; round++) {
            History history = Format.read(file);
            heapBytes[round] = usedHeap();
            if (round == 0) {
                print("operations", history.operations());
                print("columnBytes", (double) operationColumns(history));
            }
            history = null;
            heapBytes[round] -= usedHeap();
        }
        Arrays.sort(heapBytes);
        print("heapBytes", (double) heapBytes[heapBytes.length / 2]);
    }

    private static void print(String name, double figure) {
        System.out.printf(Locale.ROOT, "%s %.9f%n", name, figure);
    }

    private static long usedHeap() {
        // twice: the first may leave what only became garbage while it ran
        System.gc();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /**
     * The bytes in arrays with an element for each operation; the rest of a history are side tables, of transactions,
     * sessions, keys and values. -1 if the history can't be looked into.
     */
    static long operationColumns(History history) {
        try {
            long bytes = 0;
            for (Field holder : History.class.getDeclaredFields()) {
                if (Modifier.isStatic(holder.getModifiers()) || holder.getType().isPrimitive()) {
                    continue;
                }
                holder.setAccessible(true);
                Object columns = holder.get(history);
                for (Field column : columns.getClass().getDeclaredFields()) {
                    column.setAccessible(true);
                    Object array = column.getType().isArray() ? column.get(columns) : null;
                    if (array != null && Array.getLength(array) == history.operations()) {
                        bytes += history.operations()
                                * (long) width(column.getType().getComponentType());
                    }
                }
            }
            return bytes;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return -1;
        }
    }

    private static int width(Class<?> element) {
        return element == byte.class || element == boolean.class
                ? 1
                : element == short.class || element == char.class ? 2 : element == int.class ? 4 : 8;
    }
}
