package org.isolde.check.lin;

import org.isolde.check.Verdict;

import org.isolde.proof.Refutation;

/**
 * What was found about linearizability.
 *
 * @param verdict the verdict; if satisfied, its order has the operations of one key after those of another
 * @param refutation the proof of a violation; null if it is none, or one for which proofs have no words: of keys on which
 *     a value was written twice, and of compare-and-sets that failed
 */
public record LinearizableOutcome(Verdict verdict, Refutation refutation) {}
