/**
 * What do PostgreSQL and the databases that speak its protocol share? The SQL, what its error codes mean, and the
 * driver.
 *
 * <p>Only that: isolation levels, and how a server is reached or started, are each kind's own.
 */
package org.isolde.run.family.postgres;
