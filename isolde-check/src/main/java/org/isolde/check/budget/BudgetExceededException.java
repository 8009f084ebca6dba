package org.isolde.check.budget;

/** A search used up its time or memory; the message says which, for the reason of an undecided verdict. */
public final class BudgetExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BudgetExceededException(String reason) {
        super(reason);
    }
}
