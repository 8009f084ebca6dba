package org.isolde.run.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;
import org.junit.jupiter.api.Test;

/** Lines as they are written, letter by letter. */
class HistoryLineTest {
    private final HistoryLine line = new HistoryLine();
    private final OperationList operations = new OperationList();

    private String encoded(Status status, String reason, long begin, long end, Timestamps timestamps) {
        line.encode(3, status, reason, operations, begin, end, timestamps);
        return new String(line.bytes(), 0, line.length(), StandardCharsets.UTF_8);
    }

    @Test
    void committedHasItsOperationsAndTimes() {
        operations.add(OpKind.READ, 7, Session.ABSENT);
        operations.add(OpKind.WRITE, 7, 12);
        operations.addList(8, new long[] {});
        operations.addList(8, new long[] {1, 20, 300});
        operations.add(OpKind.APPEND, 8, 4);
        operations.addCompareAndSet(9, Session.ABSENT, 5);
        operations.addCompareAndSet(9, 6, 7);
        operations.failLast();

        assertEquals(
                "{\"session\":3,\"ops\":[[\"r\",7,null],[\"w\",7,12],[\"r\",8,[]],[\"r\",8,[1,20,300]],[\"append\",8,4],"
                        + "[\"cas\",9,null,5],[\"cas-failed\",9,6]],\"begin\":10,\"end\":25,\"start\":100,\"commit\":101}\n",
                encoded(Status.COMMITTED, null, 10, 25, new Timestamps(100, 101)));
    }

    @Test
    void hybridTimestampsAreWrittenInTwoParts() {
        assertEquals(
                "{\"session\":3,\"ops\":[],\"begin\":1,\"end\":2,\"start\":[100,3],\"commit\":101}\n",
                encoded(Status.COMMITTED, null, 1, 2, new Timestamps(100, 3, 101, 0)));
    }

    @Test
    void othersSayWhy() {
        operations.add(OpKind.WRITE, 1, 2);
        assertEquals(
                "{\"session\":3,\"status\":\"aborted\",\"reason\":\"a \\\"conflict\\\"\",\"ops\":[[\"w\",1,2]],"
                        + "\"begin\":0,\"end\":1}\n",
                encoded(Status.ABORTED, "a \"conflict\"", 0, 1, new Timestamps(100, 101)));
        operations.clear();
        assertEquals(
                "{\"session\":3,\"status\":\"unknown\",\"ops\":[],\"begin\":0}\n",
                encoded(Status.UNKNOWN, null, 0, Long.MAX_VALUE, null));
    }

    @Test
    void numbersOfEveryLengthAreWhole() {
        StringBuilder wanted = new StringBuilder();
        long power = 1;
        for (int digits = 1; digits <= 19; digits++) {
            for (long number : new long[] {power, power - 1, power + 1, -power, 9 - power, power / 9 * 7}) {
                operations.add(OpKind.WRITE, number, number);
                wanted.append(",[\"w\",")
                        .append(number)
                        .append(',')
                        .append(number)
                        .append(']');
            }
            power *= 10;
        }
        for (long number : new long[] {Long.MAX_VALUE, -Long.MAX_VALUE}) {
            operations.add(OpKind.WRITE, number, number);
            wanted.append(",[\"w\",").append(number).append(',').append(number).append(']');
        }
        // as a key, the number that stands for an absent value is a number like any other
        operations.add(OpKind.WRITE, Long.MIN_VALUE, 0);
        wanted.append(",[\"w\",-9223372036854775808,0]");

        String text = encoded(Status.COMMITTED, null, 0, 1, null);

        assertEquals("{\"session\":3,\"ops\":[" + wanted.substring(1) + "],\"begin\":0,\"end\":1}\n", text);
    }
}
