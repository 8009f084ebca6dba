package org.isolde.online;

import java.io.IOException;
import org.isolde.history.TransactionBatch;
import org.isolde.online.aion.Aion;
import org.isolde.online.aion.AionCounts;
import org.isolde.online.aion.AionOptions;
import org.isolde.online.aion.DiskMap;
import org.isolde.online.aion.LiveFinding;

/** What the monitor needs of {@link Aion}, so that tests can have an engine that is slow, full or broken. */
interface Engine {
    void accept(TransactionBatch batch, int transaction, long uptimeNanos) throws IOException;

    void advance(long uptimeNanos) throws IOException;

    void stalled(long uptimeNanos);

    void finish() throws IOException;

    boolean wantsSaving();

    boolean isFull();

    void save(DiskMap.Changes changes) throws IOException;

    void saved() throws IOException;

    AionCounts counts();

    /** Makes engines. */
    @FunctionalInterface
    interface Factory {
        Engine create(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException;
    }

    /** The real one. */
    static Engine aion(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException {
        Aion aion = new Aion(options, disk, listener);
        return new Engine() {
            @Override
            public void accept(TransactionBatch batch, int transaction, long uptimeNanos) throws IOException {
                aion.accept(batch, transaction, uptimeNanos);
            }

            @Override
            public void advance(long uptimeNanos) throws IOException {
                aion.advance(uptimeNanos);
            }

            @Override
            public void stalled(long uptimeNanos) {
                aion.stalled(uptimeNanos);
            }

            @Override
            public void finish() throws IOException {
                aion.finish();
            }

            @Override
            public boolean wantsSaving() {
                return aion.wantsSaving();
            }

            @Override
            public boolean isFull() {
                return aion.isFull();
            }

            @Override
            public void save(DiskMap.Changes changes) throws IOException {
                aion.save(changes);
            }

            @Override
            public void saved() throws IOException {
                aion.saved();
            }

            @Override
            public AionCounts counts() {
                return aion.counts();
            }
        };
    }
}
