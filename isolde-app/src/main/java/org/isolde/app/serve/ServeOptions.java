package org.isolde.app.serve;

import java.nio.file.Path;
import org.isolde.http.Guard;
import org.isolde.http.ServerOptions;

/**
 * How the page is to be served.
 *
 * @param runs the folder of run folders
 * @param server where to listen, and for whom
 * @param allowTests whether tests may be started
 */
public record ServeOptions(Path runs, ServerOptions server, boolean allowTests) {
    /**
     * The same; with a new token, if tests may be started by whoever reaches the address. On loopback that is every process of
     * this machine, whoever runs it.
     */
    ServeOptions withTokenForTests() {
        return allowTests && server.token() == null
                ? new ServeOptions(runs, server.withToken(Guard.newToken()), true)
                : this;
    }
}
