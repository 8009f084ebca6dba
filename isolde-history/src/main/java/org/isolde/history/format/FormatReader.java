package org.isolde.history.format;

import java.io.IOException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;

/** Reads one format: says whether a source looks like it, and puts its transactions into a builder. */
interface FormatReader {
    /** Judged by the first bytes, or by the files of a folder; never throws on odd content. */
    boolean recognises(Source source) throws IOException;

    /** Whether a history of this format may be a folder. */
    default boolean readsFolders() {
        return false;
    }

    /** Reads everything; problems are {@link org.isolde.history.BadHistoryException}s with line or offset. */
    void read(Source source, HistoryBuilder builder) throws IOException;

    /** The whole history; a format that stores one ready made needs no builder. */
    default History read(Source source) throws IOException {
        HistoryBuilder builder = new HistoryBuilder();
        read(source, builder);
        return builder.build();
    }
}
