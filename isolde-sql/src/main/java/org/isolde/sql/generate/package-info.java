/**
 * Random test cases.
 *
 * <p>The question: <em>which tables, rows, transactions and schedule come of a seed?</em> What is generated depends on the seed,
 * the number of the case, the options and the dialect alone, and, where statements are {@linkplain
 * org.isolde.sql.generate.Probe tried} on a database first, on what that answers.
 *
 * <p>What holds of all that is generated, so that two executions on the same rows have the same results, whatever plan a
 * database chooses and wherever rows lie:
 *
 * <ul>
 *   <li>nothing is cut off or picked out of several: no limit, no ties where an order counts, and no query for a single value
 *       that might have two;
 *   <li>no statement fails: integers are bounded, so nothing overflows; the right side of a remainder is a constant; what goes
 *       into a column fits into it;
 *   <li>reals are multiples of a quarter, and only added and subtracted, so that sums are exact in any order, and there is no
 *       zero below zero;
 *   <li>texts that a database calls equal are the same: they have no spaces, and collations are binary;
 *   <li>primary keys are unique across tables, version keys across the case.
 * </ul>
 *
 * <p>Begin reading at {@link org.isolde.sql.generate.CaseGenerator}.
 */
package org.isolde.sql.generate;
