package org.isolde.proof;

import java.util.function.Supplier;

/** Why a proof is not accepted: one sentence that says what is wrong and where, made when somebody reads it. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<String> reason;

    Refusal(String reason) {
        this(() -> reason);
    }

    Refusal(Supplier<String> reason) {
        super(null, null, false, false);
        this.reason = reason;
    }

    @Override
    public String getMessage() {
        return reason.get();
    }
}
