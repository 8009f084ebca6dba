/**
 * The levels from {@code ru} to {@code cc}: is there a commit order in which nobody reads what is older than what it
 * has seen?
 *
 * <p>For these levels the premise that forces an ordering speaks of session order and reads alone, never of the commit
 * order itself. So all forced orderings can be computed outright, which is called <em>saturation</em>, and the level
 * holds if and only if they are acyclic together with what was seen (AWDIT, lemma 3.2: the relation is saturated and
 * minimal). A {@code Saturation} hands each ordering to an {@code EdgeSink} and keeps nothing; there is one class a
 * level:
 *
 * <pre>
 * rc       ReadCommitted        AWDIT (Møldrup and Pavlogiannis), algorithm 1, n^1.5
 * ra, ryw  ReadAtomic           algorithm 2, n^1.5, and its first half
 * cc       CausalConsistency    algorithm 3, n * k for k lanes; CausalByBlocks where the vectors don't fit
 * mr, mw, wfr                   MonotonicReads, MonotonicWrites, WritesFollowReads: a sweep each
 * </pre>
 *
 * The session guarantees are no special cases of happens-before: what a session has <em>read</em> is not passed on to
 * those who read from it in {@code mr}, so that vectors would claim too much.
 *
 * <p>The order of things: a causal order is fixed first, mostly that of the input. If all forced orderings go forward
 * in it, it is the commit order, and no graph is ever built; else it is repaired ({@code ForcedOrderings}); and where
 * that fails there is a cycle, and a graph to find it in ({@code ForcedCycles}). The invariant: reasons are not kept
 * while saturating, for there would be more than anybody reads; for the few edges of a cycle they are looked for among
 * the readers of its versions, by the definitions ({@code Reasons}). {@code ru} and {@code g1} force nothing: there versions, and reads, are acyclic or not.
 *
 * <p>To begin reading: {@link WeakLevels}, then {@code ReadCommitted}. It may use {@code facts}, {@code graph}, {@code
 * budget} and {@code refute}.
 */
package org.isolde.check.weak;
