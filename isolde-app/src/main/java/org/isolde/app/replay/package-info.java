/**
 * Does a violation that was recorded happen again? A counterexample says what transactions saw, and not in which order their
 * operations met in the database; so orders are derived from it and executed, until it happens or the time is over.
 *
 * <p>{@link org.isolde.app.replay.ReplayJob} is the place to begin reading. Its parts, in the order in which it needs them:
 *
 * <ul>
 *   <li><b>What is replayed.</b> A {@link org.isolde.app.replay.RecordedViolation} is found in a history, with the
 *       {@link org.isolde.app.replay.RecordedRun} that its header tells of. The transactions that are executed again are an
 *       {@link org.isolde.app.replay.Excerpt}: those of the counterexample, alone or with the {@code NearbyTransactions},
 *       in numbers ({@code HistoryNumbers}), so that no text of a history ever becomes part of a statement; of a history of
 *       rows, the {@code RowStatements} that it has come from.
 *   <li><b>In which order.</b> {@link org.isolde.app.replay.Interleaving} makes a {@link org.isolde.app.replay.Schedule} of an
 *       excerpt: one that fits the recording best, and others that are as possible. What answers say of the order are its
 *       {@code Relations}.
 *   <li><b>Step by step.</b> {@code StepwiseReplay} executes a schedule on a {@code ReplayDatabase}, each on a {@code Stage} of
 *       its own (of rows with a certificate), by the interleaved execution of {@link org.isolde.run.scenario}; what came of it is a
 *       {@link org.isolde.app.replay.StepwiseExecution}.
 *   <li><b>Freely.</b> {@code Race} releases all sessions at once, each a {@code RaceSession}, again and again on keys of
 *       their own ({@code Renaming}), for what depends on timing finer than steps. A try in which it happened is a schedule
 *       again, which is tried step by step.
 *   <li><b>Whether it happened.</b> Both ways run transactions as {@code TransactionAttempt}s and note what they saw in a
 *       {@code Recording}; {@code Judge} has that history checked, and looks for the same anomaly under the same kind of
 *       evidence.
 *   <li><b>To be passed on.</b> {@link org.isolde.app.replay.ReplayFiles} writes an {@code AnsweredSchedule} for people
 *       ({@code TerminalScript}) and for PostgreSQL's isolationtester ({@code IsolationSpec}).
 * </ul>
 */
package org.isolde.app.replay;
