/**
 * What does a database answer to the steps of several transactions, in one order?
 *
 * <p>A {@link org.isolde.sql.execute.FuzzDatabase} has the tables of a test case, and puts their rows back before each execution. It
 * executes {@link org.isolde.sql.execute.Step}s interleaved, each transaction on a session of its own, by the interleaved execution of
 * {@link org.isolde.run.scenario}: a step is sent when every session is idle or waits for a lock, so what happens depends on the
 * database alone. What came of it is an {@link org.isolde.sql.execute.Execution}; what a step was answered a
 * {@link org.isolde.sql.execute.Reply}.
 */
package org.isolde.sql.execute;
