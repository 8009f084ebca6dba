package org.isolde.sql.job;

import java.util.List;
import java.util.Map;
import org.isolde.sql.finding.Finding;

/**
 * What came of fuzzing.
 *
 * @param version the database, as it calls itself
 * @param failedShare the share of generated statements that the database did not take
 * @param kinds how often each kind of statement and of predicate was executed
 * @param problem why it ended before it was over; null if it did not
 */
public record FuzzResult(
        String version,
        FuzzCounts counts,
        List<Finding> findings,
        double failedShare,
        Map<String, Long> failures,
        Map<String, Long> kinds,
        String problem) {}
