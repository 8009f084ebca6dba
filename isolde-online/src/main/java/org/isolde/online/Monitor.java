package org.isolde.online;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.TransactionReader;
import org.isolde.online.aion.Demand;
import org.isolde.online.aion.DiskMap;

/**
 * Checks a live stream of transactions.
 *
 * <pre>{@code
 * MonitorOptions options = MonitorOptions.of(Level.SI)
 *         .state(Path.of("state"))
 *         .onViolation(violation -> System.err.println(violation.sentence()));
 * try (Monitor monitor = Monitor.open(options)) {
 *     monitor.add(LiveTransaction.of("alice", 0).timestamps(10, 12).read("x", null).write("x", 1));
 *     monitor.add(LiveTransaction.of("bob", 0).timestamps(13, 13).read("x", 1));
 *     monitor.finish();
 *     System.out.println(monitor.status().conclusion());
 * }
 * }</pre>
 *
 * <p>Any thread may add. What {@link #add} has returned for is on disk, and stays taken whatever happens, if the options
 * name a folder for the state. A transaction is known by its session and its number there: one that comes again is dropped.
 */
public final class Monitor implements AutoCloseable {
    /** How many bytes a byte of lines becomes at most when it is parsed. */
    static final int MOST_PARSED = 12;

    private static final long LEAST_ENGINE_MEMORY = 4L << 20;

    /** More on its way makes nothing faster, and verdicts later. */
    private static final long MOST_ON_ITS_WAY = 16L << 20;

    /** How many blocks a file or stream is ahead of its check at most. */
    private static final int MOST_AHEAD = 8;

    /** How many blocks must have got through, while senders wait, before somebody who is silent has had the time to settle. */
    private static final int STEPS_TO_SETTLE = 100;

    private final MonitorOptions options;
    /** The memory of what is being parsed, before it is known how much that is. */
    private final Room parsing;

    private final Path folder;
    private final FileChannel lock;
    private final DiskMap disk;
    private final ViolationLog violations;
    private final Pump pump;
    private final Journal journal;
    private final FreeDisk freeDisk;
    private final Sequencer sequencer;
    private final Thread checking;
    private final RateMeter receivedRate = new RateMeter();
    private final long receivedBefore;
    private final long cut;
    private final List<String> repairs = new ArrayList<>();
    /** The initial value of all keys as JSON; null until the first block, unless it was given. */
    private volatile String initial;

    private volatile String source;
    private boolean closed;

    private Monitor(MonitorOptions options, Path folder) throws IOException {
        this.options = options;
        this.parsing = new Room(options.parseBytes());
        this.folder = folder;
        this.freeDisk = new FreeDisk(options.storage(), folder);
        Closing closing = new Closing();
        try {
            lock = closing.later(lock(folder));
            Storage storage = options.storage();
            storage.makeFolder(folder.resolve("state"));
            disk = closing.later(options.disk().open(folder.resolve("state"), options.diskMemory()));
            byte[] saved = disk.get(Checkpoint.KEY);
            Checkpoint from = saved == null ? Checkpoint.empty(options.rules()) : Checkpoint.read(saved);
            compare(from);
            initial = from.header().isEmpty() ? options.initial() : from.header();
            violations = closing.later(new ViolationLog(
                    storage,
                    folder.resolve("violations.jsonl"),
                    from.violations(),
                    from.violationBytes(),
                    options.repair()));
            pump = new Pump(options.engineFactory(), options, disk, violations, from, options.listener());
            Storage journals = options.state() == null ? new Nowhere() : storage;
            Path segments = folder.resolve("journal");
            if (options.repair()) {
                repairs.addAll(JournalRepair.run(journals, segments, from.position()));
            }
            JournalReader.Outcome read = replay(journals, segments, from);
            cut = read.cut();
            journal = closing.later(new Journal(journals, segments, read.end(), options.segmentBytes()));
        } catch (IOException | RuntimeException e) {
            closing.now(e);
            throw e;
        }
        pump.journal(journal);
        pump.publishNow();
        source = pump.at().source();
        receivedBefore = pump.counts().received() + pump.counts().duplicates();
        UptimeClock clock = new UptimeClock(
                pump.at().uptimeNanos(), options.settle().toNanos() / STEPS_TO_SETTLE, Sequencer.MOST_NANOS);
        long queue = Math.min(options.queueBytes(), MOST_ON_ITS_WAY);
        sequencer = new Sequencer(journal, clock, queue, pump.waits());
        checking = new Thread(() -> pump.run(sequencer, this::sample), "isolde-pump");
        checking.setDaemon(true);
        sequencer.start();
        checking.start();
    }

    /**
     * Opens a monitor, which goes on from its state if there is one. That reads what came since the state was saved last.
     *
     * @throws IOException if the state can't be had, is somebody else's, or was made by other options
     */
    public static Monitor open(MonitorOptions options) throws IOException {
        Path folder = options.state();
        if (folder != null) {
            prepare(options.storage(), folder);
            return new Monitor(options, folder);
        }
        Path temporary = Files.createTempDirectory("isolde-monitor-");
        try {
            return new Monitor(options, temporary);
        } catch (IOException | RuntimeException e) {
            delete(temporary);
            throw e;
        }
    }

    /** Makes the folder; if another monitor made it, that one may have been killed before the name was forced. */
    private static void prepare(Storage storage, Path folder) throws IOException {
        storage.makeFolder(folder);
        Path above = folder.toAbsolutePath().getParent();
        if (above != null && !storage.exists(folder.resolve("journal"))) {
            try {
                storage.forceNames(above);
            } catch (AccessDeniedException e) {
                // who may not look there has not made it: whoever starts the service has
                return;
            }
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // by this very process
        }
        channel.close();
        throw new IOException(folder + " is in use by another monitor; end that one, or name another folder");
    }

    private void compare(Checkpoint from) throws IOException {
        if (!from.rules().equals(options.rules())) {
            throw new IOException("the state in " + folder + " was made with " + from.rules() + ", and not with "
                    + options.rules() + "; use these options, or name another folder");
        }
        if (!from.header().isEmpty()
                && options.initial() != null
                && !options.initial().equals(from.header())) {
            throw new IOException("the state in " + folder + " was made with the initial value " + from.header()
                    + ", and not with " + options.initial() + "; leave --initial out, or name another folder");
        }
    }

    private JournalReader.Outcome replay(Storage storage, Path segments, Checkpoint from) throws IOException {
        StreamParser parser = new StreamParser();
        JournalReader reader = new JournalReader(storage, segments, (record, end) -> {
            TransactionBatch batch = null;
            if (record.kind() == JournalRecord.Kind.BLOCK) {
                batch = parser.parse(record.bytes(), record.length(), false, initial);
                initial = TransactionReader.initial(batch);
            }
            Block block = new Block(record.kind(), record.bytes(), record.length(), batch, record.sourceOffset(), 0);
            block.uptimeNanos = record.uptimeNanos();
            block.wallMillis = record.wallMillis();
            block.end = end;
            pump.take(block);
        });
        JournalReader.Outcome outcome = reader.read(from.position());
        violations.replayed();
        violations.flush();
        if (violations.repaired() != null) {
            repairs.add(violations.repaired());
        }
        return outcome;
    }

    /**
     * Takes lines of the native format; returns when they are on disk. A block with a bad line is refused as a whole.
     *
     * @return how many transactions these were
     * @throws org.isolde.history.BadHistoryException if a line is bad, with its number; the monitor goes on
     * @throws TooLargeException if its memory could never take them at once; the monitor goes on
     * @throws MonitorStoppedException if the monitor takes nothing any more
     */
    public int add(byte[] lines) throws IOException, InterruptedException {
        boolean ends = lines.length == 0 || lines[lines.length - 1] == '\n';
        byte[] padded = Arrays.copyOf(lines, lines.length + 1 + TransactionReader.PADDING);
        if (!ends) {
            padded[lines.length] = '\n';
        }
        return add(padded, ends ? lines.length : lines.length + 1, new StreamParser())
                .transactions();
    }

    /** Takes a transaction; returns when it is on disk. */
    public void add(LiveTransaction transaction) throws IOException, InterruptedException {
        add(transaction.line());
    }

    /**
     * A session will send nothing more, and need not be waited for; returns when that is on disk.
     *
     * @param session an integer or a text, as in its transactions
     */
    public void ended(Object session) throws IOException, InterruptedException {
        add(LiveTransaction.ended(session));
    }

    /** Takes padded lines of somebody who may send them again. */
    TransactionBatch add(byte[] padded, int length, StreamParser parser) throws IOException, InterruptedException {
        Block block = block(padded, length, parser, true, -1, System.nanoTime());
        sequencer.awaitDurable(block.number);
        return block.batch;
    }

    /** Where whoever waits is not silent. */
    UptimeClock.Door room() {
        return sequencer.room();
    }

    /** Takes padded lines of a file or stream, and returns as soon as they are soon to be checked; {@link #flush} waits. */
    TransactionBatch send(byte[] padded, int length, StreamParser parser, long sourceOffset)
            throws IOException, InterruptedException {
        // whoever sends a stream to a state that has one already may be sending it again
        boolean numbered = sourceOffset < 0 && receivedBefore > 0;
        Block block = block(padded, length, parser, numbered, sourceOffset, System.nanoTime());
        // what waits for longer is in memory for long enough to be taken for something that stays
        sequencer.awaitChecked(block.number - MOST_AHEAD);
        return block.batch;
    }

    private Block block(
            byte[] padded, int length, StreamParser parser, boolean numbered, long sourceOffset, long arrival)
            throws IOException, InterruptedException {
        String full = freeDisk.problem();
        if (full != null) {
            throw new MonitorStoppedException(full, null);
        }
        if (length > largestBlock()) {
            throw new TooLargeException(
                    1,
                    "lines of " + length + " bytes, and the monitor's memory is enough for " + largestBlock()
                            + " at once; give it more --memory, or send them in several parts");
        }
        long needed = (long) MOST_PARSED * length;
        // how long this takes is the monitor's own affair, and not silence of the sender
        UptimeClock.Door room = sequencer.room();
        room.waits();
        try {
            parsing.take(needed);
            try {
                return parsed(padded, length, parser, numbered, sourceOffset, arrival);
            } finally {
                // by now it counts among what is on its way
                parsing.giveBack(needed);
            }
        } finally {
            room.goesOn();
        }
    }

    private Block parsed(
            byte[] padded, int length, StreamParser parser, boolean numbered, long sourceOffset, long arrival)
            throws IOException, InterruptedException {
        String before = initial;
        if (before == null) {
            // the first block decides what keys are initially, so it goes alone
            synchronized (this) {
                before = initial;
                if (before == null) {
                    Block first =
                            block(padded, length, parser.parse(padded, length, numbered, null), sourceOffset, arrival);
                    sequencer.submit(first);
                    initial = TransactionReader.initial(first.batch);
                    return first;
                }
            }
        }
        Block block = block(padded, length, parser.parse(padded, length, numbered, before), sourceOffset, arrival);
        sequencer.submit(block);
        return block;
    }

    /** A block that the engine's memory is enough for. */
    private Block block(byte[] padded, int length, TransactionBatch batch, long sourceOffset, long arrival)
            throws TooLargeException {
        Demand demand = pump.demand(batch);
        long most = engineMemory() / 10 * 9;
        if (demand.largest() > most) {
            throw new TooLargeException(
                    demand.line(),
                    "a transaction that needs " + mebibytes(demand.largest())
                            + " of memory, and the monitor's state has " + mebibytes(most)
                            + "; give the monitor more --memory");
        }
        return new Block(JournalRecord.Kind.BLOCK, padded, length, batch, sourceOffset, arrival);
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }

    /** How much memory the engine may count on, however little it is told to take. */
    private long engineMemory() {
        return Math.max(LEAST_ENGINE_MEMORY, options.engine().memory());
    }

    /** How many bytes of lines are taken at once at most. */
    long largestBlock() {
        return parsing.bytes() / MOST_PARSED;
    }

    /** Waits until all that was taken is on disk. */
    public void flush() throws IOException, InterruptedException {
        sequencer.awaitDurable(sequencer.last());
    }

    /** Waits until all that was taken has been looked at. */
    public void awaitChecked() throws IOException, InterruptedException {
        sequencer.awaitChecked(sequencer.last());
    }

    /** The stream has ended: all verdicts become final. Returns when they are. */
    public MonitorStatus finish() throws IOException, InterruptedException {
        Block end = Block.plain(JournalRecord.Kind.FINISH);
        sequencer.submit(end);
        sequencer.awaitChecked(end.number);
        return status();
    }

    /** From here on, offsets are of this file; returns where it goes on, which is 0 if it is another than before. */
    synchronized long follow(String name) throws IOException, InterruptedException {
        if (name.equals(source)) {
            return pump.at().sourceOffset();
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        Block block = new Block(JournalRecord.Kind.SOURCE, bytes, bytes.length, null, -1, System.nanoTime());
        sequencer.submit(block);
        source = name;
        return 0;
    }

    private void sample() {
        receivedRate.at(System.nanoTime(), receivedBefore + sequencer.state().received());
    }

    public MonitorStatus status() {
        Sequencer.State state = sequencer.state();
        var counts = pump.counts();
        long received = receivedBefore + state.received();
        boolean waiting = state.oldestNanos() != Long.MAX_VALUE;
        Latencies.Figures latency = pump.latencies();
        MonitorStoppedException failure = sequencer.failure();
        return new MonitorStatus(
                counts,
                received,
                Math.max(0, received - counts.received() - counts.duplicates()),
                waiting ? Math.max(0, (System.nanoTime() - state.oldestNanos()) / 1e9) : 0,
                receivedRate.perSecond(),
                pump.checkedPerSecond(),
                state.queueBytes(),
                state.journalBytes(),
                pump.saves(),
                pump.saveMillis() / 1e3,
                new MonitorStatus.Latency(
                        latency.median(),
                        latency.p95(),
                        latency.p99(),
                        latency.most(),
                        latency.count(),
                        latency.seconds()),
                failure == null ? freeDisk.problem() : failure.getMessage());
    }

    /**
     * @throws MonitorStoppedException if nothing is taken any more
     */
    public void checkRunning() throws MonitorStoppedException {
        MonitorStoppedException failure = sequencer.failure();
        if (failure != null) {
            throw new MonitorStoppedException(failure.getMessage(), failure);
        }
    }

    /** Waits until nothing is taken any more, or the time is over; says whether that is so. */
    public boolean awaitStopped(long millis) throws InterruptedException {
        return sequencer.awaitStopped(millis);
    }

    public MonitorOptions options() {
        return options;
    }

    /** Bytes at the end of the journal that were no whole record when it was opened; nobody had been promised them. */
    public long cutBytes() {
        return cut;
    }

    /** What had to be done to go on with a damaged state, in sentences; none without {@link MonitorOptions#repair}. */
    public List<String> repairs() {
        return List.copyOf(repairs);
    }

    /** All violations so far. */
    ViolationLog violations() {
        return violations;
    }

    /** Takes nothing more, saves the state, and ends; verdicts that are open stay so. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        Closing closing = new Closing();
        closing.later(lock);
        closing.later(disk);
        closing.later(violations);
        closing.later(journal);
        try {
            sequencer.close();
            checking.join();
            if (sequencer.failure() == null && options.state() != null) {
                pump.save();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closing.now(null);
            if (options.state() == null) {
                delete(folder);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
