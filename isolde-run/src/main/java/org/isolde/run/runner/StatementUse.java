package org.isolde.run.runner;

import java.util.Locale;
import org.isolde.run.SessionOptions.Statements;

/** How the sessions of a run re-use their prepared statements. */
public enum StatementUse {
    /** Every other session has one for each key, the rest one for all: some bugs need the one, some the other. */
    MIXED,
    SHARED,
    PER_KEY,
    FRESH;

    Statements of(int session) {
        return switch (this) {
            case MIXED -> session % 2 == 0 ? Statements.PER_KEY : Statements.SHARED;
            case SHARED -> Statements.SHARED;
            case PER_KEY -> Statements.PER_KEY;
            case FRESH -> Statements.FRESH;
        };
    }

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
