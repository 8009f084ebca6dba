package org.isolde.app.serve;

import java.nio.file.Path;
import org.isolde.http.ServerOptions;

/**
 * How the page is to be served.
 *
 * @param runs the folder of run folders
 * @param server where to listen, and for whom
 * @param allowTests whether tests may be started
 */
public record ServeOptions(Path runs, ServerOptions server, boolean allowTests) {}
