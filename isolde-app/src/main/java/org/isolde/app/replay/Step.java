package org.isolde.app.replay;

/**
 * One step of an interleaving.
 *
 * @param transaction by its place in the excerpt
 * @param operation by its place in the transaction; one more than the last is the transaction's end
 */
public record Step(int transaction, int operation) {}
