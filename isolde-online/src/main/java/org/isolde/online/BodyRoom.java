package org.isolde.online;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import org.isolde.history.format.TransactionReader;

/**
 * The memory of bodies that are being read. A body takes room as its bytes arrive, so one that is announced and does not come
 * takes none from others.
 *
 * <p>Invariant: all bodies together take no more than the limit, but for one of them, which may always go on to its end: so
 * they can't all wait for each other.
 */
final class BodyRoom {
    private static final int LEAST = 1 << 14;

    private final long limit;
    private long taken;
    /** The one that may go beyond the limit; null if none has to. */
    private Body beyond;

    BodyRoom(long limit) {
        this.limit = limit;
    }

    /** How much is taken. */
    synchronized long taken() {
        return taken;
    }

    /** A body that is being read, and keeps its room until it is closed. */
    final class Body implements AutoCloseable {
        private final int largest;
        private byte[] bytes = {};
        private int length;
        private long mine;

        /**
         * @param largest how many bytes it may have
         */
        Body(int largest) {
            this.largest = largest;
        }

        /**
         * Reads to the end.
         *
         * @return whether it was no larger than it may be
         */
        boolean read(InputStream in) throws IOException {
            while (true) {
                if (length == bytes.length - TransactionReader.PADDING - 1 || bytes.length == 0) {
                    grow();
                }
                // one more than it may have, to see whether it does
                int most = Math.min(bytes.length - TransactionReader.PADDING - 1, largest + 1) - length;
                int read = in.read(bytes, length, most);
                if (read < 0) {
                    return true;
                }
                length += read;
                if (length > largest) {
                    return false;
                }
            }
        }

        private void grow() throws IOException {
            int old = bytes.length;
            int wider = Math.min(Math.max(LEAST, 2 * old), largest + 2 + TransactionReader.PADDING);
            take(this, wider);
            bytes = Arrays.copyOf(bytes, wider);
            giveBack(this, old);
        }

        /** The lines, followed by padding; the last of them ends. */
        byte[] bytes() {
            if (length > 0 && bytes[length - 1] != '\n') {
                bytes[length++] = '\n';
            }
            return bytes;
        }

        /** How many bytes the lines are, once they end. */
        int length() {
            return length;
        }

        @Override
        public void close() {
            giveBack(this, mine);
        }
    }

    private synchronized void take(Body body, long more) throws InterruptedIOException {
        try {
            while (taken + more > limit && beyond != null && beyond != body) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the monitor is ending");
        }
        if (taken + more > limit) {
            beyond = body;
        }
        taken += more;
        body.mine += more;
    }

    private synchronized void giveBack(Body body, long bytes) {
        taken -= bytes;
        body.mine -= bytes;
        if (beyond == body && body.mine == 0) {
            beyond = null;
        }
        notifyAll();
    }
}
