package org.isolde.online;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.isolde.history.format.Json;
import org.isolde.http.EventOutput;
import org.isolde.http.HttpHost;
import org.isolde.http.HttpProblem;
import org.isolde.http.Request;

/** Tells of violations over HTTP: those so far, and, to whoever stays, those to come. */
final class ViolationStream {
    private static final long STATUS_MILLIS = 1_000;
    /** How many a page shows; it is told of no more at once. */
    private static final int SHOWN = 200;

    private static final int BUFFER = 1 << 16;

    private final Monitor monitor;
    private final ViolationLog log;

    ViolationStream(Monitor monitor) {
        this.monitor = monitor;
        this.log = monitor.violations();
    }

    /** All lines from a number on; with {@code follow}, or as server-sent events, without an end. */
    void send(Request request, HttpHost host) throws IOException, HttpProblem, InterruptedException {
        long from = from(request);
        String accept = request.header("Accept");
        boolean events = accept != null && accept.contains("text/event-stream");
        boolean follow = events || "true".equals(request.parameter("follow"));
        request.addHeader("Cache-Control", "no-store");
        try (HttpHost.Watch watch = follow ? host.watch() : null;
                OutputStream plain = request.begin(events ? Request.EVENTS : "application/jsonl; charset=utf-8")) {
            if (plain == null) {
                return;
            }
            OutputStream out = new BufferedOutputStream(plain, BUFFER);
            EventOutput told = new EventOutput(out);
            Lines lines = new Lines(from, events ? line -> told.event("violation", line) : line -> raw(out, line));
            do {
                boolean some = lines.handOn(log.readable());
                if (follow && !some) {
                    if (events) {
                        told.stillThere();
                    } else {
                        out.write('\n');
                    }
                }
                out.flush();
                if (follow) {
                    log.awaitMore(lines.place, HttpHost.Watch.HEARTBEAT_MILLIS);
                }
            } while (follow && watch.goesOn());
        }
    }

    private static long from(Request request) throws HttpProblem {
        String from = request.parameter("from");
        try {
            long number = from == null ? 1 : Long.parseLong(from);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new HttpProblem(400, "\"from\" is the number of the first violation to be told, from 1.");
    }

    /** What a page needs: how it stands every second, and the latest violations as they come. */
    void sendPage(Request request, HttpHost host) throws IOException, HttpProblem, InterruptedException {
        try (HttpHost.Watch watch = host.watch();
                EventOutput out = request.events()) {
            Lines lines = new Lines(1, line -> out.event("violation", line));
            while (watch.goesOn()) {
                out.event("status", Json.of(StatusJson.of(monitor)));
                long readable = log.readable();
                long recent = log.readableLines() - SHOWN + 1;
                if (recent > lines.next) {
                    lines = new Lines(recent, line -> out.event("violation", line));
                }
                lines.handOn(readable);
                out.flush();
                // a second at least: a flood of violations must not drown the page
                log.awaitMore(Long.MAX_VALUE - 1, STATUS_MILLIS);
            }
        }
    }

    private static void raw(OutputStream out, byte[] line) throws IOException {
        out.write(line);
        out.write('\n');
    }

    /** Who takes lines. */
    private interface Taker {
        void take(byte[] line) throws IOException;
    }

    /** Whole lines of the log, from a place on. */
    private final class Lines {
        private final Taker taker;
        private final java.io.ByteArrayOutputStream part = new java.io.ByteArrayOutputStream();
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        private final long first;
        private long place;
        /** The number of the line that is at the place, or that began before it. */
        private long next;

        /**
         * @param first the number of the first line to be handed on; it need not be there yet
         */
        Lines(long first, Taker taker) throws IOException {
            ViolationLog.Place start = log.place(first);
            this.first = first;
            this.place = start.bytes();
            this.next = start.line();
            this.taker = taker;
        }

        /** Hands on all up to a place; says whether there was anything. */
        boolean handOn(long limit) throws IOException {
            boolean some = false;
            while (place < limit) {
                int read = log.read(buffer.clear(), place, limit);
                if (read <= 0) {
                    break;
                }
                some = true;
                int start = 0;
                for (int i = 0; i < read; i++) {
                    if (buffer.get(i) == '\n') {
                        part.write(buffer.array(), start, i - start);
                        if (next >= first) {
                            taker.take(part.toByteArray());
                        }
                        next++;
                        part.reset();
                        start = i + 1;
                    }
                }
                part.write(buffer.array(), start, read - start);
                place += read;
            }
            return some;
        }
    }
}
