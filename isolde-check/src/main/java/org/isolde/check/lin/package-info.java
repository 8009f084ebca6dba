/**
 * Linearizability: could single operations on registers have happened one after the other, each between its begin and
 * its end?
 *
 * <p>It is a local property (Herlihy and Wing 1990), so each key is asked on its own.
 *
 * <ul>
 *   <li>{@code Chains}, where every value that was read has one write: MTC's algorithm 2 (VL-LWT), with the zones of
 *       Gibbons and Korach (1997) for plain reads and writes. A compare-and-set comes directly after the version that
 *       it replaced; of two chains made so one comes before the other as a whole, and real time must allow that. n log
 *       n. {@code FailedCompareAndSets} then finds places for those that failed.
 *   <li>{@code Search}, where values repeat, where one that failed finds no place, or where a given version order
 *       disagrees: Wing and Gong's (1993) with Lowe's memory of states (2017, {@code SearchMemory}). Of all orders that
 *       differ only in what nobody can notice it tries one.
 * </ul>
 *
 * <p>The invariants: every transaction is one operation, and goes by its number ({@code Registers}); a key is searched
 * only if no other one is broken already; what chains refute comes with a proof ({@code ChainRefutation}) where every
 * value of the key has one writer, what a search exhausts has none.
 *
 * <p>To begin reading: {@link Linearizability}, then {@code Chains}. It may use {@code facts} (who counts; nothing that
 * takes values to be unique), {@code graph}, {@code budget} and {@code refute}.
 */
package org.isolde.check.lin;
