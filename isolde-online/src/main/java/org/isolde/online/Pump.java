package org.isolde.online;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionReader;
import org.isolde.online.aion.AionCounts;
import org.isolde.online.aion.Demand;
import org.isolde.online.aion.DiskMap;
import org.isolde.online.aion.Engine;
import org.isolde.online.aion.LiveFinding;

/**
 * Pumps blocks from the journal into the engine, in order: writes down what it finds, and saves its state now and then. It
 * judges nothing itself.
 *
 * <p>Invariant: the saved state is the engine's after all records before {@code position}, and the transactions of the next
 * one that are said to be {@code within}, with the violations that were found up to there; so reading the journal from that
 * position on leads to where the monitor was. One thread at a time:
 * whoever opens the monitor, while it reads the journal, and then the pump's own.
 */
final class Pump {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PUBLISH_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Engine engine;
    private final DiskMap disk;
    private final ViolationLog violations;
    private final long saveNanos;
    private final long saveBytes;
    private final Consumer<Violation> listener;
    private final Latencies latencies = new Latencies();
    private final RateMeter rate = new RateMeter();

    private Checkpoint at;
    private Journal journal;
    private long unsavedBytes;
    private boolean unsaved;
    private long savedNanos = System.nanoTime();
    private long publishedNanos;
    private long wallMillis;
    private volatile AionCounts counts;
    private final AtomicLong saves = new AtomicLong();
    private final AtomicLong saveMillis = new AtomicLong();

    /**
     * @param from how far the state on disk is
     * @param listener is told of each violation that is new
     */
    Pump(
            Engine.Factory factory,
            MonitorOptions options,
            DiskMap disk,
            ViolationLog violations,
            Checkpoint from,
            Consumer<Violation> listener)
            throws IOException {
        this.disk = disk;
        this.violations = violations;
        this.at = from;
        this.saveNanos = options.saveEvery().toNanos();
        this.saveBytes = options.saveBytes();
        this.listener = listener;
        this.engine = factory.create(options.engine(), disk, this::found);
        this.counts = engine.counts();
    }

    private void found(LiveFinding finding) {
        Violation violation = new Violation(violations.next(), finding, wallMillis);
        try {
            if (violations.add(violation.json())) {
                listener.accept(violation);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes a block that is on disk. */
    void take(Block block) throws IOException {
        try {
            wallMillis = block.wallMillis;
            switch (block.kind) {
                case BLOCK -> {
                    engine.advance(block.uptimeNanos);
                    takeAll(block);
                    // what all have passed by now is final at once
                    engine.advance(block.uptimeNanos);
                }
                case TICK -> engine.advance(block.uptimeNanos);
                case FINISH -> {
                    engine.advance(block.uptimeNanos);
                    engine.finish();
                }
                case SOURCE -> {}
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        at = after(block);
        unsaved = true;
        unsavedBytes += Journal.RECORD_HEADER + (long) block.length;
        if (unsavedBytes >= saveBytes) {
            save();
        }
    }

    /** Takes the lines of a block, from where the state is; where memory would not do for the next transaction, it is saved before. */
    private void takeAll(Block block) throws IOException {
        TransactionBatch batch = block.batch;
        engine.announced(batch.announcedSessions());
        // no two records have the same time; if that one was lost with a damaged journal, this is another
        int first = at.uptimeNanos() == block.uptimeNanos ? at.within() : 0;
        int ended = 0;
        while (ended < batch.ended() && batch.endedBefore(ended) < first) {
            ended++;
        }
        for (int t = first; t <= batch.transactions(); t++) {
            if (t < batch.transactions() && engine.wantsSavingBefore(batch, t)) {
                at = within(block, t);
                unsaved = true;
                save();
            }
            for (; ended < batch.ended() && batch.endedBefore(ended) == t; ended++) {
                engine.ended(batch, ended, block.uptimeNanos);
            }
            if (t < batch.transactions()) {
                engine.accept(batch, t, block.uptimeNanos);
            }
        }
    }

    private Checkpoint within(Block block, int transactions) {
        return new Checkpoint(
                at.rules(),
                at.position(),
                block.uptimeNanos,
                violations.lines(),
                violations.bytes(),
                at.source(),
                at.sourceOffset(),
                transactions,
                TransactionReader.initial(block.batch));
    }

    /** Whether there is something that time going by settles. */
    boolean waits() {
        return engine.waits();
    }

    private Checkpoint after(Block block) {
        boolean source = block.kind == JournalRecord.Kind.SOURCE;
        boolean followed = block.sourceOffset >= 0;
        return new Checkpoint(
                at.rules(),
                block.end,
                block.uptimeNanos,
                violations.lines(),
                violations.bytes(),
                source ? block.source() : at.source(),
                source ? 0 : followed ? block.sourceOffset : at.sourceOffset(),
                0,
                block.batch == null ? at.header() : TransactionReader.initial(block.batch));
    }

    /** How much of the engine's memory a batch needs. Any thread may ask. */
    Demand demand(TransactionBatch batch) {
        return engine.demand(batch);
    }

    /** How far it is. */
    Checkpoint at() {
        return at;
    }

    /** From now on, saving removes what the journal need not keep. */
    void journal(Journal newJournal) {
        journal = newJournal;
    }

    /** Saves all there is to save. */
    void save() throws IOException {
        if (!unsaved) {
            return;
        }
        long start = System.nanoTime();
        violations.force();
        DiskMap.Changes changes = disk.changes();
        try {
            engine.save(changes);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        changes.put(Checkpoint.KEY, at.bytes());
        disk.write(changes);
        engine.saved();
        if (journal != null) {
            journal.removeBefore(at.position().segment());
        }
        unsaved = false;
        unsavedBytes = 0;
        savedNanos = System.nanoTime();
        saves.incrementAndGet();
        saveMillis.addAndGet((savedNanos - start) / 1_000_000);
    }

    /**
     * Checks what comes, until nothing will come any more.
     *
     * @param sampler is run several times a second
     */
    void run(Sequencer sequencer, Runnable sampler) {
        try {
            while (!sequencer.isDrained()) {
                Block block = sequencer.nextToCheck(POLL_NANOS);
                if (block != null) {
                    take(block);
                    violations.flush();
                    if (block.transactions() > 0) {
                        latencies.add(System.nanoTime() - block.arrivalNanos, block.transactions());
                    }
                }
                if (unsaved && System.nanoTime() - savedNanos >= saveNanos) {
                    save();
                }
                publish(block == null || block.kind == JournalRecord.Kind.FINISH, sampler);
                if (block != null) {
                    sequencer.checked(block, engine.waits());
                }
            }
            publishNow();
        } catch (IOException e) {
            sequencer.fail("checking has stopped: " + Sequencer.message(e), e);
        } catch (InterruptedException e) {
            sequencer.fail("checking was interrupted", e);
        } catch (OutOfMemoryError e) {
            sequencer.fail("checking has stopped: not enough memory; give more by --memory, or settle sooner", e);
        } catch (RuntimeException | Error e) {
            sequencer.fail("checking has stopped: internal error, which is a bug in Isolde: " + e, e);
        }
    }

    private void publish(boolean anyway, Runnable sampler) {
        long now = System.nanoTime();
        if (anyway || now - publishedNanos >= PUBLISH_NANOS) {
            publishNow();
            sampler.run();
            publishedNanos = now;
        }
    }

    /** Tells the counts as they are now. */
    void publishNow() {
        AionCounts now = engine.counts();
        counts = now;
        rate.at(System.nanoTime(), now.checked());
    }

    AionCounts counts() {
        return counts;
    }

    double checkedPerSecond() {
        return rate.perSecond();
    }

    Latencies.Figures latencies() {
        return latencies.figures();
    }

    long saves() {
        return saves.get();
    }

    long saveMillis() {
        return saveMillis.get();
    }
}
