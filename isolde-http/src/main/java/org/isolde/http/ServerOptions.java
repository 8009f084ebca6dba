package org.isolde.http;

import java.net.InetAddress;

/**
 * Where a server listens, and for whom.
 *
 * @param host the address as the user named it, which clients may name too
 * @param address where to listen
 * @param port 0 for any that is free
 * @param token what clients must know; null if whoever reaches the address may send and look
 */
public record ServerOptions(String host, InetAddress address, int port, String token) {
    /** On this machine alone, without a token. */
    public static ServerOptions loopback(int port) {
        return new ServerOptions("127.0.0.1", InetAddress.getLoopbackAddress(), port, null);
    }

    /** The same, for those who know a token. */
    public ServerOptions withToken(String known) {
        return new ServerOptions(host, address, port, known);
    }

    /** The record's own text would tell the token. */
    @Override
    public String toString() {
        return "ServerOptions[" + address + ", " + port + "]";
    }
}
