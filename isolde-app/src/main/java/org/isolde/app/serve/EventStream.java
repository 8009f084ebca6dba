package org.isolde.app.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.isolde.history.format.Json;
import org.isolde.online.http.HttpProblem;
import org.isolde.online.http.Request;

/**
 * Tells a browser how a test goes on, as server-sent events: first {@code start}, with the curve up to now, then {@code
 * progress} whenever something has changed, at last {@code end}. A browser that comes back gets the same again.
 */
final class EventStream {
    private static final long HEARTBEAT_MILLIS = 5_000;
    private static final int MOST_WATCHERS = 64;

    private final Semaphore places = new Semaphore(MOST_WATCHERS);
    private volatile boolean closed;

    void send(Request request, StartedTest test) throws IOException, HttpProblem {
        if (!places.tryAcquire()) {
            throw new HttpProblem(503, "Too many pages are watching already; close some.");
        }
        try (OutputStream out = request.events()) {
            long version = test.version();
            event(out, "start", test.jsonWithCurve());
            while (!test.isOver() && !closed) {
                test.awaitChange(version, HEARTBEAT_MILLIS);
                if (test.version() == version) {
                    // notices whoever has gone
                    write(out, ": still there\n\n");
                } else {
                    version = test.version();
                    event(out, "progress", test.json());
                }
            }
            if (test.isOver()) {
                event(out, "end", test.jsonWithCurve());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
    }

    private static void event(OutputStream out, String name, Map<String, Object> data) throws IOException {
        write(out, "event: " + name + "\ndata: " + Json.of(data) + "\n\n");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    void close() {
        closed = true;
    }
}
