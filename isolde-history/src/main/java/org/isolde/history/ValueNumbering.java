package org.isolde.history;

/**
 * How pairs of key and value get their numbers. The input comes in stretches, which threads may deal with side by side;
 * the numbers depend on the input alone.
 */
interface ValueNumbering {
    /** The numbers of one stretch. */
    interface Numbers {
        /** The number of the next pair of the stretch; all are to be asked for, in the order of the input. */
        int next(int key, long code);
    }

    Numbers numbers(int stretch);

    /** One more than the greatest number; 0 is the initial version's. */
    int size();

    /** Whether this way of numbering does not fit the history after all, once all numbers have been asked for. */
    boolean hasFailed();

    /** Says how codes follow from numbers. */
    void finish(HistoryColumns columns);
}
