package org.isolde.proof;

/** Why a proof is not accepted: one sentence that says what is wrong and where. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    Refusal(String reason) {
        super(reason, null, false, false);
    }
}
