package org.isolde.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database of a user's own, in a jar that Isolde has never seen. */
class PluginsTest {
    private static final String SOURCE = """
            package mine;

            import java.util.List;
            import java.util.Set;
            import org.isolde.history.Level;
            import org.isolde.run.*;

            public class MyDatabase implements Database {
                public String name() { return "mine"; }
                public String summary() { return "a database of mine"; }
                public List<Isolation> isolations(Target target) {
                    return List.of(new Isolation("serializable", Level.SER));
                }
                public Set<Ability> abilities() { return Set.of(Ability.REGISTERS); }
                public RunningDatabase open(Target target, Access access) throws DatabaseException {
                    throw new DatabaseException("closed today");
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aDatabaseInAJarIsFound() throws Exception {
        Path jar = jar();
        for (String places : List.of(jar.toString(), folder.toString())) {
            List<String> names = ServiceLoader.load(Database.class, Plugins.loader(places)).stream()
                    .map(provider -> provider.get().name())
                    .toList();
            assertTrue(names.containsAll(Set.of("mine", "h2")), names.toString());
        }
        Database mine = ServiceLoader.load(Database.class, Plugins.loader(jar.toString())).stream()
                .map(ServiceLoader.Provider::get)
                .filter(database -> database.name().equals("mine"))
                .findFirst()
                .orElseThrow();
        DatabaseException closed =
                assertThrows(DatabaseException.class, () -> mine.open(Target.parse("mine", Map.of()), Access.plain()));
        assertEquals("closed today", closed.getMessage());
    }

    @Test
    void aPlaceThatIsNotThereIsNamed() {
        String missing = folder.resolve("missing.jar").toString();
        Plugins.MissingPluginException problem =
                assertThrows(Plugins.MissingPluginException.class, () -> Plugins.loader(missing));
        assertTrue(problem.getMessage().contains(missing), problem.getMessage());
    }

    private Path jar() throws IOException {
        Path source = Files.createDirectories(folder.resolve("mine")).resolve("MyDatabase.java");
        Files.writeString(source, SOURCE);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("java.class.path");
        assertEquals(0, compiler.run(null, null, null, "-cp", classPath, source.toString()));
        Path jar = folder.resolve("mine.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("mine/MyDatabase.class"));
            Files.copy(source.resolveSibling("MyDatabase.class"), zip);
            zip.putNextEntry(new ZipEntry("META-INF/services/org.isolde.run.Database"));
            zip.write("mine.MyDatabase\n".getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }
}
