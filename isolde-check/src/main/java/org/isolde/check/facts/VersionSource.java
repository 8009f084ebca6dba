package org.isolde.check.facts;

/** How it is known that one version of a key is later than another one. */
public enum VersionSource {
    /** A version order that the history gives. */
    GIVEN,
    /** List reads, in which one element stands before the other. */
    LISTS,
    /** No list of another transaction shows the later one, so it comes after all that the lists show. */
    UNREAD;

    private static final VersionSource[] ALL = values();

    static VersionSource of(int ordinal) {
        return ALL[ordinal];
    }
}
