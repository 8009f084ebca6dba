/**
 * Did the database do what its own timestamps say, when there is too much of it for one machine?
 *
 * <p>The same question as the monitor's and the same axioms ({@code org.isolde.online.axiom}), on another engine: Apache Flink keeps the state, scales it, and brings it back behind a
 * failure. A stream goes this way, and {@link org.isolde.flink.Verdicts} lays it:
 *
 * <pre>
 *   lines ── TransactionLines ── StreamTransaction
 *                                      │ by session
 *                               SessionOperator ──────────> duplicates dropped; START_AFTER_COMMIT, INT, SESSION
 *                                      │ by key, with watermarks
 *                                 KeyOperator ────────────> NOCONFLICT, SAME_COMMIT; EXT when the watermark has passed
 * </pre>
 *
 * <p><b>Who keeps what.</b> Nothing is asked of two keys or of two sessions at once, so both can be dealt out. Session by session: which numbers have come, and when they
 * ended. Key by key: its versions, and the reads that are open. What a transaction did to keys that one machine keeps is one message, not one a key: a message costs more than
 * what is in it. So the second operator sets the current key itself, and a message is addressed by the rule by which Flink deals out key groups. Sessions and keys in use
 * are at hand as objects, and Flink's state, which is bytes, learns of their changes before a checkpoint ({@link org.isolde.flink.KeptSessions}, {@link org.isolde.flink.KeptKeys}).
 *
 * <p><b>Time.</b> Event time is the commit timestamp, its physical part. A watermark says that whatever commits at or before it has come; then what a read there should have seen is known for
 * good. It does not come from the source: partitions, and how fast each is read, say nothing of sessions, and what a source knows of them is lost when it begins again. It is made
 * where the sessions are kept, of what each has sent without a gap, by the rule of {@link org.isolde.flink.SessionMarks}: the same idea as the monitor's low-water marks; {@link
 * org.isolde.flink.Horizon} makes one of those of all parts. What a source does say, in timestamps and watermarks of Flink's, is when something was there to be read, and up to when
 * everything has been: silence is counted by that alone, so that nobody is silent who is not heard. It bounds
 * commits, not starts: a transaction that has run for long, or that sees less than its session has done, looks back at versions that are kept for a while below the watermark.
 *
 * <p><b>Late</b> is a transaction that writes at or below the watermark. It is told beside, and counted; later reads see its writes, and what was final stays so.
 *
 * <p><b>Bounded.</b> Versions below the watermark are forgotten but for the last one, when their key is written, a while later; a session that has been silent for as long is forgotten
 * too. So state grows with the keys and with what happens in that while, not with the stream. (A list keeps all its elements: it is all of them.)
 *
 * <p><b>Exactly once.</b> All of this is Flink's state, in checkpoints with the place in the input; counts are, too. The watermark is part of it: behind a restart nothing counts as in time that
 * was late before. Rescaling moves sessions and keys with all that is known of them.
 *
 * <p><b>Batch.</b> On bounded input in batch mode the same operators get their input sorted, all of a session, then all of a key, so that memory holds one of them at a time, and there
 * is one watermark, at the end.
 *
 * <p>To begin reading: {@link org.isolde.flink.Verdicts}, {@link org.isolde.flink.SessionOperator}, {@link org.isolde.flink.KeyOperator}.
 */
package org.isolde.flink;
