package org.isolde.history.format;

import java.io.IOException;
import org.isolde.history.History;

/** Reads one format: says whether a source looks like it, and reads it. */
interface FormatReader {
    /** Judged by the first bytes, or by the files of a folder; never throws on odd content. */
    boolean recognises(Source source) throws IOException;

    /** Whether a history of this format may be a folder. */
    default boolean readsFolders() {
        return false;
    }

    /** Reads everything; problems are {@link org.isolde.history.BadHistoryException}s with line or offset. */
    History read(Source source) throws IOException;
}
