/**
 * SQL as a tree.
 *
 * <p>The question: <em>what does a statement say, whatever the database spells it like?</em> Tables and their columns, values
 * ({@link org.isolde.sql.ast.Expression}), what is true of a row ({@link org.isolde.sql.ast.Predicate}), queries and
 * {@linkplain org.isolde.sql.ast.Statement statements} are immutable records. Values have types, and values and truth are two
 * things, so that a tree that can be made is a statement that can be run, also by a database that has no booleans.
 *
 * <p>Nothing here knows how a statement is written: that is a {@link org.isolde.sql.dialect dialect}. Begin reading at
 * {@link org.isolde.sql.ast.Statement}.
 */
package org.isolde.sql.ast;
