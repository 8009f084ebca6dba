package org.isolde.history.format;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * Makes rows of the keys of Elle's closed predicates: key {@code :x} is row {@code t/:x}, and its value is both the name of the
 * version and its one column.
 *
 * <p>A read of nil finds nothing, which may be before the row was there or behind its end. It was there from the beginning if
 * the history's {@code :init} has it; with a single deletion, nothing then means deleted. Where a row was both made and deleted
 * by clients, or deleted twice, nobody can know, and the read is left out.
 */
final class EdnRows {
    /** What stands for a predicate read in an {@link OpBuffer}: its condition, and how many of the reads behind it are its. */
    static final byte PREDICATE = 64;
    /** How many there are where the result is not known. */
    static final int UNKNOWN = -1;

    static final String TABLE = "t";
    static final String COLUMN = "value";
    static final String DELETED = "deleted";
    static final String NOT_DELETED = "deletion-failed";

    private final Segment segment;
    private final long table;
    private final long[] column;
    private final long[] value = new long[1];
    private final Map<Long, Long> rows = new HashMap<>();
    private final Set<Long> initial = new HashSet<>();
    /** Deletions of each key that may have happened. */
    private final Map<Long, Integer> deletions = new HashMap<>();
    /** How many dead versions of a key have a name already, those of failed transactions apart. */
    private final Map<Long, Integer> named = new HashMap<>();

    private final Map<Long, Integer> namedOfFailed = new HashMap<>();
    /** What the current transaction last wrote to each key; null's code for a deletion. */
    private final Map<Long, Long> own = new HashMap<>();

    private long leftOut;

    EdnRows(Segment segment) {
        this.segment = segment;
        table = segment.scalars().text(TABLE);
        column = new long[] {segment.scalars().text(COLUMN)};
    }

    /** Looks for rows that are there from the beginning, and for deletions, before anything is made of them. */
    void survey(EventBlock[] blocks, boolean invocations) {
        for (EventBlock block : blocks) {
            for (int event = 0; event < block.count; event++) {
                byte type = block.type[event];
                boolean begins = invocations ? type == EventBlock.INVOKE : type != EventBlock.FAIL;
                int change = begins ? 1 : invocations && type == EventBlock.FAIL ? -1 : 0;
                for (int i = block.firstOp(event); i < block.opsEnd[event]; i++) {
                    long key = block.ops.keys[i];
                    if (block.ops.kinds[i] == OpKind.DELETE && change != 0) {
                        deletions.merge(key, change, Integer::sum);
                    } else if (type == EventBlock.OK && block.has(event, EventBlock.INITIAL)) {
                        initial.add(key);
                    }
                }
            }
        }
    }

    /** How many reads were left out, for nobody can know what they saw. */
    long leftOut() {
        return leftOut;
    }

    /**
     * Gives the operations of an event to the current transaction.
     *
     * @param type how it ended
     */
    void emit(EventBlock block, int event, byte type, long line) throws BadHistoryException {
        own.clear();
        segment.hasRows();
        OpBuffer ops = block.ops;
        for (int i = block.firstOp(event); i < block.opsEnd[event]; i++) {
            long key = ops.keys[i];
            switch (ops.kinds[i]) {
                case OpKind.WRITE -> write(key, ops.values[i], line);
                case OpKind.DELETE -> delete(key, type);
                case OpKind.READ -> read(key, ops.values[i], type);
                case PREDICATE -> {
                    int count = (int) ops.values[i];
                    if (count != UNKNOWN) {
                        int place = segment.operationsOfCurrent();
                        for (int item = i + 1; item <= i + count; item++) {
                            segment.op(OpKind.READ, row(ops.keys[item]), ops.values[item]);
                        }
                        segment.predicate(place, count, table, key);
                        i += count;
                    } else if (type == EventBlock.OK) {
                        throw BadHistoryException.atLine(
                                line, "an :rp that is :ok has the rows that it gave back, as in [:rp :true {:x 1}]");
                    }
                }
                default ->
                    throw BadHistoryException.atLine(
                            line,
                            "a history with predicates (:init, :rp, :insert, :delete) has no :append and no lists");
            }
        }
    }

    private void write(long key, long version, long line) throws BadHistoryException {
        if (!Scalars.isPlain(version)) {
            throw BadHistoryException.atLine(
                    line,
                    "expected an integer as the value of a row, found "
                            + segment.scalars().text(version));
        }
        segment.op(OpKind.WRITE, row(key), version);
        value[0] = version;
        segment.image(segment.operationsOfCurrent() - 1, column, value, 1);
        own.put(key, version);
    }

    private void delete(long key, byte type) {
        boolean failed = type == EventBlock.FAIL;
        int number = (failed ? namedOfFailed : named).merge(key, 1, Integer::sum);
        long version = dead(failed ? NOT_DELETED : DELETED, number);
        segment.op(OpKind.DELETE, row(key), version);
        own.put(key, version);
    }

    private long dead(String name, int number) {
        return segment.scalars().text(number == 1 ? name : name + "-" + number);
    }

    private void read(long key, long version, byte type) {
        if (version != Scalars.NULL) {
            segment.op(OpKind.READ, row(key), version);
        } else if (type == EventBlock.OK) {
            Long mine = own.get(key);
            int deleted = deletions.getOrDefault(key, 0);
            if (mine != null && !Scalars.isPlain(mine)) {
                segment.op(OpKind.READ, row(key), mine);
            } else if (deleted == 0) {
                segment.op(OpKind.READ, row(key), Scalars.NULL);
            } else if (deleted == 1 && initial.contains(key)) {
                segment.op(OpKind.READ, row(key), dead(DELETED, 1));
            } else {
                leftOut++;
            }
        }
    }

    private long row(long key) {
        return rows.computeIfAbsent(
                key, code -> segment.scalars().text(TABLE + "/" + spelled(code, segment.scalars())));
    }

    /** A key as EDN writes it. */
    private static String spelled(long code, Scalars scalars) {
        String text = scalars.text(code);
        return switch (scalars.kind(code)) {
            case KEYWORD -> ":" + text;
            case TEXT -> Json.of(text);
            default -> text;
        };
    }
}
