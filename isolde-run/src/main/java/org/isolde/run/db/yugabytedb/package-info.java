/**
 * YugabyteDB, by its URL; it speaks PostgreSQL's protocol and SQL.
 *
 * <p>READ COMMITTED is a snapshot, unless the cluster allows it; REPEATABLE READ is one always. There is no SQL that
 * tells a transaction's timestamps.
 */
package org.isolde.run.db.yugabytedb;
