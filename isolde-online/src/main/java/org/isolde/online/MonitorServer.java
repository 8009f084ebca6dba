package org.isolde.online;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.isolde.http.HttpHost;
import org.isolde.http.HttpProblem;
import org.isolde.http.PageFiles;
import org.isolde.http.Request;
import org.isolde.http.ServerOptions;

/** A monitor over HTTP: who asks for what gets it from whom. docs/monitor.md describes the API. */
public final class MonitorServer implements AutoCloseable {
    private static final List<String> PAGE =
            List.of(PageFiles.INDEX, "monitor.css", "monitor.js", "chart.js", "icon.svg");

    private final Monitor monitor;
    private final Ingest ingest;
    private final ViolationStream violations;
    private final HttpHost host;
    private final Timeline timeline;

    private MonitorServer(Monitor monitor, ServerOptions options) throws IOException {
        this.monitor = monitor;
        this.ingest = new Ingest(monitor);
        this.violations = new ViolationStream(monitor);
        this.timeline = Timeline.of(monitor::status);
        this.host = new HttpHost("monitor", options, new PageFiles(MonitorServer.class, PAGE), this::answer);
    }

    /**
     * Starts listening.
     *
     * @throws java.net.BindException if somebody else has the port
     * @throws IllegalArgumentException if the address can be reached from elsewhere and there is no token
     */
    public static MonitorServer start(Monitor monitor, ServerOptions options) throws IOException {
        MonitorServer server = new MonitorServer(monitor, options);
        server.host.start();
        return server;
    }

    /** Where the page is. */
    public String url() {
        return host.url();
    }

    private void answer(Request request) throws IOException, HttpProblem {
        host.guard().checkNotFromElsewhere(request);
        try {
            route(request, String.join("/", request.path()));
        } catch (MonitorStoppedException e) {
            request.problem(503, e.getMessage());
        } catch (InterruptedException e) {
            request.problem(503, "the monitor is ending; send this again when it is back");
        }
    }

    private void route(Request request, String path) throws IOException, HttpProblem, InterruptedException {
        if (request.isPost() != path.equals("v1/transactions")) {
            request.addHeader("Allow", request.isPost() ? "GET, HEAD" : "POST");
            throw new HttpProblem(405, "Transactions are sent by POST to /v1/transactions; all else is read by GET.");
        }
        if (path.isEmpty()) {
            host.page(request);
            return;
        }
        if (path.startsWith("assets/")) {
            host.asset(request, path.substring("assets/".length()));
            return;
        }
        if (path.equals("health")) {
            health(request);
            return;
        }
        host.guard().checkMayLook(request);
        switch (path) {
            case "v1/transactions" -> ingest.take(request);
            case "v1/violations" -> violations.send(request, host);
            case "v1/events" -> violations.sendPage(request, host);
            case "v1/status" -> request.json(200, StatusJson.of(monitor));
            case "v1/timeline" -> request.json(200, Map.of("samples", timeline.json()));
            case "metrics" -> {
                request.addHeader("Cache-Control", "no-store");
                request.bytes(
                        200,
                        "text/plain; version=0.0.4; charset=utf-8",
                        Metrics.text(monitor.status()).getBytes(StandardCharsets.UTF_8));
            }
            default -> throw HttpProblem.notFound("such thing");
        }
    }

    /** For whoever starts services, and so without a token: whether transactions are taken. */
    private void health(Request request) throws IOException {
        String problem = monitor.status().problem();
        if (problem == null) {
            request.json(200, Map.of("status", "ok"));
        } else {
            request.json(503, Map.of("status", "stopped", "reason", problem));
        }
    }

    /** Stops listening; whoever was not answered may send again. */
    @Override
    public void close() {
        timeline.close();
        host.close();
    }
}
