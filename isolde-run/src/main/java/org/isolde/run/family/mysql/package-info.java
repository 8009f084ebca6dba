/**
 * What do MariaDB, MySQL, Galera and TiDB share? All four the SQL and the error codes ({@link
 * org.isolde.run.family.mysql.MysqlDialect}); the first three also InnoDB's levels and servers that Isolde starts.
 *
 * <p>A {@link org.isolde.run.family.mysql.MysqlInstallation} is the programs and makes data folders, a {@link
 * org.isolde.run.family.mysql.Cluster} makes nodes out of servers. InnoDB's REPEATABLE READ is a snapshot for reads,
 * while writes see what is newest: updates may be lost, and its documentation says so.
 */
package org.isolde.run.family.mysql;
