package org.isolde.online.aion;

import java.io.IOException;
import java.util.Arrays;
import org.isolde.history.Scalars;

/**
 * What the engine has done, how much memory its state takes, and how it goes to disk and comes back.
 *
 * <p>On disk: {@code e} the numbers, {@code o} and a part's number the open transactions, {@code k} and a key its recent versions, {@code v} a
 * block of older ones, {@code x} and a time the blocks that may be forgotten after it, {@code s} and {@code n} the sessions.
 */
final class AionState {
    private static final byte[] NUMBERS = {'e'};
    /** Of what is saved; 3 has the marks of all sessions that live. */
    private static final int FORMAT = 3;

    private static final int PART = 1 << 20;
    /** How many blocks are looked at for forgetting in one go. */
    private static final int MOST_FORGOTTEN = 20_000;

    private static final long LEAST_BETWEEN = 1_000_000_000L;

    /** What an engine goes on with. */
    record Restored(long now, long taken) {}

    private final AionOptions options;
    private final DiskMap disk;
    private final Sessions sessions;
    private final OpenReads open;
    private final KeyTable keys;
    private final Frontier frontier;
    private final Watermark watermark;
    private final LowWater marks;
    private final AionReports reports;
    private final Values values;
    /** A key's last block is parted at so many versions, so that what is old can go. */
    private final int many;

    private final Encoder encoder = new Encoder();

    private long received;
    private long duplicates;
    private long checked;
    private long flipFlops;
    private long undecided;
    private long late;
    private long spilledVersions;
    private long stalledUntil = Long.MIN_VALUE;

    private long chainBytes;
    private int parts;
    private long expiries;
    private long generation;
    private long lastSave;
    private long afterLastSave;
    /** What was in memory when all had left that could; 0 if something has stayed that need not. */
    private long floor;
    /** What will be taken behind the next save. */
    private long needed;

    private int liveTexts = 1000;
    private long liveTextBytes;

    AionState(
            AionOptions options,
            DiskMap disk,
            Sessions sessions,
            OpenReads open,
            KeyTable keys,
            Frontier frontier,
            Watermark watermark,
            LowWater marks,
            AionReports reports,
            Values values,
            int capacity) {
        this.many = Math.max(2, capacity / 8);
        this.options = options;
        this.disk = disk;
        this.sessions = sessions;
        this.open = open;
        this.keys = keys;
        this.frontier = frontier;
        this.watermark = watermark;
        this.marks = marks;
        this.reports = reports;
        this.values = values;
    }

    void received() {
        received++;
    }

    void duplicate() {
        duplicates++;
    }

    void checked() {
        checked++;
    }

    void flipFlop() {
        flipFlops++;
    }

    void undecided() {
        undecided++;
    }

    /** A transaction came behind what was final already. */
    void late() {
        late++;
    }

    /** Senders had to wait for memory until a time. */
    void stalled(long until) {
        stalledUntil = Math.max(stalledUntil, until);
    }

    /** Whether senders had to wait for memory after a time. */
    boolean hasStalledSince(long arrival) {
        return stalledUntil > arrival;
    }

    /** Changes whenever keys and sessions in memory may have been replaced. */
    long generation() {
        return generation;
    }

    // ---- memory

    /** A key is about to change its size. */
    void leaves(KeyChain chain) {
        chainBytes -= chain.bytes();
    }

    /** A key has changed its size. */
    void enters(KeyChain chain) {
        chainBytes += chain.bytes();
    }

    /** Puts an open read among those of its key. */
    void addRead(KeyChain chain, long read, Place place) {
        leaves(chain);
        if (chain.reads == null) {
            chain.reads = new ReadBlocks(open, sessions);
        }
        chain.reads.add(read, place);
        enters(chain);
    }

    private long memory() {
        return chainBytes + keys.bytes() + open.bytes() + sessions.bytes() + marks.bytes() + values.scalars.bytes();
    }

    boolean wantsSaving(long now) {
        long memory = memory();
        return memory > options.memory() / 10 * 9
                && (memory > afterLastSave / 8 * 9 + 4096 || now - lastSave > LEAST_BETWEEN);
    }

    /** Whether to save before a transaction that takes so much more memory at most, which will then be there. */
    boolean wantsSavingFor(long own, int operations) {
        // a block of versions, or the table of keys, may take a step that is larger than its part of it
        long growth = own + open.growth(operations) + sessions.growth() + options.memory() / 64;
        long memory = memory();
        long after = memory + growth;
        boolean hasGrown = memory > afterLastSave / 8 * 9 + 4096;
        if (after <= options.memory() / 9 * 8 || (after <= options.memory() && !hasGrown) || memory <= floor + 4096) {
            return false;
        }
        needed = growth;
        return true;
    }

    /** What memory holds until reads have settled, however often it is saved. */
    long held() {
        long texts = open.count() * 3 * values.scalars.bytes() / values.scalars.size();
        return open.bytesSoon()
                + open.count() * 48
                + Math.min(keys.size(), open.count()) * Demand.KEY
                + Math.min(values.scalars.bytes(), texts)
                + sessions.gapBytes()
                + marks.bytes();
    }

    boolean isFull() {
        return open.count() > 0 && open.bytes() + open.count() * 24 > options.memory();
    }

    AionCounts counts() {
        return new AionCounts(
                received,
                duplicates,
                checked,
                open.count(),
                flipFlops,
                undecided,
                late,
                reports.counts(),
                memory(),
                keys.size(),
                spilledVersions,
                frontier.old().readBack());
    }

    // ---- saving

    void save(DiskMap.Changes changes, long now, long taken, Place finalUpTo) throws IOException {
        Scalars scalars = values.scalars;
        boolean pressed = memory() + needed > options.memory() / 2;
        boolean leaves = needed > options.memory() / 8;
        Encoder expiring = new Encoder();
        keys.forEach(chain -> {
            if (chain.changed) {
                save(chain, changes, scalars, now, pressed, leaves, expiring);
            }
        });
        if (expiring.size() > 0) {
            changes.put(expiryKey(now), expiring.toBytes());
        }
        forget(changes, scalars, now);
        sessions.save(changes);
        int[] part = {0};
        open.save(scalars, PART, bytes -> changes.put(partKey(part[0]++), bytes));
        for (int i = part[0]; i < parts; i++) {
            changes.remove(partKey(i));
        }
        parts = part[0];
        encoder.clear();
        encoder.number(FORMAT).number(now).number(taken).scalar(values.initial, scalars);
        encoder.number(received)
                .number(duplicates)
                .number(checked)
                .number(flipFlops)
                .number(undecided)
                .number(late);
        encoder.number(spilledVersions)
                .number(sessions.next())
                .number(parts)
                .number(expiries)
                .number(stalledUntil);
        reports.write(encoder);
        watermark.write(encoder);
        marks.write(encoder);
        encoder.number(finalUpTo.physical).number(finalUpTo.logical);
        changes.put(NUMBERS, encoder.toBytes());
        lastSave = now;
    }

    private void save(
            KeyChain chain,
            DiskMap.Changes changes,
            Scalars scalars,
            long now,
            boolean pressed,
            boolean leaves,
            Encoder expiring) {
        leaves(chain);
        chain.purge();
        if (chain.old != null) {
            chain.old.forEach((key, block) -> {
                expiring.scalar(chain.code, scalars).number(block.commit[0]).number(block.commitLogical(0));
            });
            frontier.old().spillOld(chain, changes);
        }
        int old = 0;
        while (old < chain.blockCount - 1 && (pressed || now - chain.blocks[old].touched >= options.settleNanos())) {
            old++;
        }
        for (int i = 0; i < old; i++) {
            VersionBlock block = chain.blocks[i];
            frontier.old().spill(chain, block, changes);
            expiring.scalar(chain.code, scalars).number(block.commit[0]).number(block.commitLogical(0));
            spilledVersions += block.count;
            chain.spilled = true;
            chain.horizonPhysical = block.commit[block.count - 1];
            chain.horizonLogical = block.commitLogical(block.count - 1);
        }
        chain.removeFirst(old);
        int last = chain.blockCount - 1;
        // what is about to leave memory as a whole need not be parted
        if (last >= 0 && !(leaves && chain.reads == null) && chain.blocks[last].count >= many) {
            VersionBlock rest = chain.blocks[last].split(true);
            if (rest != null) {
                chain.insertBlock(last + 1, rest);
            }
        }
        chain.countBlocks();
        keys.save(chain, scalars, changes);
        // what was parted just now is written again once it is old
        chain.changed = chain.blockCount > 1;
        enters(chain);
    }

    private byte[] partKey(int part) {
        return new Encoder().octet('o').ordered(part).toBytes();
    }

    private byte[] expiryKey(long now) {
        return new Encoder().octet('x').ordered(now).ordered(expiries++).toBytes();
    }

    /** Forgets blocks whose time on disk is over and that nobody may ask for any more. */
    private void forget(DiskMap.Changes changes, Scalars scalars, long now) throws IOException {
        byte[] from = {'x'};
        byte[] due =
                new Encoder().octet('x').ordered(now - options.retainNanos()).toBytes();
        int looked = 0;
        Encoder again = new Encoder();
        while (looked < MOST_FORGOTTEN) {
            DiskMap.Entry entry = disk.higher(from);
            if (entry == null || entry.key()[0] != 'x' || java.util.Arrays.compareUnsigned(entry.key(), due) > 0) {
                break;
            }
            from = entry.key();
            Decoder in = new Decoder(entry.value());
            long[] behind = new long[2];
            while (in.hasMore()) {
                looked++;
                long code = in.scalar(scalars);
                long physical = in.number();
                long logical = in.number();
                KeyChain chain = keys.of(code, scalars);
                byte[] block = frontier.old().blockKey(chain, physical, logical);
                if (chain.list) {
                    continue;
                }
                // whoever looks at the watermark or behind it needs the last version before
                if (frontier.old().beginsBehind(block, behind) && watermark.isAbove(behind[0])) {
                    changes.remove(block);
                } else {
                    again.scalar(code, scalars).number(physical).number(logical);
                }
            }
            changes.remove(entry.key());
        }
        if (again.size() > 0) {
            changes.put(expiryKey(now), again.toBytes());
        }
    }

    /** What is on disk may leave memory; so may texts that nobody uses any more. */
    void saved(long now) throws IOException {
        Scalars scalars = values.scalars;
        boolean all = false;
        if (memory() + needed > options.memory() / 2) {
            boolean isShort = memory() + needed > options.memory() / 10 * 9;
            boolean many = sessions.bytes() > options.memory() / 8;
            sessions.evict(isShort && many ? Long.MAX_VALUE : now - 2 * options.settleNanos());
            long before = usedBefore(memory() + needed - options.memory() / 10 * 3, now);
            all = before == Long.MAX_VALUE;
            long packed = options.memory() / 10 * 9 - needed - held();
            keys.evict(chain -> !isIdle(chain, before), scalars, Math.max(0, Math.min(options.memory() / 2, packed)));
            chainBytes = 0;
            keys.forEach(this::enters);
            generation++;
        }
        if (scalars.size() >= 2 * liveTexts || scalars.bytes() >= 2 * liveTextBytes + options.memory() / 16) {
            renew(scalars);
        }
        afterLastSave = memory();
        floor = all ? afterLastSave : 0;
        needed = 0;
    }

    /** Forgets texts that nobody uses any more. */
    private void renew(Scalars scalars) throws IOException {
        Scalars renewed = new Scalars();
        keys.forEach(chain -> chain.adopt(scalars, renewed));
        keys.rebuild();
        open.adopt(scalars, renewed);
        liveTexts = Math.max(1000, renewed.size());
        liveTextBytes = renewed.bytes();
        generation++;
        values.renew(renewed);
    }

    /** Before which time keys were used last that take about so many bytes; those used in the time to settle only if need be. */
    private long usedBefore(long bytes, long now) throws IOException {
        long[] used = new long[keys.size()];
        int[] count = {0};
        keys.forEach(chain -> {
            if (isIdle(chain, Long.MAX_VALUE)) {
                used[count[0]++] = chain.used;
            }
        });
        if (bytes <= 0 || count[0] == 0) {
            return now - options.settleNanos();
        }
        Arrays.sort(used, 0, count[0]);
        long wanted = bytes / Math.max(1, chainBytes / keys.size());
        return wanted >= count[0] ? Long.MAX_VALUE : Math.max(used[(int) wanted] + 1, now - options.settleNanos());
    }

    private boolean isIdle(KeyChain chain, long before) {
        chain.purge();
        return !chain.changed && chain.old == null && chain.reads == null && chain.used < before;
    }

    /** Takes up what the disk has. */
    Restored restore(Place finalUpTo) throws IOException {
        Scalars scalars = values.scalars;
        byte[] numbers = disk.get(NUMBERS);
        if (numbers == null) {
            return new Restored(0, 0);
        }
        Decoder in = new Decoder(numbers);
        long version = in.number();
        if (version != FORMAT) {
            throw new IOException("the state was saved by another Isolde (its format is " + version
                    + ", this one reads " + FORMAT + "); go on with that one, or begin with an empty folder");
        }
        long now = in.number();
        long taken = in.number();
        values.initial = in.scalar(scalars);
        received = in.number();
        duplicates = in.number();
        checked = in.number();
        flipFlops = in.number();
        undecided = in.number();
        late = in.number();
        spilledVersions = in.number();
        sessions.restore((int) in.number());
        parts = (int) in.number();
        expiries = in.number();
        stalledUntil = in.number();
        reports.read(in);
        watermark.read(in);
        marks.read(in);
        finalUpTo.set(in.number(), in.number(), Place.AFTER, 0, 0);
        Place place = new Place();
        for (int part = 0; part < parts; part++) {
            restoreOpen(new Decoder(disk.get(partKey(part))), scalars, place);
        }
        lastSave = now;
        return new Restored(now, taken);
    }

    private void restoreOpen(Decoder in, Scalars scalars, Place place) throws IOException {
        while (in.hasMore()) {
            long arrival = in.number();
            long physical = in.number();
            long logical = in.number();
            byte kind = (byte) in.octet();
            int session = (int) in.number();
            long seq = in.number();
            boolean takesPart = in.octet() == 1;
            long id = in.octet() == 1 ? in.scalar(scalars) : KeyChain.NONE;
            place.set(physical, logical, kind, session, seq);
            open.begin(arrival, place, id, takesPart);
            for (long left = in.number(); left > 0; left--) {
                KeyChain chain = keys.of(in.scalar(scalars), scalars);
                long seen = in.scalar(scalars);
                byte verdict = (byte) in.octet();
                int length = (int) in.number();
                long[] list = length < 0 ? null : new long[length];
                for (int i = 0; i < length; i++) {
                    list[i] = in.scalar(scalars);
                }
                long read = open.add(chain, seen, list, verdict);
                addRead(chain, read, place);
            }
        }
    }

    /** Whether one place comes before another. */
    static boolean isBefore(Place a, Place b, Sessions sessions) {
        int order = a.compareTime(b.physical, b.logical);
        order = order != 0 ? order : Byte.compare(a.kind, b.kind);
        order = order != 0 || a.session == b.session ? order : sessions.compare(a.session, b.session);
        return order != 0 ? order < 0 : a.seq < b.seq;
    }
}
