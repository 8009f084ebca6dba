/**
 * Histories: what the clients of a database saw, as a few arrays.
 *
 * <p>The question: <em>what is there to check, and what do the words mean?</em> A {@link History} has sessions,
 * transactions, operations, keys and values, and beside them the {@link Evidence} that somebody recorded: real time,
 * version orders, the database's timestamps. {@link Level} is what may be asked of it, each level with its definition,
 * its source and what it implies, as data.
 *
 * <p>A history of 100 million operations must fit into a few gigabytes and be walked at the speed of memory, so there
 * is no object for an operation or a transaction. Everything gets a dense number while it is loaded, once, and what is
 * known of it stands in columns under that number. The invariants that everybody relies on are told in {@link History};
 * the most important are these: transactions are numbered session by session, so that session order is {@code t} and
 * {@code t + 1}; a value is a pair of key and value, so that a read leads to its writer in one step; 0 is the initial
 * transaction, and the initial version of whatever key.
 *
 * <p>Parsing threads fill a {@link Segment} each, and a {@link HistoryBuilder} makes one history of them: {@code
 * TransactionLayout} numbers the transactions, {@code ValueInterner} the values. The numbers depend on the input alone,
 * not on the threads. {@link BinaryHistory} stores the columns as they are. A {@link TransactionBatch} is for whoever
 * can't wait for a whole history: the same columns, in the order of arrival.
 *
 * <p>Where keys are rows of tables, {@link Rows} has what operations can't say: the columns of versions, and reads by a
 * condition. The rows that such a read gave back are operations like others, so whoever knows nothing of predicates is
 * right about items.
 *
 * <p>To begin reading: {@link History}, then {@link HistoryBuilder}. It uses conditions, no other part of Isolde, and next
 * to no library.
 */
package org.isolde.history;
