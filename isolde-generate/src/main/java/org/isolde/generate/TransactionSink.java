package org.isolde.generate;

import java.io.IOException;
import org.isolde.history.Status;

/**
 * Where the generator's transactions go, one after the other, in the order of their ends.
 *
 * <p>The calls: {@link #begin}, times and timestamps if they are recorded, the operations, {@link #end}; and
 * {@link #finish} after the last. They fail only where a stream does.
 */
interface TransactionSink {
    /** What a transaction has whose number in its session goes without saying. */
    int UNNUMBERED = -1;

    /**
     * @param place its number in its session, or {@link #UNNUMBERED}
     */
    void begin(int session, int place, int id, Status status) throws IOException;

    /** @param end {@link Long#MAX_VALUE} if the client never learnt of it */
    void realTime(long begin, long end);

    void start(long timestamp);

    void commit(long timestamp);

    void operation(byte kind, int key, int value) throws IOException;

    /** The first elements of an array, which belongs to the caller. */
    void listRead(int key, long[] elements, int count) throws IOException;

    /** @param tick when it ended, whether the client learnt of it or not; more than that of the one before */
    void end(long tick) throws IOException;

    void finish() throws IOException;
}
