package org.isolde.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The database that the user named: {@code postgres:18.6}, {@code h2}, a JDBC URL, or another that begins with its name
 * ({@code mongodb://host}); and its options.
 *
 * <p>Invariant: {@link #shown} has no password in it, and is the only text of this that goes into a log, history or
 * report.
 *
 * @param name the kind; for a URL the dialect that was asked for, or "jdbc" if it follows from the URL
 * @param version the version asked for, or null
 * @param url the JDBC URL, or the whole of the other, or null
 * @param options of {@code --db-option}
 */
public record Target(String name, String version, String url, Map<String, String> options) {
    static final String JDBC = "jdbc";

    /** How other tools begin their URLs, and how JDBC does. */
    private static final Map<String, String> JDBC_SCHEMES =
            Map.of("postgresql", "postgresql", "postgres", "postgresql", "mysql", "mysql", "mariadb", "mariadb");

    public Target {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    public static Target parse(String text, Map<String, String> options) {
        if (text.startsWith(JDBC + ":")) {
            return new Target(JDBC, null, text, options);
        }
        int colon = text.indexOf(':');
        if (colon >= 0 && text.startsWith("://", colon)) {
            String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
            if (JDBC_SCHEMES.containsKey(scheme)) {
                return new Target(JDBC, null, asJdbc(JDBC_SCHEMES.get(scheme), text.substring(colon + 3)), options);
            }
            // mongodb+srv: how the host is found
            return new Target(scheme.replaceAll("\\+.*", ""), null, text, options);
        }
        return colon < 0
                ? new Target(text.toLowerCase(Locale.ROOT), null, null, options)
                : new Target(
                        text.substring(0, colon).toLowerCase(Locale.ROOT), text.substring(colon + 1), null, options);
    }

    /** A URL as other tools of a database take it, {@code postgres://me:secret@host/db}, as one of JDBC. */
    private static String asJdbc(String scheme, String rest) {
        int at = rest.lastIndexOf('@', rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/'));
        String url = JDBC + ":" + scheme + "://" + rest.substring(at + 1);
        if (at < 0) {
            return url;
        }
        String[] user = rest.substring(0, at).split(":", 2);
        return url + (url.indexOf('?') < 0 ? "?" : "&") + "user=" + user[0]
                + (user.length < 2 ? "" : "&password=" + user[1]);
    }

    /** The same URL as one of another kind, because the URL alone doesn't tell. */
    public Target withDialect(String dialect) {
        return new Target(dialect, version, url, options);
    }

    /** An option, or what it is without. */
    public String option(String key, String otherwise) {
        return options.getOrDefault(key, otherwise);
    }

    /** The target as it may be shown: without credentials. */
    public String shown() {
        return url != null ? Redaction.url(url) : version == null ? name : name + ":" + version;
    }

    @Override
    public String toString() {
        return shown();
    }
}
