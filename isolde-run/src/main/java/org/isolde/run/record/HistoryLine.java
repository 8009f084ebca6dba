package org.isolde.run.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.history.format.Json;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;

/**
 * One transaction as a line of the native format, with its line feed. Used again and again by one thread, so that making
 * a line allocates nothing once the longest has been seen.
 */
final class HistoryLine {
    /** The longest number, Long.MIN_VALUE. */
    private static final int LONGEST_NUMBER = 20;

    /** Of the numbers below 100: two digits at a time halve the divisions, which are most of the work. */
    private static final byte[] TENS = new byte[100];

    private static final byte[] ONES = new byte[100];

    static {
        for (int pair = 0; pair < TENS.length; pair++) {
            TENS[pair] = (byte) ('0' + pair / 10);
            ONES[pair] = (byte) ('0' + pair % 10);
        }
    }

    private byte[] bytes = new byte[512];
    private int length;

    /** The line is the first {@link #length} of these. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Makes the line; the one before is gone. */
    void encode(
            long session,
            Status status,
            String reason,
            OperationList operations,
            long begin,
            long end,
            Timestamps timestamps) {
        length = 0;
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
            timestamp(",\"start\":", timestamps.start(), timestamps.startLogical());
            timestamp(",\"commit\":", timestamps.commit(), timestamps.commitLogical());
        }
        text("}\n");
    }

    private void timestamp(String field, long physical, long logical) {
        text(field);
        if (logical == 0) {
            number(physical);
            return;
        }
        put('[');
        number(physical);
        put(',');
        number(logical);
        put(']');
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
        bytes[length++] = (byte) c;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    /** ASCII only. */
    @SuppressWarnings("deprecation") // the one way to get ASCII into an array without an object in between
    private void text(String text) {
        room(text.length());
        text.getBytes(0, text.length(), bytes, length);
        length += text.length();
    }

    private void quoted(String text) {
        byte[] quoted = Json.of(text).getBytes(StandardCharsets.UTF_8);
        room(quoted.length);
        System.arraycopy(quoted, 0, bytes, length, quoted.length);
        length += quoted.length;
    }

    private void number(long number) {
        room(LONGEST_NUMBER);
        long rest = number;
        if (rest < 0) {
            if (rest == Long.MIN_VALUE) {
                text(Long.toString(rest));
                return;
            }
            bytes[length++] = '-';
            rest = -rest;
        }
        int at = length + digits(rest);
        length = at;
        while (rest >= 100) {
            long hundreds = rest / 100;
            int pair = (int) (rest - hundreds * 100);
            rest = hundreds;
            bytes[--at] = ONES[pair];
            bytes[--at] = TENS[pair];
        }
        bytes[--at] = ONES[(int) rest];
        if (rest >= 10) {
            bytes[--at] = TENS[(int) rest];
        }
    }

    private static int digits(long number) {
        int digits = 1;
        for (long bound = 10; digits < LONGEST_NUMBER - 1 && number >= bound; bound *= 10) {
            digits++;
        }
        return digits;
    }
}
