package org.isolde.online.aion;

import java.io.IOException;
import org.isolde.history.Scalars;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.Place;
import org.isolde.online.axiom.VersionBlock;

/**
 * What the engine has done, how much memory its state takes, and how it goes to disk and comes back.
 *
 * <p>On disk: {@code e} the numbers, {@code o} and a number the open transactions from there on, {@code k} and a key its recent versions, {@code v} a
 * block of older ones, {@code x} and a time the blocks that may be forgotten after it, {@code s} and {@code n} the sessions.
 */
final class AionState {
    private static final byte[] NUMBERS = {'e'};
    /** Of what is saved; 4 has open transactions in segments. */
    private static final int FORMAT = 4;

    private static final int LEAST_STEP = 4096;
    /** How many blocks are looked at for forgetting in one go, if no more are written in it. */
    private static final int MOST_FORGOTTEN = 20_000;

    private static final int EXPIRING_BYTES = 1 << 16;
    /** From how many versions on the older ones of a packed key go to disk where memory is short. */
    private static final int LEAST_PARTED = 4;

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
    private final PartedRecord parted;
    /** The blocks that are being written, with the times at which they begin, to be forgotten some day. */
    private final Encoder expiring = new Encoder();

    private int spilledBlocks;

    private long received;
    private long duplicates;
    private long checked;
    private long flipFlops;
    private long undecided;
    private long late;
    private long spilledVersions;

    private long chainBytes;
    private long expiries;
    private long generation;
    /** What was in memory behind the last save, and whether all versions went that could. */
    private long afterLastSave;

    private boolean wasThorough;
    /** What will be taken behind the next save, if memory is short. */
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
        this.parted = new PartedRecord(Math.min(many, LEAST_PARTED));
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
        chain.addRead(read, place, open.recent(), sessions);
        enters(chain);
    }

    private long memory() {
        return chainBytes + keys.bytes() + open.bytes() + sessions.bytes() + marks.bytes() + values.scalars.bytes();
    }

    /**
     * Makes room for a transaction, which takes so much more memory at most: keys that were not used for longest are packed.
     *
     * @return whether that is not enough, and the state has to be saved before
     */
    boolean wantsSavingFor(long own, int operations) throws IOException {
        // a block of versions, or the table of keys, may take a step that is larger than its part of it
        long growth = own + open.growth(operations) + sessions.growth() + options.memory() / 64;
        if (memory() + Math.max(0, growth - keys.spareBytes()) <= options.memory() / 9 * 8) {
            return false;
        }
        pack(chainBytes / 2);
        keys.trim(keys.spareBytes() - (memory() - options.memory() / 20 * 17));
        if (keys.spareBytes() >= Math.max(growth, options.memory() / 16)) {
            return false;
        }
        long enough = Math.min(options.memory() / 4 * 3, options.memory() / 10 * 9 - growth);
        packAll();
        // where nothing more could leave memory, it can't so soon afterwards either
        if (memory() <= enough || (wasThorough && memory() <= afterLastSave + afterLastSave / 16 + LEAST_STEP)) {
            return false;
        }
        needed = growth;
        return true;
    }

    private void packAll() throws IOException {
        pack(Long.MAX_VALUE);
        keys.trim(0);
    }

    /** Packs keys of about so many bytes, those first that were not used for longest. */
    private void pack(long bytes) throws IOException {
        long before = bytes >= chainBytes ? Long.MAX_VALUE : keys.usedBefore((double) bytes / chainBytes);
        keys.pack(chain -> chain.used >= before || !isPackable(chain), this::leaves, values.scalars);
        generation++;
        if (values.scalars.bytes() >= liveTextBytes / 4 * 5 + options.memory() / 32) {
            renew();
        }
    }

    /** Whether all of a key goes into its record, and no versions are waiting to go to disk. */
    private boolean isPackable(KeyChain chain) {
        return chain.old == null && (!chain.changed || (chain.blockCount <= 1 && chain.lastCount() < many));
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
                keys.inMemory(),
                spilledVersions,
                frontier.old().readBack());
    }

    // ---- saving

    void save(DiskMap.Changes changes, long now, long taken, Place finalUpTo) throws IOException {
        Scalars scalars = values.scalars;
        boolean isShort = isShort();
        // what sessions on their way will need goes last: each of them would have to read it back
        wasThorough = isShort && (this.needed > options.memory() / 8 || afterLastSave > options.memory() / 8 * 5);
        long needed = wasThorough ? Long.MAX_VALUE : marks.lowest(now);
        long touched = isShort ? Long.MAX_VALUE : now - options.settleNanos();
        spilledBlocks = 0;
        keys.forEach(chain -> {
            if (chain.changed) {
                save(chain, changes, scalars, needed, touched);
                expire(changes, now, EXPIRING_BYTES);
            }
        });
        if (isShort) {
            keys.shorten((array, name, record, end) -> {
                expire(changes, now, EXPIRING_BYTES);
                return part(array, name, record, end, needed, changes);
            });
        }
        keys.savePacked(changes);
        expire(changes, now, 1);
        forget(changes, scalars, now);
        sessions.save(changes);
        open.save(changes);
        encoder.clear();
        encoder.number(FORMAT).number(now).number(taken).scalar(values.initial, scalars);
        encoder.number(received)
                .number(duplicates)
                .number(checked)
                .number(flipFlops)
                .number(undecided)
                .number(late);
        encoder.number(spilledVersions).number(sessions.next()).number(expiries);
        reports.write(encoder);
        watermark.write(encoder);
        marks.write(encoder);
        open.write(encoder);
        encoder.number(finalUpTo.physical).number(finalUpTo.logical);
        changes.put(NUMBERS, encoder.toBytes());
    }

    /**
     * Saves a key; of its blocks those go to disk alone, but for the last, that nobody seems to need.
     *
     * @param needed from which time on versions are needed by sessions that are on their way there
     * @param touched since when blocks have changed that may do so again
     */
    private void save(KeyChain chain, DiskMap.Changes changes, Scalars scalars, long needed, long touched) {
        leaves(chain);
        chain.purge();
        if (chain.old != null) {
            chain.old.forEach((key, block) -> expires(chain, block, scalars));
            frontier.old().spillOld(chain, changes);
        }
        int last = chain.blockCount - 1;
        if (last >= 0 && chain.blocks[last].count >= many) {
            // where memory is not short, what was parted just now is written again once it is old
            VersionBlock rest = chain.blocks[last].split(true);
            if (rest != null) {
                chain.insertBlock(last + 1, rest);
            }
        }
        int old = 0;
        while (old < chain.blockCount - 1
                && chain.blocks[old].touched <= touched
                && chain.blocks[old + 1].commit(0) <= needed) {
            old++;
        }
        for (int i = 0; i < old; i++) {
            VersionBlock block = chain.blocks[i];
            frontier.old().spill(chain, block, changes);
            expires(chain, block, scalars);
            spilledVersions += block.count;
            chain.spilled = true;
            chain.horizonPhysical = block.commit(block.count - 1);
            chain.horizonLogical = block.commitLogical(block.count - 1);
        }
        chain.removeFirst(old);
        chain.countBlocks();
        keys.save(chain, scalars, changes);
        chain.changed = chain.blockCount > 1;
        enters(chain);
    }

    private void expires(KeyChain chain, VersionBlock block, Scalars scalars) {
        expiring.scalar(chain.code, scalars).number(block.commit(0)).number(block.commitLogical(0));
        spilledBlocks++;
    }

    /** Writes the older versions of a packed key as a block, if they are several and nobody seems to need them. */
    private int part(byte[] array, int name, int record, int end, long needed, DiskMap.Changes changes) {
        if (!parted.part(array, record, end, needed) || parted.rest().size() >= end - record) {
            return end;
        }
        long physical = parted.firstPhysical();
        long logical = parted.firstLogical();
        changes.put(
                frontier.old().blockKey(array, name, record, physical, logical),
                parted.old().toBytes());
        expiring.scalarOfKeyPart(array, name, record).number(physical).number(logical);
        spilledBlocks++;
        spilledVersions += parted.versions();
        System.arraycopy(parted.rest().bytes(), 0, array, record, parted.rest().size());
        return record + parted.rest().size();
    }

    /** Writes when blocks may be forgotten, if so many bytes tell of them. */
    private void expire(DiskMap.Changes changes, long now, int least) {
        if (expiring.size() >= least) {
            changes.put(expiryKey(now), expiring.toBytes());
            expiring.clear();
        }
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
        int most = Math.max(MOST_FORGOTTEN, 2 * spilledBlocks);
        long needed = Long.MIN_VALUE;
        Encoder again = new Encoder();
        while (looked < most) {
            DiskMap.Entry entry = disk.higher(from);
            if (entry == null || entry.key()[0] != 'x' || java.util.Arrays.compareUnsigned(entry.key(), due) > 0) {
                break;
            }
            if (looked == 0) {
                needed = Math.min(watermark.mark(), open.earliest());
            }
            from = entry.key();
            Decoder in = new Decoder(entry.value());
            long[] behind = new long[2];
            while (in.hasMore()) {
                looked++;
                long code = in.scalar(scalars);
                long physical = in.number();
                long logical = in.number();
                byte[] name = keys.name(code, scalars);
                byte[] block = frontier.old().blockKey(name, physical, logical);
                if (keys.isList(code, name)) {
                    continue;
                }
                // whoever looks at the watermark or behind it, or is open, needs the last version before
                if (frontier.old().beginsBehind(block, behind) && behind[0] < needed) {
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

    private boolean isShort() {
        return needed > 0 || memory() > options.memory() / 10 * 9;
    }

    /** What is on disk may leave memory. */
    void saved(long now) throws IOException {
        long most = Math.max(0, Math.min(options.memory() / 2, options.memory() / 10 * 9 - needed));
        if (isShort()) {
            boolean many = sessions.bytes() > options.memory() / 8;
            sessions.evict(many ? Long.MAX_VALUE : now - 2 * options.settleNanos());
            packAll();
            if (memory() > most) {
                open.leave();
            }
            renew();
            keys.shrink(Math.max(0, most - (memory() - keys.packedBytes())));
        }
        renewIfDue();
        afterLastSave = memory();
        needed = 0;
    }

    /** Forgets texts that nobody uses any more, if they may be many. Between transactions only. */
    void renewIfDue() throws IOException {
        Scalars scalars = values.scalars;
        if (scalars.size() >= 2 * liveTexts || scalars.bytes() >= 2 * liveTextBytes + options.memory() / 16) {
            renew();
        }
    }

    private void renew() throws IOException {
        Scalars scalars = values.scalars;
        Scalars renewed = new Scalars();
        keys.adopt(scalars, renewed);
        chainBytes = 0;
        keys.forEach(this::enters);
        open.adopt(scalars, renewed);
        liveTexts = Math.max(1000, renewed.size());
        liveTextBytes = renewed.bytes();
        generation++;
        values.renew(renewed);
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
        expiries = in.number();
        reports.read(in);
        watermark.read(in);
        marks.read(in);
        open.read(in);
        finalUpTo.set(in.number(), in.number(), Place.AFTER, 0, 0);
        return new Restored(now, taken);
    }
}
