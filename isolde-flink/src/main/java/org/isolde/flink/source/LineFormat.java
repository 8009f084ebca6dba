package org.isolde.flink.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.ArrayResultIterator;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;
import org.isolde.flink.BadLine;
import org.isolde.flink.Incoming;
import org.isolde.history.format.Source;

/**
 * Reads the lines that begin in a part of a file.
 *
 * <p>Where a reader was, a checkpoint says by a byte at which a line begins and how many lines have been taken behind it. A file that
 * is not cut is read from its beginning again, because only that tells the numbers, and the bytes of a packed one.
 */
final class LineFormat implements BulkFormat<Incoming, FileSourceSplit> {
    private static final long serialVersionUID = 1L;

    private static final int BLOCK = 1 << 17;
    private static final int LONGEST_LINE = 1 << 28;

    private final String initial;
    private final Map<String, LineFile> files;

    /**
     * @param initial the initial value of all keys, as JSON
     * @param files by path
     */
    LineFormat(String initial, Map<String, LineFile> files) {
        this.initial = initial;
        this.files = files;
    }

    @Override
    public Reader<Incoming> createReader(Configuration configuration, FileSourceSplit split) throws IOException {
        return restoreReader(configuration, split);
    }

    @Override
    public Reader<Incoming> restoreReader(Configuration configuration, FileSourceSplit split) throws IOException {
        return new Lines(
                split,
                files.get(split.path().toString()),
                split.getReaderPosition().orElse(null));
    }

    /** Which files are cut is known beforehand. */
    @Override
    public boolean isSplittable() {
        return true;
    }

    @Override
    public TypeInformation<Incoming> getProducedType() {
        return Incoming.TYPE;
    }

    /**
     * Lines that were parsed at once.
     *
     * @param offset the byte that a checkpoint names
     * @param skipped how many lines behind that byte are before these
     */
    private record Block(List<Incoming> lines, long offset, long skipped) {
        Block from(int first) {
            return new Block(lines.subList(first, lines.size()), offset, skipped + first);
        }

        RecordIterator<Incoming> iterator() {
            ArrayResultIterator<Incoming> iterator = new ArrayResultIterator<>();
            iterator.set(lines.toArray(new Incoming[0]), lines.size(), offset, skipped);
            return iterator;
        }
    }

    private final class Lines implements Reader<Incoming> {
        private final Path path;
        private final LineFile file;
        private final CountedBytes counted;
        private final InputStream in;
        private final LineParser parser;
        private final boolean cut;
        /** The first byte that is the next part's; lines that begin before it are this one's. */
        private final long end;

        private final long firstByte;
        /** Where the buffer begins in the file. */
        private long offset;

        private byte[] buffer = new byte[BLOCK];
        private int filled;
        private boolean over;
        private long linesBefore;
        private long recordsBefore;
        /** What is left of a block of which a part had been taken before; null if nothing. */
        private Block rest;

        Lines(FileSourceSplit split, LineFile file, CheckpointedPosition position) throws IOException {
            path = split.path();
            this.file = file;
            cut = file.cut();
            parser = new LineParser(initial, file.numbered());
            end = cut ? split.offset() + split.length() : Long.MAX_VALUE;
            long from = !cut ? 0 : position == null ? split.offset() : position.getOffset();
            // a line that begins just there is seen by the line feed before it
            offset = Math.max(0, from - 1);
            FSDataInputStream raw = path.getFileSystem().open(path);
            try {
                raw.seek(offset);
                counted = new CountedBytes(raw);
                in = cut ? raw : Source.of(path.toString(), counted).stream();
                if (from > 0) {
                    passLine();
                }
                firstByte = offset;
                pass(position == null ? 0 : position.getRecordsAfterOffset());
            } catch (IOException | RuntimeException e) {
                try (raw) {
                    throw e;
                }
            }
        }

        /** Passes the rest of a line, which is the part's before. */
        private void passLine() throws IOException {
            while (!over) {
                fill();
                int feed = 0;
                while (feed < filled && buffer[feed] != '\n') {
                    feed++;
                }
                boolean found = feed < filled;
                drop(found ? feed + 1 : filled);
                if (found) {
                    return;
                }
            }
        }

        /** Passes lines that were taken before. */
        private void pass(long lines) throws IOException {
            for (long left = lines; left > 0; ) {
                Block block = nextBlock();
                if (block == null) {
                    throw new IOException(path + " is shorter than it was when it was read before");
                }
                int some = (int) Math.min(left, block.lines().size());
                left -= some;
                rest = some < block.lines().size() ? block.from(some) : null;
            }
        }

        @Override
        public RecordIterator<Incoming> readBatch() throws IOException {
            Block block = rest != null ? rest : nextBlock();
            rest = null;
            return block == null ? null : block.iterator();
        }

        /** The lines of the next block; null if there are none any more. */
        private Block nextBlock() throws IOException {
            while (offset < end) {
                fill();
                int length = wholeLines();
                if (length == 0) {
                    if (over) {
                        return null;
                    }
                    grow();
                    continue;
                }
                List<Incoming> lines = new ArrayList<>();
                long before = linesBefore;
                parser.parse(buffer, length, offered(), line -> place(before + line), lines);
                Block block = cut ? new Block(lines, offset, 0) : new Block(lines, 0, recordsBefore);
                recordsBefore += lines.size();
                for (int i = 0; i < length; i++) {
                    linesBefore += buffer[i] == '\n' ? 1 : 0;
                }
                drop(length);
                if (!lines.isEmpty()) {
                    return block;
                }
            }
            return null;
        }

        /** Of a packed file the bytes that are packed count, as for those of the files before it. */
        private long offered() {
            return FileTime.of(file.before() + Math.min(cut ? offset : counted.count(), file.bytes()));
        }

        private void fill() throws IOException {
            while (!over && filled < buffer.length) {
                int read = in.read(buffer, filled, buffer.length - filled);
                over = read < 0;
                filled += Math.max(0, read);
            }
        }

        private void drop(int bytes) {
            System.arraycopy(buffer, bytes, buffer, 0, filled - bytes);
            filled -= bytes;
            offset += bytes;
        }

        /** How many bytes the whole lines in the buffer have that begin in this part. */
        private int wholeLines() {
            long mine = end - offset;
            if (mine <= filled) {
                // the line of the part's last byte is the last one
                for (int i = (int) mine - 1; i < filled; i++) {
                    if (buffer[i] == '\n') {
                        return i + 1;
                    }
                }
            }
            if (over) {
                return filled;
            }
            int last = (int) Math.min(filled, mine);
            while (last > 0 && buffer[last - 1] != '\n') {
                last--;
            }
            return last;
        }

        /** Only a line that is longer than the buffer gets here. */
        private void grow() {
            if (buffer.length >= LONGEST_LINE) {
                throw TakenLines.refused(
                        new BadLine(place(linesBefore + 1), "a line of more than " + LONGEST_LINE + " bytes"));
            }
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }

        private String place(long line) {
            String name = LineFiles.name(path);
            return firstByte == 0 ? name + ":" + line : name + ": line " + line + " behind byte " + firstByte;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
