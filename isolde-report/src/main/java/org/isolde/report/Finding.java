package org.isolde.report;

import org.isolde.check.Anomaly;

/**
 * One anomaly of a report.
 *
 * @param anomaly as it was found, in the numbers of the whole history
 * @param minimal the smallest history that shows it
 * @param story what the minimal one tells
 */
public record Finding(Anomaly anomaly, MinimalCase minimal, Story story) {}
