package org.isolde.history.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final String EXPECTED_ROW = "a row's key, a text such as \"t/5\" that begins with its table";
    private static final String EXPECTED_VERSION = "a row and its version, [\"t/5\",17]";
    private static final String EXPECTED_PREDICATE =
            "a predicate read: [\"rp\",table,condition,[[row,version],...]] or [\"rp\",table,condition,{\"count\":2}],"
                    + " and then perhaps {\"sees\":[[row,version],...]}";
    private static final String EXPECTED_AGGREGATE = "an aggregate: \"count\", \"min(a)\", \"max(a)\" or \"sum(a)\"";
    private static final String EXPECTED_SNAPSHOT = "a snapshot such as {\"upto\":17,\"but\":[12,15]}";
    private static final Pattern AGGREGATE = Pattern.compile("(min|max|sum)\\(([A-Za-z_][A-Za-z0-9_]*)\\)");

    private record Snapshot(long upTo, long[] but) {}

    private static final class Predicate {
        int place;
        int items;
        long table;
        long condition;
        Rows.Aggregate aggregate;
        long aggregateColumn;
        long aggregateValue;
        long[] seesKeys;
        long[] seesVersions;
        Snapshot snapshot;
    }

    private final JsonCursor json;
    private final Scalars scalars;
    private final OpBuffer ops;
    private final ConditionSpellings spellings;
    /** Writes with columns: how many operations come before each, and where its names and values end. */
    private int images;

    private int[] imagePlace = new int[8];
    private int[] imageEnd = new int[8];
    private long[] names = new long[32];
    private long[] values = new long[32];
    private final List<Predicate> predicates = new ArrayList<>();
    /** Of codes of conditions as they were written, the code of the one spelling. */
    private final CodeMap conditions = new CodeMap();
    /** Of codes of rows, that of their table. */
    private final CodeMap tables = new CodeMap();

    private boolean deletes;
    private Snapshot snapshot;

    RowParser(JsonCursor json, Scalars scalars, OpBuffer ops, ConditionSpellings spellings) {
        this.json = json;
        this.scalars = scalars;
        this.ops = ops;
        this.spellings = spellings;
    }

    void clear() {
        images = 0;
        if (!predicates.isEmpty()) {
            predicates.clear();
        }
        deletes = false;
        snapshot = null;
    }

    /** Behind the version of a write: its columns. */
    void columns(long key) throws IOException {
        table(key);
        json.expect('{', "the columns of the version, {\"a\":4,\"b\":null}");
        int first = images == 0 ? 0 : imageEnd[images - 1];
        int count = first;
        while (json.name()) {
            if (count == names.length) {
                names = Arrays.copyOf(names, count * 2);
                values = Arrays.copyOf(values, count * 2);
            }
            names[count] = text();
            for (int i = first; i < count; i++) {
                if (names[i] == names[count]) {
                    throw json.complaint("the same column twice in one version: " + Text.quote(json.text()));
                }
            }
            values[count++] = value("the value of a column (a 64-bit integer, a text or null)");
        }
        if (images == imagePlace.length) {
            imagePlace = Arrays.copyOf(imagePlace, images * 2);
            imageEnd = Arrays.copyOf(imageEnd, images * 2);
        }
        imagePlace[images] = ops.count - 1;
        imageEnd[images++] = count;
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
        Predicate predicate = new Predicate();
        predicate.place = ops.count;
        next();
        json.string("the table of a predicate read");
        long table = text();
        predicate.table = table;
        next();
        json.string("the condition of a predicate read");
        predicate.condition = condition(text());
        next();
        if (json.peek() == '{') {
            aggregate(predicate);
        } else {
            json.expect('[', EXPECTED_PREDICATE);
            while (json.element()) {
                row(table);
                ops.add(OpKind.READ, key, version);
            }
        }
        predicate.items = ops.count - predicate.place;
        predicates.add(predicate);
        if (json.element()) {
            versionSet(predicate, table);
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

    private void aggregate(Predicate predicate) throws IOException {
        json.expect('{', EXPECTED_AGGREGATE);
        if (!json.name()) {
            throw json.complaint("expected " + EXPECTED_AGGREGATE);
        }
        String name = json.text();
        Matcher matcher = AGGREGATE.matcher(name);
        predicate.aggregateColumn = Scalars.NULL;
        if (name.equals(Rows.Aggregate.COUNT.text())) {
            predicate.aggregate = Rows.Aggregate.COUNT;
            predicate.aggregateValue = json.integer("the number of rows");
        } else if (matcher.matches()) {
            predicate.aggregate = Rows.Aggregate.valueOf(matcher.group(1).toUpperCase(Locale.ROOT));
            predicate.aggregateColumn = scalars.text(matcher.group(2));
            predicate.aggregateValue = value("the value of the aggregate (a 64-bit integer, a text or null)");
        } else {
            throw json.complaint("expected " + EXPECTED_AGGREGATE + ", found " + Text.quote(name));
        }
        if (json.name()) {
            throw json.complaint("a predicate read has one aggregate; write the others as reads of their own");
        }
    }

    private void versionSet(Predicate predicate, long table) throws IOException {
        String expected =
                "a version set, {\"sees\":[[row,version],...]} or {\"snapshot\":{\"upto\":17,\"but\":[12,15]}},"
                        + " or a snapshot and then the rows of which it saw other versions";
        json.expect('{', expected);
        if (!json.name()) {
            throw json.complaint("expected " + expected);
        }
        boolean isSnapshot = json.packedText() == SNAPSHOT;
        if (isSnapshot) {
            predicate.snapshot = readSnapshot();
            if (!json.name()) {
                return;
            }
        }
        if (json.packedText() != SEES) {
            throw json.complaint("expected " + expected + ", found " + Text.quote(json.text()));
        }
        sees(predicate, table);
        if (json.name()) {
            throw json.complaint("a predicate read has one version set");
        }
    }

    private void sees(Predicate predicate, long table) throws IOException {
        long[] keys = new long[8];
        long[] versions = new long[8];
        int count = 0;
        Set<Long> seen = new HashSet<>();
        json.expect('[', "the rows that the condition was put to");
        while (json.element()) {
            row(table);
            if (!seen.add(key)) {
                throw json.complaint("row " + scalars.text(key) + " is twice in one version set");
            }
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, count * 2);
                versions = Arrays.copyOf(versions, count * 2);
            }
            keys[count] = key;
            versions[count++] = version;
        }
        predicate.seesKeys = Arrays.copyOf(keys, count);
        predicate.seesVersions = Arrays.copyOf(versions, count);
    }

    /** The snapshot of the whole transaction. */
    void snapshot() throws IOException {
        snapshot = readSnapshot();
    }

    private Snapshot readSnapshot() throws IOException {
        boolean hasUpTo = false;
        long upTo = 0;
        long[] but = new long[8];
        int count = 0;
        json.expect('{', EXPECTED_SNAPSHOT);
        while (json.name()) {
            long name = json.packedText();
            if (name == UP_TO) {
                upTo = json.integer(EXPECTED_SNAPSHOT);
                hasUpTo = true;
            } else if (name == BUT) {
                json.expect('[', EXPECTED_SNAPSHOT);
                while (json.element()) {
                    if (count == but.length) {
                        but = Arrays.copyOf(but, count * 2);
                    }
                    but[count++] = json.integer(EXPECTED_SNAPSHOT);
                }
            } else {
                throw json.complaint("expected " + EXPECTED_SNAPSHOT + ", found " + Text.quote(json.text()));
            }
        }
        if (!hasUpTo) {
            throw json.complaint("expected " + EXPECTED_SNAPSHOT + ", found no \"upto\"");
        }
        return new Snapshot(upTo, Arrays.copyOf(but, count));
    }

    /** Gives all to the current transaction of a segment, whose operations it has. */
    void emit(Segment segment) {
        if (deletes) {
            segment.hasRows();
        }
        for (int image = 0, first = 0; image < images; first = imageEnd[image++]) {
            segment.image(imagePlace[image], names, values, first, imageEnd[image]);
        }
        int own = -1;
        if (snapshot != null) {
            own = segment.snapshot(snapshot.upTo, snapshot.but, snapshot.but.length);
            segment.snapshotOfTransaction(own);
        }
        for (Predicate predicate : predicates) {
            emit(predicate, own, segment);
        }
    }

    private static void emit(Predicate predicate, int snapshotOfTransaction, Segment segment) {
        segment.predicate(predicate.place, predicate.items, predicate.table, predicate.condition);
        if (predicate.aggregate != null) {
            segment.aggregate(predicate.aggregate, predicate.aggregateColumn, predicate.aggregateValue);
        }
        if (predicate.snapshot != null) {
            segment.sees(
                    segment.snapshot(predicate.snapshot.upTo, predicate.snapshot.but, predicate.snapshot.but.length));
        } else if (predicate.seesKeys != null) {
            segment.seesRows();
        } else if (snapshotOfTransaction >= 0) {
            segment.sees(snapshotOfTransaction);
        }
        if (predicate.seesKeys != null) {
            for (int i = 0; i < predicate.seesKeys.length; i++) {
                segment.sees(predicate.seesKeys[i], predicate.seesVersions[i]);
            }
        }
    }

    /** A code for each of some codes of entries, in an array; null's is that of those that have none. */
    private static final class CodeMap {
        private long[] codes = {};

        long get(long code) {
            int index = (int) (code - Scalars.NULL);
            return index < codes.length ? codes[index] : Scalars.NULL;
        }

        void put(long code, long to) {
            int index = (int) (code - Scalars.NULL);
            if (index >= codes.length) {
                int old = codes.length;
                codes = Arrays.copyOf(codes, Math.max(64, 2 * index));
                Arrays.fill(codes, old, codes.length, Scalars.NULL);
            }
            codes[index] = to;
        }
    }
}
