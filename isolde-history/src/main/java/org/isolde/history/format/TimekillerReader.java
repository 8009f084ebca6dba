package org.isolde.history.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * The JSON of TimeKiller (Chronos and Aion): committed transactions with hybrid timestamps, in an array or one after the
 * other.
 *
 * <p>The array is mostly a single line of any length; a large file is cut into blocks where transactions probably begin,
 * and what is no file is read as a stream. The order of the input is the order of
 * each session; a read of null, or without a value, reads the initial version.
 */
final class TimekillerReader implements BuildingReader {
    private static final String EXPECTED = "a transaction such as {\"tid\":1,\"sid\":0,\"sts\":{\"p\":1,\"l\":0},"
            + "\"cts\":{\"p\":2,\"l\":0},\"ops\":[{\"t\":\"w\",\"k\":7,\"v\":2}]}";

    @Override
    public boolean recognises(Source source) {
        Set<String> names = JsonShape.names(source.head());
        int own = 0;
        for (String name : new String[] {"tid", "sid", "sts", "cts"}) {
            own += names.contains(name) ? 1 : 0;
        }
        return own >= 2;
    }

    /** A large file is read in blocks; if that fails, once more from front to back, which tells what is wrong where. */
    @Override
    public History read(Source source, InitialValue given) throws IOException {
        FormCut cut = source.isLarge() && source.path() != null ? FormCut.of(source.head()) : null;
        if (cut == null) {
            return BuildingReader.super.read(source, given);
        }
        HistoryBuilder builder = BuildingReader.builder(source, given);
        if (readBlocks(source, builder, cut)) {
            return builder.build();
        }
        try (Source again = Source.of(source.path())) {
            return BuildingReader.super.read(again.withThreads(source.threads()), given);
        }
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        JsonCursor json = new JsonCursor(true);
        json.reset(source.stream());
        UnknownFields unknown = new UnknownFields();
        Transactions transactions = new Transactions(json, builder.segment(), unknown);
        boolean array = json.take('[');
        if (!array && json.atEnd()) {
            throw json.bad(EXPECTED);
        }
        while (array ? json.element() : json.peek() != 0) {
            json.expect('{', EXPECTED);
            transactions.read();
        }
        if (array && json.peek() != 0) {
            throw json.bad("the end of the input behind the array");
        }
        UnknownFields.warn(builder, List.of(unknown));
    }

    /** Reads blocks side by side; false if they were cut at wrong places, or something is wrong with the input. */
    static boolean readBlocks(Source source, HistoryBuilder builder, FormCut cut) throws IOException {
        int first = 0;
        while (source.head()[first] <= ' ') {
            first++;
        }
        boolean array = source.head()[first] == '[';
        List<Block> threads = new ArrayList<>();
        try {
            Lines.eachForms(source, cut, thread -> {
                threads.add(new Block(builder.segment(), array));
                return threads.get(thread);
            });
        } catch (BadHistoryException e) {
            return false;
        }
        int blocks = 0;
        int closed = 0;
        for (Block block : threads) {
            blocks += block.blocks;
            closed = Math.max(closed, block.closed);
        }
        UnknownFields.warn(
                builder, threads.stream().map(thread -> thread.unknown).toList());
        return !array || closed == blocks;
    }

    /** One thread's work on the blocks it gets. */
    private static final class Block implements Lines.BlockParser {
        private final JsonCursor json = new JsonCursor(true);
        private final Segment segment;
        private final UnknownFields unknown = new UnknownFields();
        private final Transactions transactions;
        private final boolean array;
        int blocks;
        /** The number, from 1, of the block in which the array was closed. */
        int closed;

        Block(Segment segment, boolean array) {
            this.segment = segment;
            this.transactions = new Transactions(json, segment, unknown);
            this.array = array;
        }

        @Override
        public long parse(byte[] bytes, int end, int block) throws IOException {
            json.reset(bytes, 0, end);
            segment.chunk(block);
            unknown.block = block;
            blocks++;
            if (array && block == 0) {
                json.expect('[', EXPECTED);
            }
            while (json.peek() != 0 && !(array && json.take(']'))) {
                json.expect('{', EXPECTED);
                transactions.read();
                if (array && json.peek() == ']') {
                    closed = block + 1;
                } else if (array) {
                    json.expect(',', "a comma or the end of the array, ']'");
                }
            }
            if (json.peek() != 0 || (closed > 0 && closed != block + 1)) {
                throw json.bad("the end of the block");
            }
            segment.chunkLines(json.line - 1L);
            return json.line - 1L;
        }
    }

    /** Fields that no transaction of this format has: the first few of them in the input. */
    private static final class UnknownFields {
        private static final int SHOWN = 5;

        private final Set<String> names = new LinkedHashSet<>();
        private final List<Seen> seen = new ArrayList<>();
        int block;

        private record Seen(int block, String name) {}

        void add(String name) {
            if (names.size() < SHOWN && names.add(name)) {
                seen.add(new Seen(block, name));
            }
        }

        /** The first few of all are among the first few of each thread. */
        static void warn(HistoryBuilder builder, List<UnknownFields> threads) {
            SortedSet<String> shown = new TreeSet<>();
            threads.stream()
                    .flatMap(thread -> thread.seen.stream())
                    .sorted(Comparator.comparingInt(Seen::block))
                    .map(Seen::name)
                    .distinct()
                    .limit(SHOWN)
                    .forEach(shown::add);
            if (!shown.isEmpty()) {
                builder.warn("fields that Isolde does not know are ignored: " + String.join(", ", shown));
            }
        }
    }

    /** Reads one transaction after the other into a segment. */
    private static final class Transactions {
        private static final long TID = ByteCursor.pack("tid");
        private static final long SID = ByteCursor.pack("sid");
        private static final long STS = ByteCursor.pack("sts");
        private static final long CTS = ByteCursor.pack("cts");
        private static final long OPS = ByteCursor.pack("ops");
        private static final long KIND = ByteCursor.pack("t");
        private static final long KEY = ByteCursor.pack("k");
        private static final long VALUE = ByteCursor.pack("v");
        private static final long PHYSICAL = ByteCursor.pack("p");
        private static final long LOGICAL = ByteCursor.pack("l");
        private static final long APPEND = ByteCursor.pack("append");
        private static final long WRITE = ByteCursor.pack("write");
        private static final long READ = ByteCursor.pack("read");

        // {"t":"w","k":7,"v":2}
        private static final long BEFORE_KIND = Words.of("{\"t\":\"");
        private static final long BEFORE_KEY = Words.of("\",\"k\":");
        private static final long BEFORE_VALUE = Words.of(",\"v\":");
        private static final long NULL = Words.of("null");
        /** No more bytes than these are looked at. */
        private static final int LONGEST_PLAIN = 64;

        private static final int HAS_SESSION = 1;
        private static final int HAS_OPS = 2;
        private static final int HAS_START = 4;
        private static final int HAS_COMMIT = 8;
        private static final int HAS_ALL = 15;
        private static final String[] NEEDED = {"sid", "ops", "sts", "cts"};

        private static final String EXPECTED_TIMESTAMP = "a timestamp such as {\"p\":1691420095436341,\"l\":61}";

        private final JsonCursor json;
        private final Segment segment;
        private final Scalars scalars;
        private final OpBuffer ops = new OpBuffer();
        private final UnknownFields unknownFields;

        private long physical;
        private long logical;

        Transactions(JsonCursor json, Segment segment, UnknownFields unknownFields) {
            this.json = json;
            this.unknownFields = unknownFields;
            this.segment = segment;
            this.scalars = segment.scalars();
        }

        /** Reads the rest of the object that has just begun. */
        void read() throws IOException {
            ops.clear();
            int line = json.line;
            int seen = 0;
            long id = Segment.NO_ID;
            long session = 0;
            long startPhysical = 0;
            long startLogical = 0;
            long commitPhysical = 0;
            long commitLogical = 0;
            while (json.name()) {
                long name = json.packedText();
                if (name == TID) {
                    id = json.scalar(scalars, "a transaction id (an integer or a text)");
                } else if (name == SID) {
                    session = json.scalar(scalars, "a session id (an integer or a text)");
                    seen |= HAS_SESSION;
                } else if (name == OPS) {
                    operations();
                    seen |= HAS_OPS;
                } else if (name == STS) {
                    timestamp();
                    startPhysical = physical;
                    startLogical = logical;
                    seen |= HAS_START;
                } else if (name == CTS) {
                    timestamp();
                    commitPhysical = physical;
                    commitLogical = logical;
                    seen |= HAS_COMMIT;
                } else {
                    unknown();
                }
            }
            if (seen != HAS_ALL) {
                throw json.complaint("expected a transaction with \"sid\", \"sts\", \"cts\" and \"ops\", found no \""
                        + NEEDED[Integer.numberOfTrailingZeros(~seen)] + "\"");
            }
            segment.begin(session, id == Scalars.NULL ? Segment.NO_ID : id, line);
            segment.start(startPhysical, startLogical);
            segment.commit(commitPhysical, commitLogical);
            ops.emit(segment);
        }

        private void timestamp() throws IOException {
            logical = 0;
            if (json.peek() != '{') {
                physical = integer(EXPECTED_TIMESTAMP);
                return;
            }
            json.expect('{', EXPECTED_TIMESTAMP);
            boolean found = false;
            while (json.name()) {
                long name = json.packedText();
                if (name == PHYSICAL) {
                    physical = integer(EXPECTED_TIMESTAMP);
                    found = true;
                } else if (name == LOGICAL) {
                    logical = integer(EXPECTED_TIMESTAMP);
                } else {
                    unknown();
                }
            }
            if (!found) {
                throw json.complaint("expected " + EXPECTED_TIMESTAMP + ", found no \"p\"");
            }
        }

        /** An integer, or its digits in quotes. */
        private long integer(String expected) throws IOException {
            if (json.peek() != '"') {
                return json.integer(expected);
            }
            json.string(expected);
            try {
                return Long.parseLong(json.text());
            } catch (NumberFormatException e) {
                throw json.complaint("expected " + expected + ", found " + Text.quote(json.text()));
            }
        }

        private void operations() throws IOException {
            String expected = "an array of operations such as {\"t\":\"w\",\"k\":7,\"v\":2}";
            json.expect('[', expected);
            while (json.element()) {
                if (!plainOperation()) {
                    json.expect('{', expected);
                    operation();
                }
            }
        }

        /** Reads an operation that is spelled as most are; takes nothing, and returns false, if it is another one. */
        private boolean plainOperation() {
            byte[] bytes = json.bytes;
            int i = json.at;
            if (json.end - i < LONGEST_PLAIN
                    || (Words.at(bytes, i) & Words.mask(6)) != BEFORE_KIND
                    || (Words.at(bytes, i + 7) & Words.mask(6)) != BEFORE_KEY) {
                return false;
            }
            byte kind = bytes[i + 6];
            i += 13;
            long word = Words.at(bytes, i);
            int digits = Words.digits(word);
            if ((kind != 'r' && kind != 'w') || !isPlain(word, digits)) {
                return false;
            }
            long key = Words.value(word, digits);
            i += digits;
            if ((Words.at(bytes, i) & Words.mask(5)) != BEFORE_VALUE) {
                return false;
            }
            i += 5;
            word = Words.at(bytes, i);
            digits = Words.digits(word);
            long value = Scalars.NULL;
            if (kind == 'r' && (word & Words.mask(4)) == NULL) {
                i += 4;
            } else if (isPlain(word, digits)) {
                value = Words.value(word, digits);
                i += digits;
            } else {
                return false;
            }
            if (bytes[i] != '}') {
                return false;
            }
            ops.add(kind == 'r' ? OpKind.READ : OpKind.WRITE, key, value);
            json.at = i + 1;
            return true;
        }

        /** Whether a word begins with a number of one to seven digits, without zeros before it. */
        private static boolean isPlain(long word, int digits) {
            return digits == 1 || (digits > 1 && digits < 8 && (byte) word != '0');
        }

        private void operation() throws IOException {
            byte kind = -1;
            long key = Scalars.NULL;
            long value = Scalars.NULL;
            boolean list = false;
            int firstElement = ops.elementCount;
            while (json.name()) {
                long name = json.packedText();
                if (name == KIND) {
                    kind = kind();
                } else if (name == KEY) {
                    key = json.scalar(scalars, "a key (an integer or a text)");
                } else if (name != VALUE) {
                    unknown();
                } else if (json.peek() == '[') {
                    list = true;
                    json.expect('[', "a list");
                    while (json.element()) {
                        ops.element(json.scalar(scalars, "a value (an integer or a text)"));
                    }
                } else {
                    value = json.scalar(scalars, "a value (an integer, a text, null or a list)");
                }
            }
            if (kind < 0 || key == Scalars.NULL) {
                throw json.complaint(
                        "expected an operation with \"t\" and \"k\", found no " + (kind < 0 ? "\"t\"" : "\"k\""));
            }
            if (list && kind == OpKind.READ) {
                ops.endList(key, firstElement);
            } else if (kind != OpKind.READ && value == Scalars.NULL) {
                throw json.complaint("expected a single value \"v\" of a write, an integer or a text; found "
                        + (list ? "a list" : "none"));
            } else {
                ops.add(kind, key, value);
            }
        }

        private byte kind() throws IOException {
            String expected = "\"r\", \"w\", \"read\", \"write\", \"a\" or \"append\" as an operation's \"t\"";
            json.string(expected);
            long text = json.packedText();
            if (text == 'r' || text == READ) {
                return OpKind.READ;
            }
            if (text == 'w' || text == WRITE) {
                return OpKind.WRITE;
            }
            if (text == 'a' || text == APPEND) {
                return OpKind.APPEND;
            }
            throw json.complaint("expected " + expected + ", found " + Text.quote(json.text()));
        }

        private void unknown() throws IOException {
            unknownFields.add(Text.quote(json.text()));
            json.skip();
        }
    }
}
