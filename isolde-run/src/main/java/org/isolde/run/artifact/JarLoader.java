package org.isolde.run.artifact;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isolde.run.DatabaseException;

/** Loads classes from jars, and the native libraries that these ask for and that lie in there, {@link NativeLibraries unpacked}. */
class JarLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<Path> jars;
    private final String user;
    private final Map<String, String> libraries;

    /**
     * @param user of native libraries: a name for this loader
     * @param libraries entries of the jars that are libraries, by the names that they are asked for; classes don't see these
     *     entries, and so can't unpack them for themselves
     */
    JarLoader(String user, List<Path> jars, ClassLoader parent, Map<String, String> libraries) {
        super(user, DriverJars.urls(jars), parent);
        this.jars = List.copyOf(jars);
        this.user = user;
        this.libraries = Map.copyOf(libraries);
    }

    @Override
    protected String findLibrary(String name) {
        String file = System.mapLibraryName(name);
        try {
            Path library = NativeLibraries.unpacked(jars, libraries.getOrDefault(name, file), user, file);
            return library == null ? null : library.toString();
        } catch (DatabaseException e) {
            // then it is unpacked in its own way, or says itself what is missing
            return null;
        }
    }

    @Override
    public URL findResource(String name) {
        return libraries.containsValue(name) ? null : super.findResource(name);
    }
}
