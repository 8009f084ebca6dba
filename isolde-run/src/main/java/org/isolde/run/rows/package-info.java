/**
 * Rows: what a session does to a table, statement by statement, and what it is told of it.
 *
 * <p>The question: <em>which rows did a statement look at, which versions of them, and what did it make of them?</em> A
 * {@link org.isolde.run.rows.RowStatement} is what is asked, an {@link org.isolde.run.rows.RowAnswer} what is known
 * afterwards.
 *
 * <p>The table tells it by itself, whatever the database. Beside the key {@code id} and the columns {@code a} and {@code b}
 * that conditions are about, a row has three columns for the record: {@code v} names the version, by the number of the
 * statement that wrote it; {@code prev} is the version that it replaced; {@code born} is the row's name, given when it was
 * inserted and never changed. So a row has one name as long as it lives, also if its key is changed, and another one if the
 * key is inserted again; and an update says which version it acted on.
 */
package org.isolde.run.rows;
