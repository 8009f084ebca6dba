/**
 * Any database by its JDBC URL, in plain SQL, with a driver that the user gives: for those that Isolde has never heard
 * of.
 *
 * <p>What its levels promise nobody knows but the user, who says it by {@code --level}.
 */
package org.isolde.run.db.standard;
