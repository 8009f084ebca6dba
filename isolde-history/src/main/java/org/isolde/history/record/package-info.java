/**
 * How does a history get into a file while it happens? A {@link org.isolde.history.record.Recorder} is for applications and
 * tests that record what they do themselves: it needs no database and no driver, and makes nobody wait for the disk.
 *
 * <p>What holds: every line of the file is whole, the lines of a session are in its order, and whatever a client can't know
 * of a transaction is recorded as not known. Runs of Isolde's own record through the same {@link
 * org.isolde.history.record.LineFile}.
 */
package org.isolde.history.record;
