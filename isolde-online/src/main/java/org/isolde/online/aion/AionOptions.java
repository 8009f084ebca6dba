package org.isolde.online.aion;

import org.isolde.history.Level;

/**
 * How a stream is checked.
 *
 * @param level {@link Level#SI} or {@link Level#SER}
 * @param sessionOrder whether session order counts
 * @param settleNanos how long a verdict on a read stays open
 * @param memory how many bytes the engine's state may take in memory
 * @param retainNanos how long versions stay on disk once they are behind the watermark; later stragglers can't be judged
 */
public record AionOptions(Level level, boolean sessionOrder, long settleNanos, long memory, long retainNanos) {}
