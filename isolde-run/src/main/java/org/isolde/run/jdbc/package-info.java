/**
 * How does Isolde use a database through JDBC? {@link org.isolde.run.jdbc.JdbcSession} does what a session does, and
 * {@link org.isolde.run.jdbc.SqlDialect} says how one database spells it.
 *
 * <p>A kind of database extends {@link org.isolde.run.jdbc.EmbeddedDatabase} if it is a library, {@link
 * org.isolde.run.jdbc.UrlDatabase} if it runs already, or {@link org.isolde.run.jdbc.JdbcDatabase} if Isolde starts its
 * server. Drivers are asked directly and never through {@link java.sql.DriverManager}, which would refuse those that
 * were fetched.
 */
package org.isolde.run.jdbc;
