/**
 * What an engine answers: an order that explains the history, or why there is none.
 *
 * <p>Every engine that decides a level returns an {@link org.isolde.check.refute.Outcome}. A satisfied level has an order of
 * the counted transactions. A violated one has at least one {@link org.isolde.check.refute.Contradiction}: the data that
 * shows it, in numbers, with the {@link org.isolde.proof.Refutation} that the proof checker reads. Words come last: the
 * package {@code tell}, and nothing else, makes an anomaly of a contradiction. So nothing can be violated without something
 * to tell, and no proof is ever made of a sentence.
 *
 * <p>This package lies below all engines. It knows the proofs and the few words of the door that are data, and no history.
 */
package org.isolde.check.refute;
