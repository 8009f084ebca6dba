package org.isolde.condition;

/** SQL's three truth values: what a comparison with null gives is unknown. */
public enum Truth {
    FALSE,
    UNKNOWN,
    TRUE;

    public static Truth of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** The lesser of the two: one that is false decides, else one that is unknown does. */
    public Truth and(Truth other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** The greater of the two. */
    public Truth or(Truth other) {
        return compareTo(other) >= 0 ? this : other;
    }

    public Truth not() {
        return this == UNKNOWN ? UNKNOWN : of(this == FALSE);
    }
}
