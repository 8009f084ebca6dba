package org.isolde.history.format;

import java.io.IOException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;

/** Reads a format transaction by transaction into a builder: all but the one that stores ready columns. */
interface BuildingReader extends FormatReader {
    /** Puts everything into the builder. */
    void read(Source source, HistoryBuilder builder) throws IOException;

    @Override
    default History read(Source source, InitialValue given) throws IOException {
        HistoryBuilder builder = builder(source, given);
        read(source, builder);
        return builder.build();
    }

    /** The builder of a source's history. */
    static HistoryBuilder builder(Source source, InitialValue given) {
        HistoryBuilder builder = new HistoryBuilder(source.threads());
        return given == null ? builder : builder.givenInitialValue(given.code(), given.scalars());
    }
}
