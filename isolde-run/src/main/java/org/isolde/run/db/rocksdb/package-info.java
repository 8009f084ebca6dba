/**
 * RocksDB, in this process and in a temporary folder, fetched on first use.
 *
 * <p>Its levels are ways to use its transactions: without a snapshot, with one, or with every read locked or validated.
 * It is no JDBC database: the package {@code engine} is compiled against its library, and linked with the jar when that
 * is there.
 */
package org.isolde.run.db.rocksdb;
