package org.isolde.proof;

/** What {@link ProofChecker} says of a proof. */
public sealed interface ProofResult {
    /** The proof is right: the level is satisfied, or violated, as it claims. */
    record Accepted() implements ProofResult {}

    /**
     * The proof does not show what it claims; whether the claim is true is another question.
     *
     * @param reason one sentence: which step or place, and what is wrong with it
     */
    record Refused(String reason) implements ProofResult {}

    default boolean isAccepted() {
        return this instanceof Accepted;
    }
}
