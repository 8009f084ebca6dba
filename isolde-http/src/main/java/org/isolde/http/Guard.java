package org.isolde.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Who may do what: whether a request comes from this page in a browser of somebody who may look, or from a program that
 * says so, and not from some other page that the browser has open.
 *
 * <ul>
 *   <li>The host must be an address, {@code localhost}, or the name that the server was started with: a page of somebody
 *       else's whose name leads here (DNS rebinding) has another one.
 *   <li>Where a token is set, whatever is behind {@code /api/} needs it, or the cookie that it was exchanged for.
 *   <li>A request that changes something must be JSON, of the same origin, and carry the secret that only this page can
 *       have read.
 * </ul>
 */
public final class Guard {
    /** The shortest token that is not guessed soon. */
    public static final int SHORTEST_TOKEN = 16;

    public static final String COOKIE = "isolde-session";
    public static final String SECRET_HEADER = "X-Isolde-Secret";

    private static final Pattern ADDRESS = Pattern.compile("(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\])");
    private static final String PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";
    private static final int MOST_SESSIONS = 1000;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final String secret = newToken();
    private final boolean loopback;
    private final String host;
    private final String token;

    /**
     * @param host the address as the user named it, which browsers may name too
     * @param address where the server listens
     * @param token what users must know; null if whoever reaches the address may look
     * @throws IllegalArgumentException if the address can be reached from elsewhere and there is no token
     */
    public Guard(String host, InetAddress address, String token) {
        if (token == null && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException("an address that others can reach needs a token");
        }
        this.loopback = address.isLoopbackAddress();
        this.host = host.toLowerCase(Locale.ROOT);
        this.token = token;
    }

    /** A token that nobody guesses. */
    public static String newToken() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** How a browser on this machine reaches a server. */
    public static String url(InetSocketAddress bound) {
        InetAddress address = bound.getAddress();
        String host = address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
        if (address instanceof Inet6Address && !address.isAnyLocalAddress()) {
            host = address.isLoopbackAddress() ? "[::1]" : "[" + host + "]";
        }
        return "http://" + host + ":" + bound.getPort() + "/";
    }

    /** What a page must send along to change something. */
    public String secret() {
        return secret;
    }

    /** The headers of every answer; files of runs have a policy of their own. */
    public static void addHeaders(Request request) {
        request.addHeader("Content-Security-Policy", PAGE_POLICY);
        request.addHeader("X-Content-Type-Options", "nosniff");
        request.addHeader("X-Frame-Options", "DENY");
        request.addHeader("Referrer-Policy", "no-referrer");
        request.addHeader("Cross-Origin-Resource-Policy", "same-origin");
        request.addHeader("Cross-Origin-Opener-Policy", "same-origin");
    }

    /** Refuses what can't come from this page. */
    public void check(Request request) throws HttpProblem {
        if (!Set.of("GET", "HEAD", "POST").contains(request.method())) {
            request.addHeader("Allow", "GET, HEAD, POST");
            throw new HttpProblem(405, "Only GET, HEAD and POST are understood here.");
        }
        String named = request.header("Host");
        if (named == null || !isOurs(named)) {
            throw new HttpProblem(
                    403,
                    "This server is not known by that name. Open it by its address, as 127.0.0.1, or by localhost.");
        }
    }

    /** Refuses what is sent by another page than this one; to be asked of what changes something. */
    public void checkFromPage(Request request) throws HttpProblem {
        String type = request.header("Content-Type");
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw new HttpProblem(415, "What is sent here must be application/json.");
        }
        String origin = request.header("Origin");
        if (origin == null || !isOwnOrigin(request, origin)) {
            throw new HttpProblem(403, "This may only be asked for by the page itself (Origin).");
        }
    }

    /** Refuses what a browser sends for some other page; programs name no origin. */
    public void checkNotFromElsewhere(Request request) throws HttpProblem {
        String origin = request.header("Origin");
        if (origin != null && !isOwnOrigin(request, origin)) {
            throw new HttpProblem(403, "Pages from elsewhere may not send anything here (Origin).");
        }
    }

    private static boolean isOwnOrigin(Request request, String origin) {
        return origin.equalsIgnoreCase("http://" + request.header("Host"));
    }

    private boolean isOurs(String named) {
        String name = named.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
        if (name.equals("localhost") || name.equals(host)) {
            return true;
        }
        boolean own = name.equals("[::1]") || name.startsWith("127.");
        return ADDRESS.matcher(name).matches() && (own || !loopback);
    }

    /** Refuses who may not look. */
    public void checkMayLook(Request request) throws HttpProblem {
        if (!mayLook(request)) {
            request.addHeader("WWW-Authenticate", "Bearer");
            throw new HttpProblem(401, "This page asks for the token that the server was started with.");
        }
    }

    public boolean mayLook(Request request) {
        if (token == null) {
            return true;
        }
        String sent = request.header("Authorization");
        if (sent != null
                && sent.startsWith("Bearer ")
                && isToken(sent.substring(7).strip())) {
            return true;
        }
        return request.cookies(COOKIE).stream().anyMatch(sessions::contains);
    }

    /** Refuses to change anything for a page that has not read the secret. */
    public void checkSecret(Request request) throws HttpProblem {
        String sent = request.header(SECRET_HEADER);
        if (sent == null || !same(sent, secret)) {
            throw new HttpProblem(403, "The page is older than the server; load it again.");
        }
    }

    /** What a link has behind the address of the page to bring the token along; nothing if none is asked for. */
    String linkQuery() {
        return token == null ? "" : "?token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }

    /** Whether a link brings the right token along. */
    public boolean isToken(String sent) {
        return token != null && same(sent, token);
    }

    /** Lets a browser in that has shown the token. */
    public void letIn(Request request) {
        if (sessions.size() >= MOST_SESSIONS) {
            sessions.clear();
        }
        String session = newToken();
        sessions.add(session);
        request.addHeader("Set-Cookie", COOKIE + "=" + session + "; HttpOnly; SameSite=Strict; Path=/");
    }

    /**
     * Exchanges the token for a cookie.
     *
     * @param sent the token; null if none was sent
     */
    public void logIn(Request request, String sent) throws HttpProblem {
        if (token == null || sent == null || !isToken(sent.strip())) {
            throw new HttpProblem(401, "That is not the token that the server was started with.");
        }
        letIn(request);
    }

    /** Compares in a time that does not tell how much was right. */
    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
