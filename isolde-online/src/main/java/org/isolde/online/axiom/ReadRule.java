package org.isolde.online.axiom;

/** EXT: what a read comes to, once it is known which version was there. */
public final class ReadRule {
    private ReadRule() {}

    /**
     * Whether a read of one value is wrong.
     *
     * @param negated whether the read says what the value is not: a compare-and-set that failed
     */
    public static boolean isWrong(long there, long seen, boolean negated) {
        return (there == seen) == negated;
    }

    /**
     * Whether a wrong read can't be judged, because it may have seen what a transaction of unknown outcome wrote, whose place is not known.
     *
     * @param unknown what such wrote to the key; null if there is none
     * @param list the elements of a list read; else null
     */
    public static boolean isOpen(CodeSet unknown, long seen, long[] list, boolean negated) {
        if (unknown == null || negated) {
            return unknown != null;
        }
        if (list == null) {
            return unknown.contains(seen);
        }
        for (long element : list) {
            if (unknown.contains(element)) {
                return true;
            }
        }
        return false;
    }
}
