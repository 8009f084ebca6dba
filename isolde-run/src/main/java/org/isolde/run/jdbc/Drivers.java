package org.isolde.run.jdbc;

import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Target;
import org.isolde.run.artifact.ArtifactStore;
import org.isolde.run.artifact.Coordinates;
import org.isolde.run.artifact.DriverJars;
import org.isolde.run.artifact.LockFile;

/** Finds JDBC drivers: those that come with Isolde, those that are fetched, those that the user gives. */
public final class Drivers {
    private Drivers() {}

    /** The driver of an embedded database, in the version that the target asks for. */
    static Driver embedded(String name, EmbeddedDatabase.Library library, Target target, String url, Access access)
            throws DatabaseException {
        if (access.driver() != null) {
            return DriverJars.load(List.of(access.driver()), url);
        }
        if (target.version() == null) {
            if (library.driverClass() != null) {
                return shipped(library.driverClass());
            }
            List<Path> known = ArtifactStore.ofUser().fetchAll(name, access.progress());
            return DriverJars.load(known, url, library.natives().prepare(known));
        }
        ArtifactStore store = ArtifactStore.ofUser();
        LockFile lock = LockFile.named(name);
        List<Path> jars = new ArrayList<>();
        for (String artifact : library.artifacts()) {
            Coordinates coordinates = Coordinates.parse(artifact + ":" + target.version());
            jars.add(store.fetch(lock, coordinates, access.progress()));
        }
        return DriverJars.load(jars, url, library.natives().prepare(jars));
    }

    /** The driver that a lock file names, fetched on first use. */
    public static Driver fetched(String lock, String url, Access access) throws DatabaseException {
        return DriverJars.load(ArtifactStore.ofUser().fetchAll(lock, access.progress()), url);
    }

    /** A driver on Isolde's own class path. */
    public static Driver shipped(String className) throws DatabaseException {
        try {
            return (Driver) Class.forName(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new DatabaseException("the driver " + className + " does not come with this copy of Isolde", e);
        }
    }
}
