package org.isolde.history.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.history.BadHistoryException;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;

/**
 * Reads the events of a Jepsen history, one map after the other, into blocks.
 *
 * <p>The fields of a map come in any order, so a value is read by its shape alone, and what it means is decided at the end
 * of the map. What does not fit any shape is an error only if the event turns out to be a client's.
 */
final class EventParser {
    private static final long TYPE = ByteCursor.pack("type");
    private static final long PROCESS = ByteCursor.pack("process");
    private static final long FUNCTION = ByteCursor.pack("f");
    private static final long VALUE = ByteCursor.pack("value");
    private static final long INDEX = ByteCursor.pack("index");
    private static final long TIME = ByteCursor.pack("time");
    private static final long ERROR = ByteCursor.pack("error");
    private static final long UNEQUAL = ByteCursor.pack("unequal");

    private static final long INVOKE = ByteCursor.pack("invoke");
    private static final long OK = ByteCursor.pack("ok");
    private static final long FAIL = ByteCursor.pack("fail");
    private static final long INFO = ByteCursor.pack("info");

    private static final long TXN = ByteCursor.pack("txn");
    private static final long READ = ByteCursor.pack("read");
    private static final long WRITE = ByteCursor.pack("write");
    private static final long CAS = ByteCursor.pack("cas");
    private static final long INIT = ByteCursor.pack("init");

    private static final long APPEND = ByteCursor.pack("append");
    private static final long PREDICATE_READ = ByteCursor.pack("rp");
    private static final long INSERT = ByteCursor.pack("insert");
    private static final long DELETE = ByteCursor.pack("delete");

    private static final long TRUE = ByteCursor.pack("true");
    private static final long EQUAL = ByteCursor.pack("=");
    private static final long MOD = ByteCursor.pack("mod");

    private static final String EXPECTED_PREDICATE =
            "a predicate that is :true, [:= 1] or [:mod 2 0], and the rows behind it, as in [:rp :true {:x 1}]";
    private static final String EXPECTED_VALUE =
            "a transaction such as [[:r :x 1] [:append :y 2]], or with :f :read, :write or :cas a value or pair of values";

    /** The shapes of a value. */
    private enum Shape {
        NONE,
        SCALAR,
        PAIR,
        KEY_AND_PAIR,
        TRANSACTION,
        MAP,
        OTHER
    }

    private final EdnCursor edn;
    private final Scalars scalars;
    private EventBlock block;

    // the current event
    private int type;
    private boolean client;
    private long process;
    private boolean hasFunction;
    private long function;
    private boolean isUnequal;
    private Shape shape;
    private long a;
    private long b;
    private long c;
    /** The spelling of a value that is a map. */
    private byte[] map;
    /** What is wrong with the value, if the event is a client's. */
    private String problem;

    EventParser(EdnCursor edn, Scalars scalars) {
        this.edn = edn;
        this.scalars = scalars;
    }

    /** Events go to this block from now on. */
    void into(EventBlock newBlock) {
        block = newBlock;
    }

    /** Reads the map at the cursor. */
    void event() throws IOException {
        if (edn.peek() != '{') {
            throw edn.bad("an event such as {:type :ok, :process 0, :f :txn, :value [[:r :x 1]]}");
        }
        int line = edn.line;
        int firstOp = block.ops.count;
        int firstElement = block.ops.elementCount;
        type = -1;
        client = false;
        hasFunction = false;
        isUnequal = false;
        shape = Shape.NONE;
        problem = null;
        boolean hasProcess = false;
        long index = EventBlock.UNKNOWN_TIME;
        long time = EventBlock.UNKNOWN_TIME;
        edn.open();
        while (!edn.closes('}')) {
            long name = edn.name();
            if (edn.peek() == '}') {
                throw edn.bad("a value behind each key of a map");
            }
            if (name == TYPE) {
                type = type();
            } else if (name == PROCESS) {
                hasProcess = true;
                client = edn.isInteger();
                process = edn.scalar(scalars);
            } else if (name == FUNCTION) {
                function = edn.name();
                hasFunction = edn.textTo > edn.textFrom;
            } else if (name == VALUE) {
                value();
            } else if (name == INDEX && edn.isInteger()) {
                index = edn.scalar(scalars);
            } else if (name == TIME && edn.isInteger()) {
                time = edn.scalar(scalars);
            } else if (name == ERROR) {
                isUnequal = edn.name() == UNEQUAL;
            } else {
                edn.skip();
            }
        }
        if (!hasProcess || type < 0) {
            throw BadHistoryException.atLine(
                    line, "expected an event with :type and :process, found no " + (type < 0 ? ":type" : ":process"));
        }
        if (!client) {
            block.ops.count = firstOp;
            block.ops.elementCount = firstElement;
            block.places++;
            return;
        }
        int flags = interpret(line);
        if (type == EventBlock.INVOKE) {
            dropReads(firstOp, firstElement);
        }
        block.add((byte) type, flags, process, line);
        block.index[block.count - 1] = index;
        block.time[block.count - 1] = time;
        block.indexed &= index != EventBlock.UNKNOWN_TIME;
        block.places++;
    }

    private int type() throws IOException {
        long name = edn.name();
        if (name == INVOKE) {
            return EventBlock.INVOKE;
        } else if (name == OK) {
            return EventBlock.OK;
        } else if (name == FAIL) {
            return EventBlock.FAIL;
        } else if (name == INFO) {
            return EventBlock.INFO;
        }
        throw edn.badText("a :type that is :invoke, :ok, :fail or :info");
    }

    // ---- values by their shape

    private void value() throws IOException {
        int next = edn.peek();
        if (next == '{') {
            edn.keep();
            edn.skip();
            edn.kept();
            map = Arrays.copyOfRange(edn.textBytes, edn.textFrom, edn.textTo);
            shape = Shape.MAP;
            return;
        }
        if (next == '#') {
            edn.skip();
            shape = Shape.OTHER;
            return;
        }
        if (next != '[' && next != '(') {
            a = edn.scalar(scalars);
            shape = a == Scalars.NULL ? Shape.NONE : Shape.SCALAR;
            return;
        }
        char close = edn.open();
        next = edn.peek();
        if (next == close || next == '[' || next == '(') {
            shape = Shape.TRANSACTION;
            while (!edn.closes(close)) {
                operation();
            }
        } else {
            pair(close);
        }
    }

    /** {@code [a b]}, or {@code [a [b c]]}. */
    private void pair(char close) throws IOException {
        shape = Shape.OTHER;
        a = edn.scalar(scalars);
        if (edn.closes(close)) {
            return;
        }
        int next = edn.peek();
        if (next != '[' && next != '(') {
            b = edn.scalar(scalars);
            if (edn.closes(close)) {
                shape = Shape.PAIR;
            } else {
                edn.skipRest(close);
            }
            return;
        }
        char inner = edn.open();
        if (edn.closes(inner)) {
            edn.skipRest(close);
            return;
        }
        b = edn.scalar(scalars);
        if (edn.closes(inner)) {
            edn.skipRest(close);
            return;
        }
        c = edn.scalar(scalars);
        boolean fits = edn.closes(inner);
        if (!fits) {
            edn.skipRest(inner);
        }
        if (!edn.closes(close)) {
            edn.skipRest(close);
        } else if (fits) {
            shape = Shape.KEY_AND_PAIR;
        }
    }

    /** One operation of a transaction: {@code [:r key value]} and so on. */
    private void operation() throws IOException {
        char close = edn.open();
        if (close != ']' && close != ')') {
            if (close != 0) {
                edn.skipRest(close);
            } else {
                edn.skip();
            }
            problem = EXPECTED_VALUE;
            return;
        }
        if (edn.closes(close)) {
            problem = EXPECTED_VALUE;
            return;
        }
        long name = edn.name();
        byte kind = -1;
        if (name == 'r') {
            kind = OpKind.READ;
        } else if (name == 'w') {
            kind = OpKind.WRITE;
        } else if (name == APPEND) {
            kind = OpKind.APPEND;
        } else if (name == INSERT) {
            kind = OpKind.WRITE;
            block.hasRows = true;
        } else if (name == DELETE) {
            kind = OpKind.DELETE;
            block.hasRows = true;
        } else if (name == PREDICATE_READ) {
            predicate(close);
            return;
        }
        if (kind < 0 || edn.closes(close)) {
            problem = EXPECTED_VALUE;
            if (kind < 0) {
                edn.skipRest(close);
            }
            return;
        }
        long key = edn.scalar(scalars);
        if (edn.closes(close)) {
            known(kind, key, Scalars.NULL);
            return;
        }
        int next = edn.peek();
        if (kind == OpKind.READ && (next == '[' || next == '(')) {
            char inner = edn.open();
            int first = block.ops.elementCount;
            while (!edn.closes(inner)) {
                block.ops.element(edn.scalar(scalars));
            }
            block.ops.endList(key, first);
            block.hasLists = true;
        } else {
            known(kind, key, edn.scalar(scalars));
        }
        if (!edn.closes(close)) {
            edn.skipRest(close);
            problem = EXPECTED_VALUE;
        }
    }

    private void known(byte kind, long key, long value) {
        if (kind != OpKind.READ && kind != OpKind.DELETE && value == Scalars.NULL) {
            problem = "a value behind the key of each :w, :insert and :append";
        }
        block.hasLists |= kind == OpKind.APPEND;
        block.ops.add(kind, key, kind == OpKind.DELETE ? Scalars.NULL : value);
    }

    /** Behind {@code :rp}: {@code :true {:x 1}}, or with nil in place of the rows. */
    private void predicate(char close) throws IOException {
        block.hasRows = true;
        String condition = edn.closes(close) ? null : condition();
        if (condition == null || edn.closes(close)) {
            problem = EXPECTED_PREDICATE;
            if (condition == null) {
                edn.skipRest(close);
            }
            return;
        }
        int predicate = block.ops.count;
        block.ops.add(EdnRows.PREDICATE, scalars.text(condition), EdnRows.UNKNOWN);
        if (edn.peek() == '{') {
            edn.open();
            while (!edn.closes('}')) {
                entry(edn, OpKind.READ);
            }
            block.ops.values[predicate] = block.ops.count - predicate - 1;
        } else if (edn.scalar(scalars) != Scalars.NULL) {
            problem = EXPECTED_PREDICATE;
        }
        if (!edn.closes(close)) {
            edn.skipRest(close);
            problem = EXPECTED_PREDICATE;
        }
        refuseJson();
    }

    /** In JSON the key 1 of a map is the text "1", another row. */
    private void refuseJson() {
        if (edn.spellsJson()) {
            problem = "predicates and :init in EDN, for the keys of a JSON object are all texts,";
        }
    }

    /** The condition that a predicate is, or null. */
    private String condition() throws IOException {
        char close = edn.peek() == '[' || edn.peek() == '(' ? edn.open() : 0;
        if (close == 0) {
            return edn.name() == TRUE ? "true" : null;
        }
        String condition = null;
        if (!edn.closes(close)) {
            long name = edn.name();
            List<Long> numbers = new ArrayList<>();
            boolean integers = true;
            while (!edn.closes(close)) {
                integers &= edn.isInteger();
                numbers.add(edn.scalar(scalars));
            }
            if (integers && name == EQUAL && numbers.size() == 1) {
                condition = EdnRows.COLUMN + " = " + numbers.get(0);
            } else if (integers
                    && name == MOD
                    && numbers.size() == 2
                    && numbers.get(1) >= 0
                    && numbers.get(1) < numbers.get(0)) {
                condition = EdnRowWriter.remainder(
                        numbers.get(0).toString(), numbers.get(1).toString());
            }
        }
        return condition;
    }

    /** A key of a map and its value, a row and its version. */
    private void entry(EdnCursor from, byte kind) throws IOException {
        long key = from.scalar(scalars);
        if (from.peek() == '}') {
            throw from.bad("a value behind each key of a map");
        }
        long version = from.scalar(scalars);
        if (version == Scalars.NULL) {
            problem = "a value behind each key of a map of rows";
        }
        block.ops.add(kind, key, version);
    }

    // ---- what a client's value means

    /** Makes operations of a register's value; returns the event's flags. */
    private int interpret(int line) throws IOException {
        int flags = isUnequal ? EventBlock.UNEQUAL : 0;
        if (hasFunction && function == INIT) {
            initial();
            flags |= EventBlock.INITIAL | EventBlock.TRANSACTION | (shape == Shape.NONE ? EventBlock.WITHOUT_VALUE : 0);
        }
        if (problem != null) {
            throw BadHistoryException.atLine(line, "expected " + problem + " as the :value");
        }
        if (hasFunction && function == INIT) {
            return flags;
        }
        if (shape == Shape.TRANSACTION) {
            return flags | EventBlock.TRANSACTION;
        }
        if (!hasFunction || function == TXN) {
            if (shape != Shape.NONE) {
                throw BadHistoryException.atLine(line, "expected " + EXPECTED_VALUE + " as the :value");
            }
            return flags | EventBlock.TRANSACTION | EventBlock.WITHOUT_VALUE;
        }
        boolean fits;
        if (function == READ) {
            fits = shape == Shape.NONE || shape == Shape.SCALAR || shape == Shape.PAIR;
            register(OpKind.READ, shape == Shape.NONE ? Scalars.NULL : a);
        } else if (function == WRITE) {
            fits = shape == Shape.NONE || shape == Shape.SCALAR || (shape == Shape.PAIR && b != Scalars.NULL);
            if (shape == Shape.NONE) {
                return flags | EventBlock.WITHOUT_VALUE;
            }
            register(OpKind.WRITE, a);
        } else if (function == CAS) {
            flags |= EventBlock.CAS;
            fits = shape == Shape.NONE || shape == Shape.PAIR || shape == Shape.KEY_AND_PAIR;
            if (shape == Shape.NONE) {
                return flags | EventBlock.WITHOUT_VALUE;
            }
            boolean keyed = shape == Shape.KEY_AND_PAIR;
            long key = keyed ? a : scalars.entry(Scalars.Kind.TEXT, EdnReader.REGISTER);
            block.ops.add(OpKind.CAS_READ, key, keyed ? b : a);
            block.ops.add(OpKind.CAS_WRITE, key, keyed ? c : b);
        } else {
            throw BadHistoryException.atLine(
                    line,
                    "an :f that Isolde does not know; it reads :txn with :r, :w, :append, :rp, :insert and"
                            + " :delete, :init, and :read, :write, :cas");
        }
        if (!fits) {
            throw BadHistoryException.atLine(line, "expected " + EXPECTED_VALUE + " as the :value");
        }
        return flags;
    }

    /** The rows that there are from the beginning, {@code {:x 1}}. */
    private void initial() throws IOException {
        block.hasRows = true;
        refuseJson();
        if (shape == Shape.MAP) {
            EdnCursor rows = edn.over(map);
            rows.open();
            while (!rows.closes('}')) {
                entry(rows, OpKind.WRITE);
            }
        } else if (shape != Shape.NONE) {
            problem = "a map of rows such as {:x 1}";
        }
    }

    /** An operation on the one register, or with a pair on one of several. */
    private void register(byte kind, long value) {
        if (shape == Shape.PAIR) {
            block.ops.add(kind, a, b);
        } else {
            block.ops.add(kind, scalars.entry(Scalars.Kind.TEXT, EdnReader.REGISTER), value);
        }
    }

    /** What an invocation says of reads is not what they saw. */
    private void dropReads(int firstOp, int firstElement) {
        OpBuffer ops = block.ops;
        int kept = firstOp;
        for (int i = firstOp; i < ops.count; i++) {
            if (ops.kinds[i] != OpKind.READ && ops.kinds[i] != OpKind.LIST_READ && ops.kinds[i] != EdnRows.PREDICATE) {
                ops.kinds[kept] = ops.kinds[i];
                ops.keys[kept] = ops.keys[i];
                ops.values[kept] = ops.values[i];
                kept++;
            }
        }
        ops.count = kept;
        ops.elementCount = firstElement;
    }
}
