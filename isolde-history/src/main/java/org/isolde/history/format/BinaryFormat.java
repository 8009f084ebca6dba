package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.isolde.history.BadHistoryException;
import org.isolde.history.BinaryHistory;
import org.isolde.history.History;

/** The native columnar format; {@link BinaryHistory} knows its bytes. It holds all of any history. */
final class BinaryFormat implements FormatReader, FormatWriter {
    @Override
    public boolean recognises(Source source) {
        return BinaryHistory.isBeginning(source.head());
    }

    @Override
    public History read(Source source, InitialValue given) throws IOException {
        History history = read(source);
        if (given != null) {
            requireInitial(history, given);
        }
        return history;
    }

    private static History read(Source source) throws IOException {
        if (source.isPlainFile() && Files.isRegularFile(source.path())) {
            try (FileChannel channel = FileChannel.open(source.path(), StandardOpenOption.READ)) {
                return BinaryHistory.read(channel);
            }
        }
        return BinaryHistory.read(source.stream());
    }

    /** The columns have their versions resolved, so they always tell what keys are initially, and can't be told otherwise. */
    private static void requireInitial(History history, InitialValue given) throws BadHistoryException {
        String wanted = InitialValue.json(given.code(), given.scalars());
        String told = history.hasInitialVersions()
                ? InitialValue.json(history.initialCode(), history.scalars())
                : "without a value";
        if (!told.equals(wanted)) {
            throw BadHistoryException.of("in this file keys are " + told + " initially, and not " + wanted
                    + "; leave --initial out, or give it when you convert to this format");
        }
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
