package org.isolde.history.format;

import java.io.IOException;
import org.isolde.condition.ConditionException;
import org.isolde.history.BadHistoryException;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * Parses what a transaction of rows has beside plain operations: the columns of a write, predicate reads, snapshots. As operations
 * do, all of it waits here until its transaction is known.
 */
final class RowParser {
    private static final long SEES = ByteCursor.pack("sees");
    private static final long UP_TO = ByteCursor.pack("upto");
    private static final long BUT = ByteCursor.pack("but");
    private static final long SNAPSHOT = ByteCursor.pack("snapshot");
    private static final long COUNT = ByteCursor.pack(Rows.Aggregate.COUNT.text());

    private static final String EXPECTED_ROW = "a row's key, a text such as \"t/5\" that begins with its table";
    private static final String EXPECTED_VERSION = "a row and its version, [\"t/5\",17]";
    private static final String EXPECTED_PREDICATE =
            "a predicate read: [\"rp\",table,condition,[[row,version],...]] or [\"rp\",table,condition,{\"count\":2}],"
                    + " and then perhaps {\"sees\":[[row,version],...]}";
    private static final String EXPECTED_AGGREGATE = "an aggregate: \"count\", \"min(a)\", \"max(a)\" or \"sum(a)\"";
    private static final String EXPECTED_SNAPSHOT = "a snapshot such as {\"upto\":17,\"but\":[12,15]}";
    /** The aggregates of a column, which stands between brackets behind each. */
    private static final Rows.Aggregate[] OF_COLUMN = {Rows.Aggregate.MIN, Rows.Aggregate.MAX, Rows.Aggregate.SUM};

    private static final long[] OF_COLUMN_NAMES = {
        ByteCursor.pack("min("), ByteCursor.pack("max("), ByteCursor.pack("sum(")
    };
    private static final int NAME_LENGTH = 4;

    private final JsonCursor json;
    private final Scalars scalars;
    private final OpBuffer ops;
    private final ConditionSpellings spellings;
    private final RowBuffer buffer = new RowBuffer();
    /** Of codes of conditions as they were written, the code of the one spelling. */
    private final RowBuffer.CodeMap conditions = new RowBuffer.CodeMap();
    /** Of codes of rows, that of their table. */
    private final RowBuffer.CodeMap tables = new RowBuffer.CodeMap();
    /** Of codes of rows, the last version set that named them. */
    private final RowBuffer.CodeMap namedBy = new RowBuffer.CodeMap();

    private long versionSets;
    private boolean deletes;

    RowParser(JsonCursor json, Scalars scalars, OpBuffer ops, ConditionSpellings spellings) {
        this.json = json;
        this.scalars = scalars;
        this.ops = ops;
        this.spellings = spellings;
    }

    void clear() {
        buffer.clear();
        deletes = false;
    }

    /** Behind the version of a write: its columns. */
    void columns(long key) throws IOException {
        table(key);
        json.expect('{', "the columns of the version, {\"a\":4,\"b\":null}");
        while (json.name()) {
            if (!buffer.column(text())) {
                throw json.complaint("the same column twice in one version: " + Text.quote(json.text()));
            }
            buffer.value(value("the value of a column (a 64-bit integer, a text or null)"));
        }
        buffer.endImage(ops.count - 1);
    }

    /** The code of the text that has just been read. */
    private long text() {
        return scalars.entry(Scalars.Kind.TEXT, json.textBytes, json.textFrom, json.textTo);
    }

    void delete(long key, long version) throws IOException {
        table(key);
        ops.add(OpKind.DELETE, key, version);
        deletes = true;
    }

    private long value(String expected) throws IOException {
        long code = json.scalar(scalars, expected);
        if (!Scalars.isPlain(code)
                && scalars.kind(code) == Scalars.Kind.NUMBER
                && !scalars.text(code).startsWith("-")) {
            throw json.complaint("an integer beyond 64 bits: " + scalars.text(code));
        }
        return code;
    }

    /** The table that a row's key begins with. */
    private long table(long key) throws BadHistoryException {
        long known = Scalars.isPlain(key) ? Scalars.NULL : tables.get(key);
        if (known != Scalars.NULL) {
            return known;
        }
        boolean isText = !Scalars.isPlain(key) && scalars.kind(key) == Scalars.Kind.TEXT;
        int slash = isText ? scalars.text(key).indexOf('/') : -1;
        if (slash < 0) {
            throw json.complaint("expected " + EXPECTED_ROW + ", found " + scalars.text(key));
        }
        long table = scalars.text(scalars.text(key).substring(0, slash));
        tables.put(key, table);
        return table;
    }

    /** Behind {@code "rp"}. */
    void predicate() throws IOException {
        int place = ops.count;
        next();
        json.string("the table of a predicate read");
        long table = text();
        next();
        json.string("the condition of a predicate read");
        buffer.predicate(place, table, condition(text()));
        next();
        if (json.peek() == '{') {
            aggregate();
        } else {
            json.expect('[', EXPECTED_PREDICATE);
            while (json.element()) {
                row(table);
                ops.add(OpKind.READ, key, version);
            }
        }
        buffer.items(ops.count - place);
        if (json.element()) {
            versionSet(table);
            if (json.element()) {
                throw json.bad("the end of the predicate read, ']'");
            }
        }
    }

    private void next() throws IOException {
        if (!json.element()) {
            json.at--;
            throw json.bad(EXPECTED_PREDICATE);
        }
    }

    private long condition(long text) throws BadHistoryException {
        long known = conditions.get(text);
        if (known == Scalars.NULL) {
            try {
                known = scalars.text(spellings.of(scalars.text(text)));
            } catch (ConditionException e) {
                throw json.complaint(e.getMessage());
            }
            conditions.put(text, known);
        }
        return known;
    }

    /** What {@link #row} has read. */
    private long key;

    private long version;

    /** A row and its version, {@code ["t/5",17]}. */
    private void row(long table) throws IOException {
        json.expect('[', EXPECTED_VERSION);
        json.element();
        key = json.scalar(scalars, EXPECTED_ROW);
        if (table(key) != table) {
            throw json.complaint("row " + scalars.text(key) + " is not of table " + scalars.text(table));
        }
        json.element();
        version = json.scalar(scalars, EXPECTED_VERSION);
        if (version == Scalars.NULL) {
            throw json.complaint(
                    "row " + scalars.text(key) + " has no version here; leave out rows that were not there");
        }
        if (json.element()) {
            throw json.bad("the end of the row, ']'");
        }
    }

    private void aggregate() throws IOException {
        json.expect('{', EXPECTED_AGGREGATE);
        if (!json.name()) {
            throw json.complaint("expected " + EXPECTED_AGGREGATE);
        }
        if (json.packedText() == COUNT) {
            buffer.aggregate(Rows.Aggregate.COUNT, Scalars.NULL, json.integer("the number of rows"));
        } else {
            Rows.Aggregate kind = aggregateOfColumn();
            long column =
                    scalars.entry(Scalars.Kind.TEXT, json.textBytes, json.textFrom + NAME_LENGTH, json.textTo - 1);
            long value = value("the value of the aggregate (a 64-bit integer, a text or null)");
            buffer.aggregate(kind, column, value);
        }
        if (json.name()) {
            throw json.complaint("a predicate read has one aggregate; write the others as reads of their own");
        }
    }

    /** Which aggregate of a column the text that has just been read is, as in {@code sum(a)}. */
    private Rows.Aggregate aggregateOfColumn() throws BadHistoryException {
        int from = json.textFrom;
        int to = json.textTo;
        if (to - from > NAME_LENGTH + 1 && json.textBytes[to - 1] == ')' && isName(from + NAME_LENGTH, to - 1)) {
            long packed = 0;
            for (int i = from; i < from + NAME_LENGTH; i++) {
                packed = packed << 8 | (json.textBytes[i] & 0xff);
            }
            for (int i = 0; i < OF_COLUMN.length; i++) {
                if (packed == OF_COLUMN_NAMES[i]) {
                    return OF_COLUMN[i];
                }
            }
        }
        throw json.complaint("expected " + EXPECTED_AGGREGATE + ", found " + Text.quote(json.text()));
    }

    /** Whether a part of the text that has just been read can be the name of a column. */
    private boolean isName(int from, int to) {
        for (int i = from; i < to; i++) {
            byte next = json.textBytes[i];
            boolean isLetter = (next | 0x20) >= 'a' && (next | 0x20) <= 'z' || next == '_';
            if (!isLetter && !(i > from && next >= '0' && next <= '9')) {
                return false;
            }
        }
        return true;
    }

    private void versionSet(long table) throws IOException {
        String expected =
                "a version set, {\"sees\":[[row,version],...]} or {\"snapshot\":{\"upto\":17,\"but\":[12,15]}},"
                        + " or a snapshot and then the rows of which it saw other versions";
        json.expect('{', expected);
        if (!json.name()) {
            throw json.complaint("expected " + expected);
        }
        boolean isSnapshot = json.packedText() == SNAPSHOT;
        if (isSnapshot) {
            readSnapshot();
            buffer.seesSnapshot();
            if (!json.name()) {
                return;
            }
        }
        if (json.packedText() != SEES) {
            throw json.complaint("expected " + expected + ", found " + Text.quote(json.text()));
        }
        sees(table);
        if (json.name()) {
            throw json.complaint("a predicate read has one version set");
        }
    }

    private void sees(long table) throws IOException {
        versionSets++;
        buffer.seesRows();
        json.expect('[', "the rows that the condition was put to");
        while (json.element()) {
            row(table);
            if (namedBy.get(key) == versionSets) {
                throw json.complaint("row " + scalars.text(key) + " is twice in one version set");
            }
            namedBy.put(key, versionSets);
            buffer.sees(key, version);
        }
    }

    /** The snapshot of the whole transaction. */
    void snapshot() throws IOException {
        readSnapshot();
        buffer.ownSnapshot();
    }

    private void readSnapshot() throws IOException {
        boolean hasUpTo = false;
        buffer.beginSnapshot();
        json.expect('{', EXPECTED_SNAPSHOT);
        while (json.name()) {
            long name = json.packedText();
            if (name == UP_TO) {
                buffer.upTo(json.integer(EXPECTED_SNAPSHOT));
                hasUpTo = true;
            } else if (name == BUT) {
                json.expect('[', EXPECTED_SNAPSHOT);
                while (json.element()) {
                    buffer.but(json.integer(EXPECTED_SNAPSHOT));
                }
            } else {
                throw json.complaint("expected " + EXPECTED_SNAPSHOT + ", found " + Text.quote(json.text()));
            }
        }
        if (!hasUpTo) {
            throw json.complaint("expected " + EXPECTED_SNAPSHOT + ", found no \"upto\"");
        }
    }

    /** Gives all to the current transaction of a segment, whose operations it has. */
    void emit(Segment segment) {
        if (deletes) {
            segment.hasRows();
        }
        buffer.emit(segment);
    }
}
