package org.isolde.online;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.isolde.history.BadHistoryException;
import org.isolde.history.TransactionBatch;
import org.isolde.http.HttpProblem;
import org.isolde.http.Request;

/**
 * Transactions that are sent over HTTP: a body is a block, taken whole or not at all, and answered when it is on disk.
 *
 * <p>Invariant: what is taken fits: the bytes of bodies take {@link BodyRoom} as they arrive, and the monitor has memory for
 * what they say before it takes it. Whoever comes beyond that waits, or is told that it could never fit.
 */
final class Ingest {
    /** The largest body, where there is memory for it. */
    static final int LARGEST_BODY = 8 << 20;

    private static final int SHOWN_FIELDS = 5;

    private final Monitor monitor;
    private final BodyRoom room;
    private final int largest;

    Ingest(Monitor monitor) {
        this.monitor = monitor;
        this.largest = (int) Math.min(LARGEST_BODY, monitor.largestBlock());
        this.room = new BodyRoom(monitor.options().bodyBytes());
    }

    void take(Request request) throws IOException, HttpProblem, InterruptedException {
        monitor.checkRunning();
        long length = announced(request);
        try (BodyRoom.Body body = room.new Body(length < 0 ? largest : (int) length)) {
            read(request, body, length);
            answer(request, body);
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
    private long announced(Request request) throws HttpProblem {
        String header = request.header("Content-Length");
        if (header == null || isPacked(request)) {
            return -1;
        }
        long length = Long.parseLong(header.strip());
        if (length > largest) {
            throw tooLarge();
        }
        return length;
    }

    private HttpProblem tooLarge() {
        String cure = largest < LARGEST_BODY ? ", or give the monitor more --memory" : "";
        return new HttpProblem(
                413, "The lines are more than " + largest + " bytes; send them in several requests" + cure + ".");
    }

    private void read(Request request, BodyRoom.Body body, long announced) throws IOException, HttpProblem {
        try (InputStream in = isPacked(request) ? new GZIPInputStream(request.body(), 1 << 16) : request.body()) {
            if (!body.read(in)) {
                throw tooLarge();
            }
        } catch (ZipException | java.io.EOFException e) {
            throw new HttpProblem(400, "The request is not gzip, as its Content-Encoding says, or is cut short.");
        }
        if (body.length() < announced) {
            throw new HttpProblem(400, "The request ended before the bytes that it had announced.");
        }
    }

    private void answer(Request request, BodyRoom.Body body) throws IOException, HttpProblem, InterruptedException {
        StreamParser parser = new StreamParser();
        try {
            TransactionBatch batch = monitor.add(body.bytes(), body.length(), parser);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("accepted", batch.transactions());
            if (!parser.unknownFields().isEmpty()) {
                json.put(
                        "ignoredFields",
                        parser.unknownFields().stream().limit(SHOWN_FIELDS).toList());
            }
            request.json(200, json);
        } catch (TooLargeException e) {
            refuse(request, 413, e.getMessage(), e.line());
        } catch (BadHistoryException e) {
            refuse(request, 400, e.problem(), e.line());
        }
    }

    private static void refuse(Request request, int status, String problem, long line) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("error", problem);
        json.put("line", line);
        json.put("accepted", 0);
        request.json(status, json);
    }
}
