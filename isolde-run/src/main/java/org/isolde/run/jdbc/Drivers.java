package org.isolde.run.jdbc;

import java.sql.Driver;
import org.isolde.run.DatabaseException;
import org.isolde.run.Surroundings;
import org.isolde.run.Target;

/** Finds JDBC drivers: those that come with Isolde, those that are fetched, those that the user gives. */
public final class Drivers {
    private Drivers() {}

    /** The driver of an embedded database, in the version that the target asks for. */
    static Driver embedded(EmbeddedDatabase.Library library, Target target, Surroundings surroundings)
            throws DatabaseException {
        return shipped(library.driverClass());
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
