package org.isolde.history.format;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Writes the transactions of a history of rows as Elle's closed predicates, the other way round than {@link EdnRows} reads
 * them, where they are no more than that: one table of such keys, one column, the three predicates, and no read of nothing that
 * could be taken for another.
 *
 * <p>The first transaction is the {@code :init} if it did nothing but insert.
 */
final class EdnRowWriter {
    private static final Pattern KEY =
            Pattern.compile(EdnRows.TABLE + "/(-?[0-9]{1,18}|:[^\\s,;\"()\\[\\]{}]+|\"(?:[^\"\\\\]|\\\\.)*\")");
    private static final Pattern EQUAL = Pattern.compile(EdnRows.COLUMN + " = (-?[0-9]+)");
    private static final Pattern DIVISIBLE = Pattern.compile(EdnRows.COLUMN + " % ([0-9]+) = 0");
    private static final Pattern REMAINDER =
            Pattern.compile(EdnRows.COLUMN + " % ([0-9]+) in \\(([0-9]+), (-[0-9]+)\\)");

    private final History history;
    private final Rows rows;
    private final String[] keys;
    private final String[] predicates;
    /** Values that are dead versions. */
    private final BitSet dead = new BitSet();

    private EdnRowWriter(History history) {
        this.history = history;
        this.rows = history.rows();
        this.keys = new String[history.keys()];
        this.predicates = new String[rows.conditions().size()];
    }

    /** A writer of the history, or null if that is more than closed predicates. */
    static EdnRowWriter of(History history) {
        if (history.rows() == null) {
            return null;
        }
        EdnRowWriter writer = new EdnRowWriter(history);
        return writer.hasFittingNames() && writer.hasFittingOperations() && writer.canTellNothings() ? writer : null;
    }

    /** The predicate that a condition is, or null. */
    static String predicate(String condition) {
        Matcher equal = EQUAL.matcher(condition);
        Matcher divisible = DIVISIBLE.matcher(condition);
        Matcher remainder = REMAINDER.matcher(condition);
        if (condition.equals("true")) {
            return ":true";
        } else if (equal.matches()) {
            return "[:= " + equal.group(1) + "]";
        } else if (divisible.matches()) {
            return "[:mod " + divisible.group(1) + " 0]";
        } else if (remainder.matches()
                && remainder(remainder.group(1), remainder.group(2)).equals(condition)) {
            return "[:mod " + remainder.group(1) + " " + remainder.group(2) + "]";
        }
        return null;
    }

    /** Whether a number is as much more than a multiple of another one, whose sign the remainder has. */
    static String remainder(String modulus, String rest) {
        String left = EdnRows.COLUMN + " % " + modulus;
        return rest.equals("0")
                ? left + " = 0"
                : left + " in (" + rest + ", " + (Long.parseLong(rest) - Long.parseLong(modulus)) + ")";
    }

    private boolean hasFittingNames() {
        for (int key = 0; key < keys.length; key++) {
            Matcher matcher = KEY.matcher(history.keyName(key));
            if (history.scalars().kind(history.keyCode(key)) != Scalars.Kind.TEXT || !matcher.matches()) {
                return false;
            }
            keys[key] = matcher.group(1);
        }
        for (int condition = 0; condition < predicates.length; condition++) {
            predicates[condition] = predicate(rows.conditions().get(condition).text());
            if (predicates[condition] == null) {
                return false;
            }
        }
        return history.hasInitialVersions() && history.initialCode() == Scalars.NULL;
    }

    private boolean hasFittingOperations() {
        for (int predicate = 0; predicate < rows.predicates(); predicate++) {
            if (rows.aggregate(predicate) != null
                    || rows.hasVersionSet(predicate)
                    || !rows.tableName(rows.table(predicate)).equals(EdnRows.TABLE)) {
                return false;
            }
        }
        for (int t = 1; t <= history.transactions(); t++) {
            if (rows.number(t) != Segment.NO_ID || rows.snapshotOf(t) >= 0) {
                return false;
            }
        }
        for (int op = 0; op < history.operations(); op++) {
            switch (history.kind(op)) {
                case OpKind.READ -> {}
                case OpKind.DELETE -> dead.set(history.value(op));
                case OpKind.WRITE -> {
                    int image = rows.image(op);
                    if (image < 0
                            || rows.imageEnd(image) - rows.imageFirst(image) != 1
                            || !rows.columnName(rows.imageColumn(rows.imageFirst(image)))
                                    .equals(EdnRows.COLUMN)
                            || rows.imageValue(rows.imageFirst(image)) != history.valueCode(history.value(op))
                            || !Scalars.isPlain(rows.imageValue(rows.imageFirst(image)))) {
                        return false;
                    }
                }
                default -> {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether every read of nothing, unborn or dead, is one that {@link EdnRows} reads again as what it is. */
    private boolean canTellNothings() {
        int[] deletions = new int[keys.length];
        BitSet initial = new BitSet();
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                boolean happened = history.status(t) != Status.ABORTED;
                deletions[history.key(op)] += happened && history.kind(op) == OpKind.DELETE ? 1 : 0;
                if (isInitial(t)) {
                    initial.set(history.key(op));
                }
            }
        }
        for (int t = 1; t <= history.transactions(); t++) {
            BitSet own = new BitSet();
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    own.set(key, history.kind(op) == OpKind.DELETE);
                    continue;
                }
                boolean isDead = dead.get(history.value(op));
                boolean isItem = isResult(t, op);
                if (isItem && (isDead || history.value(op) == 0)
                        || !isItem && isDead && !(own.get(key) || deletions[key] == 1 && initial.get(key))
                        || !isItem && history.value(op) == 0 && (own.get(key) || deletions[key] > 0)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether an operation of a transaction is a row that a predicate read gave back. */
    private boolean isResult(int transaction, int op) {
        for (int p = rows.firstPredicate(transaction); p < rows.firstPredicate(transaction + 1); p++) {
            if (rows.firstItem(p) <= op && op < rows.firstItem(p) + rows.items(p)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a transaction is the one that makes what is there from the beginning. */
    boolean isInitial(int transaction) {
        if (history.arrival(0) != transaction
                || !history.isCommitted(transaction)
                || history.firstOp(transaction) == history.firstOp(transaction + 1)
                || rows.firstPredicate(transaction) < rows.firstPredicate(transaction + 1)) {
            return false;
        }
        BitSet seen = new BitSet();
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            if (history.kind(op) != OpKind.WRITE || seen.get(history.key(op))) {
                return false;
            }
            seen.set(history.key(op));
        }
        return true;
    }

    /** Whether names of dead versions are other ones than those that they get when they are read again. */
    boolean renames() {
        for (int value = dead.nextSetBit(0); value >= 0; value = dead.nextSetBit(value + 1)) {
            String name = history.scalars().text(history.valueCode(value));
            if (!name.matches("(" + EdnRows.DELETED + "|" + EdnRows.NOT_DELETED + ")(-[0-9]+)?")) {
                return true;
            }
        }
        return false;
    }

    /** Writes {@code :f} and {@code :value} of an event. */
    void event(int transaction, boolean isEnd, ByteSink sink) {
        if (isInitial(transaction)) {
            sink.ascii(", :f :init, :value {");
            for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
                entry(op, op > history.firstOp(transaction), sink);
            }
            sink.ascii("}");
            return;
        }
        sink.ascii(", :f :txn, :value [");
        int predicate = rows.firstPredicate(transaction);
        int end = history.firstOp(transaction + 1);
        String separator = "";
        for (int op = history.firstOp(transaction); op <= end; op++) {
            while (predicate < rows.predicates()
                    && rows.transaction(predicate) == transaction
                    && rows.firstItem(predicate) == op) {
                sink.ascii(separator);
                separator = " ";
                predicate(predicate, isEnd, sink);
                op += rows.items(predicate++);
            }
            if (op < end) {
                sink.ascii(separator);
                separator = " ";
                operation(op, isEnd, sink);
            }
        }
        sink.put(']');
    }

    private void operation(int op, boolean isEnd, ByteSink sink) {
        int value = history.value(op);
        byte kind = history.kind(op);
        sink.ascii(kind == OpKind.READ ? "[:r " : kind == OpKind.DELETE ? "[:delete " : "[:w ");
        sink.utf8(keys[history.key(op)]);
        if (kind == OpKind.READ && (!isEnd || value == 0 || dead.get(value))) {
            sink.ascii(" nil");
        } else if (kind != OpKind.DELETE) {
            sink.put(' ');
            sink.json(history.valueCode(value), history.scalars());
        }
        sink.put(']');
    }

    private void predicate(int predicate, boolean isEnd, ByteSink sink) {
        sink.ascii("[:rp ");
        sink.ascii(predicates[rows.condition(predicate)]);
        if (!isEnd) {
            sink.ascii(" nil]");
            return;
        }
        sink.ascii(" {");
        int first = rows.firstItem(predicate);
        for (int op = first; op < first + rows.items(predicate); op++) {
            entry(op, op > first, sink);
        }
        sink.ascii("}]");
    }

    private void entry(int op, boolean separated, ByteSink sink) {
        sink.ascii(separated ? ", " : "");
        sink.utf8(keys[history.key(op)]);
        sink.put(' ');
        sink.json(history.valueCode(history.value(op)), history.scalars());
    }
}
