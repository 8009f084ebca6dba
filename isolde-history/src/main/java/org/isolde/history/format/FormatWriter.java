package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.isolde.history.History;

/** Writes one format. */
interface FormatWriter {
    /** Why nothing at all of this history can be written, as a sentence with the cure; null if something can. */
    default String impossible(History history) {
        return null;
    }

    /**
     * What the format cannot hold of this history, each as a phrase such as "unknown outcomes"; empty if all fits. The
     * header's fields, which say where a history comes from, are no part of it and may be left out without a word.
     */
    List<String> losses(History history);

    /** Writes the history, without what {@link #losses} names; does not close the stream. */
    void write(History history, OutputStream out) throws IOException;
}
