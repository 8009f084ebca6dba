package org.isolde.history.format;

import java.io.IOException;
import org.isolde.history.HistoryBuilder;

/** Reads one format: says whether a source looks like it, and puts its transactions into a builder. */
interface FormatReader {
    /** Judged by the first bytes, or by the files of a folder; never throws on odd content. */
    boolean recognises(Source source) throws IOException;

    /** Reads everything; problems are {@link org.isolde.history.BadHistoryException}s with line or offset. */
    void read(Source source, HistoryBuilder builder) throws IOException;
}
