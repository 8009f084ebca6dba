package org.isolde.run.artifact;

import java.net.URI;

/**
 * A Maven repository to download from.
 *
 * @param url ends with a slash
 * @param login or null
 * @param proxy or null: as Java itself is set
 */
record Repository(URI url, Login login, Proxy proxy) {
    /** Credentials; never shown. */
    record Login(String user, String password) {
        @Override
        public String toString() {
            return "Login[user=" + user + "]";
        }
    }

    record Proxy(String host, int port, Login login) {}
}
