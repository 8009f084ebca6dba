package org.isolde.check;

/**
 * One violation of what the timestamps ask.
 *
 * @param axiom what is violated
 * @param transaction the transaction at fault; of two writers the one that started (or committed) later
 * @param other the writer of the expected value, the predecessor in the session, the other writer, or what ended before; 0 for
 *     the initial transaction, -1 if there is none
 * @param key the key, or -1
 * @param operation the operation at fault, or -1
 * @param expected the value number that should have been there, or -1 if none should have been (of a list: at the place)
 * @param seen the value number that was there, or -1
 * @param place where a list first differs, or -1 if it is no list
 * @param at when the replay found it: findings of one axiom are in this order
 */
public record TimestampFinding(
        TimestampAxiom axiom,
        int transaction,
        int other,
        int key,
        int operation,
        int expected,
        int seen,
        int place,
        long at) {}
