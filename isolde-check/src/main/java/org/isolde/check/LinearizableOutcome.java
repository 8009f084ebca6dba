package org.isolde.check;

import org.isolde.proof.Refutation;

/**
 * What was found about linearizability.
 *
 * @param verdict the verdict; if satisfied, its order has the operations of one key after those of another
 * @param refutation the proof of a violation; null if it is none, or if it is one that only an exhausted search or a
 *     compare-and-set that failed shows, for which there is no proof yet
 */
public record LinearizableOutcome(Verdict verdict, Refutation refutation) {}
