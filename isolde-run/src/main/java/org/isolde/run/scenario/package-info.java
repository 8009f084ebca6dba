/**
 * Which anomalies does a database let happen in fixed interleavings of a few transactions? And, for whoever brings steps of
 * another kind (replay does): how are the steps of several sessions executed in one order, on real connections where any of
 * them may wait for another?
 *
 * <p>A {@link org.isolde.run.scenario.Scenario} is a resource in a small language ({@code ScenarioReader},
 * {@code ConditionParser}): steps of sessions, in one order, and a {@link org.isolde.run.scenario.Condition} that says whether
 * the anomaly happened. {@link org.isolde.run.scenario.ScenarioRunner} executes it at one isolation level, and
 * {@link org.isolde.run.scenario.ScenarioExecution} is what came of that.
 *
 * <p>{@link org.isolde.run.scenario.InterleavedExecution} knows nothing of SQL and scenarios. Each session has a thread
 * ({@code SessionWorker}) and a {@link org.isolde.run.scenario.StepExecutor}; a step is sent only when every session is idle or
 * waits for a lock, so what happens depends on the database alone, and not on how fast anything is. That a session waits
 * is asked of the database where it can tell ({@link org.isolde.run.scenario.LockObserver}); elsewhere time decides, for which
 * there is {@link org.isolde.run.scenario.Patience}. What happened is a list of {@link org.isolde.run.scenario.StepEvent}s.
 */
package org.isolde.run.scenario;
