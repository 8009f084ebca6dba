package org.isolde.sql.known;

/** What becomes of a mismatch that is known of the database already. */
public enum KnownPolicy {
    /** It is told once, with where it is described, and is no finding. */
    MENTION,
    /** It is a finding like any other, which says where it is described. */
    REPORT,
    /** It is counted, and that is all. */
    OMIT
}
