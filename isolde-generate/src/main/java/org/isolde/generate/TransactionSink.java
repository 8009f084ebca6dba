package org.isolde.generate;

import java.io.IOException;
import org.isolde.history.Status;

/**
 * Where the generator's transactions go, one after the other, in the order of their ends.
 *
 * <p>The calls: {@link #begin}, times, timestamps and an order if they are recorded, the operations, {@link #end};
 * after the last of them {@link #versions}, and {@link #finish}. They fail only where a stream does.
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

    /** The place in an expected serial order. */
    void order(long place);

    void operation(byte kind, int key, int value) throws IOException;

    /** The first elements of an array, which belongs to the caller. */
    void listRead(int key, long[] elements, int count) throws IOException;

    /** @param tick when it ended, whether the client learnt of it or not; more than that of the one before */
    void end(long tick) throws IOException;

    /** Behind the last transaction: the versions of a key in the order in which they followed each other. The array goes to the sink. */
    void versions(long key, long[] values) throws IOException;

    void finish() throws IOException;
}
