package org.isolde.online;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.isolde.online.http.Answers;
import org.isolde.online.http.Guard;
import org.isolde.online.http.HttpProblem;
import org.isolde.online.http.PageFiles;
import org.isolde.online.http.Request;

/** A monitor over HTTP: who asks for what gets it from whom. docs/monitor.md describes the API. */
public final class MonitorServer implements AutoCloseable {
    static {
        // the JDK's server sends an answer in two parts, and else waits 40 ms before the second
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
    }

    private final Monitor monitor;
    private final Guard guard;
    private final Ingest ingest;
    private final ViolationStream violations;
    private final PageFiles pages =
            new PageFiles(MonitorServer.class, List.of(PageFiles.INDEX, "monitor.css", "monitor.js", "icon.svg"));
    private final HttpServer server;
    private final ExecutorService threads;

    private MonitorServer(Monitor monitor, ServerOptions options) throws IOException {
        this.monitor = monitor;
        this.guard = new Guard(options.host(), options.address(), options.token());
        this.ingest = new Ingest(monitor);
        this.violations = new ViolationStream(monitor);
        AtomicInteger number = new AtomicInteger();
        threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "isolde-monitor-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        server = HttpServer.create(new InetSocketAddress(options.address(), options.port()), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    /**
     * Starts listening.
     *
     * @throws java.net.BindException if somebody else has the port
     * @throws IllegalArgumentException if the address can be reached from elsewhere and there is no token
     */
    public static MonitorServer start(Monitor monitor, ServerOptions options) throws IOException {
        MonitorServer server = new MonitorServer(monitor, options);
        server.server.start();
        return server;
    }

    /** Where the page is. */
    public String url() {
        return Guard.url(server.getAddress());
    }

    private void handle(HttpExchange exchange) throws IOException {
        Answers.answer(exchange, MonitorServer.class, request -> {
            guard.check(request);
            guard.checkNotFromElsewhere(request);
            try {
                route(request, String.join("/", request.path()));
            } catch (MonitorStoppedException e) {
                request.problem(503, e.getMessage());
            } catch (InterruptedException e) {
                request.problem(503, "the monitor is ending; send this again when it is back");
            }
        });
    }

    private void route(Request request, String path) throws IOException, HttpProblem, InterruptedException {
        if (request.isPost() != path.equals("v1/transactions")) {
            request.addHeader("Allow", request.isPost() ? "GET, HEAD" : "POST");
            throw new HttpProblem(405, "Transactions are sent by POST to /v1/transactions; all else is read by GET.");
        }
        if (path.isEmpty()) {
            page(request);
            return;
        }
        if (path.startsWith("assets/")) {
            pages.send(request, path.substring("assets/".length()));
            return;
        }
        if (path.equals("health")) {
            health(request);
            return;
        }
        guard.checkMayLook(request);
        switch (path) {
            case "v1/transactions" -> ingest.take(request);
            case "v1/violations" -> violations.send(request);
            case "v1/events" -> violations.sendPage(request);
            case "v1/status" -> request.json(200, StatusJson.of(monitor));
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

    private void page(Request request) throws IOException, HttpProblem {
        String token = request.parameter("token");
        if (token != null && guard.isToken(token)) {
            // a link with the token in it, exchanged for a cookie so that it does not stay in the address
            guard.letIn(request);
            request.redirect("/");
        } else {
            pages.send(request, PageFiles.INDEX);
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
        violations.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
