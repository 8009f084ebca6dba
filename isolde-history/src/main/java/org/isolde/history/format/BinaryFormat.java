package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.isolde.history.BinaryHistory;
import org.isolde.history.History;

/** The native columnar format; {@link BinaryHistory} knows its bytes. It holds all of any history. */
final class BinaryFormat implements FormatReader, FormatWriter {
    @Override
    public boolean recognises(Source source) {
        return BinaryHistory.isBeginning(source.head());
    }

    @Override
    public History read(Source source) throws IOException {
        if (source.isPlainFile() && Files.isRegularFile(source.path())) {
            try (FileChannel channel = FileChannel.open(source.path(), StandardOpenOption.READ)) {
                return BinaryHistory.read(channel);
            }
        }
        return BinaryHistory.read(source.stream());
    }

    @Override
    public List<String> losses(History history) {
        return List.of();
    }

    @Override
    public void write(History history, OutputStream out) throws IOException {
        BinaryHistory.write(history, out);
    }
}
