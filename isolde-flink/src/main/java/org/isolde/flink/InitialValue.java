package org.isolde.flink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isolde.history.Scalars;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionReader;

/** The value that every key has before anybody writes it. */
final class InitialValue {
    private InitialValue() {}

    /** The code of a value that is given as JSON. */
    static long code(String json, Scalars scalars) throws IOException {
        byte[] nothing = Arrays.copyOf("\n".getBytes(StandardCharsets.US_ASCII), 1 + TransactionReader.PADDING);
        TransactionBatch batch = new TransactionReader().parse(nothing, 1, json);
        return scalars.adopt(batch.initialCode(), batch.scalars());
    }
}
