package org.isolde.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A server, without its routes: listens, has requests checked, and answers what goes wrong with them.
 *
 * <p>Invariant: the routes see only requests that the {@link Guard} takes for ones to this server, and whatever they throw,
 * the request is answered and ended.
 */
public final class HttpHost implements AutoCloseable {
    /** Of connections that wait to be taken: many who come at once are not turned away. */
    private static final int BACKLOG = 1000;

    static final String LIMIT_OF_CONNECTIONS = "jdk.httpserver.maxConnections";
    private static final String LIMIT_OF_DRAINING = "sun.net.httpserver.drainAmount";

    static {
        // the JDK's server sends an answer in two parts, and else waits 40 ms before the second
        setUnlessSet("sun.net.httpserver.nodelay", "true");
        // those that send nothing take no thread, and are closed after half a minute; but each takes a file
        setUnlessSet(LIMIT_OF_CONNECTIONS, "1000");
        // a connection that is closed with something unread takes the answer along
        setUnlessSet(LIMIT_OF_DRAINING, Integer.toString(64 << 20));
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
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
    private final Semaphore watchers;
    private final Semaphore senders;
    private final HttpServer server;
    private final RequestThreads threads;
    private volatile boolean closed;

    /**
     * Takes the port; nobody is answered before {@link #start}.
     *
     * @param name of the threads: {@code isolde-NAME-1}
     * @throws java.net.BindException if somebody else has the port
     * @throws IllegalArgumentException if the address can be reached from elsewhere and there is no token
     */
    public HttpHost(String name, ServerOptions options, PageFiles pages, Routes routes) throws IOException {
        this(name, options, pages, routes, Limits.USUAL);
    }

    HttpHost(String name, ServerOptions options, PageFiles pages, Routes routes, Limits limits) throws IOException {
        this.guard = new Guard(options.host(), options.address(), options.token());
        this.pages = pages;
        this.routes = routes;
        this.server = HttpServer.create(new InetSocketAddress(options.address(), options.port()), BACKLOG);
        this.watchers = new Semaphore(limits.watchers());
        this.senders = new Semaphore(limits.senders());
        this.threads = new RequestThreads("isolde-" + name + "-", limits.threads());
        this.deadlines = new Deadlines("isolde-" + name + "-deadlines", limits, threads.getQueue()::size);
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

    /** Where the page is, with the token that it asks for, if any. */
    public String link() {
        return url() + guard.linkQuery();
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
            clock.timeEnd(exchange::close);
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
            if (request.isPost()) {
                answerSender(request);
            } else {
                routes.answer(request);
            }
        } catch (HttpProblem e) {
            request.problem(e.status(), e.getMessage());
        } catch (BadBodyException e) {
            // where its next request begins is not known
            request.addHeader("Connection", "close");
            request.problem(400, e.getMessage());
        } catch (RuntimeException e) {
            // whatever it is, the answer says that it failed, and the log why
            System.Logger log = System.getLogger(HttpHost.class.getName());
            log.log(System.Logger.Level.ERROR, "a request failed, which is a bug in Isolde", e);
            request.problem(500, "This request failed, which is a bug in Isolde; the terminal says more.");
        }
    }

    /** Answers who sends something: only so many at once, and of those who send nothing for long the longest goes. */
    private void answerSender(Request request) throws IOException, HttpProblem {
        if (!senders.tryAcquire()) {
            deadlines.makeRoom(1);
            if (!acquireSoon()) {
                request.addHeader("Retry-After", "1");
                throw new HttpProblem(503, "Too many are sending already; send the same again later.");
            }
        }
        try {
            routes.answer(request);
        } finally {
            senders.release();
        }
    }

    private boolean acquireSoon() throws IOException {
        try {
            return senders.tryAcquire(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the server is ending");
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
