/**
 * Apache Derby, in this JVM and in memory, fetched on first use; or any by its URL.
 *
 * <p>It locks rows and finds deadlocks by waiting, so its timeouts are set low. REPEATABLE READ can't lock a key that
 * is absent, and therefore claims no more than READ COMMITTED here.
 */
package org.isolde.run.db.derby;
