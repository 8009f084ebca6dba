/**
 * CockroachDB, by its URL; it speaks PostgreSQL's protocol and SQL.
 *
 * <p>It is serializable, unless the cluster allows READ COMMITTED. Serializable transactions tell their timestamp, at
 * which they both read and commit.
 */
package org.isolde.run.db.cockroachdb;
