package org.isolde.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requests of one connection, made beforehand: heads and bodies are in a file, from which the kernel sends them. So the sender, which
 * shares the processors with what it sends to, takes next to nothing of them.
 */
final class PreparedSender {
    private static final Pattern ANSWER = Pattern.compile(
            "HTTP/1\\.1 (\\d+) .*?\r\nContent-Length: *(\\d+)\r\n.*?\r\n\r\n",
            Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    private static final int LONGEST_ANSWER = 1 << 14;

    private final String head;
    private final Path file;
    private final OutputStream out;
    /** Where each request ends. */
    private final List<Long> ends = new ArrayList<>();

    private long written;

    /**
     * @param uri to which it is posted
     * @param file for its requests
     */
    PreparedSender(URI uri, Path file) throws IOException {
        this.head = "POST " + uri.getPath() + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\nContent-Length: ";
        this.file = file;
        this.out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    }

    /** Adds a request. */
    void add(byte[] body) throws IOException {
        byte[] begin = (head + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        out.write(begin);
        out.write(body);
        written += begin.length + body.length;
        ends.add(written);
    }

    /** There will be no more. */
    void prepared() throws IOException {
        out.close();
    }

    /** Sends some of the requests, each when the one before was answered. */
    void send(InetSocketAddress to, int from, int until) throws IOException {
        try (FileChannel requests = FileChannel.open(file);
                SocketChannel socket = SocketChannel.open(to)) {
            ByteBuffer answer = ByteBuffer.allocate(LONGEST_ANSWER);
            for (int i = from; i < until; i++) {
                long at = i == 0 ? 0 : ends.get(i - 1);
                while (at < ends.get(i)) {
                    at += requests.transferTo(at, ends.get(i) - at, socket);
                }
                await(socket, answer.clear());
            }
        }
    }

    /** How many there are. */
    int count() {
        return ends.size();
    }

    /** Reads an answer, which must be a good one. */
    private static void await(SocketChannel socket, ByteBuffer answer) throws IOException {
        while (true) {
            if (socket.read(answer) < 0) {
                throw new IOException("the connection was closed without an answer");
            }
            String text = new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
            Matcher head = ANSWER.matcher(text);
            if (head.lookingAt() && text.length() >= head.end() + Integer.parseInt(head.group(2))) {
                if (!head.group(1).equals("200")) {
                    throw new IOException(text);
                }
                return;
            }
            if (!answer.hasRemaining()) {
                throw new IOException("an answer that is no short one: " + text.substring(0, 200));
            }
        }
    }
}
