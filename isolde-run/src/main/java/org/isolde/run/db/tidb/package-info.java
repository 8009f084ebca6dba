/**
 * TiDB, by its URL; it speaks MySQL's protocol and SQL, and MySQL's driver is fetched.
 *
 * <p>Its REPEATABLE READ is a snapshot, except that writes of pessimistic transactions see what is newest. Transactions
 * of that level tell their timestamps, which one oracle gives out.
 */
package org.isolde.run.db.tidb;
