package org.isolde.run.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isolde.run.DatabaseException;

/**
 * Loads the part of Isolde that is compiled against a library which comes at run time.
 *
 * <p>That part is one package of Isolde. Isolde's own loader can't link its classes, because the library isn't there;
 * this loader reads the same class files again and links them against the fetched jars. What is in these jars comes from
 * them, whatever else is on the class path; everything else comes from Isolde's loader.
 *
 * <p>Invariant: classes of the package are defined by this loader, and never by its parent; so the rest of Isolde knows
 * them only by an interface outside of the package.
 */
public final class AdapterLoader extends JarLoader {
    private final String prefix;

    static {
        registerAsParallelCapable();
    }

    private AdapterLoader(String adapterPackage, List<Path> jars, ClassLoader parent) {
        super("adapter-" + adapterPackage, jars, parent, Map.of());
        this.prefix = adapterPackage + ".";
    }

    /**
     * An instance of a class with a constructor without parameters, as an interface that Isolde knows.
     *
     * <p>Its class loader stays open until the process ends.
     *
     * @param className in the package that is to be linked against the jars
     */
    public static <T> T load(Class<T> known, String className, List<Path> jars) throws DatabaseException {
        String adapterPackage = className.substring(0, className.lastIndexOf('.'));
        if (known.getPackageName().equals(adapterPackage)) {
            throw new IllegalArgumentException(known + " must be outside of the adapter's package");
        }
        AdapterLoader loader = new AdapterLoader(adapterPackage, jars, known.getClassLoader());
        try {
            return known.cast(Class.forName(className, true, loader)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new DatabaseException(
                    "can't load " + className + " with " + jars + ": " + e
                            + "; is that the right version of the library?",
                    e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean adapter = name.startsWith(prefix);
        if (!adapter && findResource(path(name)) == null) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && adapter) {
                byte[] bytes = classFile(name);
                loaded = defineClass(name, bytes, 0, bytes.length);
            } else if (loaded == null) {
                loaded = findClass(name);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    /** A library that looks for its files finds its own. */
    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    private static String path(String className) {
        return className.replace('.', '/') + ".class";
    }

    private byte[] classFile(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(path(name))) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
