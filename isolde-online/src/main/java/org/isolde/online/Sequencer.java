package org.isolde.online;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one place where blocks get their order and their time. From here they go to the journal, several at once, and when
 * they are on disk to the pump.
 *
 * <p>Invariants: the order of stamps, of the journal, and of checking is the same. What is checked is on disk, and so is
 * what {@link #awaitDurable} returned for. What is between its sender and the end of its check takes no more memory than it
 * may: whoever has more waits, and nothing is dropped. A block that is large
 * by itself waits for other large ones only, and others don't wait for it.
 * Those who came first go first.
 */
final class Sequencer {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** What the clock counts at most between two looks at it, of which there is one a tick. */
    static final long MOST_NANOS = TICK_NANOS / 4 * 5;
    /** How often the clock is written down while nothing comes and nothing waits for it. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long GROUP_BYTES = 4L << 20;

    private final Journal journal;
    private final UptimeClock clock;
    private final long limit;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition space = lock.newCondition();
    private final Condition work = lock.newCondition();
    private final Condition durable = lock.newCondition();
    private final Condition checkable = lock.newCondition();
    private final Condition checked = lock.newCondition();
    private final ArrayDeque<Block> toJournal = new ArrayDeque<>();
    private final ArrayDeque<Block> toCheck = new ArrayDeque<>();
    /** Bytes of lines on their way; memory that they take, of those that are not large; whether there is a large one. */
    private long inFlight;

    private long inFlightMemory;
    private boolean largeInFlight;
    /** What waits for room, in the order in which it came: large ones, and others. */
    private final ArrayDeque<Block> largeLine = new ArrayDeque<>();

    private final ArrayDeque<Block> line = new ArrayDeque<>();

    private long numbers;
    private long durableNumber;
    private long checkedNumber;
    private boolean closing;
    private boolean journalEnded;
    private boolean ticking;
    private long received;
    private long journalBytes;
    private long oldest = Long.MAX_VALUE;
    private MonitorStoppedException failure;

    private final Thread thread = new Thread(this::run, "isolde-journal");

    /**
     * @param limit how much memory what is on its way may take
     * @param waits whether verdicts wait for time to go by
     */
    Sequencer(Journal journal, UptimeClock clock, long limit, boolean waits) {
        this.journal = journal;
        this.clock = clock;
        this.limit = limit;
        this.ticking = waits;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Where senders wait for room, and until their lines are parsed. */
    UptimeClock.Door room() {
        return clock.room();
    }

    /**
     * Takes a block, as soon as there is room for it.
     *
     * @throws MonitorStoppedException if nothing is taken any more
     */
    void submit(Block block) throws MonitorStoppedException, InterruptedException {
        lock.lockInterruptibly();
        try {
            if (block.length > 0) {
                awaitRoom(block);
            }
            refuseIfStopped();
            stamp(block);
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    private boolean isLarge(Block block) {
        return block.memory > limit / 2;
    }

    /** Counts a block among those on their way, or no more. */
    private void count(Block block, int sign) {
        inFlight += sign * block.length;
        if (isLarge(block)) {
            largeInFlight = sign > 0;
        } else {
            inFlightMemory += sign * block.memory;
        }
    }

    private boolean isCrowded(Block block) {
        return isLarge(block) ? largeInFlight : inFlightMemory > 0 && inFlightMemory + block.memory > limit;
    }

    private void awaitRoom(Block block) throws InterruptedException {
        ArrayDeque<Block> mine = isLarge(block) ? largeLine : line;
        mine.add(block);
        try {
            while (failure == null && !closing && (mine.peek() != block || isCrowded(block))) {
                clock.room().waits();
                try {
                    space.await();
                } finally {
                    clock.room().goesOn();
                }
            }
        } finally {
            mine.remove(block);
            if (!line.isEmpty() || !largeLine.isEmpty()) {
                space.signalAll();
            }
        }
    }

    private void stamp(Block block) {
        block.number = ++numbers;
        block.uptimeNanos = clock.next();
        block.wallMillis = System.currentTimeMillis();
        count(block, 1);
        toJournal.add(block);
    }

    private void refuseIfStopped() throws MonitorStoppedException {
        if (failure != null) {
            throw new MonitorStoppedException(failure.getMessage(), failure);
        }
        if (closing) {
            throw new MonitorStoppedException("the monitor is ending; send this again when it is back", null);
        }
    }

    /** Waits until a block, and all before it, are on disk. */
    void awaitDurable(long number) throws MonitorStoppedException, InterruptedException {
        clock.disk().waits();
        try {
            await(durable, number, () -> durableNumber);
        } finally {
            clock.disk().goesOn();
        }
    }

    /** Waits until a block, and all before it, have been checked. */
    void awaitChecked(long number) throws MonitorStoppedException, InterruptedException {
        await(checked, number, () -> checkedNumber);
    }

    private void await(Condition condition, long number, java.util.function.LongSupplier reached)
            throws MonitorStoppedException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (reached.getAsLong() < number) {
                if (failure != null) {
                    throw new MonitorStoppedException(failure.getMessage(), failure);
                }
                condition.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The number of the last block that was taken. */
    long last() {
        lock.lock();
        try {
            return numbers;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            for (List<Block> group = nextGroup(); group != null; group = nextGroup()) {
                for (Block block : group) {
                    block.end = journal.append(block.takeRecord());
                }
                journal.force();
                handOver(group);
            }
        } catch (IOException e) {
            fail("the journal can't be written: " + message(e) + "; make room, or mend the disk, and start again", e);
        } catch (InterruptedException e) {
            fail("the monitor was interrupted", e);
        } catch (RuntimeException | Error e) {
            fail("internal error, which is a bug in Isolde: " + e, e);
        } finally {
            ended();
        }
    }

    private void ended() {
        lock.lock();
        try {
            journalEnded = true;
            checkable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    static String message(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** What to write next, all at once; a tick if there is nothing and time matters; null at the end. */
    private List<Block> nextGroup() throws InterruptedException {
        lock.lock();
        try {
            long idleSince = System.nanoTime();
            while (toJournal.isEmpty()) {
                if (closing || failure != null) {
                    return null;
                }
                work.awaitNanos(TICK_NANOS);
                clock.runs();
                long idle = System.nanoTime() - idleSince;
                boolean stopped = !line.isEmpty() || !largeLine.isEmpty();
                if (toJournal.isEmpty() && failure == null && !stopped && idle >= (ticking ? TICK_NANOS : IDLE_NANOS)) {
                    stamp(Block.plain(JournalRecord.Kind.TICK));
                }
            }
            List<Block> group = new ArrayList<>();
            long bytes = 0;
            while (!toJournal.isEmpty() && bytes < GROUP_BYTES) {
                Block block = toJournal.poll();
                bytes += block.length;
                group.add(block);
            }
            return group;
        } finally {
            lock.unlock();
        }
    }

    private void handOver(List<Block> group) {
        lock.lock();
        try {
            for (Block block : group) {
                durableNumber = block.number;
                received += block.transactions();
                journalBytes += Journal.RECORD_HEADER + (long) block.length;
                toCheck.add(block);
            }
            clock.disk().passed();
            durable.signalAll();
            checkable.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next block to check; null if none has come in this time.
     *
     * @see #isDrained
     */
    Block nextToCheck(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (toCheck.isEmpty() && !journalEnded && left > 0) {
                left = checkable.awaitNanos(left);
            }
            Block block = toCheck.poll();
            oldest = block == null ? Long.MAX_VALUE : block.arrivalNanos;
            return block;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing will ever come to be checked. */
    boolean isDrained() {
        lock.lock();
        try {
            return journalEnded && toCheck.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A block has been checked.
     *
     * @param waits whether verdicts wait for time to go by
     */
    void checked(Block block, boolean waits) {
        lock.lock();
        try {
            count(block, -1);
            checkedNumber = block.number;
            oldest = Long.MAX_VALUE;
            ticking = waits;
            if (block.length > 0) {
                clock.room().passed();
            }
            space.signalAll();
            checked.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more, because of this. The first reason stays. */
    void fail(String reason, Throwable cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = new MonitorStoppedException(reason, cause);
            }
            for (Condition condition : List.of(space, work, durable, checkable, checked)) {
                condition.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Why nothing is taken any more; null while all is well. */
    MonitorStoppedException failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing is taken any more, or the time is over; says whether that is so. */
    boolean awaitStopped(long millis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (failure == null && !closing && left > 0) {
                left = checked.awaitNanos(left);
            }
            return failure != null || closing;
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more; what was taken still goes its way. */
    void close() throws InterruptedException {
        lock.lock();
        try {
            closing = true;
            space.signalAll();
            checked.signalAll();
            work.signalAll();
        } finally {
            lock.unlock();
        }
        if (thread.isAlive()) {
            thread.join();
        }
    }

    /**
     * How it stands.
     *
     * @param received transactions on disk since the start
     * @param queueBytes bytes of lines between senders and the end of their check
     * @param journalBytes bytes written since the start
     * @param oldestNanos since when the oldest block waits, of {@code System.nanoTime}; {@code Long.MAX_VALUE} if none
     */
    record State(long received, long queueBytes, long journalBytes, long oldestNanos) {}

    State state() {
        lock.lock();
        try {
            long first = oldest;
            if (first == Long.MAX_VALUE && !toCheck.isEmpty()) {
                first = toCheck.peek().arrivalNanos;
            }
            if (first == Long.MAX_VALUE && !toJournal.isEmpty()) {
                first = toJournal.peek().arrivalNanos;
            }
            return new State(received, inFlight, journalBytes, first);
        } finally {
            lock.unlock();
        }
    }
}
