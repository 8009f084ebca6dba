package org.isolde.check.expected;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.condition.Operand;
import org.isolde.history.Scalars;

/**
 * All values that a column of a table ever has, sorted: a value's rank is its place. Rank 0 is null, whether a version has it or
 * not.
 */
final class ColumnValues {
    /** What stands in a column beside nulls. */
    enum Type {
        /** Nothing. */
        NOTHING,
        INTEGERS,
        TEXTS,
        /** Both, or integers so small that their codes are no numbers. */
        MIXED
    }

    /** So many integers may lie between the least and the greatest for each value that there is. */
    private static final long PLACES_A_VALUE = 4;

    private final Scalars scalars;
    private final Type type;
    /** Ascending as numbers, null first. */
    private final long[] codes;
    /** Of texts the rank of each code, and the code of each rank; null where codes are in the order of values. */
    private final int[] ranks;

    private final long[] byRank;
    /** Of integers that are near each other the rank of each, from the least on; null of others. */
    private final int[] dense;

    /**
     * @param values the codes of what stands in the column, in any order, any number of times
     */
    ColumnValues(Scalars scalars, long[] values) {
        this.scalars = scalars;
        dense = dense(values);
        codes = dense == null ? distinct(values) : codes(dense, least(values));
        type = findType();
        if (type != Type.TEXTS) {
            ranks = null;
            byRank = codes;
            return;
        }
        // once for each text that there is, and not for each version that has it
        Long[] sorted = new Long[codes.length - 1];
        Arrays.setAll(sorted, i -> codes[i + 1]);
        Arrays.sort(sorted, scalars::compare);
        ranks = new int[codes.length];
        byRank = new long[codes.length];
        byRank[0] = Scalars.NULL;
        for (int i = 0; i < sorted.length; i++) {
            byRank[i + 1] = sorted[i];
            ranks[Arrays.binarySearch(codes, sorted[i])] = i + 1;
        }
    }

    /** The least integer; the greatest, if there is none. */
    private static long least(long[] values) {
        long least = Long.MAX_VALUE;
        for (long value : values) {
            least = value == Scalars.NULL ? least : Math.min(least, value);
        }
        return least;
    }

    /** Ranks of all integers from the least to the greatest, if there are not many more than values, and nothing else. */
    private static int[] dense(long[] values) {
        long least = least(values);
        long greatest = Scalars.NULL;
        for (long value : values) {
            greatest = Math.max(greatest, value);
        }
        long length = greatest - least + 1;
        if (!Scalars.isPlain(least) || least > greatest || length <= 0 || length > PLACES_A_VALUE * values.length) {
            return null;
        }
        int[] ranks = new int[(int) length];
        for (long value : values) {
            if (value != Scalars.NULL) {
                ranks[(int) (value - least)] = 1;
            }
        }
        int rank = 0;
        for (int i = 0; i < ranks.length; i++) {
            rank += ranks[i];
            ranks[i] = ranks[i] == 0 ? 0 : rank;
        }
        return ranks;
    }

    /** The integers that have a rank, behind null. */
    private static long[] codes(int[] ranks, long least) {
        long[] codes = new long[ranks[ranks.length - 1] + 1];
        codes[0] = Scalars.NULL;
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] != 0) {
                codes[ranks[i]] = least + i;
            }
        }
        return codes;
    }

    private static long[] distinct(long[] values) {
        long[] sorted = Arrays.copyOf(values, values.length + 1);
        // the least of all codes
        sorted[values.length] = Scalars.NULL;
        Arrays.sort(sorted);
        int size = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[size++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, size);
    }

    private Type findType() {
        Type found = Type.NOTHING;
        for (int i = 1; i < codes.length; i++) {
            Type one = Scalars.isPlain(codes[i])
                    ? Type.INTEGERS
                    : scalars.kind(codes[i]) == Scalars.Kind.TEXT ? Type.TEXTS : Type.MIXED;
            found = found == Type.NOTHING || found == one ? one : Type.MIXED;
        }
        return found;
    }

    Type type() {
        return type;
    }

    int size() {
        return codes.length;
    }

    /** The rank of a code that is among the values. */
    int rank(long code) {
        if (dense != null) {
            return code == Scalars.NULL ? 0 : dense[(int) (code - codes[1])];
        }
        int index = Arrays.binarySearch(codes, code);
        return ranks == null ? index : ranks[index];
    }

    /** All ranks but that of null. */
    Ranges all() {
        return Ranges.of(1, size());
    }

    // ---- the ranks of values that compare with a literal of the column's type in some way; never that of null

    Ranges less(Operand literal) {
        return Ranges.of(1, firstFrom(literal));
    }

    Ranges notLess(Operand literal) {
        return Ranges.of(firstFrom(literal), size());
    }

    Ranges equal(Operand literal) {
        return Ranges.of(firstFrom(literal), firstAbove(literal));
    }

    Ranges unequal(Operand literal) {
        return less(literal).or(greater(literal));
    }

    Ranges greater(Operand literal) {
        return Ranges.of(firstAbove(literal), size());
    }

    Ranges notGreater(Operand literal) {
        return Ranges.of(1, firstAbove(literal));
    }

    private int firstFrom(Operand literal) {
        return bound(literal, 0);
    }

    private int firstAbove(Operand literal) {
        return bound(literal, 1);
    }

    /** The first rank, from 1, whose value compares with the literal to at least this. */
    private int bound(Operand literal, int least) {
        byte[] text =
                literal instanceof Operand.TextLiteral wanted ? wanted.value().getBytes(StandardCharsets.UTF_8) : null;
        int low = 1;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            // bytes of UTF-8 are in the order of code points
            int order = text == null
                    ? Long.compare(byRank[middle], ((Operand.IntegerLiteral) literal).value())
                    : Integer.signum(Arrays.compareUnsigned(scalars.utf8(byRank[middle]), text));
            if (order < least) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
