package org.isolde.run;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Finds what users add to Isolde: databases and workloads of their own, in jars that the environment variable
 * {@code ISOLDE_PLUGINS} names, or on the class path of a program that embeds Isolde.
 */
public final class Plugins {
    public static final String VARIABLE = "ISOLDE_PLUGINS";

    private static ClassLoader loader;

    /** The environment variable names something that can't be loaded. */
    public static final class MissingPluginException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MissingPluginException(String message) {
            super(message);
        }
    }

    private Plugins() {}

    /** All implementations of a service: Isolde's own and the user's. */
    public static <T> List<T> of(Class<T> service) {
        List<T> found = new ArrayList<>();
        ServiceLoader.load(service, loader()).forEach(found::add);
        return found;
    }

    private static synchronized ClassLoader loader() {
        if (loader == null) {
            loader = loader(System.getenv(VARIABLE));
        }
        return loader;
    }

    /** @param places jars, and folders of jars, with the path separator between; may be null */
    static ClassLoader loader(String places) {
        ClassLoader own = Plugins.class.getClassLoader();
        if (places == null || places.isBlank()) {
            return own;
        }
        List<URL> urls = new ArrayList<>();
        for (String place : places.split(File.pathSeparator, -1)) {
            if (!place.isBlank()) {
                add(Path.of(place.strip()), urls);
            }
        }
        return new URLClassLoader("plugins", urls.toArray(new URL[0]), own);
    }

    private static void add(Path place, List<URL> urls) {
        try {
            if (!Files.isDirectory(place)) {
                if (!Files.isReadable(place)) {
                    throw new MissingPluginException(
                            VARIABLE + " names " + place + ", and there is no such file or folder");
                }
                urls.add(place.toUri().toURL());
                return;
            }
            try (Stream<Path> files = Files.list(place)) {
                for (Path file : files.filter(name -> name.toString().endsWith(".jar"))
                        .sorted()
                        .toList()) {
                    urls.add(file.toUri().toURL());
                }
            }
        } catch (MalformedURLException e) {
            throw new AssertionError("a path is always a URL", e);
        } catch (IOException e) {
            throw new MissingPluginException(VARIABLE + " names " + place + ", which can't be read: " + e);
        }
    }
}
