/**
 * MariaDB, as the system has it installed or fetched, started in a temporary folder; or any by its URL.
 *
 * <p>Its levels are InnoDB's; with {@code innodb_snapshot_isolation} REPEATABLE READ is a whole snapshot, and lost
 * updates are refused.
 */
package org.isolde.run.db.mariadb;
