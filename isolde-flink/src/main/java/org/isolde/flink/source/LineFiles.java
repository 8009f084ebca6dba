package org.isolde.flink.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.isolde.flink.Incoming;
import org.isolde.history.BadHistoryException;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.Source;
import org.isolde.history.format.TransactionReader;

/**
 * The files of a job, looked at before it begins: what they say initially, and whether they can be cut.
 *
 * <p>A file whose transactions have numbers is cut into parts, which several read at once; a packed one is not. One without numbers
 * is read by one, which numbers them, and there must be no other: nothing says whose transactions come first.
 */
public final class LineFiles {
    private static final long SMALLEST_PART = 4L << 20;
    private static final long LARGEST_PART = 64L << 20;
    /** Parts for each that reads, so that they are done at about the same time. */
    private static final int PARTS = 16;

    private static final int LOOK = 1 << 16;

    private final List<LineFile> files;
    private final String initial;

    private LineFiles(List<LineFile> files, String initial) {
        this.files = files;
        this.initial = initial;
    }

    /** Looks at files and folders. */
    public static LineFiles of(List<String> names) throws IOException {
        List<LineFile> files = new ArrayList<>();
        String initial = null;
        long before = 0;
        for (String name : names) {
            for (FileStatus file : found(name)) {
                Look look = look(file.getPath());
                initial = initial == null ? look.initial() : initial;
                files.add(new LineFile(
                        file.getPath().toString(),
                        file.getLen(),
                        before,
                        look.numbered() && look.plain(),
                        look.numbered()));
                before += file.getLen();
            }
        }
        for (LineFile file : files) {
            if (!file.numbered() && files.size() > 1) {
                throw BadHistoryException.of(
                                "transactions without \"seq\" can be read from one file alone, for nothing says"
                                        + " whose come first; number them, or put the files together")
                        .in(name(new Path(file.path())));
            }
        }
        return new LineFiles(files, initial);
    }

    /** A path as Flink has it: a URI as it is, anything else a file of this machine. */
    public static Path path(String name) {
        return name.contains("://")
                ? new Path(name)
                : new Path(java.nio.file.Path.of(name).toAbsolutePath().toUri());
    }

    /** The name of a file as it was given, where it lies on this machine. */
    static String name(Path path) {
        return "file".equals(path.toUri().getScheme()) ? path.getPath() : path.toString();
    }

    private static List<FileStatus> found(String name) throws IOException {
        Path path = path(name);
        FileSystem system = path.getFileSystem();
        List<FileStatus> files = new ArrayList<>();
        try {
            collect(system, system.getFileStatus(path), files);
        } catch (FileNotFoundException e) {
            throw BadHistoryException.of("no such file or folder").in(name);
        }
        if (files.isEmpty()) {
            throw BadHistoryException.of("there are no files in this folder").in(name);
        }
        return files;
    }

    /** Names that begin with a dot or a line are of files that are being written. */
    private static void collect(FileSystem system, FileStatus found, List<FileStatus> files) throws IOException {
        if (!found.isDir()) {
            files.add(found);
            return;
        }
        FileStatus[] inside = system.listStatus(found.getPath());
        Arrays.sort(inside, Comparator.comparing(file -> file.getPath().toString()));
        for (FileStatus each : inside) {
            String name = each.getPath().getName();
            if (!name.startsWith(".") && !name.startsWith("_")) {
                collect(system, each, files);
            }
        }
    }

    /**
     * What the beginning of a file says.
     *
     * @param initial the initial value of all keys, as JSON; null if there is no header
     * @param numbered whether the first transaction has a number
     * @param plain whether it is not packed
     */
    private record Look(String initial, boolean numbered, boolean plain) {}

    private static Look look(Path path) throws IOException {
        byte[] start;
        boolean plain;
        try (InputStream in = path.getFileSystem().open(path)) {
            byte[] magic = in.readNBytes(4);
            plain = magic.length < 4 || magic[0] == '{' || Character.isWhitespace(magic[0]);
        }
        try (InputStream in = path.getFileSystem().open(path)) {
            start = firstLines(Source.of(name(path), in).stream());
        }
        byte[] padded = Arrays.copyOf(start, start.length + TransactionReader.PADDING);
        TransactionBatch batch;
        try {
            batch = new TransactionReader().parse(padded, start.length);
        } catch (BadHistoryException e) {
            throw e.in(name(path));
        }
        boolean numbered = batch.transactions() == 0 || batch.seq(0) != TransactionBatch.ABSENT;
        return new Look(batch.tellsInitial() ? TransactionReader.initial(batch) : null, numbered, plain);
    }

    /** A header, if there is one, and a line behind it. */
    private static byte[] firstLines(InputStream in) throws IOException {
        byte[] bytes = new byte[LOOK];
        int filled = 0;
        int lines = 0;
        int seen = 0;
        while (true) {
            int read = in.read(bytes, filled, bytes.length - filled);
            if (read < 0) {
                break;
            }
            filled += read;
            for (; seen < filled; seen++) {
                if (bytes[seen] == '\n' && ++lines == 2) {
                    return Arrays.copyOf(bytes, seen + 1);
                }
            }
            if (filled == bytes.length) {
                bytes = Arrays.copyOf(bytes, bytes.length * 2);
            }
        }
        byte[] whole = Arrays.copyOf(bytes, filled + 1);
        whole[filled] = '\n';
        return whole;
    }

    /** What the first header says that keys are initially, as JSON; null if there is none. */
    public String initial() {
        return initial;
    }

    /**
     * The source that reads them.
     *
     * @param initialValue the initial value of all keys, as JSON
     * @param readers how many read at a time
     * @param stream whether what is read is judged on the way: then the parts that are read at a time are small, for what is read ahead waits
     */
    FileSource<Incoming> source(String initialValue, int readers, boolean stream) {
        Map<String, LineFile> byPath = new LinkedHashMap<>();
        files.forEach(file -> byPath.put(file.path(), file));
        List<FileSourceSplit> parts = parts(readers, stream);
        return FileSource.forBulkFileFormat(
                        new LineFormat(initialValue, byPath),
                        files.stream().map(file -> new Path(file.path())).toArray(Path[]::new))
                .setFileEnumerator(() -> (paths, wanted) -> parts)
                .setSplitAssigner(SplitsInOrder::new)
                .build();
    }

    private List<FileSourceSplit> parts(int readers, boolean stream) {
        long bytes = files.stream().mapToLong(LineFile::bytes).sum();
        long largest = stream ? SMALLEST_PART : LARGEST_PART;
        long size = Math.max(SMALLEST_PART, Math.min(largest, bytes / ((long) readers * PARTS)));
        List<FileSourceSplit> parts = new ArrayList<>();
        for (LineFile file : files) {
            long step = file.cut() ? size : Math.max(1, file.bytes());
            for (long from = 0; from < file.bytes(); from += step) {
                parts.add(new FileSourceSplit(
                        // their order is that of their names
                        String.format(Locale.ROOT, "%010d", parts.size()),
                        new Path(file.path()),
                        from,
                        Math.min(step, file.bytes() - from),
                        0,
                        file.bytes()));
            }
        }
        return parts;
    }
}
