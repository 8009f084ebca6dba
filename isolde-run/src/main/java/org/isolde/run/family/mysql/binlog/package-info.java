/**
 * Certificates of MariaDB and MySQL, from their binary logs.
 *
 * <p>The question: <em>in which order were transactions committed, and what did each of them change?</em> A binary log in
 * rows has it, with what was there before each change. A {@link org.isolde.run.family.mysql.binlog.BinlogStream} follows it
 * as a replica does; a {@link org.isolde.run.family.mysql.binlog.BinlogPlace} is a place in it, as a number.
 *
 * <p>At SERIALIZABLE the order of the log is one in which transactions can be replayed: who wrote waited for all locks until
 * it was in the log, and who only read is placed where the log was while it still held its own. Below, InnoDB does not tell
 * what a read saw, so there is the order of versions alone.
 *
 * <p>A transaction of a client is known in the log by the versions that it wrote, each of which has a name that no other
 * has, or by the rows that it deleted. Names of the server's own (GTIDs) would say the same, and cost a question each.
 */
package org.isolde.run.family.mysql.binlog;
