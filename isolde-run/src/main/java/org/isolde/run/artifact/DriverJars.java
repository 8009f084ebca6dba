package org.isolde.run.artifact;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.isolde.run.DatabaseException;

/**
 * Loads a JDBC driver from jars that are not on Isolde's class path.
 *
 * <p>The driver is used as an object: {@link java.sql.DriverManager} would refuse one of a foreign class loader.
 */
public final class DriverJars {
    /** Made once for a process: a native library can't be loaded twice. */
    private static final Map<List<Path>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    private DriverJars() {}

    /** The driver in these jars that takes this URL. */
    public static Driver load(List<Path> jars, String url) throws DatabaseException {
        return load(jars, url, Map.of());
    }

    /**
     * The same of jars with native libraries.
     *
     * @param libraries their entries by the names under which the driver asks the system for them, if it does not find them in
     *     the jar
     */
    public static Driver load(List<Path> jars, String url, Map<String, String> libraries) throws DatabaseException {
        // Parent: only the JDK, so that a driver of Isolde's own class path is not found in its stead.
        ClassLoader loader = LOADERS.computeIfAbsent(
                List.copyOf(jars),
                key -> new JarLoader("driver", key, ClassLoader.getPlatformClassLoader(), libraries));
        List<String> seen = new ArrayList<>();
        try {
            for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
                if (driver.getClass().getClassLoader() != loader) {
                    continue;
                }
                if (driver.acceptsURL(url)) {
                    return driver;
                }
                seen.add(driver.getClass().getName());
            }
        } catch (ServiceConfigurationError | SQLException | LinkageError e) {
            throw new DatabaseException("can't load a JDBC driver from " + names(jars) + ": " + e.getMessage(), e);
        }
        throw new DatabaseException(
                seen.isEmpty()
                        ? "there is no JDBC driver in " + names(jars) + "; give the driver's jar"
                        : "none of the drivers in " + names(jars) + " (" + String.join(", ", seen)
                                + ") takes this URL");
    }

    static URL[] urls(List<Path> jars) {
        try {
            URL[] urls = new URL[jars.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = jars.get(i).toUri().toURL();
            }
            return urls;
        } catch (MalformedURLException e) {
            throw new AssertionError("a path is always a URL", e);
        }
    }

    private static String names(List<Path> jars) {
        return String.join(", ", jars.stream().map(Path::toString).toList());
    }
}
