package org.isolde.app.serve;

import java.io.IOException;
import org.isolde.history.format.Json;
import org.isolde.http.EventOutput;
import org.isolde.http.HttpHost;
import org.isolde.http.HttpProblem;
import org.isolde.http.Request;

/**
 * Tells a browser how a test goes on, as server-sent events: first {@code start}, with the curve up to now, then {@code
 * progress} whenever something has changed, at last {@code end}. A browser that comes back gets the same again.
 */
final class EventStream {
    private EventStream() {}

    static void send(Request request, HttpHost host, StartedRun test) throws IOException, HttpProblem {
        try (HttpHost.Watch watch = host.watch();
                EventOutput out = request.events()) {
            long version = test.version();
            out.event("start", Json.of(test.jsonWithCurve()));
            out.flush();
            while (!test.isOver() && watch.goesOn()) {
                test.awaitChange(version, HttpHost.Watch.HEARTBEAT_MILLIS);
                if (test.version() == version) {
                    out.stillThere();
                } else {
                    version = test.version();
                    out.event("progress", Json.of(test.json()));
                }
                out.flush();
            }
            if (test.isOver()) {
                out.event("end", Json.of(test.jsonWithCurve()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
