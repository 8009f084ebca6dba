package org.isolde.run.db.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session.Failure;
import org.isolde.run.Session.WriteStyle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a session makes of errors and lost answers, told by a server that does nothing else. */
class EtcdFailureTest {
    private static final RunningDatabase.Tables TABLES = new RunningDatabase.Tables(1, false, false);

    private HttpServer server;
    private EtcdSession session;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private volatile String answer;
    private volatile boolean silent;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            arrived.countDown();
            if (silent) {
                return;
            }
            String text = answer;
            if (text != null) {
                byte[] body = text.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(text.contains("error") ? 503 : 200, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        connect(server.getAddress().getPort());
    }

    private void connect(int port) {
        session = new EtcdSession(new EtcdClient(EtcdClient.http(), port, null), true, TABLES);
        session.begin();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Failure.Kind commit() {
        session.write(1, 1, WriteStyle.UPSERT);
        Exception problem = assertThrows(Exception.class, session::commit);
        return session.classify(problem, true).kind();
    }

    private Failure.Kind read() {
        Exception problem = assertThrows(Exception.class, () -> session.read(1));
        return session.classify(problem, false).kind();
    }

    @Test
    void aLostAnswerToCommitLeavesDoubt() {
        answer = null;
        assertEquals(Failure.Kind.UNKNOWN, commit());
    }

    @Test
    void aLostAnswerToCompareAndSetLeavesDoubt() {
        answer = null;
        Exception problem = assertThrows(Exception.class, () -> session.compareAndSet(1, 1, 2));
        assertEquals(Failure.Kind.UNKNOWN, session.classify(problem, true).kind());
    }

    @Test
    void halfAnAnswerLeavesDoubt() {
        answer = "{\"header\":{\"revision\":\"2\"},\"succe";
        assertEquals(Failure.Kind.UNKNOWN, commit());
    }

    @Test
    void aLostAnswerToAReadDoesNot() {
        answer = null;
        assertEquals(Failure.Kind.DISCONNECTED, read());
    }

    @Test
    void aTimeoutInsideOfEtcdLeavesDoubtAtCommitAlone() {
        answer = "{\"error\":\"etcdserver: request timed out\",\"code\":14}";
        assertEquals(Failure.Kind.ABORTED, read());
        assertEquals(Failure.Kind.UNKNOWN, commit());
    }

    @Test
    void doubtEndsWithTheTransaction() {
        answer = null;
        assertEquals(Failure.Kind.UNKNOWN, commit());
        session.rollback();
        session.begin();
        assertEquals(Failure.Kind.DISCONNECTED, read());
    }

    @Test
    void aCompareThatDoesNotHoldIsAnAbort() {
        answer = "{\"header\":{\"revision\":\"2\"}}";
        assertEquals(Failure.Kind.ABORTED, commit());
    }

    @Test
    void tooManyRequestsAreAnAbortAndAFullDiskIsTheEnd() {
        answer = "{\"error\":\"etcdserver: too many requests\",\"code\":8}";
        assertEquals(Failure.Kind.ABORTED, commit());
        answer = "{\"error\":\"etcdserver: mvcc: database space exceeded\",\"code\":8}";
        assertEquals(Failure.Kind.FATAL, commit());
    }

    @Test
    void aSessionThatWaitsIsWokenByClose() throws Exception {
        silent = true;
        session.write(1, 1, WriteStyle.UPSERT);
        CompletableFuture<Failure.Kind> outcome = CompletableFuture.supplyAsync(() -> {
            Exception problem = assertThrows(Exception.class, session::commit);
            return session.classify(problem, true).kind();
        });
        assertTrue(arrived.await(10, TimeUnit.SECONDS), "the request");
        session.close();
        assertEquals(Failure.Kind.UNKNOWN, outcome.get(10, TimeUnit.SECONDS));
    }

    @Test
    void whereNobodyListensNothingWasSent() throws IOException {
        // a port that is taken and not listened on: nobody else can begin to
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            connect(taken.getLocalPort());
            assertEquals(Failure.Kind.DISCONNECTED, commit());
        }
    }
}
