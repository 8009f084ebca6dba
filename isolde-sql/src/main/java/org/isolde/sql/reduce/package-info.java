/**
 * What is the least that still shows a mismatch? {@link org.isolde.sql.reduce.Reducer} leaves out and simplifies, and executes every
 * step.
 */
package org.isolde.sql.reduce;
