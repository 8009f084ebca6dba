package org.isolde.sql.instrument;

/**
 * A statement of a transaction, with all that is read around it; or the transaction's end, whose number is that of the
 * transaction's statements. Numbers are those of the test case, whatever has been left out of it.
 */
public record Unit(int transaction, int statement) {}
