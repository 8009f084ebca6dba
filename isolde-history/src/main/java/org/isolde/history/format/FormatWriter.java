package org.isolde.history.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.isolde.history.History;

/** Writes one format. */
interface FormatWriter {
    /** What the format cannot hold of this history, each as a phrase such as "unknown outcomes"; empty if all fits. */
    List<String> losses(History history);

    /** Writes the history, without what {@link #losses} names; does not close the stream. */
    void write(History history, OutputStream out) throws IOException;
}
