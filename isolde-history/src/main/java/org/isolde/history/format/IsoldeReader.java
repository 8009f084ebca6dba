package org.isolde.history.format;

import java.io.IOException;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;

/**
 * The native text format: JSON Lines, a header and then a transaction or a version order a line.
 *
 * <p>The header is the first line of the first block, so the other blocks need not know of it.
 */
final class IsoldeReader implements BuildingReader {
    private static final int SHOWN_FIELDS = 5;

    @Override
    public boolean recognises(Source source) {
        byte[] head = source.head();
        return head.length > 0 && head[0] == '{' && JsonShape.names(head).contains("isolde");
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        SortedSet<String> unknownFields = new ConcurrentSkipListSet<>();
        ConditionSpellings spellings = new ConditionSpellings();
        AtomicBoolean header = new AtomicBoolean();
        AtomicBoolean closed = new AtomicBoolean();
        // written while it happened: then the last line says that this is the end
        boolean live = JsonShape.names(source.head()).contains("live");
        Lines.parse(source, builder, live, segment -> {
            JsonCursor json = new JsonCursor(false);
            IsoldeLineParser line = new IsoldeLineParser(json, segment, unknownFields, spellings);
            return (bytes, end, block) -> {
                json.reset(bytes, 0, end);
                if (block == 0) {
                    IsoldeHeader.read(json, segment.scalars()).applyTo(builder);
                    header.set(true);
                }
                while (json.nextLine()) {
                    line.read();
                    json.endLine();
                }
                if (line.closed()) {
                    closed.set(true);
                }
                return json.line - 1L;
            };
        });
        if (!header.get()) {
            throw BadHistoryException.atLine(1, "the input is empty; expected " + IsoldeHeader.EXPECTED);
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
}
