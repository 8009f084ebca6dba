package org.isolde.report;

import java.util.List;
import org.isolde.check.Anomaly;

/**
 * One anomaly of a report.
 *
 * @param anomaly as it was found, in the numbers of the whole history
 * @param minimal the smallest history that shows it
 * @param story what the minimal one tells
 * @param sql the same as statements, in an order that fits; empty if the run was none of SQL, or nobody knows
 */
public record Finding(Anomaly anomaly, MinimalCase minimal, Story story, List<SqlStep> sql) {
    public Finding {
        sql = List.copyOf(sql);
    }

    public Finding(Anomaly anomaly, MinimalCase minimal, Story story) {
        this(anomaly, minimal, story, List.of());
    }

    Finding with(List<SqlStep> statements) {
        return new Finding(anomaly, minimal, story, statements);
    }
}
