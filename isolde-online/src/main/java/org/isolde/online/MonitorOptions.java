package org.isolde.online;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.isolde.history.Level;
import org.isolde.online.aion.Aion;
import org.isolde.online.aion.AionOptions;
import org.isolde.online.aion.Engine;

/** How a stream is monitored. Each setter returns the options themselves. */
public final class MonitorOptions {
    private static final long MEBIBYTE = 1L << 20;
    private static final long LEAST_PARSE_BYTES = 16 * MEBIBYTE;
    private static final long LEAST_BODY_BYTES = MEBIBYTE;

    private final Level level;
    private boolean sessionOrder = true;
    private Duration settle = Duration.ofSeconds(5);
    private Duration retain = Duration.ofHours(1);
    private long memory = 256 * MEBIBYTE;
    private long diskMemory = 64 * MEBIBYTE;
    private long queueBytes = 16 * MEBIBYTE;
    private Path state;
    private DiskOpener disk = MonitorOptions::rocks;
    private String initial;
    private Duration saveEvery = Duration.ofSeconds(30);
    private long saveBytes = 512 * MEBIBYTE;
    private long segmentBytes = 64 * MEBIBYTE;
    private Consumer<Violation> listener = violation -> {};
    private Storage storage = new DiskStorage();
    private boolean repair;
    private Engine.Factory engine = Aion::new;

    private MonitorOptions(Level level) {
        this.level = level;
    }

    /**
     * @param level {@link Level#SI} or {@link Level#SER}
     */
    public static MonitorOptions of(Level level) {
        if (level != Level.SI && level != Level.SER) {
            throw new IllegalArgumentException("a stream is checked for si or ser, not for " + level.text());
        }
        return new MonitorOptions(level);
    }

    /** Whether session order counts; it does unless said otherwise. */
    public MonitorOptions sessionOrder(boolean counts) {
        sessionOrder = counts;
        return this;
    }

    /** How long a verdict on a read stays open for transactions that come late, while the monitor is up; 5 s. */
    public MonitorOptions settle(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a time to settle that is negative");
        }
        settle = time;
        return this;
    }

    /** How long old versions stay on disk for transactions that come even later; an hour. */
    public MonitorOptions retain(Duration time) {
        retain = time;
        return this;
    }

    /**
     * How many bytes of the heap the state may take; the rest goes to disk. Half as many again are needed for what comes in.
     * 256 MiB.
     */
    public MonitorOptions memory(long bytes) {
        memory = bytes;
        return this;
    }

    /** About how many bytes outside of the heap the disk map may take for itself; 64 MiB. */
    public MonitorOptions diskMemory(long bytes) {
        diskMemory = bytes;
        return this;
    }

    /** How many bytes of the heap what is on its way may take; whoever sends more waits. 16 MiB, and no more than that. */
    public MonitorOptions queueBytes(long bytes) {
        queueBytes = bytes;
        return this;
    }

    /** Where everything is kept, so that a monitor that ended, however it did, can go on; without it nothing is kept. */
    public MonitorOptions state(Path folder) {
        state = folder;
        return this;
    }

    /** What keeps the state on disk; RocksDB, whose jar must then be on the class path. */
    public MonitorOptions disk(DiskOpener opener) {
        disk = Objects.requireNonNull(opener);
        return this;
    }

    /** The initial value of all keys, as JSON; without it the first header tells it, else it is null. */
    public MonitorOptions initial(String json) {
        initial = json;
        return this;
    }

    /** How often the state is saved while something comes; the more often, the sooner a killed monitor is back. 30 s. */
    public MonitorOptions saveEvery(Duration time) {
        saveEvery = time;
        return this;
    }

    /** After how many bytes of journal the state is saved at the latest; 512 MiB. */
    public MonitorOptions saveBytes(long bytes) {
        saveBytes = bytes;
        return this;
    }

    /**
     * Has somebody told of violations, in order, by the checking thread, which waits meanwhile. A violation is told of at
     * most once, also over restarts; the file violations.jsonl has all.
     */
    public MonitorOptions onViolation(Consumer<Violation> newListener) {
        listener = Objects.requireNonNull(newListener);
        return this;
    }

    MonitorOptions segmentBytes(long bytes) {
        segmentBytes = bytes;
        return this;
    }

    /**
     * Whether to go on where the state is damaged, without what can't be read; files that are damaged are kept under other
     * names, and {@link Monitor#repairs} tells what was done. Without it a damaged state is refused.
     */
    public MonitorOptions repair(boolean may) {
        repair = may;
        return this;
    }

    MonitorOptions storage(Storage newStorage) {
        storage = newStorage;
        return this;
    }

    MonitorOptions engine(Engine.Factory factory) {
        engine = factory;
        return this;
    }

    private static org.isolde.online.aion.DiskMap rocks(Path folder, long memory) throws java.io.IOException {
        try {
            return new org.isolde.online.rocks.RocksOpener().open(folder, memory);
        } catch (NoClassDefFoundError e) {
            throw new java.io.IOException(
                    "RocksDB is not on the class path; add org.rocksdb:rocksdbjni, or give another disk", e);
        }
    }

    public Level level() {
        return level;
    }

    public Path state() {
        return state;
    }

    public Duration settle() {
        return settle;
    }

    Consumer<Violation> listener() {
        return listener;
    }

    String initial() {
        return initial;
    }

    Duration saveEvery() {
        return saveEvery;
    }

    long saveBytes() {
        return saveBytes;
    }

    long segmentBytes() {
        return segmentBytes;
    }

    long queueBytes() {
        return queueBytes;
    }

    /** How many bytes of the heap lines may take while they are parsed. */
    long parseBytes() {
        return Math.max(LEAST_PARSE_BYTES, memory * 2 / 5);
    }

    /** How many bytes of the heap bodies of requests may take while they arrive. */
    long bodyBytes() {
        return Math.max(LEAST_BODY_BYTES, memory / 8);
    }

    long diskMemory() {
        return diskMemory;
    }

    DiskOpener disk() {
        return disk;
    }

    Storage storage() {
        return storage;
    }

    boolean repair() {
        return repair;
    }

    Engine.Factory engineFactory() {
        return engine;
    }

    AionOptions engine() {
        return new AionOptions(level, sessionOrder, settle.toNanos(), memory, retain.toNanos());
    }

    /** What must be the same when a state goes on. */
    String rules() {
        return "--level " + level.text() + " --settle " + settle.toNanos() / 1_000_000 + "ms --retain "
                + retain.toNanos() / 1_000_000 + "ms"
                + (sessionOrder ? "" : " --no-session-order");
    }
}
