package org.isolde.online.aion;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.history.Scalars;

/**
 * The versioned frontier and the ongoing writers of Aion, key by key: each version with the time from its start to its commit. Recent ones are in
 * memory, older ones on disk, in blocks under {@code v}, the key and the commit timestamp of the first of them; they are read back for
 * whoever comes late enough to need them.
 */
final class Versions {
    /** Who is told of versions. */
    interface Visitor {
        void visit(int session, long seq) throws IOException;
    }

    /** A block that is not among those in memory. */
    private record Located(byte[] key, VersionBlock block) {}

    private final DiskMap disk;
    private final Sessions sessions;
    private final Encoder encoder = new Encoder();
    private final Watermark watermark;
    /** How many versions a block in memory holds before it is parted. */
    private final int capacity;

    private final Place lowest = new Place();
    private Scalars scalars;
    private long readBack;

    Versions(DiskMap disk, Sessions sessions, Scalars scalars, Watermark watermark, int capacity) {
        this.watermark = watermark;
        this.capacity = capacity;
        this.disk = disk;
        this.sessions = sessions;
        this.scalars = scalars;
    }

    long readBack() {
        return readBack;
    }

    void scalars(Scalars renewed) {
        scalars = renewed;
    }

    // ---- looking

    /** Finds the last version before a place. */
    void find(KeyChain chain, Place place, long initial, Found found) throws IOException {
        if (watermark.isAbove(place.physical)) {
            found.tooLate = true;
            return;
        }
        int at = chain.blockBefore(place);
        if (at >= 0) {
            VersionBlock block = chain.blocks[at];
            found.entry(block, block.before(place) - 1);
            return;
        }
        if (!chain.spilled) {
            found.initial(initial);
            return;
        }
        Located located = floor(chain, place.physical, place.logical);
        while (located != null) {
            int before = located.block.before(place);
            if (before > 0) {
                found.entry(located.block, before - 1);
                return;
            }
            located = lower(chain, located.key);
        }
        found.initial(initial);
    }

    /** Whether the versions before a place, all of them in order, are the first so many elements of a list. */
    boolean matches(KeyChain chain, Place place, long[] list, int length) throws IOException {
        int next = 0;
        if (chain.spilled) {
            byte[] from = prefix(chain);
            for (Located at = higher(chain, from); at != null; at = higher(chain, at.key)) {
                next = match(at.block, place, list, length, next);
                if (next < 0) {
                    return false;
                }
            }
        }
        for (int i = 0; i < chain.blockCount; i++) {
            next = match(chain.blocks[i], place, list, length, next);
            if (next < 0) {
                return false;
            }
        }
        return next == length;
    }

    private static int match(VersionBlock block, Place place, long[] list, int length, int from) {
        int next = from;
        int end = block.before(place);
        for (int i = 0; i < end; i++) {
            if (next == length || list[next++] != block.value[i]) {
                return -1;
            }
        }
        return next;
    }

    /**
     * Counts the transactions that overlap one that writes the key.
     *
     * @param from where it starts
     * @param commit where it commits
     * @param visitor is told of the first so many
     */
    long overlaps(KeyChain chain, Place from, Place commit, int most, Visitor visitor) throws IOException {
        // whether what committed below the watermark is still there must not matter
        Place start = watermark.isAbove(from.physical)
                ? lowest.set(watermark.mark(), Long.MIN_VALUE, Place.COMMIT, from.session, -1)
                : from;
        long limit = commit.physical + chain.longest;
        limit = limit < commit.physical ? Long.MAX_VALUE : limit;
        Overlap overlap = new Overlap(start, commit, limit, most, visitor);
        if (!chain.isResident(start.physical, start.logical)) {
            Located at = floor(chain, start.physical, start.logical);
            if (at == null) {
                at = higher(chain, prefix(chain));
            }
            for (; at != null && !overlap.isOver(at.block); at = higher(chain, at.key)) {
                overlap.count(at.block);
            }
        }
        for (int i = Math.max(0, chain.blockBefore(start)); i < chain.blockCount; i++) {
            if (overlap.isOver(chain.blocks[i])) {
                break;
            }
            overlap.count(chain.blocks[i]);
        }
        return overlap.count;
    }

    private static final class Overlap {
        private final Place start;
        private final Place commit;
        private final long limit;
        private final int most;
        private final Visitor visitor;
        long count;

        Overlap(Place start, Place commit, long limit, int most, Visitor visitor) {
            this.start = start;
            this.commit = commit;
            this.limit = limit;
            this.most = most;
            this.visitor = visitor;
        }

        /** Whether no version from this block on started before the commit. */
        boolean isOver(VersionBlock block) {
            return block.commit[0] > limit;
        }

        void count(VersionBlock block) throws IOException {
            for (int i = block.before(start); i < block.count; i++) {
                if (!block.isContinued(i) && (block.compare(i, commit) < 0 || !isAfterCommit(block, i))) {
                    if (count++ < most) {
                        visitor.visit(block.session[i], block.seq[i]);
                    }
                }
            }
        }

        /** Whether an entry that commits later starts later, too. */
        private boolean isAfterCommit(VersionBlock block, int i) {
            return block.isPoint(i)
                    ? block.compare(i, commit) > 0
                    : block.compareStart(i, commit.physical, commit.logical) >= 0;
        }
    }

    // ---- adding

    /** Where a version was put. */
    private VersionBlock lastBlock;

    private int lastIndex;
    /** Which of the blocks in memory it is; -1 if it is an old one. */
    private int lastBlockAt;

    /**
     * Adds what a transaction wrote to a key, not below the watermark.
     *
     * @param values its writes; of a register only the last counts
     */
    void insert(KeyChain chain, long start, long startLogical, Place commit, long[] values, int from, int to, long now)
            throws IOException {
        VersionBlock block = blockFor(chain, commit);
        chain.blockBytes -= block.bytes();
        int at = block.before(commit);
        lastBlock = block;
        lastIndex = at + to - from - 1;
        for (int i = from; i < to; i++) {
            block.insert(
                    at + i - from,
                    start,
                    startLogical,
                    commit.physical,
                    commit.logical,
                    values[i],
                    commit.session,
                    commit.seq,
                    i > from);
        }
        chain.blockBytes += block.bytes();
        if (at == 0 && lastBlockAt >= 0) {
            chain.begins(lastBlockAt);
        }
        block.touched = now;
        chain.changed = true;
        long span = commit.physical - start;
        chain.longest = Math.max(chain.longest, span < 0 ? Long.MAX_VALUE : span);
    }

    private VersionBlock blockFor(KeyChain chain, Place commit) throws IOException {
        lastBlockAt = -1;
        if (!chain.isResident(commit.physical, commit.logical)) {
            return oldBlockFor(chain, commit);
        }
        int at = chain.blockBefore(commit);
        if (at + 1 < chain.blockCount && chain.blocks[at + 1].compareCommit(0, commit.physical, commit.logical) == 0) {
            at++;
        }
        if (at < 0) {
            at = 0;
            if (chain.blockCount == 0) {
                chain.insertBlock(0, new VersionBlock(sessions));
                chain.blockBytes += chain.blocks[0].bytes();
            }
        }
        VersionBlock block = chain.blocks[at];
        if (block.count >= capacity) {
            VersionBlock rest = block.split(at == chain.blockCount - 1);
            if (rest != null) {
                chain.insertBlock(at + 1, rest);
                chain.blockBytes += rest.bytes();
                at += rest.compareCommit(0, commit.physical, commit.logical) <= 0 ? 1 : 0;
            }
        }
        lastBlockAt = at;
        return chain.blocks[at];
    }

    private VersionBlock oldBlockFor(KeyChain chain, Place commit) throws IOException {
        if (chain.old == null) {
            chain.old = new TreeMap<>(Arrays::compareUnsigned);
        }
        Located located = floor(chain, commit.physical, commit.logical);
        if (located == null) {
            VersionBlock first = new VersionBlock(sessions);
            chain.blockBytes += first.bytes();
            chain.old.put(blockKey(chain, commit.physical, commit.logical), first);
            return first;
        }
        VersionBlock block = located.block;
        if (chain.old.put(located.key, block) == null) {
            chain.blockBytes += block.bytes();
        }
        if (block.count >= 2 * capacity) {
            VersionBlock rest = block.split(false);
            if (rest != null) {
                chain.old.put(blockKey(chain, rest.commit[0], rest.commitLogical(0)), rest);
                chain.blockBytes += rest.bytes();
                return rest.compareCommit(0, commit.physical, commit.logical) <= 0 ? rest : block;
            }
        }
        return block;
    }

    /** Sets a place to the version behind the one that was added last; false if there is none. */
    boolean successor(KeyChain chain, Place place) throws IOException {
        if (lastIndex + 1 < lastBlock.count) {
            entryPlace(lastBlock, lastIndex + 1, place);
            return true;
        }
        long physical = lastBlock.commit[lastIndex];
        long logical = lastBlock.commitLogical(lastIndex);
        if (!chain.isResident(physical, logical)) {
            Located next = higher(chain, blockKey(chain, physical, logical));
            if (next != null) {
                entryPlace(next.block, 0, place);
                return true;
            }
            if (chain.blockCount > 0) {
                entryPlace(chain.blocks[0], 0, place);
            }
            return chain.blockCount > 0;
        }
        if (lastBlockAt + 1 < chain.blockCount) {
            entryPlace(chain.blocks[lastBlockAt + 1], 0, place);
            return true;
        }
        return false;
    }

    private static void entryPlace(VersionBlock block, int i, Place place) {
        place.set(
                block.commit[i],
                block.commitLogical(i),
                block.isPoint(i) ? Place.POINT : Place.COMMIT,
                block.session[i],
                block.seq[i]);
    }

    /** Visits the other transactions with the commit timestamp of the one that was added last. */
    void sameCommit(Visitor visitor) throws IOException {
        VersionBlock block = lastBlock;
        long physical = block.commit[lastIndex];
        long logical = block.commitLogical(lastIndex);
        int session = block.session[lastIndex];
        long seq = block.seq[lastIndex];
        int first = lastIndex;
        while (first > 0 && block.compareCommit(first - 1, physical, logical) == 0) {
            first--;
        }
        for (int i = first; i < block.count && block.compareCommit(i, physical, logical) == 0; i++) {
            if (!block.isContinued(i) && (block.session[i] != session || block.seq[i] != seq)) {
                visitor.visit(block.session[i], block.seq[i]);
            }
        }
    }

    // ---- blocks on disk

    private byte[] prefix(KeyChain chain) {
        return encoder.clear().octet('v').raw(chain.keyPart).toBytes();
    }

    byte[] blockKey(KeyChain chain, long physical, long logical) {
        return encoder.clear()
                .octet('v')
                .raw(chain.keyPart)
                .ordered(physical)
                .ordered(logical)
                .toBytes();
    }

    /** The last block that begins at or before a time. */
    private Located floor(KeyChain chain, long physical, long logical) throws IOException {
        byte[] key = blockKey(chain, physical, logical);
        return newer(chain, disk.floor(key), chain.old == null ? null : chain.old.floorEntry(key));
    }

    private Located lower(KeyChain chain, byte[] key) throws IOException {
        byte[] before = key.clone();
        int at = before.length - 1;
        while (before[at] == 0) {
            before[at--] = (byte) 0xFF;
        }
        before[at]--;
        return newer(chain, disk.floor(before), chain.old == null ? null : chain.old.floorEntry(before));
    }

    private Located newer(KeyChain chain, DiskMap.Entry onDisk, Map.Entry<byte[], VersionBlock> inMemory) {
        boolean there = onDisk != null && belongs(chain, onDisk.key());
        if (inMemory != null && (!there || Arrays.compareUnsigned(inMemory.getKey(), onDisk.key()) >= 0)) {
            return new Located(inMemory.getKey(), inMemory.getValue());
        }
        return there ? decoded(onDisk) : null;
    }

    /** The first block behind a key. */
    private Located higher(KeyChain chain, byte[] key) throws IOException {
        DiskMap.Entry onDisk = disk.higher(key);
        boolean there = onDisk != null && belongs(chain, onDisk.key());
        Map.Entry<byte[], VersionBlock> inMemory = chain.old == null ? null : chain.old.higherEntry(key);
        if (inMemory != null && (!there || Arrays.compareUnsigned(inMemory.getKey(), onDisk.key()) <= 0)) {
            return new Located(inMemory.getKey(), inMemory.getValue());
        }
        return there ? decoded(onDisk) : null;
    }

    private boolean belongs(KeyChain chain, byte[] key) {
        int length = chain.keyPart.length;
        return key.length == length + 17
                && key[0] == 'v'
                && Arrays.equals(key, 1, length + 1, chain.keyPart, 0, length);
    }

    private Located decoded(DiskMap.Entry entry) {
        readBack++;
        return new Located(entry.key(), VersionBlock.read(new Decoder(entry.value()), scalars, sessions));
    }

    /** Writes a block of a key, and returns under which name. */
    byte[] spill(KeyChain chain, VersionBlock block, DiskMap.Changes changes) {
        byte[] key = blockKey(chain, block.commit[0], block.commitLogical(0));
        changes.put(key, encoder(block));
        return key;
    }

    private byte[] encoder(VersionBlock block) {
        encoder.clear();
        block.write(encoder, scalars);
        return encoder.toBytes();
    }

    /** Writes the blocks that were read back and changed; returns their names. */
    Iterable<byte[]> spillOld(KeyChain chain, DiskMap.Changes changes) {
        Map<byte[], VersionBlock> old = chain.old;
        chain.old = null;
        old.forEach((key, block) -> changes.put(key, encoder(block)));
        return old.keySet();
    }

    /** The time at which the block behind one begins, of the same key; false if there is none on disk. */
    boolean beginsBehind(byte[] key, long[] time) throws IOException {
        DiskMap.Entry next = disk.higher(key);
        int head = key.length - 16;
        if (next == null || next.key().length != key.length || !Arrays.equals(next.key(), 0, head, key, 0, head)) {
            return false;
        }
        for (int part = 0; part < 2; part++) {
            long value = 0;
            for (int i = 0; i < 8; i++) {
                value = (value << 8) | (next.key()[head + 8 * part + i] & 0xFF);
            }
            time[part] = value ^ Long.MIN_VALUE;
        }
        return true;
    }
}
