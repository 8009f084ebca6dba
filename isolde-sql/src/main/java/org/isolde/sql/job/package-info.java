/**
 * Fuzzing as a whole: a {@link org.isolde.sql.job.FuzzPlan} says what, a {@link org.isolde.sql.job.FuzzJob} does it.
 */
package org.isolde.sql.job;
