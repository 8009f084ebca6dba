/**
 * Proofs of verdicts, and the checker that accepts or refuses them.
 *
 * <p>Nothing here knows the algorithms of {@code org.isolde.check}: a proof is plain data over a history, and the checker is
 * written from the definitions of the levels alone, so that nobody has to trust the clever code.
 */
package org.isolde.proof;
