package org.isolde.run;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.history.format.Json;

/**
 * Takes credentials out of texts that are shown or stored.
 *
 * <p>Secrets are known strings: the password that was given, and those in the URL and the settings. Whoever has a text that may
 * come from a driver or a server, which quote what they like, passes it through {@link #text} before it goes to a file, a
 * terminal or a page; what looks like a credential goes too, known or not.
 */
public final class Redaction {
    /** What stands in the place of a secret. */
    public static final String BLANK = "***";

    private static final int DISTINCTIVE = 6;

    /**
     * What a driver may take as a secret: {@code password=...}, {@code PASSWORD=...}, {@code sslpassword=...}, and SQL
     * Server's {@code password={...}}. Rather too much is taken out than too little: a secret may hold commas and brackets.
     */
    private static final Pattern SECRET =
            Pattern.compile("(?i)((?:[a-z_]*password\\d*|passwd|pwd|passphrase|[a-z_]*secret|[a-z_]*token)\\s*[=:]\\s*)"
                    + "(\\{[^}]*\\}|[^&;\\s]+)");

    /** {@code //user:password@host}; a password may hold an at sign, so the last one ends it. */
    private static final Pattern AUTHORITY = Pattern.compile("(//[^/:@\\s]*):(\\S*)@");

    /** Oracle's {@code user/password@}. */
    private static final Pattern ORACLE = Pattern.compile("((?:thin|oci8?):[^/:@\\s]*)/(\\S+)@");

    /** In every spelling in which a driver may quote them, longer ones first: one may be a part of another. */
    private final List<String> known;

    private Redaction(Collection<String> secrets) {
        Set<String> spellings = new LinkedHashSet<>();
        for (String secret : secrets) {
            if (secret != null && !secret.isEmpty()) {
                addSpellings(secret, spellings);
            }
        }
        known = new ArrayList<>(spellings);
        known.sort(Comparator.comparingInt(String::length).reversed());
    }

    /** Knows no secret, but what looks like one. */
    public static Redaction none() {
        return new Redaction(List.of());
    }

    /** Knows what a user has given to reach a database. */
    public static Redaction of(Target target, Access access) {
        List<String> secrets = new ArrayList<>(secretsOf(target.url()));
        secrets.add(access.password());
        target.options().forEach((name, value) -> {
            if (isSecret(name, value)) {
                secrets.add(value);
            }
        });
        return new Redaction(secrets);
    }

    /** Knows a password, and what a URL has; either may be null. */
    public static Redaction of(String url, String password) {
        List<String> secrets = new ArrayList<>(secretsOf(url));
        secrets.add(password);
        return new Redaction(secrets);
    }

    /** Knows what both know. */
    public Redaction and(Redaction other) {
        Redaction both = new Redaction(List.of());
        both.known.addAll(known);
        both.known.addAll(other.known);
        both.known.sort(Comparator.comparingInt(String::length).reversed());
        return both;
    }

    /**
     * Knows only those that can be taken out of whole outputs: that are not found there by chance, being short or mere numbers,
     * and that are no part of what is shown on purpose. {@code postgres} is a word of Isolde's, whoever takes it for a password.
     *
     * @param shown what is shown on purpose
     */
    public Redaction distinctive(List<String> shown) {
        Redaction some = new Redaction(List.of());
        known.stream()
                .filter(secret -> secret.length() >= DISTINCTIVE && !secret.matches("[0-9.]+"))
                .filter(secret -> shown.stream().noneMatch(text -> text.contains(secret)))
                .forEach(some.known::add);
        return some;
    }

    private static List<String> secretsOf(String url) {
        List<String> secrets = new ArrayList<>();
        if (url != null) {
            for (Pattern pattern : List.of(SECRET, AUTHORITY, ORACLE)) {
                for (Matcher found = pattern.matcher(url); found.find(); ) {
                    secrets.add(found.group(2).replaceAll("^\\{|\\}$", ""));
                }
            }
        }
        return secrets;
    }

    private static void addSpellings(String secret, Set<String> spellings) {
        spellings.add(secret);
        spellings.add(decoded(secret));
        for (String plain : List.of(secret, decoded(secret))) {
            String encoded = URLEncoder.encode(plain, StandardCharsets.UTF_8);
            spellings.add(encoded);
            spellings.add(encoded.replace("+", "%20"));
            String quoted = Json.of(plain);
            spellings.add(quoted.substring(1, quoted.length() - 1));
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // a percent sign that begins no character stands for itself
            return text;
        }
    }

    /** Whether no secret is known. */
    public boolean isEmpty() {
        return known.isEmpty();
    }

    /** A text without secrets; nothing if there is none. */
    public String text(String text) {
        // what is known first: what only looks like a secret ends at a space, which may be in the middle of a known one
        return text == null ? "" : url(knownOnly(text));
    }

    /** A text without the secrets that are known; what only looks like one stays. */
    public String knownOnly(String text) {
        String safe = text;
        for (String secret : known) {
            safe = safe.replace(secret, BLANK);
        }
        return safe;
    }

    /** A JDBC URL without its secrets; what it is about stays readable. */
    public static String url(String url) {
        String safe = AUTHORITY.matcher(url).replaceAll("$1:" + BLANK + "@");
        safe = ORACLE.matcher(safe).replaceAll("$1/" + BLANK + "@");
        return SECRET.matcher(safe).replaceAll("$1" + BLANK);
    }

    /** The value of a setting, unless its name says that it is a secret. */
    public static String option(String name, String value) {
        return isSecret(name, value) ? BLANK : value;
    }

    private static boolean isSecret(String name, String value) {
        return SECRET.matcher(name + "=" + value).find();
    }
}
