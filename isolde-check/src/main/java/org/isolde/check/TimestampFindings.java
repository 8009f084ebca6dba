package org.isolde.check;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a check by timestamps found: how often each axiom is violated, exactly, and the first so many violations of each.
 *
 * @param counts how many violations of each axiom there are
 * @param findings the violations, axiom by axiom, each in the order of the replay and no more than asked for
 * @param openReads how many reads saw what a transaction of unknown outcome wrote, whose place is not known
 * @param openRead the first of them; -1 if there is none
 */
public record TimestampFindings(Map<TimestampAxiom, Long> counts, List<Finding> findings, int openReads, int openRead) {
    public TimestampFindings {
        counts = Collections.unmodifiableMap(new EnumMap<>(counts));
        findings = List.copyOf(findings);
    }

    /** How many violations of an axiom there are. */
    public long count(TimestampAxiom axiom) {
        return counts.get(axiom);
    }

    /** Whether nothing is violated; reads may still be open. */
    public boolean isEmpty() {
        return counts.values().stream().allMatch(count -> count == 0);
    }

    /**
     * One violation of what the timestamps ask.
     *
     * @param axiom what is violated
     * @param transaction the transaction at fault; of two writers the one that started (or committed) later
     * @param other the writer of the expected value, the predecessor in the session, the other writer, or what ended before; 0 for
     *     the initial transaction, -1 if there is none
     * @param key the key, or -1
     * @param operation the operation at fault, or -1
     * @param expected the value number that should have been there, or -1 if none should have been (of a list: at the place)
     * @param seen the value number that was there, or -1
     * @param place where a list first differs, or -1 if it is no list
     * @param at when the replay found it: findings of one axiom are in this order
     */
    public record Finding(
            TimestampAxiom axiom,
            int transaction,
            int other,
            int key,
            int operation,
            int expected,
            int seen,
            int place,
            long at) {}
}
