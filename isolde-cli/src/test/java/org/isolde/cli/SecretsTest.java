package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.isolde.run.Redaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a driver says, secrets are in no file and not on the terminal. */
@Timeout(90)
class SecretsTest {
    @TempDir
    private Path folder;

    @Test
    void whatADriverSaysInTheMiddleOfARunGivesNothingAway() throws Exception {
        ChildIsolde child = ChildIsolde.start(
                List.of("env", "ISOLDE_PASSWORD=one hunter", "ISOLDE_DEBUG=1"),
                folder,
                "test",
                "--db",
                "jdbc:leaky://me:two%2Dhunter%21@h/d?password=three%20hunter",
                "--dialect",
                "standard",
                "--driver",
                driver().toString(),
                "--isolation",
                "serializable",
                "--level",
                "rc",
                "--sessions",
                "2",
                "--time",
                "20s");
        assertEquals(Main.BAD, child.code(), child.out() + child.err());
        assertTrue(
                child.err().contains("isolde: no answer from jdbc:leaky://me:***@h/d?password=*** for "), child.err());
        assertTrue(child.err().contains("driver: no answer from "), child.err());
        Path run = folder.resolve("isolde-runs/latest").toRealPath();
        List<Path> files = new ArrayList<>(List.of(folder.resolve("out.txt"), folder.resolve("err.txt")));
        try (Stream<Path> all = Files.walk(run)) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        for (String name : List.of("history.jsonl", "log.txt", "verdict.json", "report.html", "report.json")) {
            assertTrue(files.contains(run.resolve(name)), name);
        }
        for (String name : List.of("history.jsonl", "log.txt", "verdict.json")) {
            assertTrue(Files.readString(run.resolve(name)).contains("no answer from"), name + " tells why it ended");
        }
        for (Path file : files) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            assertFalse(text.contains("hunter"), file.toString());
        }
    }

    /** A jar with the driver, and with H2, as no other class of Isolde's path is seen from it. */
    private Path driver() throws Exception {
        Path jar = folder.resolve("leaky.jar");
        Path h2 = Path.of(org.h2.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                JarFile library = new JarFile(h2.toFile())) {
            for (JarEntry entry : Collections.list(library.entries())) {
                if (!entry.isDirectory() && !entry.getName().startsWith("META-INF/")) {
                    try (InputStream in = library.getInputStream(entry)) {
                        add(out, entry.getName(), in.readAllBytes());
                    }
                }
            }
            String name = LeakyDriver.class.getName().replace('.', '/') + ".class";
            try (InputStream in = LeakyDriver.class.getClassLoader().getResourceAsStream(name)) {
                add(out, name, in.readAllBytes());
            }
            add(
                    out,
                    "META-INF/services/" + Driver.class.getName(),
                    LeakyDriver.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private static void add(JarOutputStream out, String name, byte[] content) throws Exception {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }

    @Test
    void whatIsPrintedPassesTheTerminal() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (OutputStream out = new BlankedOutput(printed)) {
            out.write("nothing known: hunter2\n".getBytes(StandardCharsets.UTF_8));
            Terminal.hide(Redaction.of(null, "hunter2"), List.of("shown"));
            Terminal.hide(Redaction.of(null, "1"), List.of());
            out.write("a hun".getBytes(StandardCharsets.UTF_8));
            out.write("ter2 b\n1".getBytes(StandardCharsets.UTF_8));
            out.flush();
            assertEquals("nothing known: hunter2\na *** b\n1", printed.toString(StandardCharsets.UTF_8));
        } finally {
            Terminal.hideNothing();
        }
    }

    /** It is a word of Isolde's own files, which have to be read again. */
    @Test
    void aPasswordThatIsAWordSpoilsNothing() throws Exception {
        String runs = folder.resolve("runs").toString();
        String password = Cli.file(folder, "password", "serializable\n");
        String url = "jdbc:h2:mem:" + UUID.randomUUID();
        Cli.Result result = Cli.run(
                        "test",
                        "--json",
                        "--db",
                        url,
                        "--user",
                        "sa",
                        "--password-file",
                        password,
                        "--isolation",
                        "serializable",
                        "--level",
                        "rc",
                        "--time",
                        "100ms",
                        "--out",
                        runs)
                .expect(Main.SATISFIED);
        assertEquals("serializable", result.object().get("isolation").asText());
        Path run = Path.of(runs, "latest");
        assertTrue(Files.readString(run.resolve("history.jsonl")).contains("\"isolation\":\"serializable\""));
        assertTrue(Files.readString(run.resolve("command.txt")).contains(url + " --user sa"));
    }

    @Test
    void whatMayRunCodeIsToldOnTheCommandLine() {
        Cli.Result result = Cli.run(
                "test",
                "--db-option",
                "INIT=select 1",
                "--time",
                "100ms",
                "--isolation",
                "serializable",
                "--level",
                "rc",
                "--out",
                folder.resolve("runs").toString());
        assertTrue(
                result.err()
                        .contains(
                                "isolde: warning: 'INIT' is none of the settings that are known to be harmless: it may"
                                        + " run code or touch files as you"),
                result.err());
    }
}
