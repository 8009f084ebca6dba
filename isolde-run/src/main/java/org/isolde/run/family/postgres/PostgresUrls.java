package org.isolde.run.family.postgres;

import org.isolde.run.Harmless;

/** URLs of PostgreSQL's driver. */
public final class PostgresUrls {
    /** Not among them: whatever takes the name of a class ({@code socketFactory}, {@code sslfactory}) or of a file. */
    public static final Harmless HARMLESS = Harmless.settings(
                    "ApplicationName",
                    "binaryTransfer",
                    "connectTimeout",
                    "currentSchema",
                    "loginTimeout",
                    "preferQueryMode",
                    "prepareThreshold",
                    "readOnly",
                    "socketTimeout",
                    "ssl",
                    "sslmode",
                    "targetServerType",
                    "tcpKeepAlive")
            .withUrl("jdbc:postgresql://" + Harmless.HOSTS);

    private PostgresUrls() {}
}
