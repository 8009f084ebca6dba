package org.isolde.app.serve;

import java.net.InetAddress;
import java.nio.file.Path;

/**
 * How the page is to be served.
 *
 * @param runs the folder of run folders
 * @param host the address as the user named it, which browsers may name too
 * @param address where to listen
 * @param port 0 for any that is free
 * @param token what users must know; null if whoever reaches the address may look
 * @param allowTests whether tests may be started
 */
public record ServeOptions(Path runs, String host, InetAddress address, int port, String token, boolean allowTests) {
    /** The record's own text would tell the token. */
    @Override
    public String toString() {
        return "ServeOptions[" + runs + ", " + address + ", " + port + "]";
    }
}
