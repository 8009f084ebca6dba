/**
 * HSQLDB, in this JVM and in memory; the version that comes with Isolde, or another that is fetched; or any by its URL.
 *
 * <p>It has three transaction models, and what a level claims depends on the model: with {@code mvcc} both REPEATABLE
 * READ and SERIALIZABLE are snapshots, with locks both are serializable.
 */
package org.isolde.run.db.hsqldb;
