package org.isolde.history;

/** What a history may carry beside the operations, and a checker may use. */
public enum Evidence {
    /** Begin and end of each transaction on one clock of the clients. */
    REAL_TIME("real-time"),
    /** Version orders, given outright or read out of lists. */
    VERSIONS("versions"),
    /** The database's start and commit timestamps. */
    TIMESTAMPS("timestamps"),
    /** An expected serialization order. */
    ORDER("order");

    private final String text;

    Evidence(String text) {
        this.text = text;
    }

    /** The name on the command line and in JSON. */
    public String text() {
        return text;
    }
}
