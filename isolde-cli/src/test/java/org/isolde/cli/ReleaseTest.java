package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.isolde.app.Versions;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** What goes out: the version, the licences of what is in the release, and what Maven Central wants to know of it. */
class ReleaseTest {
    private static final Path ROOT = Path.of("..");

    /** A library in NOTICE: {@code - its name (group:artifact), what it is for}. */
    private static final Pattern NOTICED = Pattern.compile("(?m)^- .*?\\(([\\w.-]+:[\\w.-]+)\\)");

    /** A library that Maven lists: {@code group:artifact:jar:version:scope}. */
    private static final Pattern LISTED = Pattern.compile("(?m)^ +([\\w.-]+:[\\w.-]+):jar:\\S+");

    private static final Pattern LICENCE = Pattern.compile("licenses/[\\w.-]+\\.txt");

    @Test
    void noticeNamesTheLibrariesOfTheReleaseAndNoOther() throws Exception {
        // written by Maven before the tests
        Set<String> shipped = all(LISTED, Files.readString(Path.of(target(), "libraries.txt")));
        assertTrue(shipped.contains("com.h2database:h2"), shipped::toString);
        Set<String> inTheJob =
                all(LISTED, Files.readString(ROOT.resolve("isolde-flink/" + folder() + "/libraries.txt")));
        assertTrue(inTheJob.contains("org.apache.kafka:kafka-clients"), inTheJob::toString);
        shipped.addAll(inTheJob);
        assertEquals(shipped, all(NOTICED, Files.readString(ROOT.resolve("NOTICE"))));
    }

    @Test
    void theTextsOfLicencesThatNoticeNamesAreThere() throws Exception {
        Set<String> files = new TreeSet<>();
        try (var list = Files.list(ROOT.resolve("licenses"))) {
            list.forEach(file -> files.add("licenses/" + file.getFileName()));
        }
        assertEquals(all(LICENCE, Files.readString(ROOT.resolve("NOTICE"))), files);
    }

    @Test
    void theVersionIsThatOfThePom() throws Exception {
        String version = text(pom(ROOT), "version");
        assertEquals(version, Versions.ISOLDE);
        assertEquals("isolde " + version + "\n", Cli.run("--version").expect(0).out());
    }

    /** See https://central.sonatype.org/publish/requirements/; sources, Javadoc and signatures are made by profiles. */
    @Test
    void thePomsSayWhatMavenCentralAsksFor() throws Exception {
        Element parent = pom(ROOT);
        for (String field : List.of("name", "description", "url", "licenses", "developers", "scm")) {
            assertTrue(!text(parent, field).isBlank(), field);
        }
        Element scm = child(parent, "scm");
        for (String field : List.of("connection", "developerConnection", "url")) {
            assertTrue(!text(scm, field).isBlank(), field);
        }
        List<String> modules = new ArrayList<>();
        for (Node node = child(parent, "modules").getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element) {
                modules.add(node.getTextContent());
            }
        }
        assertTrue(modules.contains("isolde-cli"), modules::toString);
        for (String module : modules) {
            Element pom = pom(ROOT.resolve(module));
            assertTrue(!text(pom, "name").isBlank(), module);
            assertTrue(!text(pom, "description").isBlank(), module);
        }
    }

    private static Set<String> all(Pattern pattern, String text) {
        Set<String> all = new TreeSet<>();
        for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
            all.add(matcher.groupCount() == 0 ? matcher.group() : matcher.group(1));
        }
        return all;
    }

    /** The build folder that these tests run in. */
    private static String target() throws Exception {
        Path classes = Path.of(ReleaseTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return classes.getParent().toString();
    }

    /** The name of the build folder, which all modules share. */
    private static String folder() throws Exception {
        return Path.of("").toAbsolutePath().relativize(Path.of(target())).toString();
    }

    private static Element pom(Path module) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(module.resolve("pom.xml").toFile());
        return document.getDocumentElement();
    }

    private static Element child(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                return element;
            }
        }
        throw new AssertionError("no " + name + " in " + parent.getTagName());
    }

    private static String text(Element parent, String name) {
        return child(parent, name).getTextContent();
    }
}
