package org.isolde.online.aion;

import java.util.Map;
import org.isolde.check.TimestampAxiom;

/**
 * What the engine has done so far, at one moment.
 *
 * @param received transactions taken, duplicates not among them
 * @param duplicates transactions that had come before, by session and number, and were dropped
 * @param checked committed transactions that have had their first verdict
 * @param openVerdicts reads whose verdict may still change
 * @param flipFlops how often a verdict changed before it was final
 * @param undecided reads that can't be judged: of an unknown writer, or of a time that is no longer kept
 * @param late transactions that wrote something behind what was final already
 * @param findings violations by axiom; all are final
 * @param memory bytes that the state takes in memory
 * @param keys keys in memory
 * @param spilledVersions versions that were moved to disk
 * @param readBack blocks that were read back from disk
 */
public record AionCounts(
        long received,
        long duplicates,
        long checked,
        long openVerdicts,
        long flipFlops,
        long undecided,
        long late,
        Map<TimestampAxiom, Long> findings,
        long memory,
        long keys,
        long spilledVersions,
        long readBack) {}
