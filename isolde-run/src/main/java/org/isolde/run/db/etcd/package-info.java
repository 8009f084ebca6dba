/**
 * etcd, one node or three, from the program that is installed.
 *
 * <p>etcd has transactions of one request only: those of several operations are made of reads at one revision and a
 * commit that compares. What it compares is the level, the keys that are written or all that were read. Revisions are
 * the timestamps.
 */
package org.isolde.run.db.etcd;
