package org.isolde.history.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * Viper's folder of JSON, a file a client: transactions one after the other, or in an array.
 *
 * <p>A write or delete that says what it replaced is a read, too. A transaction marked as initial says what the initial versions
 * are. Where there are deletes or ranges, keys are rows ({@link ViperRows}), and the initial transaction is one like others.
 */
final class ViperReader implements BuildingReader {
    private static final String[] ENDINGS = {".log", ".json"};
    private static final byte[] VALUE = {'v', 'a', 'l', 'u', 'e'};
    private static final byte[] INITIAL = {'i', 's', 'I', 'n', 'i', 't', 'i', 'a', 'l'};
    private static final byte[] RANGE = {'"', 'r', 'a', 'n', 'g', 'e', '"'};
    private static final byte[] DELETE = {'"', 'd', '"'};
    private static final byte[] ID = {'i', 'd'};
    private static final byte[] ITEM_VALUE = {'v', 'a', 'l'};

    @Override
    public boolean readsFolders() {
        return true;
    }

    @Override
    public boolean recognises(Source source) throws IOException {
        if (!source.isDirectory()) {
            return false;
        }
        for (Path file : Folder.files(source.path(), ENDINGS)) {
            byte[] head = Folder.head(file);
            if (head.length > 0) {
                return JsonShape.names(head).contains("value");
            }
        }
        return false;
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        List<Path> files = source.isDirectory() ? Folder.files(source.path(), ENDINGS) : List.of();
        if (files.isEmpty()) {
            throw BadHistoryException.of("expected a folder with Viper's files, *.log or *.json");
        }
        Client client = new Client(builder.segment());
        boolean again = false;
        for (Path file : files) {
            // initial versions, and whether keys are rows, must be known before the first read
            again |= mentions(file, INITIAL) || mentions(file, RANGE) || mentions(file, DELETE);
        }
        for (int pass = again ? 0 : 1; pass < 2; pass++) {
            client.isSurvey = pass == 0;
            for (Path file : files) {
                try (InputStream in = Files.newInputStream(file)) {
                    client.read(in, file);
                } catch (BadHistoryException e) {
                    throw e.in(file.toString());
                }
            }
        }
        if (!client.any) {
            throw BadHistoryException.of("no file has a transaction in it; a history has at least one");
        }
        client.rows.refuseMixedKeys();
        if (!client.initial.isEmpty() && !client.rows.areThere()) {
            builder.initialValueOfEachKey();
        }
    }

    private static boolean mentions(Path file, byte[] word) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            int matched = 0;
            int read;
            while ((read = in.read(buffer)) > 0) {
                for (int i = 0; i < read; i++) {
                    matched = buffer[i] == word[matched] ? matched + 1 : buffer[i] == word[0] ? 1 : 0;
                    if (matched == word.length) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /** A version that an initial transaction wrote. */
    private record Version(long key, long value) {}

    /** Reads one file after the other into one segment. */
    private static final class Client {
        private final Segment segment;
        private final Scalars scalars;
        private final JsonCursor json = new JsonCursor(true);
        private final Set<Version> initial = new HashSet<>();
        private final OpBuffer ops = new OpBuffer();
        /** What is there beside operations if keys are rows. */
        final ViperRows rows;
        /** Whether nothing is made of what is read but for what must be known before. */
        boolean isSurvey;

        boolean any;

        Client(Segment segment) {
            this.segment = segment;
            this.scalars = segment.scalars();
            this.rows = new ViperRows(segment, ops);
        }

        void read(InputStream in, Path file) throws IOException {
            json.reset(in);
            long session = Folder.session(file, scalars);
            while (json.peek() != 0) {
                if (json.take('[')) {
                    while (json.element()) {
                        transaction(session);
                    }
                } else {
                    transaction(session);
                }
            }
        }

        private void transaction(long session) throws IOException {
            json.expect('{', "a transaction {\"value\": [...]}");
            ops.clear();
            rows.clear();
            boolean isInitial = false;
            boolean hasValue = false;
            while (json.name()) {
                if (json.textIs(VALUE)) {
                    if (hasValue) {
                        throw json.complaint("a transaction with two fields \"value\"");
                    }
                    hasValue = true;
                    json.expect('[', "an array of operations");
                    while (json.element()) {
                        operation();
                    }
                } else if (json.textIs(INITIAL)) {
                    isInitial = !json.takeNull() && json.bool("true or false");
                } else {
                    json.skip();
                }
            }
            if (!hasValue) {
                throw json.complaint("expected the field \"value\" in a transaction");
            }
            any = true;
            if (isSurvey) {
                rows.survey();
                for (int i = 0; isInitial && i < ops.count; i++) {
                    if (OpKind.isWrite(ops.kinds[i])) {
                        initial.add(new Version(ops.keys[i], ops.values[i]));
                    }
                }
            } else if (rows.areThere()) {
                segment.begin(session, Segment.NO_ID, json.line);
                rows.emit();
            } else if (!isInitial) {
                segment.begin(session, Segment.NO_ID, json.line);
                for (int i = 0; i < ops.count; i++) {
                    boolean first = !initial.isEmpty()
                            && ops.kinds[i] == OpKind.READ
                            && initial.contains(new Version(ops.keys[i], ops.values[i]));
                    segment.op(ops.kinds[i], ops.keys[i], first ? Scalars.NULL : ops.values[i]);
                }
            }
        }

        private void operation() throws IOException {
            json.expect('[', "an operation such as [\"r\", key, value]");
            argument();
            json.string("the kind of an operation: \"r\", \"w\", \"i\", \"d\" or \"range\"");
            switch (json.text()) {
                case "r" -> {
                    long key = key();
                    ops.add(OpKind.READ, key, value());
                    rest();
                }
                case "w" -> write(OpKind.WRITE, key());
                case "d" -> write(OpKind.DELETE, key());
                case "i" -> {
                    long key = key();
                    ops.add(OpKind.WRITE, key, notNull(value(), "a value to insert"));
                    rest();
                }
                case "range" -> {
                    argument();
                    long first = json.scalar(scalars, "the first key of a range or \"nil\"");
                    argument();
                    long last = json.scalar(scalars, "the last key of a range or \"nil\"");
                    argument();
                    rows.beginRange(first, last);
                    items();
                    rows.endRange();
                    boolean tellsDead = json.element();
                    if (tellsDead) {
                        items();
                        rest();
                    }
                    rows.endDead(tellsDead);
                }
                default ->
                    throw json.complaint("expected an operation of the kind \"r\", \"w\", \"i\", \"d\" or"
                            + " \"range\", found " + Text.quote(json.text()));
            }
        }

        private void argument() throws IOException {
            if (!json.element()) {
                throw json.complaint("an operation ends too early; expected one such as [\"r\", key, value]");
            }
        }

        private long key() throws IOException {
            argument();
            return notNull(json.scalar(scalars, "a key: an integer or a text"), "a key");
        }

        private long value() throws IOException {
            argument();
            return json.scalar(scalars, "a value: an integer or a text");
        }

        private long notNull(long code, String what) throws BadHistoryException {
            if (code == Scalars.NULL) {
                throw json.complaint("expected " + what + ", found null");
            }
            return code;
        }

        /** The value written, and perhaps the one that was there before; true and false there say nothing. */
        private void write(byte kind, long key) throws IOException {
            long value = notNull(value(), "a value to write");
            if (json.element()) {
                int next = json.peek();
                if (next == 't' || next == 'f' || next == 'n') {
                    json.skip();
                } else {
                    ops.add(OpKind.READ, key, json.scalar(scalars, "the value that was there before"));
                }
                rest();
            }
            ops.add(kind, key, value);
        }

        /** Skips the other members of an operation, up to its end. */
        private void rest() throws IOException {
            while (json.element()) {
                json.skip();
            }
        }

        private void items() throws IOException {
            json.expect('[', "an array of items {\"id\": key, \"val\": value}");
            while (json.element()) {
                json.expect('{', "an item {\"id\": key, \"val\": value}");
                long key = Scalars.NULL;
                long value = Scalars.NULL;
                while (json.name()) {
                    if (json.textIs(ID)) {
                        key = json.scalar(scalars, "a key");
                    } else if (json.textIs(ITEM_VALUE)) {
                        value = json.scalar(scalars, "a value");
                    } else {
                        json.skip();
                    }
                }
                ops.add(OpKind.READ, notNull(key, "the \"id\" of an item"), value);
            }
        }
    }
}
