package org.isolde.sql.job;

import java.util.List;
import org.isolde.sql.finding.Finding;

/**
 * What came of fuzzing.
 *
 * @param version the database, as it calls itself
 * @param known what was seen that is known already, each once, and is to be mentioned; none of it is among the findings
 * @param problem why it ended before it was over; null if it did not
 */
public record FuzzResult(
        String version, FuzzCounts counts, List<Finding> findings, List<Finding> known, String problem) {}
