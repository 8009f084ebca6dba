package org.isolde.history.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * Histories of Jepsen, as Elle and Knossos check them: list-append, rw-register, cas-register and closed predicates,
 * in EDN or in the JSON that elle-cli reads.
 *
 * <p>An input of one map a line is read on all cores, and so is a large file of anything else (a vector of maps, maps over
 * several lines), which is cut where maps probably begin; what is no file is read as a stream. The events are brought
 * together at the end.
 */
final class EdnReader implements BuildingReader {
    /** The key of a register that has no name. */
    static final byte[] REGISTER = "register".getBytes(StandardCharsets.US_ASCII);

    /** Events to a block where the input has no blocks of its own. */
    private static final int BLOCK_EVENTS = 1 << 15;

    @Override
    public boolean recognises(Source source) {
        byte[] head = source.head();
        Set<String> names = isJson(head) ? JsonShape.names(head) : names(head);
        return names.contains("type") && (names.contains("process") || names.contains("value") || names.contains("f"));
    }

    /** An object's name and colon is nothing that EDN begins with. */
    private static boolean isJson(byte[] head) {
        return !JsonShape.names(head).isEmpty();
    }

    /** The keywords in the first map; those that the head cuts off are missing. */
    private static Set<String> names(byte[] head) {
        Set<String> names = new HashSet<>();
        EdnCursor edn = cursor(head, head.length, false, true);
        try {
            if (edn.peek() == '[' || edn.peek() == '(') {
                edn.open();
            }
            if (edn.open() != '}') {
                return names;
            }
            while (!edn.closes('}')) {
                boolean keyword = edn.peek() == ':';
                edn.name();
                if (keyword) {
                    names.add(edn.text());
                }
                edn.skip();
            }
        } catch (IOException e) {
            // cut off, or no EDN: what was found so far is the answer
            return names;
        }
        return names;
    }

    private static EdnCursor cursor(byte[] head, int length, boolean json, boolean manyLines) {
        EdnCursor edn = new EdnCursor(json, manyLines);
        edn.reset(Arrays.copyOf(Arrays.copyOf(head, length), length + 1), 0, length);
        return edn;
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        byte[] head = source.head();
        boolean json = isJson(head);
        Segment segment = builder.segment();
        new EventPairing(segment, builder::warn)
                .pair(events(source, json, isMapPerLine(head, json), segment.scalars()));
    }

    private static EventBlock[] events(Source source, boolean json, boolean mapPerLine, Scalars scalars)
            throws IOException {
        FormCut cut = source.isLarge() && source.path() != null ? FormCut.of(source.head()) : null;
        if (!mapPerLine && cut == null) {
            return stream(source, json, scalars);
        }
        try {
            return mapPerLine ? lines(source, json) : forms(source, json, cut);
        } catch (BadHistoryException e) {
            if (source.path() == null) {
                throw e;
            }
            // perhaps there are maps of several lines further down, or the blocks were cut at wrong places
            try (Source again = Source.of(source.path())) {
                return stream(again, json, scalars);
            }
        }
    }

    /** Whether each line of the head is a map, or empty, or a comment. */
    private static boolean isMapPerLine(byte[] head, boolean json) {
        int length = head.length;
        while (length > 0 && head[length - 1] != '\n') {
            length--;
        }
        EdnCursor edn = cursor(head, length, json, false);
        try {
            while (nextLine(edn)) {
                if (edn.peek() != '{') {
                    return false;
                }
                edn.skip();
                if (edn.peek() != '\n') {
                    return false;
                }
            }
        } catch (IOException e) {
            return false;
        }
        return length > 0;
    }

    /** Goes over empty lines; false at the end. */
    private static boolean nextLine(EdnCursor edn) throws IOException {
        while (true) {
            int next = edn.peek();
            if (next != '\n') {
                return next != 0;
            }
            edn.at++;
            edn.line++;
        }
    }

    private static EventBlock[] lines(Source source, boolean json) throws IOException {
        ConcurrentSkipListMap<Integer, EventBlock> blocks = new ConcurrentSkipListMap<>();
        Lines.each(source, thread -> {
            EdnCursor edn = new EdnCursor(json, false);
            return new Events(edn, blocks, (parser, number) -> {
                while (nextLine(edn)) {
                    parser.event();
                    if (edn.peek() != '\n') {
                        throw edn.bad("the end of the line behind the map, as on the lines before");
                    }
                }
            });
        });
        return blocks.values().toArray(new EventBlock[0]);
    }

    /** Maps that are no lines, in blocks that are cut at a guess; an error may come of that, and not of the input. */
    static EventBlock[] forms(Source source, boolean json, FormCut cut) throws IOException {
        ConcurrentSkipListMap<Integer, EventBlock> blocks = new ConcurrentSkipListMap<>();
        int first = cursor(source.head(), source.head().length, json, true).peek();
        char close = first == '[' ? ']' : first == '(' ? ')' : 0;
        AtomicInteger closed = new AtomicInteger(-1);
        Lines.eachForms(source, cut, thread -> {
            EdnCursor edn = new EdnCursor(json, true);
            return new Events(edn, blocks, (parser, number) -> {
                if (number == 0 && close != 0) {
                    edn.open();
                }
                while (edn.peek() != 0 && edn.peek() != close) {
                    parser.event();
                }
                if (edn.peek() != 0) {
                    edn.closes(close);
                    closed.set(number);
                }
                if (edn.peek() != 0) {
                    throw edn.bad("the end of the input behind the history");
                }
            });
        });
        if (close != 0 && (blocks.isEmpty() || closed.get() != blocks.lastKey())) {
            throw BadHistoryException.of("a history that is not closed, or not at its end");
        }
        return blocks.values().toArray(new EventBlock[0]);
    }

    /** Reads the events of a block. */
    @FunctionalInterface
    private interface Walk {
        void over(EventParser parser, int block) throws IOException;
    }

    /** One thread's work on the blocks it gets. */
    private static final class Events implements Lines.BlockParser {
        private final EdnCursor edn;
        private final ConcurrentSkipListMap<Integer, EventBlock> blocks;
        private final Walk walk;
        private final Scalars scalars = new Scalars();
        private final EventParser parser;
        /** Blocks are much alike, so the next one will need about as much room as the last. */
        private int events;

        private int operations;

        Events(EdnCursor edn, ConcurrentSkipListMap<Integer, EventBlock> blocks, Walk walk) {
            this.edn = edn;
            this.blocks = blocks;
            this.walk = walk;
            this.parser = new EventParser(edn, scalars);
        }

        @Override
        public long parse(byte[] bytes, int end, int number) throws IOException {
            EventBlock block = new EventBlock(scalars, events, operations);
            edn.reset(bytes, 0, end);
            parser.into(block);
            walk.over(parser, number);
            events = block.count + block.count / 16;
            operations = block.ops.count + block.ops.count / 16;
            block.lines = edn.line - 1L;
            block.end();
            blocks.put(number, block);
            return block.lines;
        }
    }

    private static EventBlock[] stream(Source source, boolean json, Scalars scalars) throws IOException {
        EdnCursor edn = new EdnCursor(json, true);
        edn.reset(source.stream());
        EventParser parser = new EventParser(edn, scalars);
        List<EventBlock> blocks = new ArrayList<>();
        int first = edn.peek();
        boolean enclosed = first == '[' || first == '(';
        char close = enclosed ? edn.open() : 0;
        while (enclosed ? !edn.closes(close) : edn.peek() != 0) {
            if (blocks.isEmpty() || blocks.get(blocks.size() - 1).count == BLOCK_EVENTS) {
                blocks.add(new EventBlock(scalars, 64, 64));
                parser.into(blocks.get(blocks.size() - 1));
            }
            parser.event();
        }
        if (edn.peek() != 0) {
            throw edn.bad("the end of the input behind the history");
        }
        return blocks.toArray(new EventBlock[0]);
    }
}
