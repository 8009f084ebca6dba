package org.isolde.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a {@link History} out of {@link Segment}s.
 *
 * <p>Parsing threads fill one segment each; {@link #build} then gives everything its dense number. The result depends on
 * the input alone, not on how many threads there were or how they were scheduled: sessions, keys and scalars are
 * numbered by first appearance in the input, values by that or by a hash of what they are.
 */
public final class HistoryBuilder {
    /** The design limit: operations, keys and values are numbered by {@code int}. */
    static final int MAX_OPERATIONS = Integer.MAX_VALUE - 64;

    static final String TOO_MANY_OPERATIONS =
            "more than 2^31 operations, which is the design limit of a history; split it by time or by keys";

    private final List<Segment> segments = new ArrayList<>();
    private final Map<String, String> header = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private boolean mergeParts;
    private boolean initialVersions = true;
    private boolean brokenOff;
    private long initialCode = Scalars.NULL;
    private Scalars initialScalars;
    private boolean tellsInitial;
    private boolean initialOfEachKey;
    private boolean initialIsGiven;
    private long givenInitial;
    private Scalars givenScalars;
    private final int threads;

    public HistoryBuilder() {
        this(Workers.available());
    }

    /** A builder that numbers large inputs with so many threads at most; what comes out is the same. */
    public HistoryBuilder(int threads) {
        this.threads = threads;
    }

    /** A new segment, for one thread. */
    public synchronized Segment segment() {
        Segment segment = new Segment();
        segments.add(segment);
        return segment;
    }

    /** Rows with the same id are parts of one transaction, in the order of the input. */
    public HistoryBuilder mergePartsById() {
        mergeParts = true;
        return this;
    }

    /** The value that every key has before anybody writes it, as the input tells it; without this call it is "absent". */
    public synchronized HistoryBuilder initialValue(long code, Scalars scalars) {
        initialCode = code;
        initialScalars = scalars;
        tellsInitial = true;
        return this;
    }

    /** There are no initial versions: a read of a value that nobody wrote is a thin-air read, whatever the value. */
    public HistoryBuilder withoutInitialVersions() {
        initialVersions = false;
        tellsInitial = true;
        return this;
    }

    /** The input tells what each key is at first, not the same for all; reads of that are reads of null. */
    public synchronized HistoryBuilder initialValueOfEachKey() {
        initialOfEachKey = true;
        tellsInitial = true;
        return this;
    }

    /**
     * What whoever reads the input says that every key is at first: it holds where the input does not tell that, and is an
     * error where the input tells something else.
     */
    public HistoryBuilder givenInitialValue(long code, Scalars scalars) {
        initialIsGiven = true;
        givenInitial = code;
        givenScalars = scalars;
        return this;
    }

    /** Whether {@link #givenInitialValue} was called, so that nothing need be guessed. */
    public boolean hasGivenInitialValue() {
        return initialIsGiven;
    }

    /** The recording ended in the middle: what it says holds, but transactions of its last moments may be missing. */
    public HistoryBuilder brokenOff() {
        brokenOff = true;
        return this;
    }

    /** A further field of the header, as its JSON text. */
    public synchronized HistoryBuilder header(String name, String json) {
        header.put(name, json);
        return this;
    }

    public synchronized void warn(String warning) {
        warnings.add(warning);
    }

    /** Numbers everything; the builder and its segments are of no use afterwards. */
    public History build() throws BadHistoryException {
        try {
            return number();
        } catch (BadHistoryException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private History number() throws IOException {
        long operations = 0;
        long transactions = 0;
        for (Segment segment : segments) {
            operations += segment.operations;
            transactions += segment.transactions;
        }
        if (operations > MAX_OPERATIONS || transactions > MAX_OPERATIONS) {
            throw BadHistoryException.of(TOO_MANY_OPERATIONS);
        }
        HistoryColumns columns = new HistoryColumns();
        columns.scalars = segments.size() == 1 ? segments.get(0).scalars() : new Scalars();
        columns.header = Collections.unmodifiableMap(header);
        columns.initialVersions = initialVersions;

        Input input = new Input(segments, columns.scalars);
        columns.initialCode = initialScalars == null ? initialCode : columns.scalars.adopt(initialCode, initialScalars);
        if (initialIsGiven) {
            adoptGivenInitial(columns);
        }
        mergeKeys(input, columns);
        ValueInterner interner = new ValueInterner(input, columns, warnings, threads);
        new TransactionLayout(input, mergeParts, threads).layOut(columns);
        interner.intern();
        if (brokenOff) {
            int lost = new LostWriters(columns).add();
            warnings.add("the recording broke off before its end"
                    + (lost == 0
                            ? ""
                            : "; " + lost + (lost == 1 ? " value was" : " values were")
                                    + " read whose writer is missing, and count as written by lost transactions"));
        }
        new EvidenceCheck(columns).check(warnings);
        columns.warnings = List.copyOf(warnings);
        segments.clear();
        return new History(columns);
    }

    private void adoptGivenInitial(HistoryColumns columns) throws BadHistoryException {
        long given = columns.scalars.adopt(givenInitial, givenScalars);
        if (initialOfEachKey) {
            throw BadHistoryException.of("the history tells itself what each key is initially; leave --initial out");
        } else if (!initialVersions) {
            throw BadHistoryException.of(
                    "keys have no initial values in this history, every value that is read must have"
                            + " been written; leave --initial out");
        } else if (tellsInitial && columns.initialCode != given) {
            throw BadHistoryException.of("the history tells itself that keys are "
                    + json(columns.scalars, columns.initialCode) + " initially, and not " + json(columns.scalars, given)
                    + "; leave --initial out");
        } else if (!tellsInitial && given != Scalars.NULL && segments.stream().anyMatch(segment -> segment.lists > 0)) {
            throw BadHistoryException.of(
                    "the keys of this history are lists, which are empty initially; leave --initial out");
        }
        columns.initialCode = given;
    }

    private static String json(Scalars scalars, long code) {
        return switch (scalars.kind(code)) {
            case NULL -> "null";
            case NUMBER -> scalars.text(code);
            default -> '"' + scalars.text(code) + '"';
        };
    }

    /**
     * The segments as one input: its chunks in order, and for each segment how its own keys and entries are called in the
     * whole.
     */
    static final class Input {
        /** The most rows of a piece. */
        private static final int PIECE = 1 << 13;

        final Segment[] segments;
        final Scalars scalars;
        /** For each segment: own key to key of the history. */
        final int[][] keyOf;
        /** For each segment: code of an entry (by its index) in the whole, or null if the same. */
        final long[][] entryOf;
        /** The chunks in the order of the input: segment, and place among that segment's chunks. */
        final int[] chunkSegment;

        final int[] chunkPlace;
        /** Lines of the input before each chunk. */
        final long[] chunkLine;
        /** The pieces of chunks in the order of the input: segment, first row there, and one more than the last. */
        int[] pieceSegment;

        int[] pieceFirst;
        int[] pieceEnd;
        /** For each segment and row the transaction; set by the layout. */
        int[][] transaction;
        /** Where the row's operations begin; null if every transaction is one row. */
        int[][] destination;

        Input(List<Segment> list, Scalars scalars) {
            this.segments = list.toArray(new Segment[0]);
            this.scalars = scalars;
            this.keyOf = new int[segments.length][];
            this.entryOf = new long[segments.length][];
            int chunks = 0;
            for (Segment segment : segments) {
                chunks += segment.chunks;
            }
            long[] order = new long[chunks];
            int next = 0;
            for (int s = 0; s < segments.length; s++) {
                for (int c = 0; c < segments[s].chunks; c++) {
                    order[next++] = ((long) segments[s].chunkIndex[c] << 32) | s;
                }
            }
            Arrays.sort(order);
            chunkSegment = new int[chunks];
            chunkPlace = new int[chunks];
            chunkLine = new long[chunks];
            int[] used = new int[segments.length];
            long lines = 0;
            for (int c = 0; c < chunks; c++) {
                chunkSegment[c] = (int) order[c];
                chunkPlace[c] = used[chunkSegment[c]]++;
                chunkLine[c] = lines;
                lines += segments[chunkSegment[c]].chunkLines[chunkPlace[c]];
            }
            cutPieces();
            adoptEntries();
        }

        /** Entries get their codes by first appearance in the input, as the only segment of a small one gives them. */
        private void adoptEntries() {
            for (int s = 0; s < segments.length; s++) {
                Scalars own = segments[s].scalars();
                entryOf[s] = own == scalars ? null : new long[own.size()];
            }
            for (int c = 0; c < chunkSegment.length; c++) {
                int s = chunkSegment[c];
                if (entryOf[s] == null) {
                    continue;
                }
                Segment segment = segments[s];
                int next = chunkPlace[c] + 1;
                int end = next == segment.chunks ? entryOf[s].length : segment.chunkFirstEntry[next];
                for (int i = segment.chunkFirstEntry[chunkPlace[c]]; i < end; i++) {
                    entryOf[s][i] = scalars.adopt(Long.MIN_VALUE + i, segment.scalars());
                }
            }
        }

        /** A segment's code as a code of the whole. */
        long code(int segment, long code) {
            return Scalars.isPlain(code) || code == Scalars.NULL || entryOf[segment] == null
                    ? code
                    : entryOf[segment][(int) (code - Long.MIN_VALUE)];
        }

        /** Where the operations of a row begin in the history. */
        int place(int segment, int row, int[] firstOpOfTransaction) {
            return destination == null ? firstOpOfTransaction[transaction[segment][row]] : destination[segment][row];
        }

        /** Cuts the chunks, of which there may be a single one, into pieces that threads can take. */
        private void cutPieces() {
            int pieces = 0;
            for (int c = 0; c < chunks(); c++) {
                pieces += piecesOf(c);
            }
            pieceSegment = new int[pieces];
            pieceFirst = new int[pieces];
            pieceEnd = new int[pieces];
            int piece = 0;
            for (int c = 0; c < chunks(); c++) {
                int count = piecesOf(c);
                for (int i = 0; i < count; i++) {
                    pieceSegment[piece] = chunkSegment[c];
                    pieceFirst[piece] = firstRow(c) + i * PIECE;
                    pieceEnd[piece] = i + 1 < count ? pieceFirst[piece] + PIECE : endRow(c);
                    piece++;
                }
            }
        }

        private int piecesOf(int chunk) {
            return (int) ((endRow(chunk) - firstRow(chunk) + PIECE - 1L) / PIECE);
        }

        int pieces() {
            return pieceSegment.length;
        }

        int chunks() {
            return chunkSegment.length;
        }

        /** First row of a chunk in its segment. */
        int firstRow(int chunk) {
            return segments[chunkSegment[chunk]].chunkFirstTransaction[chunkPlace[chunk]];
        }

        /** One more than the last row of a chunk in its segment. */
        int endRow(int chunk) {
            Segment segment = segments[chunkSegment[chunk]];
            int place = chunkPlace[chunk] + 1;
            return place == segment.chunks ? segment.transactions : segment.chunkFirstTransaction[place];
        }
    }

    /**
     * Numbers the keys of all segments by their first appearance in the input.
     *
     * <p>A segment has its chunks in the order of the input, so the least chunk that a segment gives for a key is the first
     * in the input that has the key; the segment of that chunk had not seen it before, and numbered it after those that
     * came earlier in the chunk. So chunk and number in that segment are the key's place, which no other key shares.
     */
    private static void mergeKeys(Input input, HistoryColumns columns) {
        if (input.segments.length == 1) {
            Segment only = input.segments[0];
            columns.keyCode = only.keys.keys();
            input.keyOf[0] = null;
            return;
        }
        LongIntMap all = new LongIntMap();
        LongColumn firstSeen = new LongColumn();
        for (int s = 0; s < input.segments.length; s++) {
            Segment segment = input.segments[s];
            long[] codes = segment.keys.keys();
            input.keyOf[s] = new int[codes.length];
            for (int k = 0; k < codes.length; k++) {
                int before = all.size();
                int number = all.intern(input.code(s, codes[k]));
                long seen = (segment.keyChunk.get(k) << 32) | k;
                if (number == before || seen < firstSeen.get(number)) {
                    firstSeen.set(number, seen);
                }
                input.keyOf[s][k] = number;
            }
        }
        long[] sorted = new long[all.size()];
        Integer[] byPlace = new Integer[all.size()];
        for (int k = 0; k < byPlace.length; k++) {
            byPlace[k] = k;
        }
        Arrays.sort(byPlace, (a, b) -> Long.compare(firstSeen.get(a), firstSeen.get(b)));
        int[] rank = new int[byPlace.length];
        long[] codes = all.keys();
        for (int place = 0; place < byPlace.length; place++) {
            rank[byPlace[place]] = place;
            sorted[place] = codes[byPlace[place]];
        }
        for (int[] keyOf : input.keyOf) {
            for (int k = 0; k < keyOf.length; k++) {
                keyOf[k] = rank[keyOf[k]];
            }
        }
        columns.keyCode = sorted;
    }
}
