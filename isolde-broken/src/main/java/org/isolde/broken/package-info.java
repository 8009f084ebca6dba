/**
 * What would a test find if the database had this bug? A layer between clients and a real database, which now and then does
 * one thing wrong: {@link org.isolde.broken.Fault} says what.
 *
 * <p>Everything beneath is real, and so is what clients see: an old row is one that was there, an uncommitted one was written
 * by a transaction that is open. Only transactions are broken; statements in autocommit mode pass as they are, so that tables
 * can be made, and looked at afterwards. The layer needs a database whose readers wait for nobody: H2, PostgreSQL.
 *
 * <p>Begin with {@link org.isolde.broken.Faults}, which hands out the connections; {@link org.isolde.broken.BrokenDatabase} is
 * the same as a kind of database, {@code --db broken:h2}.
 */
package org.isolde.broken;
