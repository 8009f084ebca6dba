package org.isolde.history;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The arrays behind a {@link History}, filled by the builder or by the binary format; nobody else sees them. */
final class HistoryColumns implements Cloneable {
    // operations
    byte[] kind;
    int[] key;
    int[] value;

    // transactions, 0 being the initial one
    int[] firstOp;
    byte[] status;
    int[] session;
    boolean allCommitted;
    /** Transactions in the order of the input; null if that is 1, 2, 3 ... */
    int[] arrival;
    /** Transactions before which the input's numbers of a session leave some out, ascending; null if there are none. */
    int[] gaps;
    /** Codes of the input's names; null if it has none. */
    long[] id;

    // sessions
    int[] sessionFirst;
    long[] sessionCode;

    // keys and values
    long[] keyCode;
    /** Codes of the values; null if they follow from the numbers, see {@link #valueCode(int)}. */
    private long[] valueCode;

    /** If codes follow from numbers: the number of code 0 of each key; null if that is 1 for all keys. */
    private int[] valueBase;

    int[] writer;
    int[] writeOp;
    int[] repeatedWrites;
    boolean initialVersions;
    long initialCode;

    // lists; null if there are none
    int[] listOp;
    int[] listFirst;
    int[] listElement;

    // evidence; null if absent
    long[] begin;
    long[] end;
    long[] clockBegin;
    long[] clockEnd;
    long[] startPhysical;
    long[] startLogical;
    long[] commitPhysical;
    long[] commitLogical;
    double[] order;
    int[] versionChainKey;
    int[][] versionChains;

    /** What rows have beside operations; null if there are none. */
    Rows rows;

    Scalars scalars;
    Map<String, String> header;
    List<String> warnings;

    /**
     * Turns the lengths of stretches that lie one behind the other into the places where they begin, in place: the length of
     * stretch {@code i} stands at {@code i + 1}, and at 0 is where the first one begins.
     */
    static int[] stretches(int[] lengths) {
        for (int i = 1; i < lengths.length; i++) {
            lengths[i] += lengths[i - 1];
        }
        return lengths;
    }

    /** Values numbered as they came, with their codes. */
    void valueCodes(long[] codes) {
        valueCode = codes;
        valueBase = null;
    }

    /** Value numbers are {@code base[key] + code}, or {@code 1 + code} if there is no base. */
    void denseValues(int[] base) {
        valueCode = null;
        valueBase = base;
    }

    /** The code of a value other than the initial one. */
    long valueCode(int value) {
        if (valueCode != null) {
            return valueCode[value];
        }
        if (valueBase == null) {
            return value - 1L;
        }
        int key = Arrays.binarySearch(valueBase, value);
        return value - (long) valueBase[key < 0 ? -key - 2 : key];
    }

    /** Whether the code of each value is its number less one. */
    boolean codesAreNumbers() {
        return valueCode == null && valueBase == null;
    }

    /** The codes of all values, the initial one's being 0; made for the caller where they follow from the numbers. */
    long[] valueCodes() {
        if (valueCode != null) {
            return valueCode;
        }
        long[] codes = new long[writer.length];
        if (valueBase == null) {
            for (int value = 1; value < codes.length; value++) {
                codes[value] = value - 1L;
            }
            return codes;
        }
        for (int key = 0; key < valueBase.length; key++) {
            int end = key + 1 < valueBase.length ? valueBase[key + 1] : codes.length;
            for (int value = valueBase[key]; value < end; value++) {
                codes[value] = value - (long) valueBase[key];
            }
        }
        return codes;
    }

    /** The same columns, each of which can then be replaced. */
    HistoryColumns copy() {
        try {
            return (HistoryColumns) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
