package org.isolde.run.record;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Map;
import org.isolde.history.Status;
import org.isolde.history.record.LineFile;
import org.isolde.run.Session.Timestamps;

/** The history of a run as a {@link LineFile}: each session makes its lines by itself, and waits for nobody's. */
public final class HistoryFile implements TransactionLog {
    private final LineFile file;
    /** Each thread's own, to make its lines in. */
    private final ThreadLocal<HistoryLine> lines = ThreadLocal.withInitial(HistoryLine::new);

    /** @param header further fields of the header: where the history comes from */
    public HistoryFile(Path file, Map<String, ?> header) throws IOException {
        this.file = new LineFile(file, header);
    }

    /** @param most how many bytes may wait for the disk before sessions do */
    HistoryFile(SeekableByteChannel channel, Map<String, ?> header, int most) {
        this.file = new LineFile(channel, header, most);
    }

    @Override
    public void add(
            long session,
            Status status,
            String reason,
            OperationList operations,
            long begin,
            long end,
            Timestamps timestamps) {
        HistoryLine line = lines.get();
        line.encode(session, status, reason, operations, begin, end, timestamps);
        file.add(line.bytes(), line.length());
    }

    @Override
    public IOException failure() {
        return file.failure();
    }

    @Override
    public void finish() throws IOException {
        file.finish();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
