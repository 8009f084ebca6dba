package org.isolde.check;

import java.util.Arrays;

/**
 * Searches for a linearization of one register: the algorithm of Wing and Gong (1993) with Lowe's memory of states (2017),
 * for histories in which it is not known who read from whom, or what a compare-and-set saw that failed.
 *
 * <p>Operations are linearized one after the other; the next one must have begun before the end of every one that is left.
 * The <em>frontier</em> is the operation left that ends first, in whose time something must be done. What ended before it is
 * linearized, what began after its end is not, so a state is told by the frontier and a bit for each open operation (see
 * {@link SearchMemory}).
 *
 * <p>Of all orders that only differ in what nobody can notice one is tried:
 * <ul>
 *   <li>A read of the current value, and a failed compare-and-set that expected another one, is linearized at once: it
 *       changes nothing, so nothing is gained by waiting.
 *   <li>A write is linearized when somebody open wants its value, or when it is the frontier and must. A write that nobody
 *       notices may stand right before any later write, or where the value is its own; so a write that stays open while
 *       such a place goes by is <em>placed</em>, and once it is the frontier may simply be passed. A write of the value
 *       that is there already makes such places, and is worth linearizing for that.
 *   <li>Of operations whose answers were lost (they may have happened, at any time after their begins) only such are tried
 *       as somebody open wants, and of those with the same effect the one that began first.
 * </ul>
 *
 * <p>Invariant: {@code current[s]} is the operation that had slot {@code s} last as of the frontier; it is open if it is not
 * before the frontier. Bits of slots whose operation is not open are 0.
 */
final class LinearizableSearch {
    private static final int PASS = -1;

    private final SearchColumns ops;
    private final Budget budget;
    private final UsedClasses classes = new UsedClasses();
    private final SearchMemory memory;
    private final int words;
    private long steps;

    // the current state
    private int frontier;
    private int opened;
    private int value;
    private int used;
    private final long[] done;
    private final long[] placed;
    private final int[] current;
    private final long[] exact;
    private final long[] writes;

    /**
     * What was linearized, in order: an operation; one that may have happened, by its number plus the number of
     * operations; or a placed write that was passed, as its complement.
     */
    private final IntList log = new IntList();

    // the states on the way here, each with its moves that have not been tried
    private final IntList moves = new IntList();
    private final IntList levels = new IntList();
    private long[] levelBits = new long[64];
    private static final int LEVEL = 6;

    /** In which round somebody open last wanted a value. */
    private final int[] wanted;

    private int round;
    /** Whether a failed compare-and-set is open that needs another value than the current one. */
    private boolean failedWaits;
    /** How many open writes have no place yet. */
    private int unplaced;

    private int furthest = -1;

    LinearizableSearch(SearchColumns ops, Budget budget) {
        this.ops = ops;
        this.budget = budget;
        this.words = Math.max(1, (ops.slots + 63) >>> 6);
        this.memory = new SearchMemory(words, classes, budget);
        this.done = new long[words];
        this.placed = new long[words];
        this.exact = new long[words];
        this.writes = new long[words];
        this.current = new int[ops.slots];
        this.wanted = new int[ops.values];
        Arrays.fill(current, -1);
    }

    /**
     * Searches.
     *
     * @return all operations that must have happened, and of the others those that were needed, as transactions; null if
     *     there is no linearization
     * @throws BudgetExceededException if the budget ran out before
     */
    int[] run() {
        frontier = -1;
        advance();
        int depth = 0;
        boolean arrived = true;
        while (frontier < ops.size) {
            if (arrived) {
                if ((++steps & 255) == 0) {
                    budget.check();
                }
                furthest = Math.max(furthest, frontier);
                if (memory.add(frontier, value, done, placed, used, exact, writes)) {
                    depth = push(depth);
                }
            }
            arrived = false;
            while (depth > 0 && moves.size() == levels.get((depth - 1) * LEVEL)) {
                depth--;
                levels.shrink(depth * LEVEL);
            }
            if (depth == 0) {
                return null;
            }
            restore(depth - 1);
            apply(moves.removeLast());
            arrived = true;
        }
        return new SearchOrder(ops, log.toArray()).transactions();
    }

    /** After a search without success: the operation (by transaction) in whose time every order came to a dead end. */
    int stuckAt() {
        return ops.transaction[furthest];
    }

    /** How many operations had ended before that one, and can be explained. */
    int explained() {
        return furthest;
    }

    /** How many states were visited. */
    int states() {
        return memory.size();
    }

    long bytes() {
        return memory.bytes() + 8L * levelBits.length + levels.bytes() + moves.bytes() + log.bytes();
    }

    // ---- levels

    /** Keeps the current state with its moves, the best one on top. */
    private int push(int depth) {
        levels.add(moves.size());
        levels.add(frontier);
        levels.add(value);
        levels.add(used);
        levels.add(log.size());
        levels.add(opened);
        if (levelBits.length < (depth + 1) * 2 * words) {
            budget.claim(bytes() + 8L * levelBits.length);
            levelBits = Arrays.copyOf(levelBits, levelBits.length * 2 + 2 * words);
        }
        System.arraycopy(done, 0, levelBits, depth * 2 * words, words);
        System.arraycopy(placed, 0, levelBits, (depth * 2 + 1) * words, words);
        findMoves();
        return depth + 1;
    }

    private void restore(int level) {
        int at = level * LEVEL;
        frontier = levels.get(at + 1);
        value = levels.get(at + 2);
        used = levels.get(at + 3);
        log.shrink(levels.get(at + 4));
        int openedThen = levels.get(at + 5);
        while (opened > openedThen) {
            int op = ops.byBegin[--opened];
            occupy(ops.slot[op], ops.beforeInSlot[op]);
        }
        System.arraycopy(levelBits, level * 2 * words, done, 0, words);
        System.arraycopy(levelBits, (level * 2 + 1) * words, placed, 0, words);
    }

    private void occupy(int slot, int op) {
        current[slot] = op;
        int word = slot >>> 6;
        long bit = 1L << slot;
        exact[word] &= ~bit;
        writes[word] &= ~bit;
        if (op >= 0 && (ops.kind[op] == SearchColumns.COMPARE_AND_SET || isOrdered(op))) {
            exact[word] |= bit;
        } else if (op >= 0 && ops.kind[op] == SearchColumns.WRITE) {
            writes[word] |= bit;
        }
    }

    private boolean isOrdered(int op) {
        return ops.ordered != null && ops.ordered[op];
    }

    // ---- what follows of itself

    private boolean isDone(int op) {
        int slot = ops.slot[op];
        return (done[slot >>> 6] & (1L << slot)) != 0;
    }

    private boolean isPlaced(int op) {
        int slot = ops.slot[op];
        return (placed[slot >>> 6] & (1L << slot)) != 0;
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

    /** Does what the current value lets an open operation do for nothing. */
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
                if ((afterWrite || ops.written[op] == value) && !isOrdered(op)) {
                    placed[ops.slot[op] >>> 6] |= 1L << ops.slot[op];
                }
            }
            default -> {
                // a compare-and-set changes the value
            }
        }
    }

    // ---- moves

    private void apply(int move) {
        if (move == PASS) {
            log.add(~frontier);
            setDone(frontier);
        } else {
            boolean plain;
            if (move < ops.size) {
                log.add(move);
                setDone(move);
                value = ops.written[move];
                plain = ops.kind[move] == SearchColumns.WRITE;
            } else {
                int maybe = move - ops.size;
                log.add(ops.size + ops.classFirst[maybe] + classes.count(used, maybe));
                used = classes.with(used, maybe);
                value = ops.classWritten[maybe];
                plain = ops.classExpected[maybe] < 0;
            }
            for (int op : current) {
                if (op >= frontier && !isDone(op)) {
                    settle(op, plain);
                }
            }
        }
        if (isDone(frontier)) {
            advance();
        }
    }

    /** Adds what can be done in the current state, the most promising last. */
    private void findMoves() {
        round++;
        failedWaits = false;
        unplaced = 0;
        int first = moves.size();
        int need = ops.kind[frontier] == SearchColumns.WRITE ? -1 : ops.expected[frontier];
        boolean canBeMet = need < 0 || need == value;
        for (int op : current) {
            if (op >= frontier && !isDone(op)) {
                if (ops.kind[op] == SearchColumns.FAILED) {
                    failedWaits = true;
                } else if (ops.expected[op] >= 0) {
                    wanted[ops.expected[op]] = round;
                }
                unplaced += ops.kind[op] == SearchColumns.WRITE && !isPlaced(op) && !isOrdered(op) ? 1 : 0;
                canBeMet |= ops.written[op] == need;
            }
        }
        for (int c = 0; c < ops.classes; c++) {
            if (isAvailable(c)) {
                if (ops.classExpected[c] >= 0) {
                    wanted[ops.classExpected[c]] = round;
                }
                canBeMet |= ops.classWritten[c] == need;
            }
        }
        if (!canBeMet) {
            return;
        }
        for (int c = 0; c < ops.classes; c++) {
            boolean fits = ops.classExpected[c] < 0 || ops.classExpected[c] == value;
            if (fits && isAvailable(c) && isUseful(ops.classWritten[c], ops.classExpected[c] < 0)) {
                moves.add(ops.size + c);
            }
        }
        for (int op : current) {
            if (op > frontier && !isDone(op) && isMove(op)) {
                moves.add(op);
            }
        }
        sort(first, need);
        frontierMoves(need);
    }

    /** Puts what gives the frontier the value that it needs above the rest, and above others what ends before them. */
    private void sort(int first, int need) {
        for (int i = first + 1; i < moves.size(); i++) {
            int move = moves.get(i);
            int j = i;
            for (; j > first && isBetter(moves.get(j - 1), move, need); j--) {
                moves.set(j, moves.get(j - 1));
            }
            moves.set(j, move);
        }
    }

    private boolean isBetter(int move, int other, int need) {
        boolean meets = result(move) == need;
        return meets == (result(other) == need) ? move < other : meets;
    }

    private int result(int move) {
        return move < ops.size ? ops.written[move] : ops.classWritten[move - ops.size];
    }

    private boolean isAvailable(int c) {
        int next = ops.classFirst[c] + classes.count(used, c);
        return next < ops.classFirst[c + 1] && ops.maybeBegin[next] <= ops.end[frontier];
    }

    /** Whether somebody open would notice if this were the value, or a write of the same value makes places for others. */
    private boolean isUseful(int newValue, boolean isWrite) {
        return newValue == value ? isWrite && unplaced > 0 : failedWaits || wanted[newValue] == round;
    }

    private boolean isMove(int op) {
        if (ops.mustFollow != null && !mayFollow(op)) {
            return false;
        }
        return switch (ops.kind[op]) {
            case SearchColumns.WRITE -> isOrdered(op) || isUseful(ops.written[op], true);
            case SearchColumns.COMPARE_AND_SET -> ops.expected[op] == value;
            default -> false;
        };
    }

    /** Whether the versions that a given order has before this one's are there. */
    private boolean mayFollow(int op) {
        for (int i = ops.followFirst[op]; i < ops.followFirst[op + 1]; i++) {
            int before = ops.mustFollow[i];
            if (before >= frontier && (ops.begin[before] > ops.end[frontier] || !isDone(before))) {
                return false;
            }
        }
        return true;
    }

    /** What the frontier itself can do. */
    private void frontierMoves(int need) {
        if (ops.mustFollow != null && !mayFollow(frontier)) {
            return;
        }
        if (ops.kind[frontier] == SearchColumns.WRITE) {
            boolean pass = isPlaced(frontier);
            boolean changes = ops.written[frontier] != value || !pass || unplaced > 0;
            boolean isWanted = wanted[ops.written[frontier]] == round;
            if (pass && isWanted) {
                moves.add(PASS);
            }
            if (changes) {
                moves.add(frontier);
            }
            if (pass && !isWanted) {
                moves.add(PASS);
            }
        } else if (ops.kind[frontier] == SearchColumns.COMPARE_AND_SET && need == value) {
            moves.add(frontier);
        }
    }
}
