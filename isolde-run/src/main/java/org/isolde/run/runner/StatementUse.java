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

    /** How one session does; sessions are numbered from 0. */
    public Statements of(int session) {
        return switch (this) {
            case MIXED -> session % 2 == 0 ? Statements.PER_KEY : Statements.SHARED;
            case SHARED -> Statements.SHARED;
            case PER_KEY -> Statements.PER_KEY;
            case FRESH -> Statements.FRESH;
        };
    }

    /** The use of this name; null if there is none. */
    public static StatementUse named(String text) {
        for (StatementUse use : values()) {
            if (use.text().equals(text)) {
                return use;
            }
        }
        return null;
    }

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
