package org.isolde.history.format;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.Scalars;

/**
 * dbcop's histories: a file of Rust's bincode (or the folder with {@code history.bincode}), and the JSON and the text of its
 * newer versions. {@link DbcopEvents} says what they mean.
 */
final class DbcopReader implements BuildingReader {
    private static final String FILE = "history.bincode";
    private static final int LONGEST_TEXT = 1 << 20;
    private static final int PARAMETERS = 5;

    @Override
    public boolean readsFolders() {
        return true;
    }

    @Override
    public boolean recognises(Source source) throws IOException {
        if (source.isDirectory()) {
            return Files.isRegularFile(source.path().resolve(FILE));
        }
        byte[] head = source.head();
        return isJson(head) || isJsonSessions(head) || DbcopText.isBeginning(head) || isBincode(head);
    }

    private static boolean isJson(byte[] head) {
        Set<String> names = JsonShape.names(head);
        return names.contains("data") && (names.contains("params") || names.contains("info"))
                || names.contains("params") && names.contains("info") && names.contains("start");
    }

    /** Whether sessions stand there without the object around them. */
    private static boolean isJsonSessions(byte[] head) {
        int from = 0;
        if (head.length == 0 || head[0] != '[') {
            return false;
        }
        while (from < head.length && (head[from] == '[' || head[from] == ' ' || head[from] == '\n')) {
            from++;
        }
        return JsonShape.names(Arrays.copyOfRange(head, from, head.length)).contains("events");
    }

    /** Whether the header makes sense: five numbers, three short texts, and a number of sessions. */
    private static boolean isBincode(byte[] head) {
        int at = 8 * PARAMETERS;
        for (int i = 0; i < 3; i++) {
            long length = word(head, at);
            if (length < 0 || length > head.length - at - 8) {
                return false;
            }
            for (int b = at + 8; b < at + 8 + length; b++) {
                if (head[b] >= 0 && head[b] < ' ') {
                    return false;
                }
            }
            at += 8 + (int) length;
        }
        long sessions = word(head, at);
        if (sessions < 0 || sessions >= 1L << 32) {
            return false;
        }
        for (int i = 0; i < PARAMETERS; i++) {
            long parameter = word(head, 8 * i);
            if (parameter < 0 || parameter >= 1L << 48) {
                return false;
            }
        }
        return true;
    }

    /** A word, little endian; -1 behind the end. */
    private static long word(byte[] bytes, int at) {
        if (at + 8 > bytes.length) {
            return -1;
        }
        long word = 0;
        for (int i = 7; i >= 0; i--) {
            word = word << 8 | (bytes[at + i] & 0xff);
        }
        return word;
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        if (!source.isDirectory()) {
            readFile(source, builder);
            return;
        }
        Path file = source.path().resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw BadHistoryException.of("expected the file " + FILE + " in this folder");
        }
        try (Source inside = Source.of(file)) {
            readFile(inside, builder);
        } catch (BadHistoryException e) {
            throw e.in(file.toString());
        }
    }

    private static void readFile(Source source, HistoryBuilder builder) throws IOException {
        byte[] head = source.head();
        if (head.length == 0) {
            throw BadHistoryException.atOffset(0, "the file is empty; a history has at least one transaction");
        }
        if (DbcopText.isBeginning(head)) {
            DbcopText.read(source, builder);
            return;
        }
        int first = 0;
        while (first < head.length && (head[first] == ' ' || head[first] == '\n' || head[first] == '\r')) {
            first++;
        }
        DbcopEvents events = new DbcopEvents(builder.segment());
        if (first < head.length && (head[first] == '{' || head[first] == '[') && !isBincode(head)) {
            new DbcopJson(source, events).read();
        } else {
            new Bincode(new WordCursor(source.stream(), ByteOrder.LITTLE_ENDIAN), events).read();
        }
        events.emit(builder);
    }

    /** The binary spelling. */
    private record Bincode(WordCursor words, DbcopEvents events) {
        void read() throws IOException {
            for (int i = 0; i < PARAMETERS; i++) {
                words.word("one of the five parameters");
            }
            events.info(text("the description"));
            text("the time of the start");
            text("the time of the end");
            long sessions = count("the number of sessions");
            for (long s = 0; s < sessions; s++) {
                events.beginSession();
                long transactions = count("the number of transactions");
                for (long t = 0; t < transactions; t++) {
                    long count = count("the number of events");
                    for (long e = 0; e < count; e++) {
                        event();
                    }
                    events.endTransaction(flag("the success of a transaction"));
                }
            }
            if (!words.atEnd()) {
                throw BadHistoryException.atOffset(
                        words.offset(), "expected the end of the file behind its " + sessions + " sessions");
            }
        }

        private void event() throws IOException {
            Scalars scalars = events.scalars();
            boolean write = flag("the kind of an event");
            long variable = scalars.unsigned(words.word("the variable of an event"));
            long value = scalars.unsigned(words.word("the value of an event"));
            boolean success = flag("the success of an event");
            if (write) {
                events.write(variable, value, success);
            } else {
                events.read(variable, value, success);
            }
        }

        private boolean flag(String what) throws IOException {
            int flag = words.oneByte(what);
            if (flag > 1) {
                throw BadHistoryException.atOffset(
                        words.offset() - 1, "expected 0 or 1 as " + what + ", found " + flag);
            }
            return flag == 1;
        }

        /** A number of things that follow; at most 2^31, so that a garbled one is found here and not much later. */
        private long count(String what) throws IOException {
            long count = words.word(what);
            if (count < 0 || count > Integer.MAX_VALUE) {
                throw BadHistoryException.atOffset(
                        words.offset() - 8,
                        "expected at most 2^31 as " + what + ", found " + Long.toUnsignedString(count));
            }
            return count;
        }

        private String text(String what) throws IOException {
            long at = words.offset();
            long length = words.word("the length of " + what);
            if (length < 0 || length > LONGEST_TEXT) {
                throw BadHistoryException.atOffset(
                        at,
                        "expected a short text as " + what + ", found one of " + Long.toUnsignedString(length)
                                + " bytes");
            }
            byte[] text = new byte[(int) length];
            for (int i = 0; i < text.length; i++) {
                text[i] = (byte) words.oneByte(what);
            }
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(java.nio.ByteBuffer.wrap(text))
                        .toString();
            } catch (CharacterCodingException e) {
                throw BadHistoryException.atOffset(at + 8, "expected " + what + " in UTF-8");
            }
        }
    }
}
