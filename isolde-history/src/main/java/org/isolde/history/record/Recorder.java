package org.isolde.history.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Records what the sessions of an application do, as a history that {@code isolde check} reads.
 *
 * <pre>{@code
 * try (Recorder recorder = Recorder.to(Path.of("history.jsonl"))) {
 *     SessionRecorder session = recorder.session("alice");      // one for each connection or thread
 *     try (TransactionRecorder transaction = session.begin()) { // before the database is asked to
 *         transaction.read("stock", 3);                         // after it was answered
 *         transaction.write("stock", 2);                        // before it is sent
 *         connection.commit();
 *         transaction.committed();                              // after it was answered
 *     }                                                         // else its outcome is not known
 * }
 * }</pre>
 *
 * <p>Keys and values are integers or texts; anything else goes by its {@code toString}. To know which write a read saw,
 * every write of a key needs a value of its own: record a version where values repeat, or write {@link #fresh} numbers.
 *
 * <p>All sessions may record at once. Nobody waits for the disk: lines are written every few milliseconds, so that a process
 * that is killed leaves a history that can be read, and loses next to nothing.
 */
public final class Recorder implements AutoCloseable {
    private final LineFile file;
    private final long origin = System.nanoTime();
    private final AtomicLong fresh = new AtomicLong();
    private final Map<String, Integer> sessions = new HashMap<>();
    private final Set<SessionRecorder> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private Recorder(LineFile file) {
        this.file = file;
    }

    /** @param file where to; it must not be there yet */
    public static Recorder to(Path file) throws IOException {
        return to(file, Map.of());
    }

    /**
     * @param file where to; it must not be there yet
     * @param about fields of the header that say where the history comes from; {@code isolde stats} shows them
     */
    public static Recorder to(Path file, Map<String, ?> about) throws IOException {
        Map<String, Object> header = new LinkedHashMap<>(about);
        header.putIfAbsent("clock", "nanoseconds");
        return new Recorder(new LineFile(file, header));
    }

    /**
     * A session: what one client does, one transaction after the other.
     *
     * @param name of the session; if there is one of that name already, the new one has a number behind it
     */
    public SessionRecorder session(String name) {
        return new SessionRecorder(this, name);
    }

    /** A number that this recorder has not given before, from 1: a value of its own for a write. */
    public long fresh() {
        return fresh.incrementAndGet();
    }

    /** What went wrong while writing; null if nothing did. After a failure nothing more is recorded. */
    public IOException failure() {
        return file.failure();
    }

    /**
     * Ends the recording. Transactions that are under way are recorded as of unknown outcome, and what they do from then on
     * is not.
     */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            open.forEach(SessionRecorder::cutOff);
            file.finish();
        }
    }

    boolean isClosed() {
        return closed;
    }

    LineFile file() {
        return file;
    }

    /** The time on the clock of all sessions. */
    long now() {
        return System.nanoTime() - origin;
    }

    void opened(SessionRecorder session) {
        open.add(session);
    }

    void ended(SessionRecorder session) {
        open.remove(session);
    }

    /** A name that no other session has: the one wanted, or with a number behind it. */
    String uniqueName(String wanted) {
        synchronized (sessions) {
            int count = sessions.merge(wanted, 1, Integer::sum);
            return count == 1 ? wanted : wanted + "#" + count;
        }
    }
}
