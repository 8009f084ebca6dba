package org.isolde.online;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.isolde.history.BadHistoryException;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionReader;
import org.isolde.http.HttpProblem;
import org.isolde.http.Request;

/**
 * Transactions that are sent over HTTP: a body is a block, taken whole or not at all, and answered when it is on disk.
 *
 * <p>Invariant: all bodies that are being read take a bounded amount of memory together; whoever comes beyond it waits.
 */
final class Ingest {
    static final int LARGEST_BODY = 8 << 20;

    private static final int ROOM_KIBIBYTES = 32 << 10;
    private static final int MOST_DRAINED = 64 << 20;
    private static final int SHOWN_FIELDS = 5;

    private final Monitor monitor;
    private final Semaphore room = new Semaphore(ROOM_KIBIBYTES, true);

    Ingest(Monitor monitor) {
        this.monitor = monitor;
    }

    void take(Request request) throws IOException, HttpProblem, InterruptedException {
        monitor.checkRunning();
        long length = announced(request);
        int needed = (int) (length < 0 ? LARGEST_BODY : length) / 1024 + 1;
        room.acquire(needed);
        try {
            answer(request, length);
        } finally {
            room.release(needed);
        }
    }

    private static boolean isPacked(Request request) throws HttpProblem {
        String encoding = request.header("Content-Encoding");
        if (encoding == null || encoding.equalsIgnoreCase("identity")) {
            return false;
        }
        if (!encoding.equalsIgnoreCase("gzip")) {
            throw new HttpProblem(415, "The only Content-Encoding that is understood here is gzip.");
        }
        return true;
    }

    /** How long the lines are; -1 if that is not said. */
    private static long announced(Request request) throws IOException, HttpProblem {
        String header = request.header("Content-Length");
        if (header == null || isPacked(request)) {
            return -1;
        }
        long length = Long.parseLong(header.strip());
        if (length > LARGEST_BODY) {
            // whoever is still sending would not see the answer
            byte[] buffer = new byte[1 << 16];
            long left = Math.min(length, MOST_DRAINED);
            for (int read = 0; left > 0 && read >= 0; left -= read) {
                read = request.body().read(buffer, 0, (int) Math.min(left, buffer.length));
            }
            throw tooLarge();
        }
        return length;
    }

    private static HttpProblem tooLarge() {
        return new HttpProblem(
                413, "The lines are more than " + LARGEST_BODY + " bytes; send them in several requests.");
    }

    private void answer(Request request, long length) throws IOException, HttpProblem, InterruptedException {
        byte[] lines;
        int filled;
        if (length >= 0) {
            lines = new byte[(int) length + 1 + TransactionReader.PADDING];
            filled = request.body().readNBytes(lines, 0, (int) length);
            if (filled < length) {
                throw new HttpProblem(400, "The request ended before the bytes that it had announced.");
            }
        } else {
            byte[] all = unknownLength(request);
            filled = all.length;
            lines = Arrays.copyOf(all, filled + 1 + TransactionReader.PADDING);
        }
        if (filled > 0 && lines[filled - 1] != '\n') {
            lines[filled++] = '\n';
        }
        StreamParser parser = new StreamParser();
        try {
            TransactionBatch batch = monitor.add(lines, filled, parser);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("accepted", batch.transactions());
            if (!parser.unknownFields().isEmpty()) {
                json.put(
                        "ignoredFields",
                        parser.unknownFields().stream().limit(SHOWN_FIELDS).toList());
            }
            request.json(200, json);
        } catch (BadHistoryException e) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("error", e.problem());
            json.put("line", e.line());
            json.put("accepted", 0);
            request.json(400, json);
        }
    }

    private static byte[] unknownLength(Request request) throws IOException, HttpProblem {
        boolean packed = isPacked(request);
        try (InputStream in = packed ? new GZIPInputStream(request.body(), 1 << 16) : request.body()) {
            byte[] all = in.readNBytes(LARGEST_BODY + 1);
            if (all.length > LARGEST_BODY) {
                throw tooLarge();
            }
            return all;
        } catch (ZipException | java.io.EOFException e) {
            throw new HttpProblem(400, "The request is not gzip, as its Content-Encoding says, or is cut short.");
        }
    }
}
