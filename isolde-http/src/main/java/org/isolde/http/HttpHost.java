package org.isolde.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server, without its routes: listens, has requests checked, and answers what goes wrong with them.
 *
 * <p>Invariant: the routes see only requests that the {@link Guard} takes for ones to this server, and whatever they throw,
 * the request is answered and ended.
 */
public final class HttpHost implements AutoCloseable {
    /** How long the other side may be silent while it is waited for. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);

    private static final int MOST_WATCHERS = 64;

    static {
        // the JDK's server sends an answer in two parts, and else waits 40 ms before the second
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
    }

    /** What is answered. */
    @FunctionalInterface
    public interface Routes {
        void answer(Request request) throws IOException, HttpProblem;
    }

    private final Guard guard;
    private final PageFiles pages;
    private final Routes routes;
    private final Deadlines deadlines;
    private final Semaphore watchers = new Semaphore(MOST_WATCHERS);
    private final HttpServer server;
    private final ExecutorService threads;
    private volatile boolean closed;

    /**
     * Takes the port; nobody is answered before {@link #start}.
     *
     * @param name of the threads: {@code isolde-NAME-1}
     * @throws java.net.BindException if somebody else has the port
     * @throws IllegalArgumentException if the address can be reached from elsewhere and there is no token
     */
    public HttpHost(String name, ServerOptions options, PageFiles pages, Routes routes) throws IOException {
        this(name, options, pages, routes, LONGEST_SILENCE);
    }

    HttpHost(String name, ServerOptions options, PageFiles pages, Routes routes, Duration longestSilence)
            throws IOException {
        this.guard = new Guard(options.host(), options.address(), options.token());
        this.pages = pages;
        this.routes = routes;
        this.server = HttpServer.create(new InetSocketAddress(options.address(), options.port()), 0);
        this.deadlines = new Deadlines("isolde-" + name + "-deadlines", longestSilence);
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "isolde-" + name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(task -> threads.execute(deadlines.around(task)));
        server.createContext("/", this::handle);
    }

    /** Starts listening. */
    public void start() {
        server.start();
    }

    /** Where the page is. */
    public String url() {
        return Guard.url(server.getAddress());
    }

    public Guard guard() {
        return guard;
    }

    private void handle(HttpExchange exchange) throws IOException {
        Deadlines.Clock clock = deadlines.current();
        clock.stop();
        try {
            answer(exchange, clock);
        } finally {
            // what was sent and not read is drained first, and may not come
            clock.time(exchange::close);
        }
    }

    private void answer(HttpExchange exchange, Deadlines.Clock clock) throws IOException {
        Request request;
        try {
            request = new Request(exchange, clock);
        } catch (HttpProblem e) {
            clock.time(() -> exchange.sendResponseHeaders(e.status(), -1));
            return;
        }
        Guard.addHeaders(request);
        try {
            guard.check(request);
            routes.answer(request);
        } catch (HttpProblem e) {
            request.problem(e.status(), e.getMessage());
        } catch (RuntimeException e) {
            // whatever it is, the answer says that it failed, and the log why
            System.Logger log = System.getLogger(HttpHost.class.getName());
            log.log(System.Logger.Level.ERROR, "a request failed, which is a bug in Isolde", e);
            request.problem(500, "This request failed, which is a bug in Isolde; the terminal says more.");
        }
    }

    /** Answers by the page; a link with the token in it lets the browser in. */
    public void page(Request request) throws IOException, HttpProblem {
        String token = request.parameter("token");
        if (token != null && guard.isToken(token)) {
            // exchanged for a cookie so that it does not stay in the address
            guard.letIn(request);
            request.redirect(request.rawPath());
        } else {
            pages.send(request, PageFiles.INDEX);
        }
    }

    /** Answers by a file of the page. */
    public void asset(Request request, String name) throws IOException, HttpProblem {
        pages.send(request, name);
    }

    /** Has a place among those who are told of things as they happen, until it is closed. */
    public final class Watch implements AutoCloseable {
        /** How often somebody must be told something, so that it is noticed if they have gone. */
        public static final long HEARTBEAT_MILLIS = 5_000;

        private Watch() {}

        /** Whether there is more to be told; not once the host is closing. */
        public boolean goesOn() {
            return !closed;
        }

        @Override
        public void close() {
            watchers.release();
        }
    }

    /** Takes a place among the watchers. */
    public Watch watch() throws HttpProblem {
        if (!watchers.tryAcquire()) {
            throw new HttpProblem(503, "Too many are watching already; close some pages.");
        }
        return new Watch();
    }

    /** Stops listening and ends what is being answered; whoever was not answered may ask again. */
    @Override
    public void close() {
        closed = true;
        server.stop(0);
        threads.shutdownNow();
        deadlines.close();
    }
}
