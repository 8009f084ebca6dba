package org.isolde.check.lin;

import java.util.Arrays;
import org.isolde.check.budget.Budget;
import org.isolde.check.graph.IntList;

/**
 * Searches for a linearization of one register: the algorithm of Wing and Gong (1993) with Lowe's memory of states (2017),
 * for histories in which it is not known who read from whom, or what a compare-and-set saw that failed.
 *
 * <p>Operations are linearized one after the other; the next one must have begun before the end of every one that is left.
 * Of all orders that only differ in what nobody can notice one is tried:
 * <ul>
 *   <li>A read of the current value, and a failed compare-and-set that expected another one, is linearized at once: it
 *       changes nothing, so nothing is gained by waiting.
 *   <li>A write is linearized when somebody open wants its value, or when it is the frontier and must. A write that nobody
 *       notices may stand right before any later write, or where the value is its own; so a write that stays open while
 *       such a place goes by is <em>placed</em>, and once it is the frontier may simply be passed. A write of the value
 *       that is there already makes such places, and is worth linearizing for that.
 *   <li>Operations whose answers were lost (they may have happened, at any time after their begins) are linearized only if
 *       somebody open wants their value.
 *   <li>What is linearized because somebody wants its value is noticed next: by a read at once, or else by a
 *       compare-and-set that comes right behind it.
 *   <li>Of operations with the same effect the one that ends first is taken; of those whose answers were lost, and which are
 *       taken last, the one that began first.
 * </ul>
 */
final class Search {
    // the numbers of a level: where its moves begin, its entry in the memory, the move that is being tried, why those
    // before it failed, and the state
    private static final int ENTRY = 1;
    private static final int MOVE = 2;
    private static final int REASON = 3;
    private static final int STATE = 4;
    private static final int LEVEL = STATE + SearchState.SAVED;

    private final SearchColumns ops;
    private final Budget budget;
    private final UsedClasses classes = new UsedClasses();
    private final SearchState state;
    private final SearchMemory memory;
    private final int bitsOfLevel;
    private long steps;
    private int furthest;

    // the states on the way here, each with where its moves begin that have not been tried, the best one last
    private final IntList moves = new IntList();
    private final IntList levels = new IntList();
    private long[] levelBits = new long[64];

    // of the current state: in which round somebody waiting last wanted a value, and which waiting write of a value,
    // and
    // which waiting compare-and-set of the current value to another one, ends first
    private int round;
    private final int[] wanted;
    private final int[] writeRound;
    private final int[] firstWrite;
    private final int[] casRound;
    private final int[] firstCas;
    /** Whether a failed compare-and-set waits for another value than the current one. */
    private boolean failedWaits;
    /** Whether a write waits that has no place yet. */
    private boolean hasUnplaced;

    Search(SearchColumns ops, Budget budget) {
        this.ops = ops;
        this.budget = budget;
        this.state = new SearchState(ops, classes);
        this.bitsOfLevel = 2 * state.done.length;
        this.memory = new SearchMemory(state.done.length, classes, budget);
        this.wanted = new int[2 * ops.values];
        this.writeRound = new int[ops.values];
        this.firstWrite = new int[ops.values];
        this.casRound = new int[ops.values];
        this.firstCas = new int[ops.values];
    }

    /**
     * Searches.
     *
     * @return all operations that must have happened, and of the others those that were needed, as transactions; null if
     *     there is no linearization
     * @throws BudgetExceededException if the budget ran out before
     */
    int[] run() {
        while (!state.isComplete()) {
            if ((++steps & 255) == 0) {
                budget.claim(bytes());
            }
            furthest = Math.max(furthest, state.frontier);
            int entry = memory.add(state);
            if (entry >= 0) {
                push(entry);
            } else {
                failed(memory.reason(-entry - 1));
            }
            while (levels.size() > 0 && moves.size() == level(0)) {
                int reason = level(REASON);
                memory.failed(level(ENTRY), reason);
                levels.shrink(levels.size() - LEVEL);
                failed(reason);
            }
            if (levels.size() == 0) {
                return null;
            }
            state.restore(levels, levels.size() - LEVEL + STATE, levelBits, (levels.size() / LEVEL - 1) * bitsOfLevel);
            int move = moves.removeLast();
            levels.set(levels.size() - LEVEL + MOVE, move);
            state.apply(move);
        }
        return new SearchOrder(ops, state.log.toArray()).transactions();
    }

    /** A number of the topmost level. */
    private int level(int number) {
        return levels.get(levels.size() - LEVEL + number);
    }

    /**
     * Notes down that the move that the topmost level tries fails, as it would after any way here by which at least so much
     * was used of the classes.
     */
    private void failed(int reason) {
        if (levels.size() > 0 && reason != 0) {
            int move = level(MOVE);
            int before = move >= ops.size ? classes.without(reason, move - ops.size) : reason;
            levels.set(levels.size() - LEVEL + REASON, classes.union(level(REASON), before));
        }
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
        return memory.bytes() + 8L * levelBits.length + levels.bytes() + moves.bytes() + state.log.bytes();
    }

    private void push(int entry) {
        int at = levels.size() / LEVEL * bitsOfLevel;
        if (levelBits.length < at + bitsOfLevel) {
            budget.claim(bytes() + 8L * levelBits.length);
            levelBits = Arrays.copyOf(levelBits, levelBits.length * 2 + bitsOfLevel);
        }
        levels.add(moves.size());
        levels.add(entry);
        levels.add(SearchState.PASS);
        levels.add(findMoves());
        state.save(levels, levelBits, at);
    }

    // ---- moves

    /**
     * Adds what can be done in the current state, the most promising last.
     *
     * @return what would have to be unused for more to be possible
     */
    private int findMoves() {
        int frontier = state.frontier;
        int need = ops.kind[frontier] == SearchColumns.WRITE ? -1 : ops.expected[frontier];
        survey();
        if (need >= 0 && need != state.value && !canBeHad(need)) {
            return missing(need);
        }
        wantByClasses();
        int first = moves.size();
        for (int c = 0; c < ops.classes; c++) {
            if (isMoveOfClass(c)) {
                moves.add(ops.size + c);
            }
        }
        for (int op : state.current) {
            if (op > frontier && state.waits(op) && state.mayFollow(op) && isMove(op)) {
                moves.add(op);
            }
        }
        sort(first, need);
        if (state.mayFollow(frontier)) {
            frontierMoves(need);
        }
        return ops.classes == 0 ? 0 : missing(-1);
    }

    /** Looks at who waits for what. */
    private void survey() {
        round++;
        failedWaits = false;
        hasUnplaced = false;
        for (int op : state.current) {
            if (!state.waits(op)) {
                continue;
            }
            int written = ops.written[op];
            switch (ops.kind[op]) {
                case SearchColumns.FAILED -> failedWaits = true;
                case SearchColumns.READ -> wanted[ops.expected[op]] = round;
                case SearchColumns.COMPARE_AND_SET -> {
                    wanted[ops.expected[op]] = round;
                    if (ops.expected[op] == state.value && (casRound[written] != round || op < firstCas[written])) {
                        casRound[written] = round;
                        firstCas[written] = op;
                    }
                }
                default -> {
                    hasUnplaced |= !ops.isOrdered(op) && !state.isPlaced(op);
                    if (writeRound[written] != round || op < firstWrite[written]) {
                        writeRound[written] = round;
                        firstWrite[written] = op;
                    }
                }
            }
        }
    }

    /** Whether anything that could come next or soon writes a value. */
    private boolean canBeHad(int need) {
        for (int op : state.current) {
            if (op >= 0 && ops.written[op] == need && state.waits(op)) {
                return true;
            }
        }
        for (int c = 0; c < ops.classes; c++) {
            if (ops.classWritten[c] == need && state.isAvailable(c)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Compare-and-sets of the classes want what they expect if somebody wants what they would make of it. What they would
     * want if they were not used up is kept apart: in the first {@code values} places the one, behind them the other.
     */
    private void wantByClasses() {
        if (ops.classes == 0) {
            return;
        }
        for (int value = 0; value < ops.values; value++) {
            wanted[ops.values + value] = wanted[value];
        }
        boolean more = true;
        while (more) {
            more = false;
            for (int c = 0; c < ops.classes; c++) {
                int expected = ops.classExpected[c];
                if (expected >= 0 && state.hasBegun(c)) {
                    int written = ops.classWritten[c];
                    if (wanted[written] == round && wanted[expected] != round && state.isAvailable(c)) {
                        wanted[expected] = round;
                        more = true;
                    }
                    if (wanted[ops.values + written] == round && wanted[ops.values + expected] != round) {
                        wanted[ops.values + expected] = round;
                        more = true;
                    }
                }
            }
        }
    }

    /** The used classes that could do something here if they were not used up: for one value, or (-1) for any. */
    private int missing(int need) {
        int missing = 0;
        for (int c = 0; c < ops.classes; c++) {
            // what the frontier needs may also come after the current value has been noticed
            boolean fits = need >= 0 || !state.isUnnoticed || ops.classExpected[c] == state.value;
            if (fits && state.usedOf(c) > 0 && !state.isAvailable(c)) {
                int written = ops.classWritten[c];
                boolean matters = need >= 0
                        ? written == need
                        : failedWaits
                                || wanted[ops.values + written] == round
                                || (written == state.value && hasUnplaced);
                if (matters) {
                    missing = classes.union(missing, classes.of(c, state.usedOf(c)));
                }
            }
        }
        return missing;
    }

    /** Whether somebody waiting would notice if this were the value, or a write of the same value makes places for others. */
    private boolean isUseful(int newValue, boolean isWrite) {
        return newValue == state.value ? isWrite && hasUnplaced : failedWaits || wanted[newValue] == round;
    }

    private boolean isMoveOfClass(int c) {
        int written = ops.classWritten[c];
        boolean isWrite = ops.classExpected[c] < 0;
        return (isWrite
                        ? writeRound[written] != round
                        : ops.classExpected[c] == state.value && casRound[written] != round)
                && isUseful(written, isWrite)
                && state.isAvailable(c);
    }

    /** Whether an operation other than the frontier can be next. */
    private boolean isMove(int op) {
        int written = ops.written[op];
        return switch (ops.kind[op]) {
            case SearchColumns.WRITE -> ops.isOrdered(op) || (firstWrite[written] == op && isUseful(written, true));
            case SearchColumns.COMPARE_AND_SET ->
                ops.expected[op] == state.value && (ops.isOrdered(op) || firstCas[written] == op);
            default -> false;
        };
    }

    /** What the frontier itself can do. */
    private void frontierMoves(int need) {
        int frontier = state.frontier;
        if (ops.kind[frontier] == SearchColumns.WRITE && state.isUnnoticed) {
            return;
        } else if (ops.kind[frontier] == SearchColumns.WRITE) {
            boolean pass = state.isPlaced(frontier);
            boolean changes = !pass || hasUnplaced || ops.written[frontier] != state.value;
            boolean isWanted = wanted[ops.written[frontier]] == round;
            if (pass && isWanted) {
                moves.add(SearchState.PASS);
            }
            if (changes) {
                moves.add(frontier);
            }
            if (pass && !isWanted) {
                moves.add(SearchState.PASS);
            }
        } else if (ops.kind[frontier] == SearchColumns.COMPARE_AND_SET && need == state.value) {
            moves.add(frontier);
        }
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
        if (meets != (result(other) == need)) {
            return meets;
        }
        return move < ops.size || other < ops.size ? move < other : newest(move) > newest(other);
    }

    /** When the last operation of a class began that has begun: mostly they take effect soon, or never. */
    private long newest(int move) {
        int low = ops.classFirst[move - ops.size];
        int high = ops.classFirst[move - ops.size + 1];
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (ops.maybeBegin[middle] <= ops.end[state.frontier]) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return ops.maybeBegin[low];
    }

    private int result(int move) {
        return move < ops.size ? ops.written[move] : ops.classWritten[move - ops.size];
    }
}
