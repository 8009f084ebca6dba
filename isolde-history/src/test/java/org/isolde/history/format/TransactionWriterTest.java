package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;

/** Lines of the native format, letter by letter: whoever writes them writes these. */
class TransactionWriterTest {
    private static final long NONE = TransactionWriter.NONE;

    private final Scalars scalars = new Scalars();
    private final TransactionWriter lines = new TransactionWriter(scalars);

    private String written() {
        return new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8);
    }

    @Test
    void everythingThatALineCanHold() throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("live", "true");
        fields.put("größe", "{\"a\":[1]}");
        lines.header(0, fields);
        lines.begin(7, 3, scalars.text("a \"name\"\n"), Status.COMMITTED, null);
        lines.operation(OpKind.READ, 1, Scalars.NULL);
        lines.operation(OpKind.WRITE, scalars.text("k"), -5);
        lines.operation(OpKind.APPEND, 2, 10);
        lines.listRead(2, new long[] {10, scalars.number(Long.MIN_VALUE), 12}, 2);
        lines.listRead(3, new long[] {}, 0);
        lines.operation(OpKind.CAS_READ, 4, Scalars.NULL);
        lines.operation(OpKind.CAS_WRITE, 4, 1);
        lines.operation(OpKind.CAS_FAILED, 4, 9);
        lines.endOperations();
        lines.realTime(100, 2_000_000_000_000L);
        lines.clock(1, Long.MIN_VALUE);
        lines.start(5, 0);
        lines.commit(Long.MAX_VALUE, 2);
        lines.order(0.5);
        lines.end();
        lines.begin(scalars.text("s"), NONE, NONE, Status.UNKNOWN, "no \"answer\"\t");
        lines.endOperations();
        lines.realTime(7, Long.MAX_VALUE);
        lines.order(3);
        lines.end();
        lines.begin(0, NONE, 12, Status.ABORTED, null);
        lines.operation(OpKind.WRITE, 0, 1);
        lines.endOperations();
        lines.end();
        lines.versions(scalars.text("k"), new long[] {-5, 6});
        lines.closed(3);
        String expected = """
                {"isolde":1,"initial":0,"live":true,"größe":{"a":[1]}}
                {"session":7,"seq":3,"id":"a \\"name\\"\\u000a","ops":[["r",1,null],["w","k",-5],["append",2,10],\
                ["r",2,[10,-9223372036854775808]],["r",3,[]],["cas",4,null,1],["cas-failed",4,9]],"begin":100,\
                "end":2000000000000,"clock":[1,null],"start":5,"commit":[9223372036854775807,2],"order":0.5}
                {"session":"s","status":"unknown","reason":"no \\"answer\\"\\t","ops":[],"begin":7,"order":3}
                {"session":0,"id":12,"status":"aborted","ops":[["w",0,1]]}
                {"versions":{"key":"k","order":[-5,6]}}
                {"closed":{"transactions":3}}
                """;
        assertEquals(expected, written());
        History read = Histories.read(Format.ISOLDE, written());
        assertEquals(3, read.transactions());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        lines.drainLarge(out);
        assertEquals(0, out.size());
        lines.drain(out);
        assertEquals(expected, out.toString(StandardCharsets.UTF_8));
        assertEquals("", written());
        lines.headerWithoutInitialVersions(Map.of());
        assertEquals("{\"isolde\":1,\"initialVersions\":false}\n", written());
    }

    @Test
    void numbersOfEveryLengthAreWhole() {
        StringBuilder expected = new StringBuilder();
        long power = 1;
        for (int digits = 1; digits <= 19; digits++, power *= 10) {
            for (long number : new long[] {power, power - 1, power + 1, -power, 9 - power, power / 9 * 7}) {
                lines.closed(number);
                expected.append("{\"closed\":{\"transactions\":").append(number).append("}}\n");
            }
        }
        for (long number : new long[] {
            Long.MAX_VALUE,
            -Long.MAX_VALUE,
            Long.MIN_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE + 1L,
            Integer.MIN_VALUE
        }) {
            lines.closed(number);
            expected.append("{\"closed\":{\"transactions\":").append(number).append("}}\n");
        }
        assertEquals(expected.toString(), written());
    }

    @Test
    void nothingIsAllocatedOnceThereIsRoom() {
        byte[] before = null;
        for (int i = 0; i < 1000; i++) {
            lines.clear();
            lines.begin(i, NONE, NONE, Status.COMMITTED, null);
            for (int op = 0; op < 100; op++) {
                lines.operation(OpKind.WRITE, op, 1_000_000_000L);
            }
            lines.endOperations();
            lines.end();
            if (before != null) {
                assertSame(before, lines.bytes());
            }
            before = lines.bytes();
        }
    }
}
