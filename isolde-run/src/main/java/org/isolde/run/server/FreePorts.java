package org.isolde.run.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds loopback ports for servers that Isolde starts.
 *
 * <p>They are below the range from which systems take the ports of outgoing connections: a client that tries to reach a
 * dead server there can't be given the server's port as its own and so talk to itself.
 *
 * <p>Invariant: no port is handed out twice by one process.
 */
public final class FreePorts {
    private static final int FIRST = 18_000;
    private static final int END = 32_000;
    private static final int TRIES = 1_000;

    /** Not seeded by the run: two runs at the same time shall not want the same ports. */
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final Set<Integer> GIVEN = new HashSet<>();

    private FreePorts() {}

    public static synchronized int next() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = FIRST + RANDOM.nextInt(END - FIRST);
            if (!GIVEN.contains(port) && isFree(port)) {
                GIVEN.add(port);
                return port;
            }
        }
        throw new IOException("no free port between " + FIRST + " and " + END + " on 127.0.0.1");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(false);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
