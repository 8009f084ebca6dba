package org.isolde.online.aion;

import java.io.IOException;
import org.isolde.history.TransactionBatch;

/** The engine. One thread at a time. */
public final class Aion {
    public Aion(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException {}

    /** Takes a transaction of a batch, which arrived at a time of the monitor's clock that never goes back. */
    public void accept(TransactionBatch batch, int transaction, long uptimeNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Moves the clock on: verdicts whose time has come become final. */
    public void advance(long uptimeNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The stream has ended: all verdicts become final. */
    public void finish() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Whether the state should be saved soon, because memory runs short. */
    public boolean wantsSaving() {
        throw new UnsupportedOperationException();
    }

    /** Whether verdicts must settle before more can be taken: saving would not help. */
    public boolean isFull() {
        throw new UnsupportedOperationException();
    }

    /**
     * Puts the whole state among the changes, and old versions with them; once the changes are written, an engine made on
     * the disk goes on from here. All keys begin with a byte from 'a' to 'z'.
     */
    public void save(DiskMap.Changes changes) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The changes of the last {@link #save} have been written: what is on disk may leave memory. */
    public void saved() {
        throw new UnsupportedOperationException();
    }

    public AionCounts counts() {
        throw new UnsupportedOperationException();
    }
}
