package org.isolde.history.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.HistoryText;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/** What the tests of formats share: reading from a string, histories as text to compare, and random histories. */
final class Histories {
    private Histories() {}

    static History read(Format format, String text) throws IOException {
        return read(format, text.getBytes(StandardCharsets.UTF_8));
    }

    static History read(Format format, byte[] bytes) throws IOException {
        try (Source source = Source.of("input", new ByteArrayInputStream(bytes))) {
            return format.read(source);
        }
    }

    static Format recognise(String text) throws IOException {
        try (Source source = Source.of("input", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Format.recognise(source);
        }
    }

    /** The complaint about a bad input, with its place. */
    static String problem(Format format, String text) throws IOException {
        return problem(format, text.getBytes(StandardCharsets.UTF_8));
    }

    static String problem(Format format, byte[] bytes) throws IOException {
        try {
            return "read without complaint: " + dump(read(format, bytes));
        } catch (BadHistoryException e) {
            return e.getMessage();
        }
    }

    static byte[] write(Format format, History history) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(history, out);
        return out.toByteArray();
    }

    /** A history as text, a transaction a line, below its initial value and header. */
    static String dump(History history) {
        return HistoryText.initial(history) + ' ' + history.header() + '\n' + HistoryText.lines(history);
    }

    static long seed() {
        return Long.getLong("isolde.seed", 20240607);
    }

    /** A random history, odd in all the ways that the native formats can hold. */
    static History random(long seed) throws IOException {
        return random(seed, false);
    }

    /** A random history; a plain one is of those that EDN can hold. */
    static History random(long seed, boolean plain) throws IOException {
        Random random = new Random(seed);
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        Scalars scalars = segment.scalars();
        boolean lists = random.nextBoolean();
        boolean realTime = random.nextBoolean();
        boolean clock = random.nextInt(4) == 0;
        boolean timestamps = !plain && random.nextBoolean();
        boolean order = !plain && random.nextInt(3) == 0;
        boolean sequence = !plain && random.nextBoolean();
        if (!plain) {
            builder.header("clock", "{ \"kind\": [1, 2.5, null] }").header("w\"e\u00efrd", "\"\\u0041\"");
            int initial = random.nextInt(4);
            if (initial == 0) {
                builder.withoutInitialVersions();
            } else if (initial > 1) {
                builder.initialValue(initial == 2 ? 0 : scalars.text("none"), scalars);
            }
        }
        int sessions = 1 + random.nextInt(4);
        int[] used = new int[sessions];
        long[] time = new long[sessions];
        int transactions = random.nextInt(30);
        for (int i = 0; i < transactions; i++) {
            int s = random.nextInt(sessions);
            long name = plain || s % 2 == 0 ? s - 1 : scalars.text("s\n" + s);
            segment.begin(name, !plain && random.nextInt(3) == 0 ? value(random, scalars) : Segment.NO_ID, i + 1);
            Status status = random.nextInt(5) > 0 ? Status.COMMITTED : Status.values()[1 + random.nextInt(2)];
            segment.status(status);
            if (sequence) {
                segment.seq(1000L - used[s]++);
            }
            if (realTime && !sequence) {
                long begin = time[s] + random.nextInt(5);
                long end = begin + random.nextInt(5);
                time[s] = end;
                segment.realTime(begin, status == Status.UNKNOWN ? Long.MAX_VALUE : end);
            }
            if (clock) {
                segment.displayTime(random.nextLong(), random.nextInt(3) == 0 ? Long.MIN_VALUE : 5);
            }
            if (timestamps) {
                segment.start(i, random.nextInt(2));
                segment.commit(i + 1, random.nextInt(2));
            }
            if (order && random.nextBoolean()) {
                segment.order(random.nextBoolean() ? i : random.nextGaussian());
            }
            operations(random, segment, lists, plain, status);
        }
        for (int chain = plain ? 0 : random.nextInt(3); chain > 0; chain--) {
            segment.versions(value(random, scalars), new long[] {value(random, scalars), 77, 78});
        }
        return builder.build();
    }

    private static void operations(Random random, Segment segment, boolean lists, boolean plain, Status status) {
        Scalars scalars = segment.scalars();
        for (int count = random.nextInt(5) + (status == Status.COMMITTED ? 0 : 1); count > 0; count--) {
            long key = value(random, scalars);
            long value = value(random, scalars);
            switch (random.nextInt(plain ? 4 : 7)) {
                case 0, 1:
                    segment.op(lists ? OpKind.APPEND : OpKind.WRITE, key, value);
                    break;
                case 4:
                    segment.op(OpKind.CAS_READ, key, random.nextBoolean() ? Scalars.NULL : value);
                    segment.op(OpKind.CAS_WRITE, key, value(random, scalars));
                    break;
                case 5:
                    segment.op(OpKind.CAS_FAILED, key, value);
                    break;
                default:
                    if (lists) {
                        int length = random.nextInt(4);
                        segment.listRead(key, new long[] {value, 5, value(random, scalars)}, Math.min(3, length));
                    } else {
                        boolean initial = status == Status.COMMITTED && random.nextInt(3) == 0;
                        segment.op(OpKind.READ, key, initial ? Scalars.NULL : value);
                    }
            }
        }
    }

    private static long value(Random random, Scalars scalars) {
        return switch (random.nextInt(8)) {
            case 0 -> scalars.text("1");
            case 1 -> scalars.text("\u00e4\"\\\u0001\ud83d\ude00 /\n");
            case 2 -> scalars.number(Long.MIN_VALUE + random.nextInt(2));
            case 3 -> Long.MAX_VALUE - 5 + random.nextInt(4);
            case 4 -> -random.nextInt(3) - 1;
            default -> 1 + random.nextInt(20);
        };
    }
}
