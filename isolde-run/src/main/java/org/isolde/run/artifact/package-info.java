/**
 * Where do files come from that Isolde does not ship? {@link org.isolde.run.artifact.ArtifactStore} gets them by Maven
 * coordinates, and holds each to the SHA-256 of a {@link org.isolde.run.artifact.LockFile}.
 *
 * <p>Classes in fetched jars are linked by {@link org.isolde.run.artifact.DriverJars}, if they are JDBC drivers, or by
 * {@link org.isolde.run.artifact.AdapterLoader}, together with the package of Isolde that is compiled against them.
 */
package org.isolde.run.artifact;
