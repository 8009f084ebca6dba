package org.isolde.run.artifact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.isolde.run.DatabaseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers and adapters from jars that are not on the class path. */
class ClassLoadingTest {
    @TempDir
    private Path folder;

    @Test
    void aDriverComesFromItsJarAndNotFromTheClassPath() throws Exception {
        Path jar = Path.of(org.h2.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Driver driver = DriverJars.load(List.of(jar), "jdbc:h2:mem:");
        assertNotSame(org.h2.Driver.class, driver.getClass());
        try (Connection connection = driver.connect("jdbc:h2:mem:", new Properties())) {
            assertEquals("H2", connection.getMetaData().getDatabaseProductName());
        }
        DatabaseException problem =
                assertThrows(DatabaseException.class, () -> DriverJars.load(List.of(jar), "jdbc:other:"));
        assertTrue(problem.getMessage().contains("(org.h2.Driver) takes this URL"), problem.getMessage());
    }

    @Test
    void aJarWithoutADriverIsNamed() throws Exception {
        Path jar = jar("empty.jar");
        DatabaseException problem =
                assertThrows(DatabaseException.class, () -> DriverJars.load(List.of(jar), "jdbc:other:"));
        assertEquals("there is no JDBC driver in " + jar + "; give the driver's jar", problem.getMessage());
    }

    /** Isolde's loader has the adapter, which needs a library; only the jar has the library. */
    @Test
    void anAdapterIsLinkedAgainstTheFetchedJars() throws Exception {
        Path isolde = Files.createDirectory(folder.resolve("isolde"));
        Path library = Files.createDirectory(folder.resolve("library"));
        compile(
                library,
                "lib/Library.java",
                "package lib; public class Library { public String say() { return \"hello\"; } }");
        compile(
                isolde,
                "adapter/Adapter.java",
                "package adapter; public class Adapter implements known.Known {"
                        + " public String get() { return new Helper().library.say(); } }"
                        + " class Helper { final lib.Library library = new lib.Library(); }",
                library);
        Path jar = jar("library.jar", library.resolve("lib/Library.class"));
        try (var loader =
                new URLClassLoader(DriverJars.urls(List.of(isolde)), ClassLoadingTest.class.getClassLoader())) {
            Class<?> known = loader.loadClass("known.Known");
            Supplier<?> unlinked = (Supplier<?>) AdapterLoader.load(known, "adapter.Adapter", List.of());
            assertThrows(NoClassDefFoundError.class, unlinked::get, "without the jar, the library is missing");
            assertThrows(DatabaseException.class, () -> AdapterLoader.load(known, "adapter.Missing", List.of(jar)));
            Object adapter = AdapterLoader.load(known, "adapter.Adapter", List.of(jar));
            assertEquals("hello", ((Supplier<?>) adapter).get());
            assertNotSame(loader.loadClass("adapter.Adapter"), adapter.getClass());
            assertThrows(IllegalArgumentException.class, () -> AdapterLoader.load(known, "known.Other", List.of(jar)));
        }
    }

    private void compile(Path into, String name, String source, Path... classPath) throws IOException {
        Path sources = Files.createTempDirectory(folder, "source");
        Path file = sources.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        Path known = sources.resolve("known/Known.java");
        Files.createDirectories(known.getParent());
        Files.writeString(
                known, "package known; public interface Known extends java.util.function.Supplier<String> {}");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        String path = classPath.length == 0 ? into.toString() : classPath[0].toString();
        List<String> options = List.of("-proc:none", "-d", into.toString(), "-cp", path);
        var files = compiler.getStandardFileManager(null, null, null).getJavaFileObjects(file, known);
        assertTrue(compiler.getTask(problems, null, null, options, null, files).call(), problems.toString());
    }

    private Path jar(String name, Path... classes) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry("README"));
            for (Path file : classes) {
                entries.putNextEntry(new JarEntry("lib/" + file.getFileName()));
                Files.copy(file, entries);
            }
        }
        return jar;
    }
}
