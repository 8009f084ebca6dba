/**
 * MongoDB, by its URL: a replica set or a sharded cluster, for its transactions of several documents.
 *
 * <p>It has one level, a snapshot with a majority's consent. A replica set tells the times of a transaction, though in
 * a roundabout way. The package {@code engine} is compiled against its driver, and linked with the driver's jars when
 * they are there.
 */
package org.isolde.run.db.mongodb;
