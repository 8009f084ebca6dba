package org.isolde.sql.depend;

/** Why a statement comes behind another one: definitions 2 to 8 of TxCheck. */
public enum DependencyKind {
    /** It returned a row that the other one wrote. */
    ITEM_READ("item-read"),
    /** It overwrote a row that the other one wrote. */
    ITEM_WRITE("item-write"),
    /** It overwrote a row that the other one returned. */
    ITEM_ANTI("item-anti"),
    /** It is a query that looked at what the other one wrote, whether or not it found it. */
    PREDICATE_READ("predicate-read"),
    /** It writes and looked at what the other one wrote, or overwrote what the other one looked at in order to write. */
    PREDICATE_WRITE("predicate-write"),
    /** It overwrote what the other one, a query, looked at. */
    PREDICATE_ANTI("predicate-anti"),
    /** As predicate-write, where values were computed from what was looked at. */
    VALUE_WRITE("value-write");

    private final String text;

    DependencyKind(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    byte bit() {
        return (byte) (1 << ordinal());
    }
}
