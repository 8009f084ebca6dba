package org.isolde.run.family.mysql.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isolde.run.certificate.ChangeLog;

/**
 * Follows a binary log as a replica does, in a thread of its own. If the server is killed and comes back, it goes on behind the
 * last transaction that had come whole.
 */
final class BinlogStream implements AutoCloseable {
    private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(30);
    private static final long CONNECT_MILLIS = TimeUnit.SECONDS.toMillis(10);
    private static final long RETRY_MILLIS = 200;

    /** The library tells its connections; it is held here, for the logging system forgets what nobody holds. */
    private static final Logger LIBRARY = Logger.getLogger("com.github.shyiko.mysql.binlog");

    static {
        LIBRARY.setLevel(Level.OFF);
    }

    /** Where the log is, and who reads it. */
    record Server(String host, int port, String user, String password) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    private final Server server;
    private final boolean comesBack;
    private final BinlogChanges changes;
    private final Thread reader = new Thread(this::follow, "isolde-binlog");
    private volatile BinaryLogClient client;
    private volatile boolean closing;
    private volatile String brokenOff;

    /** @param comesBack whether a server that is gone is waited for */
    BinlogStream(Server server, boolean comesBack, BinlogChanges changes) {
        this.server = server;
        this.comesBack = comesBack;
        this.changes = changes;
        reader.setDaemon(true);
    }

    /** What has come; to be read when {@link #awaitMarker} has returned. */
    ChangeLog log() {
        return changes.log();
    }

    void start() {
        reader.start();
    }

    private void follow() {
        while (!closing && !changes.isAtEnd()) {
            try {
                read();
                brokenOff = "the binary log broke off";
            } catch (IOException e) {
                brokenOff = "the binary log can't be followed: " + e.getMessage();
            } catch (RuntimeException e) {
                // what can't be understood now can't be later
                brokenOff = "the binary log can't be understood: " + e.getMessage();
                return;
            }
            if (!comesBack || changes.isAtEnd()) {
                return;
            }
            try {
                Thread.sleep(RETRY_MILLIS);
            } catch (InterruptedException e) {
                // it is being closed
                return;
            }
        }
    }

    /** Reads until the connection ends. */
    private void read() throws IOException {
        changes.begin();
        BinaryLogClient following = new BinaryLogClient(server.host(), server.port(), server.user(), server.password());
        // each replica has a number that no other has
        following.setServerId(ThreadLocalRandom.current().nextLong(1 << 20, 1L << 32));
        following.setBinlogFilename(changes.taken().file());
        following.setBinlogPosition(changes.taken().position());
        following.setKeepAlive(false);
        following.setConnectTimeout(CONNECT_MILLIS);
        AtomicReference<Exception> failure = new AtomicReference<>();
        following.registerLifecycleListener(new BinaryLogClient.AbstractLifecycleListener() {
            @Override
            public void onCommunicationFailure(BinaryLogClient lost, Exception problem) {
                failure.set(problem);
            }

            @Override
            public void onEventDeserializationFailure(BinaryLogClient confused, Exception problem) {
                failure.set(new IllegalStateException(problem.getMessage(), problem));
                disconnect(confused);
            }
        });
        following.registerEventListener(event -> {
            try {
                changes.event(event);
            } catch (RuntimeException e) {
                failure.set(e);
            }
            if (changes.isAtEnd() || failure.get() != null) {
                disconnect(following);
            }
        });
        client = following;
        if (closing) {
            return;
        }
        following.connect();
        if (failure.get() instanceof RuntimeException confusion) {
            throw confusion;
        }
        if (failure.get() != null) {
            throw new IOException(failure.get().getMessage(), failure.get());
        }
    }

    private static void disconnect(BinaryLogClient client) {
        try {
            client.disconnect();
        } catch (IOException e) {
            // then it is gone already
            return;
        }
    }

    /** Waits until the marker has come; returns why it did not, or null. */
    String awaitMarker() throws InterruptedException {
        reader.join(END_MILLIS);
        if (changes.isAtEnd()) {
            return null;
        }
        stop();
        return brokenOff != null ? brokenOff : "the binary log did not come to its end";
    }

    private void stop() throws InterruptedException {
        closing = true;
        reader.interrupt();
        if (client != null) {
            disconnect(client);
        }
        reader.join();
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
