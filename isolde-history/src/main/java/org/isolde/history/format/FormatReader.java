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

    /**
     * Reads everything; problems are {@link org.isolde.history.BadHistoryException}s with line or offset.
     *
     * @param given what keys are initially where the source does not tell that, else it must be the same; null if nothing is said
     */
    History read(Source source, InitialValue given) throws IOException;
}
