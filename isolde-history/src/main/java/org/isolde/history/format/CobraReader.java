package org.isolde.history.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.isolde.history.BadHistoryException;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Workers;

/**
 * Cobra's folder of logs, each a session: big endian, a letter before each record.
 *
 * <pre>
 * 'S' transaction [time]   { 'W' version key value | 'R' writer version key value }   'C' transaction [time]
 * </pre>
 *
 * <p>What counts as the value is the version, which is unique to a write. The file {@code T-1.log}, if it holds one
 * transaction that only writes, says what the initial versions are. Times are there in all records of a file or in none.
 */
final class CobraReader implements BuildingReader {
    private static final String INITIAL_FILE = "T-1.log";
    /** Version of a read that saw the initial value, and of one that found nothing. */
    private static final int INITIAL_VERSION = 0xBEBEEBEE;

    private static final int ABSENT_VERSION = 0xDEADBEEF;

    @Override
    public boolean readsFolders() {
        return true;
    }

    @Override
    public boolean recognises(Source source) throws IOException {
        if (!source.isDirectory()) {
            return false;
        }
        for (Path file : Folder.files(source.path(), ".log")) {
            byte[] head = Folder.head(file);
            if (head.length > 0) {
                return head[0] == 'S'
                        && ((head.length > 9 && isRecord(head[9])) || (head.length > 17 && isRecord(head[17])));
            }
        }
        return false;
    }

    private static boolean isRecord(int letter) {
        return letter == 'R' || letter == 'W' || letter == 'C';
    }

    @Override
    public void read(Source source, HistoryBuilder builder) throws IOException {
        List<Path> files = source.isDirectory() ? Folder.files(source.path(), ".log") : List.of();
        if (files.isEmpty()) {
            throw BadHistoryException.of("expected a folder with Cobra's logs, files named *.log");
        }
        Map<Long, Long> initial = new HashMap<>();
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
            if (file.getFileName().toString().equals(INITIAL_FILE)) {
                initial = initialVersions(file);
            }
        }
        if (bytes == 0) {
            throw BadHistoryException.of("all *.log files are empty; a history has at least one transaction");
        }
        if (!initial.isEmpty()) {
            builder.initialValueOfEachKey();
        }
        Map<Long, Long> initialOf = initial;
        AtomicInteger next = new AtomicInteger();
        int threads = bytes < 1 << 20 ? 1 : Math.min(files.size(), source.threads());
        Segment[] segments = new Segment[threads];
        for (int i = 0; i < threads; i++) {
            segments[i] = builder.segment();
        }
        Workers.run(threads, worker -> {
            for (int f = next.getAndIncrement(); f < files.size(); f = next.getAndIncrement()) {
                Path file = files.get(f);
                segments[worker].chunk(f);
                if (!initialOf.isEmpty() && file.getFileName().toString().equals(INITIAL_FILE)) {
                    continue;
                }
                try (InputStream in = Files.newInputStream(file)) {
                    new Log(in, segments[worker], initialOf).read(Folder.session(file, segments[worker].scalars()));
                } catch (BadHistoryException e) {
                    throw e.in(file.toString());
                }
            }
        });
    }

    /** The version of each key that the initial transaction wrote; empty if the file holds anything else. */
    private static Map<Long, Long> initialVersions(Path file) throws IOException {
        Map<Long, Long> versions = new HashMap<>();
        try (InputStream in = Files.newInputStream(file)) {
            WordCursor words = new WordCursor(in, ByteOrder.BIG_ENDIAN);
            if (words.atEnd() || words.oneByte("") != 'S') {
                return Map.of();
            }
            words.word("a transaction id");
            if (!isRecord(words.peek(0))) {
                words.word("a time");
            }
            while (words.peek(0) == 'W') {
                words.oneByte("a record");
                long version = words.word("a version");
                long key = words.word("a key");
                words.word("a value");
                if (versions.put(key, version) != null) {
                    return Map.of();
                }
            }
            if (words.peek(0) != 'C') {
                return Map.of();
            }
            words.oneByte("a record");
            words.word("a transaction id");
            if (!words.atEnd() && words.peek(0) != 'S') {
                words.word("a time");
            }
            return words.atEnd() ? versions : Map.of();
        } catch (BadHistoryException e) {
            throw e.in(file.toString());
        }
    }

    /** One file. */
    private static final class Log {
        private final WordCursor words;
        private final Segment segment;
        private final Scalars scalars;
        private final Map<Long, Long> initial;

        Log(InputStream in, Segment segment, Map<Long, Long> initial) {
            this.words = new WordCursor(in, ByteOrder.BIG_ENDIAN);
            this.segment = segment;
            this.scalars = segment.scalars();
            this.initial = initial;
        }

        void read(long session) throws IOException {
            if (words.atEnd()) {
                return;
            }
            int behindId = words.peek(9);
            boolean timed = behindId >= 0 && !isRecord(behindId);
            while (!words.atEnd()) {
                transaction(session, timed);
            }
        }

        private void transaction(long session, boolean timed) throws IOException {
            if (words.oneByte("a transaction") != 'S') {
                throw bad(words.offset() - 1, "'S', which begins a transaction");
            }
            long id = words.word("a transaction id");
            long begin = timed ? words.word("a time") : 0;
            segment.begin(session, scalars.unsigned(id), 0);
            while (true) {
                long at = words.offset();
                switch (words.oneByte("'R', 'W' or 'C'")) {
                    case 'W' -> {
                        long version = words.word("the version of a write");
                        long key = words.word("the key of a write");
                        words.word("the value of a write");
                        segment.op(OpKind.WRITE, scalars.unsigned(key), scalars.unsigned(version));
                    }
                    case 'R' -> {
                        words.word("the writer of a read");
                        long version = words.word("the version of a read");
                        long key = words.word("the key of a read");
                        words.word("the value of a read");
                        segment.op(
                                OpKind.READ,
                                scalars.unsigned(key),
                                isInitial(key, version) ? Scalars.NULL : scalars.unsigned(version));
                    }
                    case 'C' -> {
                        long committed = words.word("a transaction id");
                        if (committed != id) {
                            throw BadHistoryException.atOffset(
                                    at + 1,
                                    "transaction " + Long.toUnsignedString(id) + " ends under another id, "
                                            + Long.toUnsignedString(committed));
                        }
                        if (timed) {
                            segment.realTime(begin, words.word("a time"));
                        }
                        return;
                    }
                    default -> throw bad(at, "'R' for a read, 'W' for a write or 'C' for a commit");
                }
            }
        }

        private boolean isInitial(long key, long version) {
            if (version >> 32 == 0 || version >> 32 == -1) {
                if ((int) version == INITIAL_VERSION || (int) version == ABSENT_VERSION) {
                    return true;
                }
            }
            Long known = initial.isEmpty() ? null : initial.get(key);
            return known != null && known == version;
        }

        private static BadHistoryException bad(long offset, String expected) {
            return BadHistoryException.atOffset(offset, "expected " + expected + ", found another byte");
        }
    }
}
