package org.isolde.online.aion;

import java.io.IOException;
import org.isolde.history.Scalars;

/**
 * The keys in memory, found by their codes; all others are on disk, each under {@code k} and its name, and many of them packed in memory, too.
 *
 * <p>Invariant: an open-addressing table at most half full; nothing is removed but by {@link #evict}.
 */
final class KeyTable {
    /** Who looks at all keys. */
    interface Visitor {
        void visit(KeyChain chain) throws IOException;
    }

    /** Who says which keys stay in memory. */
    interface Keeper {
        boolean keeps(KeyChain chain);
    }

    private final DiskMap disk;
    private final Sessions sessions;
    private final Encoder encoder = new Encoder();
    private KeyChain[] table = new KeyChain[64];
    private int size;
    private final PackedKeys packed = new PackedKeys();
    /** Whether all that are on disk are in memory, in use or packed. */
    private boolean complete;

    KeyTable(DiskMap disk, Sessions sessions) throws IOException {
        this.disk = disk;
        DiskMap.Entry first = disk.higher(new byte[] {'k'});
        this.complete = first == null || first.key()[0] != 'k';
        this.sessions = sessions;
    }

    int size() {
        return size;
    }

    long bytes() {
        return 4L * table.length + packed.bytes();
    }

    private static int slot(long code, int mask) {
        long mixed = code * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & mask;
    }

    /** The key of a code: from memory, from disk, or new. */
    KeyChain of(long code, Scalars scalars) throws IOException {
        int mask = table.length - 1;
        int slot = slot(code, mask);
        while (table[slot] != null) {
            if (table[slot].code == code) {
                return table[slot];
            }
            slot = (slot + 1) & mask;
        }
        byte[] keyPart = encoder.clear().keyPart(code, scalars).toBytes();
        KeyChain chain = new KeyChain(code, keyPart);
        byte[] record = packed.take(keyPart);
        if (record == null && !complete) {
            record = disk.get(recordKey(chain));
        }
        if (record != null) {
            chain.read(new Decoder(record), scalars, sessions);
        }
        table[slot] = chain;
        size++;
        if (size * 2 > table.length) {
            rebuild();
        }
        return chain;
    }

    private byte[] recordKey(KeyChain chain) {
        return encoder.clear().octet('k').raw(chain.keyPart).toBytes();
    }

    /** Writes what the disk keeps of a key beside its old versions. */
    void save(KeyChain chain, Scalars scalars, DiskMap.Changes changes) {
        byte[] key = recordKey(chain);
        encoder.clear();
        chain.write(encoder, scalars);
        changes.put(key, encoder.toBytes());
        chain.changed = false;
    }

    /** Lets keys go that are not to be kept: they are on disk. What is packed takes so many bytes at most. */
    void evict(Keeper keeper, Scalars scalars, long most) {
        for (int slot = 0; slot < table.length; slot++) {
            KeyChain chain = table[slot];
            if (chain != null && !keeper.keeps(chain)) {
                encoder.clear();
                chain.write(encoder, scalars);
                complete &= packed.put(chain.keyPart, encoder.toBytes());
                table[slot] = null;
            }
        }
        rebuild();
        packed.compact();
        if (packed.bytes() > most) {
            packed.clear();
            complete = false;
        }
    }

    void forEach(Visitor visitor) throws IOException {
        for (KeyChain chain : table) {
            if (chain != null) {
                visitor.visit(chain);
            }
        }
    }

    /** Makes the table anew, for keys whose codes may have changed, and as large as it need be. */
    void rebuild() {
        int kept = 0;
        for (KeyChain chain : table) {
            kept += chain != null ? 1 : 0;
        }
        KeyChain[] old = table;
        table = new KeyChain[Math.max(64, Integer.highestOneBit(Math.max(1, kept)) * 4)];
        size = kept;
        int mask = table.length - 1;
        for (KeyChain chain : old) {
            if (chain != null) {
                int slot = slot(chain.code, mask);
                while (table[slot] != null) {
                    slot = (slot + 1) & mask;
                }
                table[slot] = chain;
            }
        }
    }
}
