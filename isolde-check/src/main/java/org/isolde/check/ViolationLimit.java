package org.isolde.check;

/** How many violations to look for. */
public enum ViolationLimit {
    /** The first one is enough. */
    FIRST,
    /** One of each kind. */
    EACH,
    /** Every bad read, and one shortest cycle for each strongly connected component. */
    ALL
}
