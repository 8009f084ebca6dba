package org.isolde.proof;

/**
 * The counted transactions in an order that explains the history.
 *
 * <p>For the levels by commit order it is that order. For the levels by dependency graph it stands for version orders: the
 * versions of every key are in the order of their writers. For {@code si}, {@code strong-si} and {@code pc} the snapshots
 * are part of it. For {@code lin} only the order among the operations of one key means anything. For {@code ru} it is the
 * order of versions; reads are unrestricted.
 *
 * @param order transaction numbers, first committed first
 * @param snapshot for the transaction at each place of the order how many commits its snapshot contains: those at the
 *     places before that number; null if every snapshot contains all earlier commits
 */
@SuppressWarnings("ArrayRecordComponent") // a column, not a value to compare
public record Witness(int[] order, int[] snapshot) implements Proof.Body {}
