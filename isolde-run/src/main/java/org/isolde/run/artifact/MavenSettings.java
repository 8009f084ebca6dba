package org.isolde.run.artifact;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.isolde.run.DatabaseException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * What the user told Maven about downloads: the local repository, mirrors of Central, their credentials, and proxies.
 *
 * <p>Invariant: a setting of the user's own file comes before one of the installation's file.
 */
final class MavenSettings {
    static final String CENTRAL = "https://repo.maven.apache.org/maven2/";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]+)}");

    private final List<Element> files;
    private final Path home;
    private final UnaryOperator<String> properties;

    private MavenSettings(List<Element> files, Path home, UnaryOperator<String> properties) {
        this.files = files;
        this.home = home;
        this.properties = properties;
    }

    /** The settings of this user on this machine. */
    static MavenSettings ofUser() throws DatabaseException {
        Path home = Path.of(System.getProperty("user.home"));
        List<Path> candidates = new ArrayList<>();
        candidates.add(home.resolve(".m2/settings.xml"));
        Map<String, String> environment = System.getenv();
        for (String variable : List.of("MAVEN_HOME", "M2_HOME")) {
            if (environment.containsKey(variable)) {
                candidates.add(Path.of(environment.get(variable), "conf", "settings.xml"));
            }
        }
        candidates.add(Path.of("/etc/maven/settings.xml"));
        candidates.add(Path.of("/usr/share/maven/conf/settings.xml"));
        List<Path> present = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            if (Files.isReadable(candidates.get(i))) {
                present.add(candidates.get(i));
                if (i > 0) {
                    // Maven has one installation, and so one file of it.
                    break;
                }
            }
        }
        return read(present, home, MavenSettings::propertyOrVariable);
    }

    /** @param paths the user's file first; all of them exist */
    static MavenSettings read(List<Path> paths, Path home, UnaryOperator<String> properties) throws DatabaseException {
        List<Element> files = new ArrayList<>();
        for (Path path : paths) {
            try {
                DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
                factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
                DocumentBuilder builder = factory.newDocumentBuilder();
                // The one that is there by default also prints.
                builder.setErrorHandler(new DefaultHandler());
                Document document = builder.parse(path.toFile());
                files.add(document.getDocumentElement());
            } catch (SAXException | IOException | ParserConfigurationException e) {
                throw new DatabaseException(
                        "can't read Maven's settings in " + path + ": " + e.getMessage() + "; mend that file", e);
            }
        }
        return new MavenSettings(files, home, properties);
    }

    private static String propertyOrVariable(String name) {
        return name.startsWith("env.") ? System.getenv(name.substring(4)) : System.getProperty(name);
    }

    /** Maven's local repository, whether or not it is there. */
    Path localRepository() {
        String said = properties.apply("maven.repo.local");
        if (said != null && !said.isBlank()) {
            return Path.of(said);
        }
        for (Element file : files) {
            String text = text(file, "localRepository");
            if (!text.isEmpty()) {
                return Path.of(text);
            }
        }
        return home.resolve(".m2/repository");
    }

    /** Where downloads come from: the first mirror of Central, or Central itself. */
    Repository repository() throws DatabaseException {
        for (Element file : files) {
            for (Element mirror : children(file, "mirrors", "mirror")) {
                if (mirrorsCentral(text(mirror, "mirrorOf"))
                        && !text(mirror, "blocked").equals("true")) {
                    return repository(text(mirror, "id"), text(mirror, "url"));
                }
            }
        }
        return repository("central", CENTRAL);
    }

    private Repository repository(String id, String url) throws DatabaseException {
        URI uri;
        try {
            uri = URI.create(url.endsWith("/") ? url : url + "/");
        } catch (IllegalArgumentException e) {
            throw new DatabaseException("the mirror \"" + id + "\" in Maven's settings.xml has no valid URL", e);
        }
        if (uri.getScheme() == null || !uri.getScheme().matches("https?") || uri.getHost() == null) {
            throw new DatabaseException("the mirror \"" + id + "\" in Maven's settings.xml is neither http nor https");
        }
        Repository.Login login = null;
        for (Element file : files) {
            for (Element server : children(file, "servers", "server")) {
                if (login == null
                        && text(server, "id").equals(id)
                        && !text(server, "username").isEmpty()) {
                    login = new Repository.Login(text(server, "username"), password(server, "server \"" + id + "\""));
                }
            }
        }
        return new Repository(uri, login, proxy(uri));
    }

    /** Whether a {@code mirrorOf} covers the repository "central", which is external and https. */
    static boolean mirrorsCentral(String mirrorOf) {
        boolean covered = false;
        for (String pattern : mirrorOf.split(",", -1)) {
            switch (pattern.strip()) {
                case "!central" -> {
                    return false;
                }
                case "central", "*", "external:*" -> covered = true;
                default -> {
                    // Names another repository.
                }
            }
        }
        return covered;
    }

    private Repository.Proxy proxy(URI uri) throws DatabaseException {
        for (Element file : files) {
            for (Element proxy : children(file, "proxies", "proxy")) {
                String protocol = text(proxy, "protocol");
                boolean active = !text(proxy, "active").equals("false");
                // As Maven does it: a proxy "for http" also serves https unless there is one of its own.
                boolean fits = protocol.isEmpty() || protocol.equals(uri.getScheme()) || protocol.equals("http");
                if (active && fits && !bypassed(text(proxy, "nonProxyHosts"), uri.getHost())) {
                    String user = text(proxy, "username");
                    String port = text(proxy, "port");
                    if (!port.isEmpty() && !port.matches("[0-9]{1,5}")) {
                        throw new DatabaseException("a proxy in Maven's settings.xml has the port \"" + port + "\"");
                    }
                    return new Repository.Proxy(
                            text(proxy, "host"),
                            port.isEmpty() ? 8080 : Integer.parseInt(port),
                            user.isEmpty() ? null : new Repository.Login(user, password(proxy, "proxy")));
                }
            }
        }
        return null;
    }

    static boolean bypassed(String nonProxyHosts, String host) {
        for (String pattern : nonProxyHosts.split("[|,]", -1)) {
            String regex = Pattern.quote(pattern.strip()).replace("*", "\\E.*\\Q");
            if (!pattern.isBlank() && host.matches("(?i)" + regex)) {
                return true;
            }
        }
        return false;
    }

    private String password(Element holder, String whose) throws DatabaseException {
        String password = text(holder, "password");
        if (password.startsWith("{") && password.endsWith("}")) {
            throw new DatabaseException("the password of the " + whose
                    + " in Maven's settings.xml is encrypted, which Isolde can't read; fetch the file by Maven instead:"
                    + " what is in its local repository isn't downloaded again");
        }
        return password;
    }

    private static List<Element> children(Element parent, String... path) {
        List<Element> level = List.of(parent);
        for (String name : path) {
            List<Element> next = new ArrayList<>();
            for (Element element : level) {
                for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
                    if (node instanceof Element child && child.getTagName().equals(name)) {
                        next.add(child);
                    }
                }
            }
            level = next;
        }
        return level;
    }

    /** The text of a child, with {@code ${env.NAME}} and system properties put in; empty if it isn't there. */
    private String text(Element parent, String child) {
        List<Element> found = children(parent, child);
        if (found.isEmpty()) {
            return "";
        }
        Matcher placeholders = PLACEHOLDER.matcher(found.get(0).getTextContent().strip());
        return placeholders.replaceAll(match -> {
            String value = properties.apply(match.group(1));
            return Matcher.quoteReplacement(value == null ? match.group() : value);
        });
    }
}
