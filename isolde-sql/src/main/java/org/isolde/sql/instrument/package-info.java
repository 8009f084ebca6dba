/**
 * Which rows did a statement see, and which did it write? The database is asked, by reads around the statement.
 *
 * <p>A {@link org.isolde.sql.instrument.Plan} is what of a test case is executed; {@link org.isolde.sql.instrument.Instrumentation} makes
 * steps of it. {@link org.isolde.sql.instrument.Semantics} says what the database is held to.
 */
package org.isolde.sql.instrument;
