/**
 * DuckDB, in this JVM and in a temporary file, fetched on first use; or any file by its URL.
 *
 * <p>It has one level, a snapshot. Its driver gives neither SQLState nor code, so errors are told apart by their words.
 */
package org.isolde.run.db.duckdb;
