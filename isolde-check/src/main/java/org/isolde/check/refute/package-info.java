/**
 * What does an engine answer? An order that explains the history, or why there is none.
 *
 * <p>Every engine that decides a level returns an {@link Outcome}. A satisfied level has an order of the counted
 * transactions. A violated one has at least one {@link Contradiction}: the data that shows it, in numbers, with the
 * {@link org.isolde.proof.Refutation} that the proof checker reads. Words come last: the package {@code tell}, and
 * nothing else, makes an anomaly of a contradiction.
 *
 * <p>The invariant: no {@code Outcome} is contradicted without a contradiction. So nothing can be violated without
 * something to tell, and no proof is ever made of a sentence. A refutation is null only where proofs have no words: for
 * a register whose values repeat, a compare-and-set that should not have failed, or a search that tried everything
 * ({@link RegisterContradiction}).
 *
 * <p>The kinds follow the papers: a bad read (AWDIT, algorithm 4), a cycle of forced orderings (AWDIT, algorithms 1 to
 * 3), a divergence (MTC, definition 10), a cycle of dependencies (Adya), cases (polygraphs), an axiom of timestamps
 * (Chronos), chains and zones of a register (MTC, algorithm 2), what an expected serial order does not explain (Enne).
 *
 * <p>To begin reading: {@link Contradiction}, which lists them all. It lies below all engines, and knows the proofs and
 * the few words of the door that are data, and no history.
 */
package org.isolde.check.refute;
