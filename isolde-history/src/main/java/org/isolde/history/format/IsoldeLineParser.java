package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Parses one line of the native format behind the header: a transaction, a version order, or the end of a session or of all.
 * The fields may come in any order, so everything is collected first and goes to the segment at the end of the line.
 */
final class IsoldeLineParser {
    private static final long SESSION = ByteCursor.pack("session");
    private static final long SEQ = ByteCursor.pack("seq");
    private static final long STATUS = ByteCursor.pack("status");
    private static final long ID = ByteCursor.pack("id");
    private static final long OPS = ByteCursor.pack("ops");
    private static final long BEGIN = ByteCursor.pack("begin");
    private static final long END = ByteCursor.pack("end");
    private static final long START = ByteCursor.pack("start");
    private static final long COMMIT = ByteCursor.pack("commit");
    private static final long ORDER = ByteCursor.pack("order");
    private static final long CLOCK = ByteCursor.pack("clock");
    private static final long VERSIONS = ByteCursor.pack("versions");
    private static final long CLOSED = ByteCursor.pack("closed");
    private static final long ENDED = ByteCursor.pack("ended");
    private static final long REASON = ByteCursor.pack("reason");
    private static final long KEY = ByteCursor.pack("key");
    private static final long ABORTED = ByteCursor.pack("aborted");
    private static final long UNKNOWN = ByteCursor.pack("unknown");
    private static final long READ = ByteCursor.pack("r");
    private static final long WRITE = ByteCursor.pack("w");
    private static final long APPEND = ByteCursor.pack("append");
    private static final long CAS = ByteCursor.pack("cas");
    private static final long PREDICATE_READ = ByteCursor.pack("rp");
    private static final long DELETE = ByteCursor.pack("d");
    private static final long NUMBER = ByteCursor.pack("number");
    private static final long SNAPSHOT = ByteCursor.pack("snapshot");
    private static final byte[] CAS_FAILED = "cas-failed".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMITTED = "committed".getBytes(StandardCharsets.US_ASCII);

    private static final String EXPECTED_KEY = "a key (an integer or a text)";
    private static final String EXPECTED_VALUE = "a value (an integer or a text)";
    private static final String EXPECTED_OPERATION =
            "an operation: [\"r\",key,value], [\"w\",key,value], [\"append\",key,value], [\"cas\",key,expected,new],"
                    + " [\"cas-failed\",key,expected], [\"d\",row,version] or [\"rp\",table,condition,rows]";
    private static final String EXPECTED_END = "the end of the operation, ']'";

    /** What a transaction does not have. */
    private static final long ABSENT = Segment.NO_ID;

    private final JsonCursor json;
    private final Segment segment;
    private final Scalars scalars;
    private final Set<String> unknownFields;
    private final OpBuffer ops = new OpBuffer();
    private final RowParser rows;

    // bits of fields that have been on the line
    private static final int HAS_SESSION = 1;
    private static final int HAS_OPS = 2;
    private static final int HAS_VERSIONS = 4;
    private static final int HAS_OTHERS = 8;
    private static final int HAS_CLOSED = 16;
    private static final int HAS_ENDED = 32;
    private static final int ALONE = HAS_VERSIONS | HAS_CLOSED | HAS_ENDED;
    private int seen;
    private boolean closed;
    private boolean ended;
    private long endedSession;

    private long session;
    private long seq;
    private long number;
    private long id;
    private Status status = Status.COMMITTED;
    private long begin;
    private long end;
    private boolean hasOrder;
    private double order;
    private long clockBegin;
    private long clockEnd;
    private long startPhysical;
    private long startLogical;
    private long commitPhysical;
    private long commitLogical;
    /** The logical part of the timestamp read last. */
    private long logical;

    IsoldeLineParser(JsonCursor json, Segment segment, Set<String> unknownFields, ConditionSpellings spellings) {
        this.json = json;
        this.segment = segment;
        this.scalars = segment.scalars();
        this.unknownFields = unknownFields;
        this.rows = new RowParser(json, scalars, ops, spellings);
    }

    /** Reads the object at the cursor. */
    void read() throws IOException {
        clear();
        json.expect('{', "a transaction such as {\"session\":0,\"ops\":[[\"r\",\"x\",1]]}");
        while (json.name()) {
            field(json.packedText());
        }
        if ((seen & ALONE) != 0) {
            if (Integer.bitCount(seen) > 1) {
                throw json.complaint("a version order or an end and a transaction on one line; give each its own line");
            }
            closed |= seen == HAS_CLOSED;
            ended = seen == HAS_ENDED;
            return;
        }
        if ((seen & HAS_SESSION) == 0 || (seen & HAS_OPS) == 0) {
            throw json.complaint("expected a transaction with \"session\" and \"ops\", found no "
                    + ((seen & HAS_SESSION) == 0 ? "\"session\"" : "\"ops\""));
        }
        emit();
    }

    /** Whether the closing line of a live recording has been among the lines so far. */
    boolean closed() {
        return closed;
    }

    /** Whether the line that was read last says that a session has ended. */
    boolean ended() {
        return ended;
    }

    /** Which session that is. */
    long endedSession() {
        return endedSession;
    }

    private void clear() {
        seen = 0;
        ended = false;
        ops.clear();
        rows.clear();
        seq = ABSENT;
        number = ABSENT;
        id = ABSENT;
        status = Status.COMMITTED;
        begin = ABSENT;
        end = ABSENT;
        hasOrder = false;
        clockBegin = ABSENT;
        clockEnd = ABSENT;
        startPhysical = ABSENT;
        commitPhysical = ABSENT;
    }

    private void emit() throws BadHistoryException {
        segment.begin(session, id, json.line);
        if (status != Status.COMMITTED) {
            segment.status(status);
        }
        if (seq != ABSENT) {
            segment.seq(seq);
        }
        if (begin != ABSENT) {
            segment.realTime(begin, end == ABSENT ? Long.MAX_VALUE : end);
        } else if (end != ABSENT) {
            throw json.complaint("a transaction with \"end\" and without \"begin\"; give both or none");
        }
        if (clockBegin != ABSENT) {
            segment.displayTime(clockBegin, clockEnd);
        }
        if (startPhysical != ABSENT) {
            segment.start(startPhysical, startLogical);
        }
        if (commitPhysical != ABSENT) {
            segment.commit(commitPhysical, commitLogical);
        }
        if (hasOrder) {
            segment.order(order);
        }
        if (number != ABSENT) {
            segment.number(number);
        }
        ops.emit(segment);
        rows.emit(segment);
    }

    private void field(long name) throws IOException {
        if (name == SESSION) {
            once(HAS_SESSION);
            session = scalar("a session (an integer or a text)");
        } else if (name == OPS) {
            once(HAS_OPS);
            operations();
        } else if (name == VERSIONS) {
            once(HAS_VERSIONS);
            versions();
        } else if (name == CLOSED) {
            once(HAS_CLOSED);
            json.skip();
        } else if (name == ENDED) {
            once(HAS_ENDED);
            endedSession = scalar("the session that has ended (an integer or a text)");
        } else {
            seen |= HAS_OTHERS;
            other(name);
        }
    }

    private void once(int field) throws BadHistoryException {
        if ((seen & field) != 0) {
            throw json.complaint("the same field twice in one line: " + Text.quote(json.text()));
        }
        seen |= field;
    }

    private void other(long name) throws IOException {
        boolean known = name == SEQ
                || name == BEGIN
                || name == END
                || name == STATUS
                || name == ID
                || name == START
                || name == COMMIT
                || name == ORDER
                || name == CLOCK
                || name == NUMBER
                || name == SNAPSHOT;
        if (name == REASON) {
            // why a transaction was aborted: for whoever reads the file
            json.skip();
        } else if (!known) {
            unknownFields.add(json.text());
            json.skip();
        } else if (json.takeNull()) {
            return;
        } else if (name == SEQ) {
            seq = json.integer("the transaction's number in its session, from 0");
            if (seq < 0 || seq >= ABSENT) {
                throw json.complaint("\"seq\" is " + seq + "; a session's transactions are numbered from 0");
            }
        } else if (name == BEGIN) {
            begin = json.integer("the time of the begin");
        } else if (name == END) {
            end = json.integer("the time of the end");
        } else if (name == STATUS) {
            status = status();
        } else if (name == ID) {
            id = scalar("an id (an integer or a text)");
        } else if (name == START) {
            startPhysical = timestamp();
            startLogical = logical;
        } else if (name == COMMIT) {
            commitPhysical = timestamp();
            commitLogical = logical;
        } else if (name == ORDER) {
            order = json.number("the transaction's place in the expected order (a number)");
            hasOrder = true;
        } else if (name == CLOCK) {
            clock();
        } else if (name == NUMBER) {
            number = json.integer("the number by which snapshots name the transaction");
        } else {
            rows.snapshot();
        }
    }

    private Status status() throws IOException {
        String expected = "\"committed\", \"aborted\" or \"unknown\"";
        int start = json.at;
        json.string(expected);
        long text = json.packedText();
        if (text == ABORTED) {
            return Status.ABORTED;
        }
        if (text == UNKNOWN) {
            return Status.UNKNOWN;
        }
        if (json.textIs(COMMITTED)) {
            return Status.COMMITTED;
        }
        json.at = start;
        throw json.bad(expected);
    }

    /** A number, or physical and logical part. */
    private long timestamp() throws IOException {
        String expected = "a timestamp: an integer or [physical, logical]";
        logical = 0;
        if (json.peek() != '[') {
            return json.integer(expected);
        }
        json.expect('[', expected);
        element(expected);
        long physical = json.integer(expected);
        element(expected);
        logical = json.integer(expected);
        end(expected);
        return physical;
    }

    /** A wall clock for display: when the transaction began and ended, each an integer or null. */
    private void clock() throws IOException {
        String expected = "the clock at begin and end, [begin, end], each an integer or null";
        json.expect('[', expected);
        element(expected);
        clockBegin = json.takeNull() ? Long.MIN_VALUE : json.integer(expected);
        element(expected);
        clockEnd = json.takeNull() ? Long.MIN_VALUE : json.integer(expected);
        end(expected);
    }

    private void operations() throws IOException {
        json.expect('[', "an array of operations");
        while (json.element()) {
            json.expect('[', EXPECTED_OPERATION);
            element(EXPECTED_OPERATION);
            json.string(EXPECTED_OPERATION);
            if (!operation(json.packedText())) {
                end(EXPECTED_END);
            }
        }
    }

    /** Whether it has gone over the end of the operation, which may have more parts than others. */
    private boolean operation(long kind) throws IOException {
        if (kind == READ) {
            long key = key();
            element(EXPECTED_VALUE);
            if (json.peek() == '[') {
                list(key);
            } else {
                ops.add(OpKind.READ, key, json.scalar(scalars, "a value (an integer, a text, null or a list)"));
            }
        } else if (kind == WRITE || kind == APPEND) {
            long key = key();
            element(EXPECTED_VALUE);
            ops.add(kind == WRITE ? OpKind.WRITE : OpKind.APPEND, key, scalar(EXPECTED_VALUE));
            if (!json.element()) {
                return true;
            }
            if (kind == APPEND || json.peek() != '{') {
                throw json.bad(EXPECTED_END);
            }
            rows.columns(key);
        } else if (kind == CAS) {
            long key = key();
            element(EXPECTED_VALUE);
            ops.add(OpKind.CAS_READ, key, json.scalar(scalars, "the expected value (an integer, a text or null)"));
            element(EXPECTED_VALUE);
            ops.add(OpKind.CAS_WRITE, key, scalar(EXPECTED_VALUE));
        } else if (kind == 0 && json.textIs(CAS_FAILED)) {
            long key = key();
            element(EXPECTED_VALUE);
            ops.add(OpKind.CAS_FAILED, key, json.scalar(scalars, "the expected value (an integer, a text or null)"));
        } else if (kind == PREDICATE_READ) {
            rows.predicate();
            return true;
        } else if (kind == DELETE) {
            long key = key();
            element(EXPECTED_VALUE);
            rows.delete(key, scalar(EXPECTED_VALUE));
        } else {
            throw json.complaint("expected " + EXPECTED_OPERATION + ", found " + Text.quote(json.text()));
        }
        return false;
    }

    private void list(long key) throws IOException {
        int first = ops.elementCount;
        json.expect('[', "a list");
        while (json.element()) {
            ops.element(scalar(EXPECTED_VALUE));
        }
        ops.endList(key, first);
    }

    private void versions() throws IOException {
        String expected = "a version order such as {\"key\":\"x\",\"order\":[1,4,2]}";
        json.expect('{', expected);
        long key = Scalars.NULL;
        long[] values = null;
        while (json.name()) {
            long name = json.packedText();
            if (name == KEY) {
                key = scalar(EXPECTED_KEY);
            } else if (name == ORDER) {
                values = new long[8];
                int count = 0;
                json.expect('[', expected);
                while (json.element()) {
                    if (count == values.length) {
                        values = Arrays.copyOf(values, count * 2);
                    }
                    values[count++] = json.scalar(scalars, EXPECTED_VALUE);
                }
                values = Arrays.copyOf(values, count);
            } else {
                unknownFields.add(json.text());
                json.skip();
            }
        }
        if (key == Scalars.NULL || values == null) {
            throw json.complaint("expected " + expected + ", found no " + (values == null ? "\"order\"" : "\"key\""));
        }
        segment.versions(key, values);
    }

    private long key() throws IOException {
        element(EXPECTED_KEY);
        return scalar(EXPECTED_KEY);
    }

    /** An integer or a text. */
    private long scalar(String expected) throws IOException {
        if (json.peek() == 'n') {
            throw json.bad(expected);
        }
        return json.scalar(scalars, expected);
    }

    private void element(String expected) throws IOException {
        if (!json.element()) {
            json.at--;
            throw json.bad(expected);
        }
    }

    private void end(String expected) throws IOException {
        if (json.element()) {
            throw json.bad(expected);
        }
    }
}
