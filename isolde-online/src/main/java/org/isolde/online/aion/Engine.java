package org.isolde.online.aion;

import java.io.IOException;
import org.isolde.history.TransactionBatch;

/** What the monitor asks of {@link Aion}; its own tests have an engine that is slow or broken instead. */
public interface Engine {
    /** Takes a transaction of a batch, which arrived at a time of the monitor's clock that never goes back. */
    void accept(TransactionBatch source, int t, long uptimeNanos) throws IOException;

    /** A header says how many sessions there are at a time; 0 if it does not. */
    void announced(long sessionsAtATime);

    /** Takes a line of a batch that says that a session has ended. */
    void ended(TransactionBatch source, int number, long uptimeNanos) throws IOException;

    /** Moves the clock on: verdicts whose time has come become final. */
    void advance(long uptimeNanos) throws IOException;

    /** The stream has ended: all verdicts become final. */
    void finish() throws IOException;

    /** Whether there is something that time going by settles. */
    boolean waits();

    /** Makes room for a transaction; says whether the state must be saved before it is taken, because else memory would not do. */
    boolean wantsSavingBefore(TransactionBatch source, int t) throws IOException;

    /** How much memory a batch needs. Any thread may ask. */
    Demand demand(TransactionBatch batch);

    /**
     * Puts the whole state among the changes, and old versions with them; once the changes are written, an engine made on
     * the disk goes on from here. All keys begin with a byte from 'a' to 'z'.
     */
    void save(DiskMap.Changes changes) throws IOException;

    /** The changes of the last {@link #save} have been written: what is on disk may leave memory. */
    void saved() throws IOException;

    AionCounts counts();

    /** Makes engines. */
    @FunctionalInterface
    interface Factory {
        Engine create(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException;
    }
}
