/**
 * Proofs of verdicts, and the checker that accepts or refuses them.
 *
 * <p>The question: <em>is this verdict right?</em> Whoever decides a level uses clever algorithms, and clever algorithms have
 * faults. So a verdict comes as a {@link org.isolde.proof.Proof}, plain data over the history: "satisfied" with a {@link
 * org.isolde.proof.Witness}, an order of the transactions that explains what everybody saw; "violated" with a {@link
 * org.isolde.proof.Refutation}, an impossible read, evidence that contradicts itself, or cycles of a form that the level
 * forbids, one for every way in which the versions could be ordered. {@link org.isolde.proof.ProofChecker} takes nothing of it
 * on trust: it resolves every read from keys and values itself, looks at every edge, and follows every step.
 *
 * <p>The invariant: an accepted proof is true. A refused one says nothing about the history; the verdict may still be right.
 * The checker is written from the definitions (docs/levels.md; what is checked is in docs/proofs.md) and from nothing else,
 * and takes time near-linear in history and proof, but for the levels that speak of paths.
 *
 * <p>The way through it: {@code WriteTable} says who wrote a value and which transactions count, {@code Readings} and {@code
 * ListReadings} who read from whom and which reads are impossible, {@code GivenVersions} what evidence says about the order
 * of versions. {@code WitnessChecker} then walks along an order; {@code RefutationChecker} goes step by step, with {@code
 * EdgeChecker} for the edges and {@code CycleForm} for what each level forbids. Under timestamps everything is about the one
 * order that they give ({@code Timestamp...}); {@code lin} is replayed by value ({@code LinearizationChecker}). {@link
 * org.isolde.proof.ProofFile} keeps proofs in files.
 *
 * <p>What it may use: {@code org.isolde.history}, and no other part of Isolde. That the proof checker shares no code with the
 * checkers is what makes its word worth something, so it is a module of its own, and the build keeps it so.
 */
package org.isolde.proof;
