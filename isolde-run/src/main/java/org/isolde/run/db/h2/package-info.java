/**
 * H2, in this JVM and in memory; the version that comes with Isolde, or another that is fetched; or any by its URL.
 *
 * <p>At REPEATABLE READ it has a snapshot of each table by itself, from SNAPSHOT on one of all tables. Its documentation says of
 * SERIALIZABLE itself that transactions which write may not be serializable. Besides, it
 * keeps results of prepared queries beyond a rollback, so that updates are lost from REPEATABLE READ on; {@code
 * OPTIMIZE_REUSE_RESULTS=0} cures that.
 */
package org.isolde.run.db.h2;
