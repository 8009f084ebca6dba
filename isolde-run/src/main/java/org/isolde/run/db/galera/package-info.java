/**
 * Galera: three nodes of MariaDB, as the system has them installed, of which each takes reads and writes; sessions are
 * spread over them.
 *
 * <p>Locks hold on one node only. Between nodes, of two transactions that write the same the first one commits, so
 * SERIALIZABLE is no more than a snapshot. A node that comes back has to join the others, and not to make a cluster of
 * its own.
 */
package org.isolde.run.db.galera;
