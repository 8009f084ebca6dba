/**
 * A test case: what is in the tables, what the transactions do, and in which order.
 *
 * <p>The question: <em>what exactly is executed?</em> A {@link org.isolde.sql.testcase.TestCase} is immutable, and says all of it.
 */
package org.isolde.sql.testcase;
