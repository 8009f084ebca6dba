/**
 * What does a finding leave behind? A {@link org.isolde.sql.finding.FindingFolder}: a script to read and run, what to type into which
 * terminal, and the test case itself, from which it is executed again.
 */
package org.isolde.sql.finding;
