/**
 * Did the database do what it should? {@link org.isolde.sql.oracle.CaseRunner} executes a test case and asks the oracles; each is
 * sound under assumptions of its own, and is not asked where they don't hold.
 *
 * <ul>
 *   <li><b>Reordered</b> (TxCheck, theorem 1): the statements that took effect, in an order of their dependencies and without
 *       transactions, do what they did. Sound from read committed on, if a statement sees the rows that the reads right before it see
 *       (TxCheck's assumption 3): nothing is committed in between, since one step is sent at a time and whoever waited is executed anew.
 *   <li><b>Isolation</b>: {@code Visibility} holds single reads to what every level from read committed on promises.
 *   <li><b>State</b> (WriteCheck): committed transactions one behind the other do what they did, where their dependencies have no
 *       cycle; at any level, since the order follows from what was seen.
 *   <li><b>Atomicity</b>: what was rolled back is not there at the end, and what was committed is.
 *   <li><b>Crash</b>: by what the dialect's errors mean.
 * </ul>
 */
package org.isolde.sql.oracle;
