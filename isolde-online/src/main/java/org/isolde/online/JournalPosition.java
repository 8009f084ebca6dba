package org.isolde.online;

/**
 * A place in the journal: between two records.
 *
 * @param segment the number of the segment file, from 1
 * @param offset bytes from its beginning
 */
record JournalPosition(long segment, long offset) {
    /** Where a journal begins. */
    static final JournalPosition START = new JournalPosition(1, Journal.SEGMENT_HEADER);
}
