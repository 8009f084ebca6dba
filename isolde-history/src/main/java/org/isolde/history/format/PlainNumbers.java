package org.isolde.history.format;

import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;

/**
 * Keys and values for formats that know only the integers from 0 to 2^64-1: as they are if all of them are such, else
 * renumbered, all keys or all values together, so that different ones stay different.
 */
final class PlainNumbers {
    private final History history;
    private final Scalars scalars;
    private final boolean keysFit;
    private final boolean valuesFit;

    /** @param zeroIsInitial whether 0 stands for the initial value in the format, so that no other value may be 0 */
    PlainNumbers(History history, boolean zeroIsInitial) {
        this.history = history;
        this.scalars = history.scalars();
        boolean fit = true;
        for (int key = 0; fit && key < history.keys(); key++) {
            fit = fits(history.keyCode(key));
        }
        this.keysFit = fit;
        fit = true;
        for (int op = 0; fit && op < history.operations(); op++) {
            int value = history.value(op);
            if (value != 0) {
                long code = history.valueCode(value);
                fit = fits(code) && (code != 0 || !zeroIsInitial);
            }
        }
        this.valuesFit = fit;
    }

    boolean keysFit() {
        return keysFit;
    }

    boolean valuesFit() {
        return valuesFit;
    }

    boolean fits(long code) {
        return code >= 0 || (!Scalars.isPlain(code) && fitsEntry(code));
    }

    private boolean fitsEntry(long code) {
        return scalars.kind(code) == Scalars.Kind.NUMBER && scalars.utf8(code)[0] != '-';
    }

    /** What stands for a key, to be {@link #put}. */
    long key(int key) {
        return keysFit ? history.keyCode(key) : key;
    }

    /** What stands for a value; for the initial one 0. */
    long value(int value) {
        return value == 0 ? 0 : valuesFit ? history.valueCode(value) : value;
    }

    /** Writes a number that {@link #fits} where there is room for it, and returns where the next byte goes. */
    int put(long code, byte[] bytes, int at) {
        if (code >= 0) {
            return Digits.put(code, bytes, at);
        }
        byte[] digits = scalars.utf8(code);
        System.arraycopy(digits, 0, bytes, at, digits.length);
        return at + digits.length;
    }

    /** Whether a history has an operation of some kind. */
    static boolean hasKind(History history, byte... kinds) {
        int wanted = 0;
        for (byte kind : kinds) {
            wanted |= 1 << kind;
        }
        for (int op = 0; op < history.operations(); op++) {
            if ((wanted >> history.kind(op) & 1) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Adds what no format of plain operations holds: times, orders, lists, and what a header says. */
    static void addCommonLosses(History history, java.util.List<String> losses) {
        if (history.hasRealTime() || history.hasDisplayTime()) {
            losses.add("times");
        }
        if (history.hasTimestamps()) {
            losses.add("timestamps");
        }
        if (history.hasOrder()) {
            losses.add("the expected order");
        }
        if (history.versionChains() > 0) {
            losses.add("version orders");
        }
        if (history.rows() != null) {
            losses.add(Format.ROWS);
        }
        if (hasKind(history, OpKind.LIST_READ, OpKind.APPEND)) {
            losses.add("lists (a read keeps only the last element, an append becomes a write)");
        }
        if (hasKind(history, OpKind.CAS_READ)) {
            losses.add("compare-and-set (it becomes a read and a write)");
        }
        if (hasKind(history, OpKind.CAS_FAILED)) {
            losses.add("failed compare-and-sets");
        }
    }
}
