package org.isolde.run.artifact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockFileTest {
    private static final String SUM = "0123456789abcdef".repeat(4);

    @Test
    void keepsOrderAndSums() throws Exception {
        LockFile lock = read("# why\n\ng:second:2 " + SUM + "\n  g:first:1:zip   -\n");
        Coordinates second = Coordinates.parse("g:second:2");
        Coordinates first = Coordinates.parse("g:first:1:zip");
        assertEquals(List.of(second, first), lock.files());
        assertEquals(SUM, lock.sum(second));
        assertNull(lock.sum(first));
        assertNull(lock.sum(Coordinates.parse("g:other:1")));
    }

    @Test
    void namesTheLineThatIsWrong() {
        IllegalArgumentException problem =
                assertThrows(IllegalArgumentException.class, () -> read("g:a:1 " + SUM + "\ng:b:1 abc\n"));
        assertEquals("test.lock, line 2: expected \"coordinates sha256\" but found: g:b:1 abc", problem.getMessage());
        problem = assertThrows(IllegalArgumentException.class, () -> read("g:a:1 " + SUM + "\ng:a:1 " + SUM + "\n"));
        assertTrue(problem.getMessage().contains("stands twice"), problem.getMessage());
    }

    static List<String> names() throws Exception {
        Path folder =
                Path.of(LockFile.class.getResource("postgres.lock").toURI()).getParent();
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".lock"))
                    .map(name -> name.replace(".lock", ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void thoseOfIsoldeCanBeRead(String name) {
        LockFile lock = LockFile.named(name);
        assertFalse(lock.files().isEmpty());
        if (!name.equals("postgres")) {
            lock.files().forEach(file -> assertNotNull(lock.sum(file), file.toString()));
        }
    }

    /** What we compile against is what is fetched: the pom has the version, the lock file the sum that goes with it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb-driver org.mongodb:mongodb-driver-sync com.mongodb.client.MongoClient",
                "cassandra-driver org.apache.cassandra:java-driver-core com.datastax.oss.driver.api.core.CqlSession"
            })
    void theSumsAreThoseOfTheVersionsInThePom(String line) throws Exception {
        String[] words = line.split(" ", -1);
        LockFile lock = LockFile.named(words[0]);
        Coordinates locked = lock.files().stream()
                .filter(file -> (file.group() + ":" + file.artifact()).equals(words[1]))
                .findFirst()
                .orElseThrow();
        Path jar = Path.of(Class.forName(words[2], false, getClass().getClassLoader())
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        assertEquals(locked.fileName(), jar.getFileName().toString());
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
        assertEquals(HexFormat.of().formatHex(sum), lock.sum(locked));
    }

    /** RocksDB's jar for this system is fetched, not compiled against; its version is the pom's all the same. */
    @Test
    void rocksIsThatOfThePom() throws Exception {
        Path jar =
                Path.of(Class.forName("org.rocksdb.RocksDB", false, getClass().getClassLoader())
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
        for (Coordinates file : LockFile.named("rocksdb").files()) {
            assertEquals(
                    "rocksdbjni-" + file.version() + ".jar", jar.getFileName().toString());
        }
    }

    private static LockFile read(String text) throws IOException {
        return LockFile.read("test", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
