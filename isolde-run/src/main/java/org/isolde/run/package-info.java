/**
 * How is a database named, opened and used? {@link org.isolde.run.Target} is what the user named, {@link
 * org.isolde.run.Database} a kind of database, {@link org.isolde.run.RunningDatabase} one that was opened, {@link
 * org.isolde.run.Session} a client of it.
 *
 * <p>These are what a plug-in implements and what everything else uses. The kinds themselves are packages below {@code
 * db}, found by {@link org.isolde.run.Databases} through a service file; nothing knows them by name. Below them stand
 * {@code family} (what kinds with a common ancestor share), then {@code jdbc}, {@code server} and {@code artifact}.
 */
package org.isolde.run;
