package org.isolde.run.artifact;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.isolde.run.Access.Progress;

/**
 * Gets files from a repository over HTTP.
 *
 * <p>Invariant: credentials of the repository go to its own host only, never to where it redirects.
 */
final class Download {
    private static final int REDIRECTS = 5;
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    /** A body of which nothing came for so long is given up. */
    private static final Duration STALL = Duration.ofSeconds(60);

    private final Repository repository;
    private final HttpClient client;

    Download(Repository repository) {
        this.repository = repository;
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NEVER);
        Repository.Proxy proxy = repository.proxy();
        if (proxy == null) {
            builder.proxy(ProxySelector.getDefault());
        } else {
            builder.proxy(ProxySelector.of(new InetSocketAddress(proxy.host(), proxy.port())));
            if (proxy.login() != null) {
                // Java answers a proxy's "Basic" for https only if this list leaves it out.
                if (System.getProperty("jdk.http.auth.tunneling.disabledSchemes") == null) {
                    System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
                }
                builder.authenticator(new ProxyLogin(proxy.login()));
            }
        }
        client = builder.build();
    }

    /** A small text, such as a check sum; null if the repository doesn't have it. */
    String text(String path) throws IOException, InterruptedException {
        try (InputStream body = get(path).body()) {
            return new String(body.readNBytes(4096), StandardCharsets.UTF_8);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    /**
     * Writes a file of the repository to a place, and tells how far it is.
     *
     * @throws FileNotFoundException if the repository doesn't have it
     */
    void file(String path, Path to, String what, Progress progress) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = get(path);
        long length = response.headers().firstValueAsLong("Content-Length").orElse(-1);
        AtomicLong last = new AtomicLong(System.nanoTime());
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "isolde-download-watch");
            thread.setDaemon(true);
            return thread;
        });
        try (InputStream body = response.body();
                OutputStream out = Files.newOutputStream(to)) {
            var unused = watch.scheduleWithFixedDelay(
                    () -> {
                        if (System.nanoTime() - last.get() > STALL.toNanos()) {
                            closeStalled(body);
                        }
                    },
                    1,
                    1,
                    TimeUnit.SECONDS);
            byte[] buffer = new byte[1 << 16];
            long done = 0;
            int shown = -1;
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                out.write(buffer, 0, n);
                done += n;
                last.set(System.nanoTime());
                int percent = length <= 0 ? -1 : (int) (100 * done / length);
                if (percent != shown) {
                    shown = percent;
                    progress.at(what, (double) done / length);
                }
            }
            if (length >= 0 && done != length) {
                throw new IOException("the connection ended after " + done + " of " + length + " bytes");
            }
        } finally {
            watch.shutdownNow();
        }
    }

    private static void closeStalled(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // The reader, whom this is to wake, gets an error of its own.
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<InputStream> get(String path) throws IOException, InterruptedException {
        URI uri = repository.url().resolve(path);
        for (int i = 0; i <= REDIRECTS; i++) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(uri).timeout(ANSWER).header("User-Agent", "isolde");
            boolean home = uri.getHost().equals(repository.url().getHost())
                    && uri.getPort() == repository.url().getPort()
                    && uri.getScheme().equals(repository.url().getScheme());
            if (repository.login() != null && home) {
                String login =
                        repository.login().user() + ":" + repository.login().password();
                request.header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
            }
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            int status = response.statusCode();
            if (status == 200) {
                return response;
            }
            response.body().close();
            if (status == 404 || status == 410) {
                throw new FileNotFoundException(repository.url().getHost() + " doesn't have " + path);
            }
            if (status == 401 || status == 403 || status == 407) {
                throw new IOException(repository.url().getHost() + " refuses (HTTP " + status
                        + "); mend the credentials in Maven's settings.xml");
            }
            String next = response.headers().firstValue("Location").orElse(null);
            if (status < 300 || status > 399 || next == null) {
                throw new IOException(repository.url().getHost() + " answers HTTP " + status + " to " + path);
            }
            URI target = uri.resolve(next);
            if (target.getHost() == null || (uri.getScheme().equals("https") && !"https".equals(target.getScheme()))) {
                throw new IOException(repository.url().getHost() + " redirects to a place that is not https");
            }
            uri = target;
        }
        throw new IOException(repository.url().getHost() + " redirects too often");
    }

    private static final class ProxyLogin extends Authenticator {
        private final Repository.Login login;

        ProxyLogin(Repository.Login login) {
            this.login = login;
        }

        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
            return getRequestorType() == RequestorType.PROXY
                    ? new PasswordAuthentication(login.user(), login.password().toCharArray())
                    : null;
        }
    }
}
