package org.isolde.run.artifact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarReaderTest {
    @TempDir
    private Path folder;

    /** The archive is made by the system's own tar. */
    @ParameterizedTest
    @ValueSource(strings = {"gnu", "ustar", "pax"})
    void unpacksWhatTarPacked(String format) throws Exception {
        Path from = Files.createDirectory(folder.resolve("from"));
        String longName = "a-rather-long-name-of-a-folder/".repeat(4) + "file";
        Files.createDirectories(from.resolve(longName).getParent());
        Files.writeString(from.resolve(longName), "x".repeat(1500));
        Files.writeString(from.resolve("empty"), "");
        Files.writeString(from.resolve("program"), "#!/bin/sh\n");
        assertTrue(from.resolve("program").toFile().setExecutable(true));
        Files.createSymbolicLink(from.resolve("link"), Path.of("program"));
        Files.createLink(from.resolve("same"), from.resolve("program"));
        Path archive = folder.resolve("archive.tar");
        Process tar = new ProcessBuilder(
                        "tar", "--format=" + format, "-cf", archive.toString(), "-C", from.toString(), ".")
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor());
        Path to = Files.createDirectory(folder.resolve("to"));
        try (var in = Files.newInputStream(archive)) {
            TarReader.unpack(in, to);
        }
        assertEquals(1500, Files.size(to.resolve(longName)));
        assertEquals(0, Files.size(to.resolve("empty")));
        assertTrue(Files.isExecutable(to.resolve("program")));
        assertFalse(Files.isExecutable(to.resolve("empty")));
        assertEquals(Path.of("program"), Files.readSymbolicLink(to.resolve("link")));
        assertEquals("#!/bin/sh\n", Files.readString(to.resolve("same")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "/evil", "a/../../evil"})
    void refusesNamesThatLeadOut(String name) throws Exception {
        byte[] archive = archive(entry(name, '0', "", "content"));
        IOException problem = assertThrows(IOException.class, () -> unpack(archive));
        assertTrue(problem.getMessage().contains("leads out of the folder"), problem.getMessage());
        assertFalse(Files.exists(folder.resolve("evil")));
    }

    @Test
    void refusesLinksThatLeadOut() throws Exception {
        assertThrows(IOException.class, () -> unpack(archive(entry("link", '2', "../../etc", ""))));
        assertThrows(IOException.class, () -> unpack(archive(entry("link", '1', "../other", ""))));
    }

    /** {@code a/b/x} leads to the folder itself, so from behind it {@code ..} is what the folder lies in. */
    @Test
    void refusesLinksThatLeadOutByWayOfOthers() throws Exception {
        byte[] inside = entry("a/b/x", '2', "../..", "");
        unpack(archive(inside));
        for (byte[] other : List.of(
                entry("a/b/y", '2', "x/../evil", ""),
                entry("a/b/x/y", '2', "../evil", ""),
                entry("y", '1', "a/b/x", ""),
                entry("y", '1', "a/b/x/evil", ""),
                entry("a/y", '2', "../../to/evil", ""))) {
            for (byte[] archive : List.of(archive(inside, other), archive(other, inside))) {
                assertThrows(IOException.class, () -> unpack(archive));
            }
        }
        unpack(archive(inside, entry("a/b/y", '2', "x/a", "")));
    }

    @Test
    void refusesASizeBelowZero() throws Exception {
        byte[] entry = entry("file", 'L', "", "content");
        put(entry, 124, "-0000000007");
        assertThrows(IOException.class, () -> unpack(archive(entry)));
    }

    @Test
    void refusesWhatIsCutOffOrNoArchive() throws Exception {
        byte[] whole = archive(entry("file", '0', "", "x".repeat(2000)));
        byte[] half = Arrays.copyOf(whole, 1200);
        assertThrows(IOException.class, () -> unpack(half));
        assertThrows(IOException.class, () -> unpack("no archive ".repeat(100).getBytes(StandardCharsets.UTF_8)));
    }

    private void unpack(byte[] archive) throws IOException {
        Path to = Files.createTempDirectory(folder, "to");
        TarReader.unpack(new ByteArrayInputStream(archive), to);
    }

    private static byte[] entry(String name, char type, String link, String content) throws IOException {
        byte[] header = new byte[512];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 124, String.format("%011o", content.length()));
        header[156] = (byte) type;
        put(header, 157, link);
        put(header, 257, "ustar");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(header);
        out.write(content.getBytes(StandardCharsets.UTF_8));
        out.write(new byte[(512 - content.length() % 512) % 512]);
        return out.toByteArray();
    }

    private static byte[] archive(byte[]... entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] entry : entries) {
            out.write(entry);
        }
        out.write(new byte[1024]);
        return out.toByteArray();
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
