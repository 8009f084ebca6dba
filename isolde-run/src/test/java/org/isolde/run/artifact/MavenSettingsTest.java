package org.isolde.run.artifact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.run.DatabaseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenSettingsTest {
    @TempDir
    private Path folder;

    @Test
    void withoutSettingsItIsCentral() throws Exception {
        MavenSettings settings = read();
        assertEquals(URI.create(MavenSettings.CENTRAL), settings.repository().url());
        assertNull(settings.repository().login());
        assertNull(settings.repository().proxy());
        assertEquals(folder.resolve(".m2/repository"), settings.localRepository());
    }

    @Test
    void theUsersMirrorComesFirstWithItsLogin() throws Exception {
        MavenSettings settings = read(
                """
                <mirrors>
                  <mirror><id>b</id><mirrorOf>*</mirrorOf><url>http://0.0.0.0/</url><blocked>true</blocked></mirror>
                  <mirror><id>o</id><mirrorOf>other</mirrorOf><url>https://other.example/</url></mirror>
                  <mirror><id>m</id><mirrorOf>external:*</mirrorOf><url>https://mirror.example/maven</url></mirror>
                </mirrors>
                <servers>
                  <server><id>o</id><username>wrong</username><password>wrong</password></server>
                  <server><id>m</id><username>${env.NAME}</username><password>s3cret</password></server>
                </servers>""",
                "<mirrors><mirror><id>g</id><mirrorOf>central</mirrorOf><url>https://global.example/</url></mirror></mirrors>");
        Repository repository = settings.repository();
        assertEquals(URI.create("https://mirror.example/maven/"), repository.url());
        assertEquals(new Repository.Login("ann", "s3cret"), repository.login());
        assertFalse(repository.toString().contains("s3cret"), "a password is not to be shown");
    }

    @Test
    void knowsWhichMirrorsAreOfCentral() {
        for (String yes : List.of("*", "central", "external:*", "a, central", "*,!other")) {
            assertTrue(MavenSettings.mirrorsCentral(yes), yes);
        }
        for (String no : List.of("", "other", "external:http:*", "*,!central", "!central,*")) {
            assertFalse(MavenSettings.mirrorsCentral(no), no);
        }
    }

    @Test
    void theLocalRepositoryIsWhereMavenHasIt() throws Exception {
        assertEquals(
                Path.of("/somewhere/else"),
                read("<localRepository>/somewhere/else</localRepository>").localRepository());
        Path file = write("<localRepository>/somewhere/else</localRepository>");
        assertEquals(
                Path.of("/said"),
                MavenSettings.read(List.of(file), folder, Map.of("maven.repo.local", "/said")::get)
                        .localRepository());
    }

    @Test
    void findsTheProxy() throws Exception {
        String off = "<proxy><active>false</active><protocol>https</protocol><host>off.example</host></proxy>";
        String on = "<proxy><protocol>http</protocol><host>proxy.example</host><port>3128</port><username>u</username>"
                + "<password>p</password><nonProxyHosts>localhost|*.intern</nonProxyHosts></proxy>";
        Repository.Proxy proxy =
                read("<proxies>" + off + on + "</proxies>").repository().proxy();
        assertEquals(new Repository.Proxy("proxy.example", 3128, new Repository.Login("u", "p")), proxy);
        String mirror =
                "<mirrors><mirror><id>m</id><mirrorOf>*</mirrorOf><url>https://a.intern/</url></mirror></mirrors>";
        assertNull(read("<proxies>" + on + "</proxies>" + mirror).repository().proxy());
        assertFalse(MavenSettings.bypassed("*.intern", "intern.example"));
    }

    @Test
    void saysWhatItCantUse() throws Exception {
        String mirror = "<mirrors><mirror><id>m</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors>";
        MavenSettings encrypted = read(String.format(mirror, "https://a.example/")
                + "<servers><server><id>m</id><username>u</username><password>{abc=}</password></server></servers>");
        DatabaseException problem = assertThrows(DatabaseException.class, encrypted::repository);
        assertTrue(problem.getMessage().contains("is encrypted"), problem.getMessage());
        MavenSettings file = read(String.format(mirror, "file:///somewhere"));
        problem = assertThrows(DatabaseException.class, file::repository);
        assertTrue(problem.getMessage().contains("neither http nor https"), problem.getMessage());
        problem = assertThrows(DatabaseException.class, () -> read("<mirrors>"));
        assertTrue(problem.getMessage().contains("mend that file"), problem.getMessage());
    }

    private MavenSettings read(String... contents) throws Exception {
        List<Path> files = new ArrayList<>();
        for (String content : contents) {
            files.add(write(content));
        }
        return MavenSettings.read(files, folder, Map.of("env.NAME", "ann")::get);
    }

    private Path write(String content) throws Exception {
        Path file = Files.createTempFile(folder, "settings", ".xml");
        return Files.writeString(
                file, "<settings xmlns=\"http://maven.apache.org/SETTINGS/1.0.0\">" + content + "</settings>");
    }
}
