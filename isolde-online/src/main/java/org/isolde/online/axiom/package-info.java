/**
 * What do start and commit timestamps ask of a transaction, a session and a key?
 *
 * <p>The axioms of Chronos and Aion (definitions 3.1 and 3.2), written once for every engine that checks a stream: the monitor ({@code org.isolde.online.aion}) and the jobs for a cluster.
 * Nothing here knows of threads, disks or clocks, and everything is asked of one transaction, one session or one key alone, so that an engine may deal them out as it likes:
 *
 * <ul>
 *   <li>the order of events, and what comes first where timestamps are equal: {@link org.isolde.online.axiom.Place}, {@link org.isolde.online.axiom.Moments}; START_AFTER_COMMIT is one question there
 *   <li>INT, and what is external: {@link org.isolde.online.axiom.OwnOperations}
 *   <li>SESSION, with its gaps, and who has come before: {@link org.isolde.online.axiom.SessionRuns}
 *   <li>NOCONFLICT and SAME_COMMIT: {@link org.isolde.online.axiom.Overlap} on the versions of a {@link org.isolde.online.axiom.VersionBlock}
 *   <li>EXT, registers, lists, failed compare-and-sets, and what was of unknown outcome: {@link org.isolde.online.axiom.ReadRule}
 * </ul>
 *
 * <p>{@link org.isolde.online.axiom.KeyVersions} is all of a key in one piece, for an engine that keeps keys as state of its own; the monitor, whose keys are partly on disk, has the same
 * made of the same parts. When a verdict is final, and what is kept until then, is the engine's business.
 */
package org.isolde.online.axiom;
