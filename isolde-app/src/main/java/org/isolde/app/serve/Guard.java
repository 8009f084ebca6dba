package org.isolde.app.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.isolde.app.JsonTree;

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
final class Guard {
    static final String COOKIE = "isolde-session";
    static final String SECRET_HEADER = "X-Isolde-Secret";

    private static final Pattern ADDRESS = Pattern.compile("(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\])");
    private static final String PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";
    private static final int MOST_SESSIONS = 1000;

    private final SecureRandom random = new SecureRandom();
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final String secret = newSecret();
    private final boolean loopback;
    private final String host;
    private final String token;

    Guard(ServeOptions options) {
        this.loopback = options.address().isLoopbackAddress();
        this.host = options.host().toLowerCase(Locale.ROOT);
        this.token = options.token();
    }

    private String newSecret() {
        byte[] bytes = new byte[24];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What a page must send along to change something. */
    String secret() {
        return secret;
    }

    /** The headers of every answer; files of runs have a policy of their own. */
    static void addHeaders(Request request) {
        request.addHeader("Content-Security-Policy", PAGE_POLICY);
        request.addHeader("X-Content-Type-Options", "nosniff");
        request.addHeader("X-Frame-Options", "DENY");
        request.addHeader("Referrer-Policy", "no-referrer");
        request.addHeader("Cross-Origin-Resource-Policy", "same-origin");
        request.addHeader("Cross-Origin-Opener-Policy", "same-origin");
    }

    /** Refuses what can't come from this page. */
    void check(Request request) throws HttpProblem {
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
        if (!request.isPost()) {
            return;
        }
        String type = request.header("Content-Type");
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw new HttpProblem(415, "What is sent here must be application/json.");
        }
        String origin = request.header("Origin");
        if (origin == null || !origin.equalsIgnoreCase("http://" + named)) {
            throw new HttpProblem(403, "This may only be asked for by the page itself (Origin).");
        }
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
    void checkMayLook(Request request) throws HttpProblem {
        if (!mayLook(request)) {
            request.addHeader("WWW-Authenticate", "Bearer");
            throw new HttpProblem(401, "This page asks for the token that the server was started with.");
        }
    }

    boolean mayLook(Request request) {
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
    void checkSecret(Request request) throws HttpProblem {
        String sent = request.header(SECRET_HEADER);
        if (sent == null || !same(sent, secret)) {
            throw new HttpProblem(403, "The page is older than the server; load it again.");
        }
    }

    /** Whether a link brings the right token along. */
    boolean isToken(String sent) {
        return token != null && same(sent, token);
    }

    /** Lets a browser in that has shown the token. */
    void letIn(Request request) {
        if (sessions.size() >= MOST_SESSIONS) {
            sessions.clear();
        }
        String session = newSecret();
        sessions.add(session);
        request.addHeader("Set-Cookie", COOKIE + "=" + session + "; HttpOnly; SameSite=Strict; Path=/");
    }

    /** Exchanges the token for a cookie. */
    void logIn(Request request, Map<String, Object> body) throws HttpProblem {
        String sent = JsonTree.text(body.get("token"));
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
