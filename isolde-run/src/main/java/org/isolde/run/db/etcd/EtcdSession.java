package org.isolde.run.db.etcd;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;

/**
 * Transactions of several operations, made of etcd's transactions of one request, as software transactional memory does
 * it: reads are of one revision, writes wait until commit, and commit is one request that compares before it writes.
 *
 * <p>Invariants: the first read is linearizable and fixes {@link #start}; all later reads are of that revision. What is
 * compared is the level: at {@code snapshot}, that nobody wrote the keys that are written here after that revision; at
 * {@code serializable}, that the keys which were read are still as they were.
 */
final class EtcdSession implements Session {
    private static final long[] EMPTY = {};

    private final EtcdClient client;
    private final boolean serializable;
    private final RunningDatabase.Tables tables;

    /** What was read, by key. */
    private final Map<String, Version> read = new LinkedHashMap<>();

    /** What is to be written, by key. */
    private final Map<String, String> written = new LinkedHashMap<>();

    /** The revision of all reads; 0 before the first. */
    private long start;

    private Timestamps timestamps;

    /** Whether a request that writes is under way, or its answer was lost. */
    private boolean inDoubt;

    EtcdSession(EtcdClient client, boolean serializable, RunningDatabase.Tables tables) {
        this.client = client;
        this.serializable = serializable;
        this.tables = tables;
    }

    /** @param modRevision 0 if the key was not there */
    private record Version(String value, long modRevision) {}

    /** The compares of a commit did not hold. */
    private static final class ConflictException extends Exception {
        private static final long serialVersionUID = 1L;

        ConflictException() {
            super("what was read or is to be written has changed");
        }
    }

    @Override
    public void begin() {
        clear();
        timestamps = null;
    }

    private void clear() {
        read.clear();
        written.clear();
        start = 0;
    }

    @Override
    public long read(long key) throws IOException, InterruptedException {
        String value = get(name(key));
        return value == null ? ABSENT : Long.parseLong(value);
    }

    @Override
    public void write(long key, long value, WriteStyle style) {
        written.put(name(key), Long.toString(value));
    }

    @Override
    public long[] readList(long key) throws IOException, InterruptedException {
        String value = get(name(key));
        if (value == null) {
            return EMPTY;
        }
        String[] parts = value.split(",", -1);
        long[] elements = new long[parts.length];
        for (int i = 0; i < parts.length; i++) {
            elements[i] = Long.parseLong(parts[i]);
        }
        return elements;
    }

    @Override
    public void append(long key, long element, WriteStyle style) throws IOException, InterruptedException {
        String name = name(key);
        String value = get(name);
        written.put(name, value == null ? Long.toString(element) : value + "," + element);
    }

    private String get(String name) throws IOException, InterruptedException {
        String own = written.get(name);
        if (own != null) {
            return own;
        }
        Version version = read.get(name);
        if (version == null) {
            EtcdAnswer answer = client.get(name, start);
            if (start == 0) {
                start = answer.revision();
            }
            version = new Version(answer.value(), answer.modRevision());
            read.put(name, version);
        }
        return version.value();
    }

    private String name(long key) {
        return "t" + tables.of(key) + "/" + key;
    }

    /** One transaction of etcd, done when this returns; a commit after it has nothing left to do. */
    @Override
    public boolean compareAndSet(long key, long expected, long value) throws IOException, InterruptedException {
        String name = name(key);
        StringBuilder compare = new StringBuilder();
        if (expected == ABSENT) {
            compare(compare, name, "\"target\":\"MOD\",\"result\":\"EQUAL\",\"mod_revision\":\"0\"");
        } else {
            String base64 = EtcdClient.base64(Long.toString(expected));
            compare(compare, name, "\"target\":\"VALUE\",\"result\":\"EQUAL\",\"value\":\"" + base64 + "\"");
        }
        StringBuilder put = new StringBuilder();
        put(put, name, Long.toString(value));
        EtcdAnswer answer = transact(compare, put);
        long at = answer.revision();
        timestamps = new Timestamps(answer.succeeded() ? at - 1 : at, at);
        return answer.succeeded();
    }

    @Override
    public void commit() throws IOException, InterruptedException, ConflictException {
        if (written.isEmpty()) {
            // What was read was the newest at some moment since begin: nothing to compare.
            if (start != 0) {
                timestamps = new Timestamps(start, start);
            }
            clear();
            return;
        }
        StringBuilder compares = new StringBuilder();
        if (serializable) {
            read.forEach((name, version) -> compare(
                    compares,
                    name,
                    "\"target\":\"MOD\",\"result\":\"EQUAL\",\"mod_revision\":\"" + version.modRevision() + "\""));
        } else if (start != 0) {
            String notSince = "\"target\":\"MOD\",\"result\":\"LESS\",\"mod_revision\":\"" + (start + 1) + "\"";
            written.keySet().forEach(name -> compare(compares, name, notSince));
        }
        StringBuilder puts = new StringBuilder();
        written.forEach((name, value) -> put(puts, name, value));
        EtcdAnswer answer = transact(compares, puts);
        if (!answer.succeeded()) {
            throw new ConflictException();
        }
        // Who read nothing may have started just before.
        timestamps = new Timestamps(start == 0 ? answer.revision() - 1 : start, answer.revision());
        clear();
    }

    private EtcdAnswer transact(StringBuilder compares, StringBuilder puts) throws IOException, InterruptedException {
        inDoubt = true;
        EtcdAnswer answer = client.transact(compares, puts);
        inDoubt = false;
        return answer;
    }

    private static void compare(StringBuilder to, String name, String what) {
        to.append(to.isEmpty() ? "{\"key\":\"" : ",{\"key\":\"")
                .append(EtcdClient.base64(name))
                .append("\",")
                .append(what)
                .append('}');
    }

    private static void put(StringBuilder to, String name, String value) {
        to.append(to.isEmpty() ? "{\"request_put\":{\"key\":\"" : ",{\"request_put\":{\"key\":\"")
                .append(EtcdClient.base64(name))
                .append("\",\"value\":\"")
                .append(EtcdClient.base64(value))
                .append("\"}}");
    }

    @Override
    public void rollback() {
        clear();
        inDoubt = false;
    }

    @Override
    public Failure classify(Exception problem, boolean committing) {
        if (problem instanceof ConflictException) {
            return new Failure(Failure.Kind.ABORTED, "conflict");
        }
        if (problem instanceof EtcdRefusedException refused) {
            if (refused.leavesDoubt()) {
                return inDoubt
                        ? new Failure(Failure.Kind.UNKNOWN, "etcd could not say")
                        : new Failure(Failure.Kind.ABORTED, "unavailable");
            }
            boolean busy = refused.code() == EtcdRefusedException.RESOURCE_EXHAUSTED
                    && refused.getMessage().contains("too many requests");
            return busy
                    ? new Failure(Failure.Kind.ABORTED, "too many requests")
                    : new Failure(Failure.Kind.FATAL, "refused with code " + refused.code());
        }
        if (problem instanceof ConnectException || problem instanceof HttpConnectTimeoutException) {
            // The request was never sent.
            return new Failure(Failure.Kind.DISCONNECTED, "no connection");
        }
        if (problem instanceof IOException || problem instanceof InterruptedException) {
            return new Failure(inDoubt ? Failure.Kind.UNKNOWN : Failure.Kind.DISCONNECTED, "no answer");
        }
        return new Failure(Failure.Kind.FATAL, problem.getClass().getSimpleName());
    }

    /** Revisions: a start at n has just the commits up to n. */
    @Override
    public Timestamps timestamps() {
        return timestamps;
    }

    @Override
    public void close() {
        client.close();
    }
}
