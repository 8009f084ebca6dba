/**
 * Cassandra 5, one node, fetched and started as a JVM of its own.
 *
 * <p>It is here for its lightweight transactions alone, a compare-and-set of one row, which should be linearizable. The
 * package {@code engine} is compiled against its driver, and linked with the driver's jars when they are there.
 */
package org.isolde.run.db.cassandra;
