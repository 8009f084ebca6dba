/**
 * MySQL 8, fetched and started in a temporary folder, and used through MariaDB's driver, which comes with Isolde; or
 * any by its URL, through MySQL's own driver, which is fetched.
 *
 * <p>Its levels are InnoDB's.
 */
package org.isolde.run.db.mysql;
