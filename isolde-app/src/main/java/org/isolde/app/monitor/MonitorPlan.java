package org.isolde.app.monitor;

import java.time.Duration;
import org.isolde.history.Level;

/**
 * How the rounds of a test are monitored while they run.
 *
 * @param level {@link Level#SI} or {@link Level#SER}
 * @param settle how long the verdict on a read stays open
 */
public record MonitorPlan(Level level, Duration settle) {}
