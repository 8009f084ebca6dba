package org.isolde.check.lin;

import java.util.Arrays;
import org.isolde.check.graph.IntList;

/**
 * How far a search for a linearization of one register has come, and what follows of itself from every step.
 *
 * <p>The <em>frontier</em> is the operation left that ends first, in whose time something must be done. What ended before
 * it is linearized, what began after its end is not, so a state is told by the frontier, the value, and bits for the
 * operations that are open, that is, whose time has a part in common with the frontier's last moment.
 *
 * <p>Invariant: {@code current[s]} is the operation that had slot {@code s} last as of the frontier; it is open if it is not
 * before the frontier. Bits of slots whose operation is not open are 0. No open read waits that sees the current value, nor
 * a failed compare-and-set that expected another one.
 */
final class SearchState {
    /** The move that goes past a frontier that is a placed write. */
    static final int PASS = -1;

    private final SearchColumns ops;
    private final UsedClasses classes;

    int frontier = -1;
    int value;
    /** The operations of each class that were used, as a number of {@link UsedClasses}. */
    int used;

    /** Whether nobody has noticed the current value yet, which was only made so that somebody could. */
    boolean isUnnoticed;

    /** The same as counts. */
    private final int[] usedOfClass;

    private int opened;
    /** Which open operations are linearized, and which open writes have a place. */
    final long[] done;

    final long[] placed;
    /** Which slots have an operation that changes the value in a way that matters, and which ones plain writes. */
    final long[] exact;

    final long[] writes;
    final int[] current;

    /**
     * What was linearized, in order: an operation; one that may have happened, by its number plus the number of
     * operations; or a placed write that was passed, as its complement.
     */
    final IntList log = new IntList();

    SearchState(SearchColumns ops, UsedClasses classes) {
        this.ops = ops;
        this.classes = classes;
        int words = Math.max(1, (ops.slots + 63) >>> 6);
        this.done = new long[words];
        this.placed = new long[words];
        this.exact = new long[words];
        this.writes = new long[words];
        this.current = new int[ops.slots];
        this.usedOfClass = new int[ops.classes];
        Arrays.fill(current, -1);
        advance();
    }

    boolean isComplete() {
        return frontier == ops.size;
    }

    /** Whether an operation waits: it is open, and not linearized. */
    boolean waits(int op) {
        return op >= frontier && !isDone(op);
    }

    boolean isDone(int op) {
        int slot = ops.slot[op];
        return (done[slot >>> 6] & (1L << slot)) != 0;
    }

    boolean isPlaced(int op) {
        int slot = ops.slot[op];
        return (placed[slot >>> 6] & (1L << slot)) != 0;
    }

    /** Whether the versions that a given order has before this one's are there. */
    boolean mayFollow(int op) {
        if (ops.mustFollow == null) {
            return true;
        }
        for (int i = ops.followFirst[op]; i < ops.followFirst[op + 1]; i++) {
            int before = ops.mustFollow[i];
            if (before >= frontier && (ops.begin[before] > ops.end[frontier] || !isDone(before))) {
                return false;
            }
        }
        return true;
    }

    /** Whether an operation of a class has begun, used or not. */
    boolean hasBegun(int c) {
        return ops.maybeBegin[ops.classFirst[c]] <= ops.end[frontier];
    }

    int usedOf(int c) {
        return usedOfClass[c];
    }

    /** Whether there is an operation of a class that is not used yet and has begun. */
    boolean isAvailable(int c) {
        int next = ops.classFirst[c] + usedOfClass[c];
        return next < ops.classFirst[c + 1] && ops.maybeBegin[next] <= ops.end[frontier];
    }

    /** Linearizes a waiting operation, one of a class (its number plus the number of operations), or passes. */
    void apply(int move) {
        if (move == PASS) {
            log.add(~frontier);
            setDone(frontier);
            isUnnoticed = false;
        } else {
            boolean isWrite;
            int before = value;
            if (move < ops.size) {
                log.add(move);
                setDone(move);
                value = ops.written[move];
                isWrite = ops.kind[move] == SearchColumns.WRITE;
            } else {
                int c = move - ops.size;
                log.add(ops.size + ops.classFirst[c] + usedOfClass[c]++);
                used = classes.with(used, c);
                value = ops.classWritten[c];
                isWrite = ops.classExpected[c] < 0;
            }
            int size = log.size();
            for (int op : current) {
                if (waits(op)) {
                    settle(op, isWrite);
                }
            }
            boolean isForced = move == frontier || (move < ops.size && (!isWrite || ops.isOrdered(move)));
            isUnnoticed = !isForced && value != before && log.size() == size;
        }
        if (isDone(frontier)) {
            advance();
        }
    }

    private void setDone(int op) {
        int slot = ops.slot[op];
        done[slot >>> 6] |= 1L << slot;
        placed[slot >>> 6] &= ~(1L << slot);
    }

    /** Moves the frontier over all that is done, opening what begins before its end. */
    private void advance() {
        do {
            if (frontier >= 0) {
                int slot = ops.slot[frontier];
                done[slot >>> 6] &= ~(1L << slot);
                placed[slot >>> 6] &= ~(1L << slot);
            }
            frontier++;
            if (frontier == ops.size) {
                return;
            }
            while (opened < ops.size && ops.begin[ops.byBegin[opened]] <= ops.end[frontier]) {
                int op = ops.byBegin[opened++];
                occupy(ops.slot[op], op);
                settle(op, false);
            }
        } while (isDone(frontier));
    }

    /** Does what the current value lets a waiting operation do for nothing; a write may just have gone by. */
    private void settle(int op, boolean afterWrite) {
        switch (ops.kind[op]) {
            case SearchColumns.READ -> {
                if (ops.expected[op] == value) {
                    setDone(op);
                    log.add(op);
                }
            }
            case SearchColumns.FAILED -> {
                if (ops.expected[op] != value) {
                    setDone(op);
                    log.add(op);
                }
            }
            case SearchColumns.WRITE -> {
                if ((afterWrite || ops.written[op] == value) && !ops.isOrdered(op)) {
                    placed[ops.slot[op] >>> 6] |= 1L << ops.slot[op];
                }
            }
            default -> {
                // a compare-and-set changes the value
            }
        }
    }

    private void occupy(int slot, int op) {
        current[slot] = op;
        int word = slot >>> 6;
        long bit = 1L << slot;
        exact[word] &= ~bit;
        writes[word] &= ~bit;
        if (op >= 0 && (ops.kind[op] == SearchColumns.COMPARE_AND_SET || ops.isOrdered(op))) {
            exact[word] |= bit;
        } else if (op >= 0 && ops.kind[op] == SearchColumns.WRITE) {
            writes[word] |= bit;
        }
    }

    // ---- going back

    /** How many numbers {@link #save} adds, besides the bits. */
    static final int SAVED = 6;

    void save(IntList numbers, long[] bits, int at) {
        numbers.add(frontier);
        numbers.add(value);
        numbers.add(used);
        numbers.add(log.size());
        numbers.add(opened);
        numbers.add(isUnnoticed ? 1 : 0);
        System.arraycopy(done, 0, bits, at, done.length);
        System.arraycopy(placed, 0, bits, at + done.length, done.length);
    }

    /** Goes back to an earlier state on the way to this one. */
    void restore(IntList numbers, int first, long[] bits, int at) {
        frontier = numbers.get(first);
        value = numbers.get(first + 1);
        if (used != numbers.get(first + 2)) {
            used = numbers.get(first + 2);
            giveBack(numbers.get(first + 3));
        }
        log.shrink(numbers.get(first + 3));
        while (opened > numbers.get(first + 4)) {
            int op = ops.byBegin[--opened];
            occupy(ops.slot[op], ops.beforeInSlot[op]);
        }
        isUnnoticed = numbers.get(first + 5) != 0;
        System.arraycopy(bits, at, done, 0, done.length);
        System.arraycopy(bits, at + done.length, placed, 0, done.length);
    }

    /** Gives back what was used of the classes from a place of the log on. */
    private void giveBack(int from) {
        for (int i = from; i < log.size(); i++) {
            if (log.get(i) >= ops.size) {
                usedOfClass[ops.classOf(log.get(i) - ops.size)]--;
            }
        }
    }
}
