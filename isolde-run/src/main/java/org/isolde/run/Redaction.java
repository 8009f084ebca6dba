package org.isolde.run;

import java.util.regex.Pattern;

/** Takes credentials out of texts that are shown or stored. */
public final class Redaction {
    /**
     * What a driver may take as a secret: {@code password=...}, {@code PASSWORD=...}, {@code sslpassword=...}, and SQL
     * Server's {@code password={...}}. Rather too much is taken out than too little: a secret may hold commas and brackets.
     */
    private static final Pattern SECRET =
            Pattern.compile("(?i)((?:[a-z_]*password\\d*|passwd|pwd|passphrase|[a-z_]*secret|[a-z_]*token)\\s*[=:]\\s*)"
                    + "(?:\\{[^}]*\\}|[^&;\\s]+)");

    /** {@code //user:password@host}; a password may hold an at sign, so the last one ends it. */
    private static final Pattern AUTHORITY = Pattern.compile("(//[^/:@\\s]*):\\S*@");

    /** Oracle's {@code user/password@}. */
    private static final Pattern ORACLE = Pattern.compile("((?:thin|oci8?):[^/:@\\s]*)/\\S+@");

    private Redaction() {}

    /** A JDBC URL without its secrets; what it is about stays readable. */
    public static String url(String url) {
        String safe = AUTHORITY.matcher(url).replaceAll("$1:***@");
        safe = ORACLE.matcher(safe).replaceAll("$1/***@");
        return SECRET.matcher(safe).replaceAll("$1***");
    }

    /** The value of a setting, unless its name says that it is a secret. */
    public static String option(String name, String value) {
        return SECRET.matcher(name + "=" + value).find() ? "***" : value;
    }

    /** A message of a driver, which may quote its URL or the password given apart from it. */
    public static String message(String message, String password) {
        String safe = message == null ? "" : url(message);
        return password == null || password.isEmpty() ? safe : safe.replace(password, "***");
    }
}
