package org.isolde.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.history.record.Recorder;
import org.isolde.history.record.SessionRecorder;

/**
 * What a test records. Sessions over JDBC know by themselves when a transaction begins and how it ends; for all else there
 * is {@link #session(String)}.
 */
public final class Recording implements AutoCloseable {
    /** What a client does. */
    @FunctionalInterface
    public interface Client {
        /** @param number of the client, from 0 */
        void run(int number) throws Exception;
    }

    private final Path folder;
    private final String title;
    private final Recorder recorder;

    private Recording(Path folder, String title, Recorder recorder) {
        this.folder = folder;
        this.title = title;
        this.recorder = recorder;
    }

    static Recording in(Path folder, String title) throws IOException {
        return new Recording(folder, title, Recorder.to(folder.resolve("history.jsonl"), Map.of("test", title)));
    }

    /** A session whose transactions the test records itself. */
    public SessionRecorder session(String name) {
        return recorder.session(name);
    }

    /**
     * A session over a JDBC connection that is its alone. Its isolation level is the connection's; auto-commit is turned off.
     *
     * @param connection stays the caller's to close
     */
    public JdbcSession session(String name, Connection connection) {
        return new JdbcSession(recorder.session(name), connection);
    }

    /** A number that this recording has not given before, from 1: a value of its own for a write. */
    public long fresh() {
        return recorder.fresh();
    }

    /**
     * Has several clients at work at the same time, each in a thread of its own, and waits for all of them.
     *
     * @throws Exception what the first of them failed with, and what others did as suppressed ones
     */
    public void concurrently(int clients, Client client) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            CountDownLatch together = new CountDownLatch(clients);
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                int number = i;
                results.add(threads.submit(() -> {
                    together.countDown();
                    together.await();
                    client.run(number);
                    return null;
                }));
            }
            Throwable first = null;
            for (Future<?> result : results) {
                try {
                    result.get();
                } catch (ExecutionException e) {
                    if (first == null) {
                        first = e.getCause();
                    } else {
                        first.addSuppressed(e.getCause());
                    }
                }
            }
            if (first instanceof Error error) {
                throw error;
            }
            if (first != null) {
                throw (Exception) first;
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Where the history is written, and the report if the level is violated. */
    public Path folder() {
        return folder;
    }

    /** The history, in the native format of Isolde. */
    public Path history() {
        return folder.resolve("history.jsonl");
    }

    String title() {
        return title;
    }

    /** Ends the recording; the extension does this when the test method has ended. */
    @Override
    public void close() throws IOException {
        recorder.close();
    }
}
