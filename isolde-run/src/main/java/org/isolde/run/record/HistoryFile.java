package org.isolde.run.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.history.format.Json;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;

/**
 * A history in the native format, written as it happens: a header, a line for each transaction in the order in which they
 * ended, and a closing line.
 *
 * <p>Sessions put their lines into a buffer that a thread of its own writes out every few milliseconds, so none of them
 * waits for the disk. Invariant: the file holds whole lines but for what the operating system was doing when it was
 * stopped, and the lines of a session are in its order. A run that is killed loses the last few milliseconds; a reader
 * knows by the missing closing line.
 */
public final class HistoryFile implements TransactionLog {
    private static final long PERIOD_MILLIS = 20;
    private static final int LARGE = 1 << 20;
    /** Beyond this sessions wait for the disk: a buffer that only grows would end in a lack of memory. */
    private static final int FULL = 64 << 20;

    private final FileChannel channel;
    private final Thread writer;
    private final Object lock = new Object();
    private byte[] buffer = new byte[LARGE];
    private int used;
    private byte[] spare = new byte[LARGE];
    private long transactions;
    private boolean closing;
    private volatile IOException failure;

    /** @param header further fields of the header: where the history comes from */
    public HistoryFile(Path file, Map<String, ?> header) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("isolde", 1);
        fields.put("live", true);
        fields.putAll(header);
        byte[] text = (Json.of(fields) + "\n").getBytes(StandardCharsets.UTF_8);
        writeOut(text, text.length);
        writer = new Thread(this::write, "isolde-recorder");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public void add(
            long session,
            Status status,
            String reason,
            OperationList operations,
            long begin,
            long end,
            Timestamps timestamps) {
        synchronized (lock) {
            while (used > FULL && failure == null && !closing) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    break;
                }
            }
            if (failure != null || closing) {
                return;
            }
            transactions++;
            text("{\"session\":");
            number(session);
            if (status != Status.COMMITTED) {
                text(status == Status.ABORTED ? ",\"status\":\"aborted\"" : ",\"status\":\"unknown\"");
                if (reason != null) {
                    text(",\"reason\":");
                    quoted(reason);
                }
            }
            text(",\"ops\":[");
            for (int i = 0; i < operations.size(); i++) {
                if (i > 0) {
                    put(',');
                }
                operation(operations, i);
            }
            text("],\"begin\":");
            number(begin);
            if (end != Long.MAX_VALUE) {
                text(",\"end\":");
                number(end);
            }
            if (timestamps != null && status == Status.COMMITTED) {
                text(",\"start\":");
                number(timestamps.start());
                text(",\"commit\":");
                number(timestamps.commit());
            }
            text("}\n");
            if (used > LARGE / 2) {
                lock.notifyAll();
            }
        }
    }

    private void operation(OperationList operations, int index) {
        byte kind = operations.kind(index);
        text(
                switch (kind) {
                    case OpKind.READ, OpKind.LIST_READ -> "[\"r\",";
                    case OpKind.WRITE -> "[\"w\",";
                    case OpKind.APPEND -> "[\"append\",";
                    case OpKind.CAS_WRITE -> "[\"cas\",";
                    case OpKind.CAS_FAILED -> "[\"cas-failed\",";
                    default -> throw new IllegalArgumentException("no kind of a recorded operation: " + kind);
                });
        number(operations.key(index));
        put(',');
        if (kind == OpKind.LIST_READ) {
            put('[');
            long[] elements = operations.list(index);
            for (int i = 0; i < elements.length; i++) {
                if (i > 0) {
                    put(',');
                }
                number(elements[i]);
            }
            put(']');
        } else if (kind == OpKind.CAS_WRITE || kind == OpKind.CAS_FAILED) {
            value(operations.expected(index));
            if (kind == OpKind.CAS_WRITE) {
                put(',');
                number(operations.value(index));
            }
        } else {
            value(operations.value(index));
        }
        put(']');
    }

    private void value(long value) {
        if (value == Session.ABSENT) {
            text("null");
        } else {
            number(value);
        }
    }

    private void put(char c) {
        room(1);
        buffer[used++] = (byte) c;
    }

    private void room(int bytes) {
        if (used + bytes > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, used + bytes));
        }
    }

    /** ASCII only. */
    @SuppressWarnings("deprecation") // the one way to get ASCII into an array without an object in between
    private void text(String text) {
        room(text.length());
        text.getBytes(0, text.length(), buffer, used);
        used += text.length();
    }

    private void quoted(String text) {
        byte[] bytes = Json.of(text).getBytes(StandardCharsets.UTF_8);
        room(bytes.length);
        System.arraycopy(bytes, 0, buffer, used, bytes.length);
        used += bytes.length;
    }

    private void number(long number) {
        room(20);
        long rest = number;
        if (rest < 0) {
            if (rest == Long.MIN_VALUE) {
                text(Long.toString(rest));
                return;
            }
            buffer[used++] = '-';
            rest = -rest;
        }
        int from = used;
        do {
            buffer[used++] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        for (int left = from, right = used - 1; left < right; left++, right--) {
            byte swapped = buffer[left];
            buffer[left] = buffer[right];
            buffer[right] = swapped;
        }
    }

    /** The writer's thread: takes what is there and writes it, until the end. */
    private void write() {
        while (true) {
            byte[] full;
            int length;
            boolean last;
            synchronized (lock) {
                try {
                    if (!closing && used < LARGE / 2) {
                        lock.wait(PERIOD_MILLIS);
                    }
                } catch (InterruptedException e) {
                    closing = true;
                }
                full = buffer;
                length = used;
                buffer = spare;
                used = 0;
                last = closing;
                lock.notifyAll();
            }
            writeOut(full, length);
            spare = full;
            if (last || failure != null) {
                return;
            }
        }
    }

    /** Writes bytes, or notes the failure and cuts off what was written in part. */
    private void writeOut(byte[] bytes, int length) {
        try {
            long good = channel.position();
            try {
                ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            } catch (IOException e) {
                failure = e;
                // keep the whole lines of this batch that did get there
                long written = channel.position() - good;
                while (written > 0 && bytes[(int) written - 1] != '\n') {
                    written--;
                }
                channel.truncate(good + written);
            }
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
        }
    }

    @Override
    public IOException failure() {
        return failure;
    }

    @Override
    public void finish() throws IOException {
        synchronized (lock) {
            if (!closing) {
                text("{\"closed\":{\"transactions\":");
                number(transactions);
                text("}}\n");
            }
        }
        close();
    }

    @Override
    public void close() throws IOException {
        synchronized (lock) {
            closing = true;
            lock.notifyAll();
        }
        boolean interrupted = false;
        while (true) {
            try {
                writer.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        channel.close();
        if (failure != null) {
            throw failure;
        }
    }
}
