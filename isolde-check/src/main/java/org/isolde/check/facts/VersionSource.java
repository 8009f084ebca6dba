package org.isolde.check.facts;

import org.isolde.check.Names;

import org.isolde.history.History;

/** How it is known that one version of a key is later than another one. */
public enum VersionSource {
    /** A version order that the history gives. */
    GIVEN,
    /** List reads, in which one element stands before the other. */
    LISTS,
    /** No list of another transaction shows the later one, so it comes after all that the lists show. */
    UNREAD,
    /** Who wrote the later one had read the earlier one. */
    OVERWRITTEN,
    /** The earlier one is the initial version. */
    INITIAL,
    /** Inferred by whoever asks. */
    DERIVED;

    private static final VersionSource[] ALL = values();

    public static VersionSource of(int ordinal) {
        return ALL[ordinal];
    }

    /** Why a value of a key is older than another one of the same key, in words. */
    public String because(History history, Names names, int older, int newer) {
        String key = names.key(history.key(history.writeOp(newer)));
        String second = names.transaction(history.writer(newer));
        if (older == 0) {
            return second + " overwrote the initial value of " + key;
        }
        String first = names.transaction(history.writer(older));
        String oldValue = history.valueName(older);
        String newValue = history.valueName(newer);
        return switch (this) {
            case GIVEN, INITIAL ->
                "the version order of key " + key + " has " + oldValue + " of " + first + " before " + newValue + " of "
                        + second;
            case LISTS ->
                "in the lists of key " + key + ", " + oldValue + " of " + first + " stands before " + newValue + " of "
                        + second;
            case UNREAD ->
                second + " appended " + newValue + " to " + key + ", which nobody else saw, so it comes after "
                        + oldValue + " of " + first + ", which was seen";
            case OVERWRITTEN ->
                second + " read " + names.keyValue(history.key(history.writeOp(newer)), older) + " of " + first
                        + " and overwrote it with " + newValue;
            case DERIVED ->
                "in every version order of key " + key + " that is still possible, " + oldValue + " of " + first
                        + " comes before " + newValue + " of " + second;
        };
    }
}
