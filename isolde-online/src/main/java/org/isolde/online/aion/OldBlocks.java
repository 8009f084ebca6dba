package org.isolde.online.aion;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.VersionBlock;

/**
 * Blocks of old versions, on disk under {@code v}, the key and the commit timestamp of the first of them. Those that were read back and
 * changed are in the key's own map until the next save, and count instead of what the disk has under the same name.
 */
final class OldBlocks {
    /** A block and its name. */
    record Located(byte[] key, VersionBlock block) {}

    private final DiskMap disk;
    private final Sessions sessions;
    private final Values values;
    private final Encoder encoder = new Encoder();
    private long readBack;

    OldBlocks(DiskMap disk, Sessions sessions, Values values) {
        this.disk = disk;
        this.sessions = sessions;
        this.values = values;
    }

    /** How many blocks were read back. */
    long readBack() {
        return readBack;
    }

    /** The first block of a key. */
    Located first(KeyChain chain) throws IOException {
        return higher(chain, encoder.clear().octet('v').raw(chain.keyPart).toBytes());
    }

    byte[] blockKey(KeyChain chain, long physical, long logical) {
        return blockKey(chain.keyPart, physical, logical);
    }

    byte[] blockKey(byte[] keyPart, long physical, long logical) {
        return blockKey(keyPart, 0, keyPart.length, physical, logical);
    }

    byte[] blockKey(byte[] bytes, int from, int end, long physical, long logical) {
        return encoder.clear()
                .octet('v')
                .raw(bytes, from, end)
                .ordered(physical)
                .ordered(logical)
                .toBytes();
    }

    /** The last block that begins at or before a time. */
    Located floor(KeyChain chain, long physical, long logical) throws IOException {
        byte[] key = blockKey(chain, physical, logical);
        return newer(chain, disk.floor(key), chain.old == null ? null : chain.old.floorEntry(key));
    }

    Located lower(KeyChain chain, byte[] key) throws IOException {
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
    Located higher(KeyChain chain, byte[] key) throws IOException {
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
        return new Located(entry.key(), new VersionBlock(sessions).read(new Decoder(entry.value()), values.scalars));
    }

    /** Writes a block of a key. */
    void spill(KeyChain chain, VersionBlock block, DiskMap.Changes changes) {
        changes.put(blockKey(chain, block.commit(0), block.commitLogical(0)), encoded(block));
    }

    private byte[] encoded(VersionBlock block) {
        encoder.clear();
        block.write(encoder, values.scalars);
        return encoder.toBytes();
    }

    /** Writes the blocks that were read back and changed. */
    void spillOld(KeyChain chain, DiskMap.Changes changes) {
        chain.old.forEach((key, block) -> changes.put(key, encoded(block)));
        chain.old = null;
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
