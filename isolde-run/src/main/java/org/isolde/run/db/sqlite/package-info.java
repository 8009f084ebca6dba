/**
 * SQLite, in this JVM and in a temporary file, fetched on first use; or any file by its URL.
 *
 * <p>It has one level, serializable, and one writer at a time: others are told that it is busy, and try again.
 */
package org.isolde.run.db.sqlite;
