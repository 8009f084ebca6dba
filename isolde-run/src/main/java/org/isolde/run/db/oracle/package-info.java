/**
 * Oracle Database, by its URL; the user gives the driver.
 *
 * <p>Its SERIALIZABLE is a snapshot, which allows write skew, and that is what it claims here.
 */
package org.isolde.run.db.oracle;
