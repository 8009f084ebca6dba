package org.isolde.run.db.redis;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection to Redis, in its own protocol (RESP 2): commands are arrays of strings, answers are of five kinds.
 *
 * <p>It is Isolde's own instead of a client library because a test must know what was sent and what was answered: no
 * pool, no second try, nothing sent that wasn't asked for.
 *
 * <p>Invariant: after an {@link IOException} the connection is of no use, and {@link #isBroken} says so.
 */
final class RedisConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 10_000;
    private static final int CARRIAGE_RETURN = '\r';

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private volatile boolean broken;

    /** @param password that the server asks for */
    RedisConnection(int port, String password) throws IOException {
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
            out = new BufferedOutputStream(socket.getOutputStream());
            call("AUTH", password);
        } catch (IOException e) {
            socket.close();
            throw e;
        } catch (RefusedException e) {
            socket.close();
            throw new IOException("Redis refuses the password: " + e.getMessage(), e);
        }
    }

    /** An error that Redis answered with; the first word says which. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }

        String word() {
            return getMessage().split(" ", 2)[0];
        }
    }

    /** Adds a command to what {@link #flush} sends. */
    void send(String... words) throws IOException {
        try {
            line('*', words.length);
            for (String word : words) {
                byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
                line('$', bytes.length);
                out.write(bytes);
                out.write(CARRIAGE_RETURN);
                out.write('\n');
            }
        } catch (IOException e) {
            broken = true;
            throw e;
        }
    }

    private void line(char kind, int number) throws IOException {
        out.write(kind);
        out.write(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
        out.write(CARRIAGE_RETURN);
        out.write('\n');
    }

    void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            broken = true;
            throw e;
        }
    }

    /**
     * The next answer: a {@link String}, a {@link Long}, a {@link List} of answers, a {@link RefusedException} inside of
     * such a list, or null.
     */
    Object receive() throws IOException, RefusedException {
        Object answer;
        try {
            answer = answer();
        } catch (IOException | NumberFormatException e) {
            broken = true;
            throw e instanceof IOException lost ? lost : new IOException("Redis doesn't answer in its protocol", e);
        }
        if (answer instanceof RefusedException refused) {
            throw refused;
        }
        return answer;
    }

    /** Sends one command, and returns its answer. */
    Object call(String... words) throws IOException, RefusedException {
        send(words);
        flush();
        return receive();
    }

    private Object answer() throws IOException {
        String line = line();
        if (line.isEmpty()) {
            throw new IOException("Redis doesn't answer in its protocol: an empty line");
        }
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new RefusedException(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> string(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            default -> throw new IOException("Redis doesn't answer in its protocol: " + line);
        };
    }

    private String string(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length || !line().isEmpty()) {
            throw new EOFException("Redis broke off within a string");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<Object> list(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        List<Object> answers = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            answers.add(answer());
        }
        return answers;
    }

    private String line() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = in.read(); c != CARRIAGE_RETURN; c = in.read()) {
            if (c < 0) {
                throw new EOFException("Redis closed the connection");
            }
            text.append((char) c);
        }
        if (in.read() != '\n') {
            throw new EOFException("Redis broke off within a line");
        }
        return text.toString();
    }

    boolean isBroken() {
        return broken;
    }

    /** Whoever waits for an answer, in another thread, gets an exception. */
    @Override
    public void close() {
        broken = true;
        try {
            socket.close();
        } catch (IOException e) {
            // There is nothing left to lose on a connection that nobody uses any more.
            assert socket.isClosed();
        }
    }
}
