/**
 * PostgreSQL, of any version on Maven Central, fetched and started in a temporary folder; or any by its URL.
 *
 * <p>READ UNCOMMITTED is READ COMMITTED there, and REPEATABLE READ a snapshot; SERIALIZABLE is just that, by detecting
 * dangerous structures.
 */
package org.isolde.run.db.postgres;
