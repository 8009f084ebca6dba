/**
 * Microsoft SQL Server, by its URL; its driver is fetched.
 *
 * <p>READ COMMITTED and REPEATABLE READ work with locks and claim little about keys that are absent; SNAPSHOT has to be
 * allowed for the database.
 */
package org.isolde.run.db.sqlserver;
