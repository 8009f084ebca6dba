package org.isolde.online.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Makes requests of exchanges, and answers of whatever goes wrong with them. */
public final class Answers {
    /** Answers a request. */
    @FunctionalInterface
    public interface Handler {
        void handle(Request request) throws IOException, HttpProblem;
    }

    private Answers() {}

    /**
     * Answers an exchange, and ends it.
     *
     * @param server whose log is told of a failure that is nobody's request to mend
     */
    public static void answer(HttpExchange exchange, Class<?> server, Handler handler) throws IOException {
        try (exchange) {
            Request request;
            try {
                request = new Request(exchange);
            } catch (HttpProblem e) {
                exchange.sendResponseHeaders(e.status(), -1);
                return;
            }
            Guard.addHeaders(request);
            try {
                handler.handle(request);
            } catch (HttpProblem e) {
                request.problem(e.status(), e.getMessage());
            } catch (RuntimeException e) {
                // whatever it is, the answer says that it failed, and the log of the server why
                System.Logger log = System.getLogger(server.getName());
                log.log(System.Logger.Level.ERROR, "a request failed, which is a bug in Isolde", e);
                request.problem(500, "This request failed, which is a bug in Isolde; the terminal says more.");
            }
        }
    }
}
