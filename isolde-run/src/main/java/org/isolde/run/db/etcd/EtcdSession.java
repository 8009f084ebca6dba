package org.isolde.run.db.etcd;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;
import org.isolde.run.rows.RowStatement;

/**
 * Transactions of several operations, made of etcd's transactions of one request, as software transactional memory does
 * it: reads are of one revision, writes wait until commit, and commit is one request that compares before it writes.
 *
 * <p>Invariants: the first read is linearizable and fixes {@link #start}; all later reads are of that revision. What is
 * compared is the level: at {@code snapshot}, that nobody wrote the keys that are written here after that revision; at
 * {@code serializable}, that the keys which were read are still as they were, and that no row was added to a range of them.
 */
final class EtcdSession implements Session {
    private static final long[] EMPTY = {};

    private final EtcdClient client;
    private final boolean serializable;
    private final RunningDatabase.Tables tables;
    private final boolean marks;
    private final EtcdRows rows = new EtcdRows(this);

    /** What was read, by key. */
    private final Map<String, Version> read = new LinkedHashMap<>();

    /** What is to be written, by key; null for what is to be deleted. */
    private final Map<String, String> written = new LinkedHashMap<>();

    /** What was to be written at each savepoint. */
    private final List<Map<String, String>> savepoints = new ArrayList<>();

    /** Whether all rows were read, so that nobody may have added one. */
    private boolean readAllRows;

    /** The revision of all reads; 0 before the first. */
    private long start;

    private Timestamps timestamps;
    private RowMark mark;

    /** Whether a request that writes is under way, or its answer was lost. */
    private boolean inDoubt;

    EtcdSession(EtcdClient client, boolean serializable, RunningDatabase.Tables tables) {
        this(client, serializable, tables, false);
    }

    /** @param marks whether transactions tell their revisions as numbers, snapshots and places in a serial order */
    EtcdSession(EtcdClient client, boolean serializable, RunningDatabase.Tables tables, boolean marks) {
        this.client = client;
        this.serializable = serializable;
        this.tables = tables;
        this.marks = marks;
    }

    /** @param modRevision 0 if the key was not there */
    private record Version(String value, long modRevision) {}

    /** The transaction can't be committed; its reason is short, as that of a failure. */
    static final class ConflictException extends Exception {
        private static final long serialVersionUID = 1L;

        ConflictException(String reason) {
            super(reason);
        }
    }

    @Override
    public void begin() {
        clear();
        timestamps = null;
        mark = RowMark.NOTHING;
    }

    private void clear() {
        read.clear();
        written.clear();
        savepoints.clear();
        readAllRows = false;
        start = 0;
    }

    @Override
    public RowAnswer execute(RowStatement statement, long number)
            throws IOException, InterruptedException, ConflictException {
        RowAnswer answer = rows.execute(statement, number);
        if (marks) {
            mark = new RowMark(RowMark.NONE, new RowSnapshot(start), Double.NaN);
        }
        return answer;
    }

    @Override
    public int savepoint() {
        savepoints.add(new LinkedHashMap<>(written));
        return savepoints.size() - 1;
    }

    @Override
    public void rollbackTo(int savepoint) {
        written.clear();
        written.putAll(savepoints.get(savepoint));
        savepoints.subList(savepoint + 1, savepoints.size()).clear();
    }

    @Override
    public RowMark mark() {
        return mark;
    }

    /** Of a transaction that is committed: one that wrote is where it wrote, another right behind what it read. */
    private void committedAt(long revision) {
        boolean wrote = revision != start;
        if (marks && start != 0) {
            mark = new RowMark(
                    wrote ? revision : RowMark.NONE,
                    new RowSnapshot(start),
                    serializable ? wrote ? revision : start + 0.5 : Double.NaN);
        }
    }

    /** All keys from one on and before another, with what is to be written there; and nobody may add one. */
    Map<String, String> readAll(String from, String before) throws IOException, InterruptedException {
        EtcdAnswer answer = client.get(from, before, start);
        if (start == 0) {
            start = answer.revision();
        }
        readAllRows = true;
        Map<String, String> all = new TreeMap<>();
        for (EtcdAnswer.KeyValue found : answer.found()) {
            read.put(found.key(), new Version(found.value(), found.modRevision()));
            all.put(found.key(), found.value());
        }
        written.forEach((name, value) -> {
            if (value == null) {
                all.remove(name);
            } else {
                all.put(name, value);
            }
        });
        return all;
    }

    /** Writes a key, which must have been read; null deletes it. */
    void writeText(String name, String value) {
        written.put(name, value);
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

    /** The text of a key; null if it is not there. */
    String get(String name) throws IOException, InterruptedException {
        if (written.containsKey(name)) {
            return written.get(name);
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
        // a key that was not there, and is not to be: etcd would count no revision for it
        written.entrySet().removeIf(entry -> entry.getValue() == null && !isThere(entry.getKey()));
        if (written.isEmpty()) {
            // What was read was the newest at some moment since begin: nothing to compare.
            if (start != 0) {
                timestamps = new Timestamps(start, start);
                committedAt(start);
            }
            clear();
            return;
        }
        StringBuilder changes = new StringBuilder();
        written.forEach((name, value) -> {
            if (value == null) {
                delete(changes, name);
            } else {
                put(changes, name, value);
            }
        });
        EtcdAnswer answer = transact(compares(), changes);
        if (!answer.succeeded()) {
            throw new ConflictException("conflict");
        }
        // Who read nothing may have started just before.
        timestamps = new Timestamps(start == 0 ? answer.revision() - 1 : start, answer.revision());
        committedAt(answer.revision());
        clear();
    }

    private boolean isThere(String name) {
        return !read.containsKey(name) || read.get(name).value() != null;
    }

    private StringBuilder compares() {
        StringBuilder compares = new StringBuilder();
        if (start == 0) {
            return compares;
        }
        String notSince = "\"target\":\"MOD\",\"result\":\"LESS\",\"mod_revision\":\"" + (start + 1) + "\"";
        for (String name : serializable ? read.keySet() : written.keySet()) {
            // a key that was read and is gone has no revision at all, so it must be the one that was read
            Version version = read.get(name);
            compare(
                    compares,
                    name,
                    version == null
                            ? notSince
                            : "\"target\":\"MOD\",\"result\":\"EQUAL\",\"mod_revision\":\"" + version.modRevision()
                                    + "\"");
        }
        if (serializable && readAllRows) {
            compares.append(compares.isEmpty() ? "{" : ",{")
                    .append(EtcdClient.keys(EtcdRows.FIRST, EtcdRows.BEYOND))
                    .append(',')
                    .append(notSince)
                    .append('}');
        }
        return compares;
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

    private static void delete(StringBuilder to, String name) {
        to.append(to.isEmpty() ? "" : ",")
                .append("{\"request_delete_range\":{\"key\":\"")
                .append(EtcdClient.base64(name))
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
            return new Failure(Failure.Kind.ABORTED, problem.getMessage());
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
