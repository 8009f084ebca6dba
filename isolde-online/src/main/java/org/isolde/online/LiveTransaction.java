package org.isolde.online;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.format.Json;

/**
 * A transaction for {@link Monitor#add(LiveTransaction)}, put together step by step. Sessions, keys and values are integers
 * ({@code Integer}, {@code Long}) or texts; a value that was read may be null, the initial one.
 */
public final class LiveTransaction {
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final List<Object> operations = new ArrayList<>();

    private LiveTransaction(Object session, long seq) {
        fields.put("session", scalar(session));
        fields.put("seq", seq);
    }

    /**
     * A committed transaction.
     *
     * @param seq its place in its session, from 0
     */
    public static LiveTransaction of(Object session, long seq) {
        return new LiveTransaction(session, seq);
    }

    /** Its own name, for messages. */
    public LiveTransaction id(Object name) {
        fields.put("id", scalar(name));
        return this;
    }

    /** The database's timestamps of its start and its commit. */
    public LiveTransaction timestamps(long start, long commit) {
        fields.put("start", start);
        fields.put("commit", commit);
        return this;
    }

    /** The same, each with a logical part. */
    public LiveTransaction timestamps(long start, long startLogical, long commit, long commitLogical) {
        fields.put("start", List.of(start, startLogical));
        fields.put("commit", List.of(commit, commitLogical));
        return this;
    }

    /** It was rolled back. */
    public LiveTransaction aborted() {
        fields.put("status", "aborted");
        return this;
    }

    /** Nobody knows whether it was committed. */
    public LiveTransaction unknown() {
        fields.put("status", "unknown");
        return this;
    }

    public LiveTransaction read(Object key, Object value) {
        operations.add(Arrays.asList("r", scalar(key), value == null ? null : scalar(value)));
        return this;
    }

    public LiveTransaction readList(Object key, List<?> values) {
        operations.add(List.of(
                "r", scalar(key), values.stream().map(LiveTransaction::scalar).toList()));
        return this;
    }

    public LiveTransaction write(Object key, Object value) {
        operations.add(List.of("w", scalar(key), scalar(value)));
        return this;
    }

    public LiveTransaction append(Object key, Object value) {
        operations.add(List.of("append", scalar(key), scalar(value)));
        return this;
    }

    private static Object scalar(Object value) {
        if (value instanceof Integer || value instanceof Long || value instanceof String) {
            return value;
        }
        throw new IllegalArgumentException("an integer or a text is needed, not " + value);
    }

    /** The line that says that a session has ended. */
    static byte[] ended(Object session) {
        return (Json.of(Map.of("ended", scalar(session))) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Its line, with the line feed. */
    byte[] line() {
        Map<String, Object> all = new LinkedHashMap<>(fields);
        all.put("ops", operations);
        return (Json.of(all) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
