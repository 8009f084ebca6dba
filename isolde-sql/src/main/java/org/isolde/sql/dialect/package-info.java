/**
 * How each database writes SQL.
 *
 * <p>The question: <em>what is a tree called here, what of it is there at all, and which errors are part of the bargain?</em>
 * {@link org.isolde.sql.dialect.SqlPrinter} walks the tree and writes what all databases agree on; where they don't, it asks a
 * {@link org.isolde.sql.dialect.Dialect}, which is one file a database. {@link org.isolde.sql.dialect.Dialects} knows them by
 * name.
 */
package org.isolde.sql.dialect;
