package org.isolde.history.format;

import java.io.IOException;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Segment;

/**
 * The native text format: JSON Lines, a header and then a transaction or a version order a line.
 *
 * <p>The header is the first line of the first block, so the other blocks need not know of it.
 */
final class IsoldeReader implements BuildingReader {
    static final String HEADER = "a header such as {\"isolde\":1,\"initial\":0} on the first line";

    private static final int SHOWN_FIELDS = 5;

    @Override
    public boolean recognises(Source source) {
        byte[] head = source.head();
        return head.length > 0 && head[0] == '{' && JsonShape.names(head).contains("isolde");
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        SortedSet<String> unknownFields = new ConcurrentSkipListSet<>();
        AtomicBoolean header = new AtomicBoolean();
        AtomicBoolean closed = new AtomicBoolean();
        // written while it happened: then the last line says that this is the end
        boolean live = JsonShape.names(source.head()).contains("live");
        Lines.parse(source, builder, live, (bytes, end, first, segment) -> {
            JsonCursor json = new JsonCursor(false);
            json.reset(bytes, 0, end);
            if (first) {
                header(json, builder, segment);
                header.set(true);
            }
            IsoldeLine line = new IsoldeLine(json, segment, unknownFields);
            while (nextLine(json)) {
                line.read();
                endLine(json);
            }
            if (line.closed()) {
                closed.set(true);
            }
            return json.line - 1L;
        });
        if (!header.get()) {
            throw BadHistoryException.atLine(1, "the input is empty; expected " + HEADER);
        }
        if (live && !closed.get()) {
            builder.brokenOff();
        }
        if (!unknownFields.isEmpty()) {
            String names = String.join(
                    ", ",
                    unknownFields.stream().limit(SHOWN_FIELDS).map(Text::quote).toList());
            builder.warn("fields of transactions that Isolde does not know are ignored: " + names
                    + (unknownFields.size() > SHOWN_FIELDS ? " and others" : ""));
        }
    }

    /** Goes over empty lines; false at the end of the block. */
    private static boolean nextLine(JsonCursor json) throws IOException {
        while (true) {
            int next = json.peek();
            if (next != '\n') {
                return next != 0;
            }
            json.at++;
            json.line++;
        }
    }

    private static void endLine(JsonCursor json) throws IOException {
        if (json.peek() != '\n') {
            throw json.bad("the end of the line behind the object");
        }
        json.at++;
        json.line++;
    }

    private static void header(JsonCursor json, HistoryBuilder builder, Segment segment) throws IOException {
        nextLine(json);
        int start = json.at;
        json.expect('{', HEADER);
        boolean version = false;
        while (json.name()) {
            String name = json.text();
            switch (name) {
                case "isolde":
                    if (json.integer("the format's version, 1") != 1) {
                        throw json.complaint(
                                "a later version of this format; this Isolde reads version 1, {\"isolde\":1}");
                    }
                    version = true;
                    break;
                case "initial":
                    builder.initialValue(
                            json.scalar(segment.scalars(), "an integer, a text or null as the initial value"),
                            segment.scalars());
                    break;
                case "initialVersions":
                    if (!json.bool("true or false for \"initialVersions\"")) {
                        builder.withoutInitialVersions();
                    }
                    break;
                case "live":
                    // how it was written, not where it comes from: a copy is no live recording
                    json.skip();
                    break;
                default:
                    builder.header(name, json.raw());
            }
        }
        if (!version) {
            json.at = start;
            throw json.bad(HEADER);
        }
        endLine(json);
    }
}
