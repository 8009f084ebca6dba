package org.isolde.run.db.redis;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;

/**
 * Transactions by optimistic locking: every key is watched before it is read, writes wait until commit, and commit is
 * one MULTI ... EXEC, which Redis runs as a whole, or not at all if a watched key has changed.
 *
 * <p>Invariant: when EXEC succeeds, all that was read is still so at that moment, which is therefore the transaction's
 * place in the serial order; transactions that only read need an EXEC for it too.
 */
final class RedisSession implements Session {
    /** Sets a key if it has the expected value. */
    private static final String SET_IF =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) return 1 end return 0";

    private final RedisConnection connection;
    private final RunningDatabase.Tables tables;

    /** Keys that are watched; their values were read after that. */
    private final Set<String> watched = new HashSet<>();

    /** Registers that are to be written. */
    private final Map<String, Long> written = new HashMap<>();

    /** Elements that are to be appended. */
    private final Map<String, List<Long>> appended = new HashMap<>();

    /** Whether a request that writes is under way, or its answer was lost. */
    private boolean inDoubt;

    RedisSession(RedisConnection connection, RunningDatabase.Tables tables) {
        this.connection = connection;
        this.tables = tables;
    }

    /** A watched key has changed. */
    private static final class ConflictException extends Exception {
        private static final long serialVersionUID = 1L;

        ConflictException() {
            super("a key that was read has changed");
        }
    }

    @Override
    public void begin() throws IOException {
        if (connection.isBroken()) {
            throw new EOFException("the connection to Redis is lost");
        }
        clear();
    }

    private void clear() {
        watched.clear();
        written.clear();
        appended.clear();
    }

    @Override
    public long read(long key) throws IOException, RedisConnection.RefusedException {
        String name = name(key);
        Long own = written.get(name);
        if (own != null) {
            return own;
        }
        Object value = watchAnd(name, "GET", name);
        return value == null ? ABSENT : Long.parseLong((String) value);
    }

    @Override
    public void write(long key, long value, WriteStyle style) {
        written.put(name(key), value);
    }

    @Override
    public long[] readList(long key) throws IOException, RedisConnection.RefusedException {
        String name = name(key);
        List<?> there = (List<?>) watchAnd(name, "LRANGE", name, "0", "-1");
        List<Long> own = appended.getOrDefault(name, List.of());
        long[] elements = new long[there.size() + own.size()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = i < there.size() ? Long.parseLong((String) there.get(i)) : own.get(i - there.size());
        }
        return elements;
    }

    @Override
    public void append(long key, long element, WriteStyle style) {
        appended.computeIfAbsent(name(key), k -> new ArrayList<>()).add(element);
    }

    private Object watchAnd(String name, String... command) throws IOException, RedisConnection.RefusedException {
        boolean fresh = watched.add(name);
        if (fresh) {
            connection.send("WATCH", name);
        }
        connection.send(command);
        connection.flush();
        RedisConnection.RefusedException refused = null;
        if (fresh) {
            try {
                connection.receive();
            } catch (RedisConnection.RefusedException e) {
                refused = e;
            }
        }
        // Both answers are taken, so that the next command doesn't get one of them.
        Object value = connection.receive();
        if (refused != null) {
            throw refused;
        }
        return value;
    }

    private String name(long key) {
        return "t" + tables.of(key) + ":" + key;
    }

    /** One command, done when this returns; a commit after it has nothing left to do. */
    @Override
    public boolean compareAndSet(long key, long expected, long value)
            throws IOException, RedisConnection.RefusedException {
        String name = name(key);
        String wanted = Long.toString(value);
        inDoubt = true;
        boolean done = expected == ABSENT
                ? connection.call("SET", name, wanted, "NX") != null
                : (Long) connection.call("EVAL", SET_IF, "1", name, Long.toString(expected), wanted) == 1;
        inDoubt = false;
        return done;
    }

    @Override
    public void commit() throws IOException, RedisConnection.RefusedException, ConflictException {
        boolean writes = !written.isEmpty() || !appended.isEmpty();
        if (!writes && watched.isEmpty()) {
            return;
        }
        inDoubt = writes;
        connection.send("MULTI");
        int queued = 1;
        for (Map.Entry<String, Long> one : written.entrySet()) {
            connection.send("SET", one.getKey(), one.getValue().toString());
            queued++;
        }
        for (Map.Entry<String, List<Long>> one : appended.entrySet()) {
            List<String> command = new ArrayList<>(List.of("RPUSH", one.getKey()));
            one.getValue().forEach(element -> command.add(element.toString()));
            connection.send(command.toArray(String[]::new));
            queued++;
        }
        connection.send("EXEC");
        connection.flush();
        RedisConnection.RefusedException refused = null;
        for (int i = 0; i < queued; i++) {
            try {
                connection.receive();
            } catch (RedisConnection.RefusedException e) {
                refused = refused == null ? e : refused;
            }
        }
        Object results;
        try {
            results = connection.receive();
        } catch (RedisConnection.RefusedException e) {
            inDoubt = false;
            throw refused == null ? e : refused;
        }
        inDoubt = false;
        clear();
        if (results == null) {
            throw new ConflictException();
        }
        for (Object result : (List<?>) results) {
            if (result instanceof RedisConnection.RefusedException failed) {
                // Redis doesn't take the other commands back: this is no abort.
                throw new IllegalStateException("Redis ran a part of a transaction: " + failed.getMessage(), failed);
            }
        }
    }

    @Override
    public void rollback() throws IOException, RedisConnection.RefusedException {
        boolean watches = !watched.isEmpty();
        clear();
        inDoubt = false;
        if (watches && !connection.isBroken()) {
            connection.call("UNWATCH");
        }
    }

    @Override
    public Failure classify(Exception problem, boolean committing) {
        if (problem instanceof ConflictException) {
            return new Failure(Failure.Kind.ABORTED, "conflict");
        }
        if (problem instanceof IOException) {
            return new Failure(
                    inDoubt ? Failure.Kind.UNKNOWN : Failure.Kind.DISCONNECTED,
                    inDoubt ? "no answer" : "connection lost");
        }
        if (problem instanceof RedisConnection.RefusedException refused) {
            return switch (refused.word()) {
                case "LOADING", "BUSY", "TRYAGAIN" ->
                    new Failure(Failure.Kind.ABORTED, refused.word().toLowerCase(Locale.ROOT));
                default -> new Failure(Failure.Kind.FATAL, "refused: " + refused.word());
            };
        }
        return new Failure(Failure.Kind.FATAL, problem.getClass().getSimpleName());
    }

    @Override
    public void close() {
        connection.close();
    }
}
