package org.isolde.app.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.Versions;
import org.isolde.http.Guard;
import org.isolde.http.HttpHost;
import org.isolde.http.HttpProblem;
import org.isolde.http.PageFiles;
import org.isolde.http.Request;
import org.isolde.run.record.JsonTree;

/** The server of the page: who asks for what gets it from whom. docs/serve.md describes the API. */
public final class PageServer implements AutoCloseable {
    private static final Set<String> PAGES = Set.of("", "runs", "compare", "new", "tests");
    private static final int MOST_COMPARED = 100;
    private static final int LARGEST_BODY = 64 << 10;

    private static final List<String> PAGE = List.of(
            PageFiles.INDEX,
            "page.css",
            "app.js",
            "elements.js",
            "list.js",
            "run.js",
            "fuzz.js",
            "compare.js",
            "form.js",
            "watch.js",
            "icon.svg");

    private final ServeOptions options;
    private final Guard guard;
    private final RunFolders folders;
    private final TestQueue tests = new TestQueue();
    private final HttpHost host;

    private PageServer(ServeOptions asked) throws IOException {
        this.options = asked.withTokenForTests();
        this.folders = new RunFolders(options.runs());
        this.host = new HttpHost("serve", options.server(), new PageFiles(PageServer.class, PAGE), this::answer);
        this.guard = host.guard();
    }

    /**
     * Starts serving. Where tests may be started a token is asked for, a new one if the options have none.
     *
     * @throws java.net.BindException if somebody else has the port
     * @throws IllegalArgumentException if the address can be reached from elsewhere and there is no token
     */
    public static PageServer start(ServeOptions options) throws IOException {
        PageServer server = new PageServer(options);
        server.host.start();
        return server;
    }

    /** Where the page is. */
    public String url() {
        return host.url();
    }

    /** Where the page is, with the token that lets whoever opens it in; without, if none is asked for. */
    public String link() {
        return host.link();
    }

    private void answer(Request request) throws IOException, HttpProblem {
        if (request.isPost()) {
            guard.checkFromPage(request);
        }
        String first = request.path().get(0);
        if (first.equals("api")) {
            api(request, request.path().subList(1, request.path().size()));
        } else if (request.isPost()) {
            throw HttpProblem.notFound("place to send that to");
        } else if (first.equals("assets") && request.path().size() == 2) {
            host.asset(request, request.path().get(1));
        } else if (PAGES.contains(first)) {
            host.page(request);
        } else {
            throw HttpProblem.notFound("page");
        }
    }

    private void api(Request request, List<String> path) throws IOException, HttpProblem {
        if (request.isPost() && path.equals(List.of("login"))) {
            guard.logIn(request, JsonTree.text(body(request).get("token")));
            request.json(200, Map.of());
            return;
        }
        guard.checkMayLook(request);
        if (request.isPost()) {
            guard.checkSecret(request);
            change(request, path);
            return;
        }
        switch (path.isEmpty() ? "" : path.get(0) + (path.size() > 1 ? "/" : "")) {
            case "session" -> request.json(200, session());
            case "runs" -> request.json(200, runs());
            case "runs/" -> run(request, path);
            case "plot" -> plot(request);
            case "options" -> request.json(200, TestForm.choices());
            case "tests" ->
                request.json(
                        200,
                        Map.of(
                                "tests",
                                tests.all().stream().map(StartedRun::json).toList()));
            case "tests/" -> test(request, path);
            default -> throw HttpProblem.notFound("such thing");
        }
    }

    private static Map<String, Object> body(Request request) throws IOException, HttpProblem {
        byte[] body = request.body(LARGEST_BODY);
        try {
            return JsonTree.object(body);
        } catch (IOException e) {
            throw new HttpProblem(400, "The request can't be understood: " + e.getMessage() + ".");
        }
    }

    private Map<String, Object> session() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("isolde", Versions.ISOLDE);
        json.put("secret", guard.secret());
        json.put("allowTests", options.allowTests());
        json.put("folder", folders.path().toString());
        return json;
    }

    private Map<String, Object> runs() throws IOException {
        return Map.of("runs", folders.all().stream().map(RunSummary::json).toList());
    }

    /** A picture of several runs, whose names follow each other after slashes, which no name has. */
    private void plot(Request request) throws IOException, HttpProblem {
        String names = request.parameter("runs");
        List<RunSummary> chosen = new ArrayList<>();
        for (String name : names == null ? new String[0] : names.split("/", MOST_COMPARED + 1)) {
            chosen.add(folders.summary(folders.find(name)));
        }
        String svg = ComparisonPlot.svg(chosen);
        if (svg == null) {
            throw HttpProblem.notFound("run with figures");
        }
        request.addHeader("Content-Security-Policy", RunFiles.PICTURE);
        request.addHeader("Cache-Control", "no-store");
        request.bytes(200, "image/svg+xml; charset=utf-8", svg.getBytes(StandardCharsets.UTF_8));
    }

    private void run(Request request, List<String> path) throws IOException, HttpProblem {
        Path folder = folders.find(path.get(1));
        if (path.size() == 2) {
            request.json(200, detail(folder));
            return;
        }
        if (!path.get(2).equals("files") || path.size() == 3) {
            throw HttpProblem.notFound("such part of a run");
        }
        String name = String.join("/", path.subList(3, path.size()));
        Path file = RunFiles.of(folder).get(name);
        if (file == null) {
            throw HttpProblem.notFound("file of that name in the run");
        }
        RunFiles.send(request, name, file);
    }

    /** All that is known of a run. */
    private Map<String, Object> detail(Path folder) throws IOException {
        RunReader reader = new RunReader(folder);
        Map<String, Object> json = folders.summary(folder).json();
        json.put("command", reader.command());
        json.put("header", reader.header());
        json.put("result", reader.verdict());
        json.put("log", reader.log());
        List<Object> files = new ArrayList<>();
        for (Map.Entry<String, Path> file : RunFiles.of(folder).entrySet()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("name", file.getKey());
            each.put("bytes", Files.size(file.getValue()));
            files.add(each);
        }
        json.put("files", files);
        return json;
    }

    private void test(Request request, List<String> path) throws IOException, HttpProblem {
        StartedRun test = tests.find(path.get(1));
        if (path.size() == 2) {
            request.json(200, test.jsonWithCurve());
        } else if (path.size() == 3
                && path.get(2).equals("events")
                && !request.method().equals("HEAD")) {
            EventStream.send(request, host, test);
        } else {
            throw HttpProblem.notFound("such part of a test");
        }
    }

    private void change(Request request, List<String> path) throws IOException, HttpProblem {
        boolean start = path.equals(List.of("tests"));
        boolean cancel =
                path.size() == 3 && path.get(0).equals("tests") && path.get(2).equals("cancel");
        if (!start && !cancel) {
            throw HttpProblem.notFound("place to send that to");
        }
        if (!options.allowTests()) {
            throw new HttpProblem(403, "This page only shows runs; start it with --allow-tests to run some.");
        }
        if (start) {
            StartedRun test = TestForm.plan(body(request), tests.next(), options.runs());
            tests.add(test);
            request.json(202, test.json());
        } else {
            StartedRun test = tests.find(path.get(1));
            test.cancel();
            request.json(200, test.json());
        }
    }

    /** Stops serving; a test that runs is cancelled, and what it recorded is kept. */
    @Override
    public void close() {
        tests.close();
        host.close();
    }
}
