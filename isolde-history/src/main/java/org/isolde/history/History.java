package org.isolde.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.format.Format;

/**
 * What the clients of a database saw: an immutable history as a few arrays.
 *
 * <p>Everything has a dense number. Transaction 0 is the implicit initial one, which wrote the initial version of every
 * key and comes before all others; the real ones are {@code 1 .. transactions()}, numbered session by session in session
 * order. The operations of transaction {@code t} are {@code firstOp(t) .. firstOp(t + 1) - 1}.
 *
 * <p>A <em>value</em> number stands for a pair of key and value. Value 0 is the initial version of whatever key the
 * operation is on. As long as no value is written twice to a key, a value number is a version: {@link #writer} and
 * {@link #writeOp} say who wrote it. Repeated writes are kept as they are; {@link #repeatedWrites} lists them.
 */
public final class History {
    /** The implicit transaction that wrote the initial versions. */
    public static final int INITIAL = 0;

    /** The writer of a value that nobody wrote. */
    public static final int NOBODY = -1;

    private final HistoryColumns columns;
    private final int[] firstOp;
    private final byte[] kind;
    private final int[] key;
    private final int[] value;
    private final int[] writer;
    private final int[] writeOp;

    History(HistoryColumns columns) {
        this.columns = columns;
        this.firstOp = columns.firstOp;
        this.kind = columns.kind;
        this.key = columns.key;
        this.value = columns.value;
        this.writer = columns.writer;
        this.writeOp = columns.writeOp;
    }

    /** Reads a file or folder in any known format, with all its evidence. */
    public static History read(Path path) throws IOException {
        return Format.read(path);
    }

    // ---- sizes

    public int sessions() {
        return columns.sessionFirst.length - 1;
    }

    /** The number of real transactions; they are {@code 1 .. transactions()}. */
    public int transactions() {
        return firstOp.length - 2;
    }

    public int operations() {
        return kind.length;
    }

    public int keys() {
        return columns.keyCode.length;
    }

    /** One more than the largest value number; not every number need be in use. */
    public int values() {
        return columns.writer.length;
    }

    // ---- transactions

    /** The first operation of a transaction; {@code firstOp(transactions() + 1)} is {@code operations()}. */
    public int firstOp(int transaction) {
        return firstOp[transaction];
    }

    public Status status(int transaction) {
        return Status.of(columns.status[transaction]);
    }

    public boolean isCommitted(int transaction) {
        return columns.status[transaction] == 0;
    }

    /** Whether every transaction is committed. */
    public boolean allCommitted() {
        return columns.allCommitted;
    }

    /** The session of a transaction, or -1 for the initial one. */
    public int session(int transaction) {
        return columns.session[transaction];
    }

    /** The first transaction of a session; {@code firstTransaction(sessions())} is one more than the last of all. */
    public int firstTransaction(int session) {
        return columns.sessionFirst[session];
    }

    /** Whether the input's numbers of the session say that transactions are missing directly before this one. */
    public boolean isAfterGap(int transaction) {
        return columns.gaps != null && java.util.Arrays.binarySearch(columns.gaps, transaction) >= 0;
    }

    /** Whether transactions are missing in some session. */
    public boolean hasGaps() {
        return columns.gaps != null;
    }

    /** The transaction that stood at a place of the input (from 0): a good guess at the commit order. */
    public int arrival(int place) {
        return columns.arrival == null ? place + 1 : columns.arrival[place];
    }

    /** The transaction an operation belongs to, by binary search: for reports, not for loops. */
    public int transactionOf(int operation) {
        int low = 0;
        int high = firstOp.length - 1;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (firstOp[middle] <= operation) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // ---- operations

    public byte kind(int operation) {
        return kind[operation];
    }

    public boolean isWrite(int operation) {
        return (kind[operation] & 1) != 0;
    }

    public int key(int operation) {
        return key[operation];
    }

    /** The value number: of a write what it wrote, of a read what it saw. */
    public int value(int operation) {
        return value[operation];
    }

    // ---- values

    /** The transaction that wrote a value: {@link #INITIAL} for 0, {@link #NOBODY} for a value from thin air. */
    public int writer(int value) {
        return writer[value];
    }

    /** The operation that wrote a value; -1 for the initial value and for thin air. */
    public int writeOp(int value) {
        return writeOp[value];
    }

    /**
     * Writes of a value that another write of the same key wrote before in the input (or that is the initial value), by
     * transactions that did not abort. {@link #writeOp} has the other one.
     */
    public int[] repeatedWrites() {
        return columns.repeatedWrites.clone();
    }

    public boolean hasRepeatedWrites() {
        return columns.repeatedWrites.length > 0;
    }

    /**
     * The same history once more is known of who read what: for a checker, when it has found out which transactions count and
     * what each read says of others. No write is a repetition in it.
     *
     * @param reads reads that saw another value than {@link #value} says
     * @param seen the number of that value, for each of them
     * @param writes writes that made their values, in place of {@link #writeOp}
     */
    public History settled(int[] reads, int[] seen, int[] writes) {
        HistoryColumns other = columns.copy();
        other.value = value.clone();
        for (int i = 0; i < reads.length; i++) {
            other.value[reads[i]] = seen[i];
        }
        other.writer = writer.clone();
        other.writeOp = writeOp.clone();
        for (int write : writes) {
            other.writer[value[write]] = transactionOf(write);
            other.writeOp[value[write]] = write;
        }
        other.repeatedWrites = new int[0];
        return new History(other);
    }

    /**
     * The same history with the rows among its operations that predicate reads have read, though they did not come back: those
     * that a {@code min}, {@code max} or {@code sum} was made of. Transactions, keys and values keep their numbers, operations don't.
     *
     * @param predicate for each of them the predicate read, ascending
     * @param rowKey the row
     * @param rowValue the number of the version that was read
     */
    public History withReads(int[] predicate, int[] rowKey, int[] rowValue) {
        int count = kind.length + predicate.length;
        HistoryColumns other = columns.copy();
        other.kind = new byte[count];
        other.key = new int[count];
        other.value = new int[count];
        // how many were put in before each operation
        int[] shift = new int[kind.length + 1];
        int added = 0;
        for (int op = 0; op <= kind.length; op++) {
            while (added < predicate.length && rows().firstItem(predicate[added]) == op) {
                other.kind[op + added] = OpKind.READ;
                other.key[op + added] = rowKey[added];
                other.value[op + added] = rowValue[added];
                added++;
            }
            shift[op] = added;
            if (op < kind.length) {
                other.kind[op + added] = kind[op];
                other.key[op + added] = key[op];
                other.value[op + added] = value[op];
            }
        }
        other.firstOp = firstOp.clone();
        for (int t = 0, before = 0; t < firstOp.length; t++) {
            // what an aggregate at the end of a transaction read is the transaction's, and not the next one's
            while (before < predicate.length && rows().transaction(predicate[before]) < t) {
                before++;
            }
            other.firstOp[t] += before;
        }
        other.writeOp = writeOp.clone();
        for (int i = 0; i < writeOp.length; i++) {
            other.writeOp[i] += writeOp[i] < 0 ? 0 : shift[writeOp[i]];
        }
        other.repeatedWrites = shifted(columns.repeatedWrites, shift);
        other.listOp = columns.listOp == null ? null : shifted(columns.listOp, shift);
        other.rows = columns.rows.shifted(shift, predicate);
        return new History(other);
    }

    private static int[] shifted(int[] operations, int[] shift) {
        int[] moved = operations.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += shift[moved[i]];
        }
        return moved;
    }

    // ---- lists

    public boolean hasLists() {
        return columns.listOp != null;
    }

    /** The number of list reads. */
    public int lists() {
        return columns.listOp == null ? 0 : columns.listOp.length;
    }

    /** The operation of list read {@code list}; they are in the order of operations. */
    public int listOp(int list) {
        return columns.listOp[list];
    }

    /** Where the elements of a list read begin; {@code listFirst(list + 1)} is where they end. */
    public int listFirst(int list) {
        return columns.listFirst[list];
    }

    /** An element of a list read, as a value number. */
    public int listElement(int index) {
        return columns.listElement[index];
    }

    /** The list read of an operation, or -1. */
    public int listOf(int operation) {
        return columns.listOp == null ? -1 : Math.max(-1, java.util.Arrays.binarySearch(columns.listOp, operation));
    }

    // ---- rows

    /** Columns and predicate reads; null if the history has none. */
    public Rows rows() {
        return columns.rows;
    }

    /** How many predicate reads there are. */
    public int predicates() {
        return columns.rows == null ? 0 : columns.rows.predicates();
    }

    /**
     * The first operation of the statement that an operation belongs to: the rows that one predicate read gave back were read at
     * once, in no order. Any other operation is a statement of its own.
     */
    public int statement(int operation) {
        return columns.rows == null ? operation : columns.rows.statement(operation);
    }

    // ---- evidence

    /** The evidence that this history carries. */
    public Set<Evidence> evidence() {
        EnumSet<Evidence> evidence = EnumSet.noneOf(Evidence.class);
        if (columns.begin != null) {
            evidence.add(Evidence.REAL_TIME);
        }
        if (hasLists() || columns.versionChains.length > 0 || columns.rows != null && columns.rows.hasVersionSets()) {
            evidence.add(Evidence.VERSIONS);
        }
        if (columns.startPhysical != null) {
            evidence.add(Evidence.TIMESTAMPS);
        }
        if (columns.order != null) {
            evidence.add(Evidence.ORDER);
        }
        return evidence;
    }

    public boolean hasRealTime() {
        return columns.begin != null;
    }

    /** When the client began a transaction; meaningful only with {@link #hasRealTime}. */
    public long begin(int transaction) {
        return columns.begin[transaction];
    }

    /** When the client had its answer; {@code Long.MAX_VALUE} if it never came. */
    public long end(int transaction) {
        return columns.end[transaction];
    }

    public boolean hasDisplayTime() {
        return columns.clockBegin != null;
    }

    /** A wall clock for display, where real time is the order of events; {@code Long.MIN_VALUE} if not known. */
    public long displayBegin(int transaction) {
        return columns.clockBegin[transaction];
    }

    public long displayEnd(int transaction) {
        return columns.clockEnd[transaction];
    }

    public boolean hasTimestamps() {
        return columns.startPhysical != null;
    }

    public long startPhysical(int transaction) {
        return columns.startPhysical[transaction];
    }

    public long startLogical(int transaction) {
        return columns.startLogical == null ? 0 : columns.startLogical[transaction];
    }

    /** {@code Long.MAX_VALUE} where the commit timestamp is not known. */
    public long commitPhysical(int transaction) {
        return columns.commitPhysical[transaction];
    }

    public long commitLogical(int transaction) {
        return columns.commitLogical == null ? 0 : columns.commitLogical[transaction];
    }

    public boolean hasLogicalTimestamps() {
        return columns.startLogical != null;
    }

    public boolean hasOrder() {
        return columns.order != null;
    }

    /** A transaction's place in the expected serialization order; NaN if it has none. */
    public double order(int transaction) {
        return columns.order[transaction];
    }

    /** The number of given version orders, each a chain of values of one key, earliest first. */
    public int versionChains() {
        return columns.versionChains.length;
    }

    /** The key of a version chain. */
    public int versionChainKey(int chain) {
        return columns.versionChainKey[chain];
    }

    /**
     * The values of a version chain; the initial version before them is implied. Where 0 stands among them, the input has the
     * initial version behind others, which no order of versions can have.
     */
    public int[] versionChain(int chain) {
        return columns.versionChains[chain].clone();
    }

    // ---- the input's own names, for reports and writers

    public Scalars scalars() {
        return columns.scalars;
    }

    public long keyCode(int key) {
        return columns.keyCode[key];
    }

    /** The code of a value; for value 0 the history's initial value. */
    public long valueCode(int value) {
        return value == 0 ? columns.initialCode : columns.valueCode(value);
    }

    /** The code of the initial value ({@link Scalars#NULL} if it is just "absent"). */
    public long initialCode() {
        return columns.initialCode;
    }

    /** Whether there are initial versions at all: in some formats every value must be written. */
    public boolean hasInitialVersions() {
        return columns.initialVersions;
    }

    public long sessionCode(int session) {
        return columns.sessionCode[session];
    }

    /** Whether transactions have names of their own in the input. */
    public boolean hasIds() {
        return columns.id != null;
    }

    /** The transaction's own name, or {@link Segment#NO_ID}. */
    public long idCode(int transaction) {
        return columns.id == null ? Segment.NO_ID : columns.id[transaction];
    }

    public String keyName(int key) {
        return columns.scalars.text(columns.keyCode[key]);
    }

    /** The text of a value as a report shows it. */
    public String valueName(int value) {
        return columns.scalars.text(valueCode(value));
    }

    public String sessionName(int session) {
        return columns.scalars.text(columns.sessionCode[session]);
    }

    /** The name of a transaction in reports: its id in the input, else session and place in it, as {@code 3:17}. */
    public String transactionName(int transaction) {
        if (transaction == INITIAL) {
            return "initial";
        }
        long id = idCode(transaction);
        if (id != Segment.NO_ID) {
            return columns.scalars.text(id);
        }
        int session = columns.session[transaction];
        return sessionName(session) + ":" + (transaction - columns.sessionFirst[session]);
    }

    /** Further fields of the input's header, each as its JSON text. */
    public Map<String, String> header() {
        return columns.header;
    }

    /** What was odd about the input and yet no error. */
    public List<String> warnings() {
        return columns.warnings;
    }

    HistoryColumns columns() {
        return columns;
    }
}
