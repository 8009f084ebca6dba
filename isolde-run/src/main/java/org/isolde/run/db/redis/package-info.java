/**
 * Redis, one node, from the program that is installed.
 *
 * <p>Transactions of several operations are made of WATCH and MULTI ... EXEC, and are serializable. Every write is
 * forced to disk before it is confirmed, unless the user says otherwise: Redis's own default may lose commits when it
 * is killed.
 */
package org.isolde.run.db.redis;
