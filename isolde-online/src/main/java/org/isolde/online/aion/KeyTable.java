package org.isolde.online.aion;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.isolde.history.Scalars;
import org.isolde.history.TransactionBatch;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;

/**
 * The keys. Those in use are found by their codes; others are packed, or on disk, each under {@code k} and its name.
 *
 * <p>Invariant: an open-addressing table at most half full. A key is in use or packed or neither; what it is there counts, and not what the disk
 * has of it from the last save. Nothing leaves memory but what is on disk.
 */
final class KeyTable {
    /** Who looks at all keys in use. */
    interface Visitor {
        void visit(KeyChain chain) throws IOException;
    }

    /** Who says which keys stay in use. */
    interface Keeper {
        boolean keeps(KeyChain chain);
    }

    private static final int LEAST = 64;
    private static final int SAMPLE = 2000;
    /** How many keys are fetched at a time. */
    static final int AHEAD = 64;

    private final DiskMap disk;
    private final Sessions sessions;
    private final ReadRing recent;
    private final Encoder encoder = new Encoder();
    private KeyChain[] table = new KeyChain[LEAST];
    /** The codes of the keys in the table, side by side, where a search is quick. */
    private long[] codes = new long[LEAST];

    private int size;
    private final PackedKeys packed = new PackedKeys();
    /** Whether all that are on disk are in memory, in use or packed. */
    private boolean complete;
    /** Keys that are in use no more, to be filled with others: so that they don't become garbage over and over. */
    private final List<KeyChain> spares = new ArrayList<>();

    private long spareBytes;
    private final int[] ahead = new int[AHEAD];
    /** Something of all that was fetched ahead of its use, so that it is done. */
    private long fetched;

    KeyTable(DiskMap disk, Sessions sessions, ReadRing recent) throws IOException {
        this.disk = disk;
        DiskMap.Entry first = disk.higher(new byte[] {'k'});
        this.complete = first == null || first.key()[0] != 'k';
        this.sessions = sessions;
        this.recent = recent;
    }

    /** How many are in use. */
    int size() {
        return size;
    }

    /** How many are in memory. */
    int inMemory() {
        return size + packed.size();
    }

    /** What those take that are not in use, the table, and the spares. */
    long bytes() {
        return 12L * table.length + packed.bytes() + spareBytes;
    }

    /** What there is to be used again. */
    long spareBytes() {
        return spareBytes;
    }

    /** Lets spares go until they take so many bytes at most. */
    void trim(long most) {
        while (spareBytes > Math.max(0, most) && !spares.isEmpty()) {
            spareBytes -= spares.remove(spares.size() - 1).bytes();
        }
    }

    long packedBytes() {
        return packed.bytes();
    }

    private static int slot(long code, int mask) {
        long mixed = code * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & mask;
    }

    /** Where the key of a code is, or would be. */
    private int slotOf(long code) {
        int mask = table.length - 1;
        int slot = slot(code, mask);
        while (codes[slot] != code && table[slot] != null) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** The key of a code: from memory, from disk, or new. It is in use from now on. */
    KeyChain of(long code, Scalars scalars) throws IOException {
        int slot = slotOf(code);
        if (table[slot] != null) {
            return table[slot];
        }
        encoder.clear().keyPart(code, scalars);
        KeyChain chain = another(code);
        if (packed.take(encoder.bytes(), encoder.size())) {
            chain.read(packed.record(), scalars, sessions);
            chain.changed = packed.waits();
            chain.readReads(packed.reads(), recent, sessions);
        } else {
            fetch(chain, scalars);
        }
        table[slot] = chain;
        codes[slot] = code;
        size++;
        if (size * 2 > table.length) {
            rebuild();
        }
        return chain;
    }

    /** A key without anything, whose name is the encoder's. */
    private KeyChain another(long code) {
        if (spares.isEmpty()) {
            return new KeyChain(code, encoder.toBytes());
        }
        KeyChain chain = spares.remove(spares.size() - 1);
        spareBytes -= chain.bytes();
        chain.begin(code, encoder.bytes(), encoder.size());
        return chain;
    }

    /**
     * Fetches what is needed for keys that will be asked for soon, no more than {@link #AHEAD}. One after the other, each would wait for
     * memory; here they wait together.
     */
    void fetch(TransactionBatch batch, int first, int end, Values values) {
        encoder.clear();
        long seen = 0;
        for (int i = first; i < end; i++) {
            long code = values.adopt(batch.keyCode(i), batch.scalars());
            int from = encoder.size();
            encoder.keyPart(code, values.scalars);
            ahead[i - first] = PackedKeys.hashOf(encoder.bytes(), from, encoder.size());
            seen += codes[slot(code, codes.length - 1)];
        }
        for (int i = 0; i < end - first; i++) {
            ahead[i] = packed.near(ahead[i]);
        }
        for (int i = 0; i < end - first; i++) {
            seen += packed.fetch(ahead[i]);
        }
        int left = spares.size();
        for (int i = 0; i < end - first && i < left; i++) {
            seen += spares.get(left - 1 - i).fetchSpare();
        }
        fetched += seen;
    }

    /** The key of a code, to look at only: one that is not in use does not come to be so. */
    KeyChain look(long code, Scalars scalars) throws IOException {
        KeyChain used = table[slotOf(code)];
        if (used != null) {
            return used;
        }
        KeyChain chain = new KeyChain(code, name(code, scalars));
        if (packed.look(chain.keyPart, chain.keyPart.length)) {
            chain.read(packed.record(), scalars, sessions);
        } else {
            fetch(chain, scalars);
        }
        return chain;
    }

    /** Whether a key was ever appended to. */
    boolean isList(long code, byte[] name) throws IOException {
        KeyChain used = table[slotOf(code)];
        if (used != null) {
            return used.list;
        }
        if (packed.look(name, name.length)) {
            return KeyChain.isList(packed.record());
        }
        byte[] record = complete ? null : disk.get(recordKey(name));
        return record != null && KeyChain.isList(new Decoder(record));
    }

    /** What a key's entries on disk begin with, behind their first byte. */
    byte[] name(long code, Scalars scalars) {
        return encoder.clear().keyPart(code, scalars).toBytes();
    }

    private void fetch(KeyChain chain, Scalars scalars) throws IOException {
        byte[] record = complete ? null : disk.get(recordKey(chain.keyPart));
        if (record != null) {
            chain.read(new Decoder(record), scalars, sessions);
        }
    }

    private byte[] recordKey(byte[] name) {
        return encoder.clear().octet('k').raw(name).toBytes();
    }

    /** Writes what the disk keeps of a key in use, beside its old versions. */
    void save(KeyChain chain, Scalars scalars, DiskMap.Changes changes) {
        byte[] key = recordKey(chain.keyPart);
        encoder.clear();
        chain.write(encoder, scalars);
        changes.put(key, encoder.toBytes());
        chain.changed = false;
    }

    /** Writes the keys that are packed and have changed since the last save. */
    void savePacked(DiskMap.Changes changes) {
        packed.save((array, name, record, end) -> changes.put(
                encoder.clear().octet('k').raw(array, name, record).toBytes(), Arrays.copyOfRange(array, record, end)));
    }

    /** Makes the records of packed keys shorter. */
    void shorten(PackedKeys.Shortener shortener) {
        packed.shorten(shortener);
    }

    /** Before which time about such a part of the keys was used last. */
    long usedBefore(double part) {
        long[] used = new long[Math.min(size, SAMPLE)];
        int count = 0;
        // the order of the table is as good as chance
        for (int slot = 0; slot < table.length && count < used.length; slot++) {
            if (table[slot] != null) {
                used[count++] = table[slot].used;
            }
        }
        Arrays.sort(used);
        return count == 0 ? Long.MAX_VALUE : used[(int) Math.min(count - 1, part * count)] + 1;
    }

    /**
     * Packs the keys that are not to be kept in use; one that is too long for that stays if it has changed, else it leaves memory.
     *
     * @param leaving is told of each that is in use no more
     */
    void pack(Keeper keeper, Consumer<KeyChain> leaves, Scalars scalars) {
        int mask = table.length - 1;
        int empty = 0;
        while (table[empty] != null) {
            empty++;
        }
        // downwards, from where no row of filled slots goes on: what moves into a slot that becomes free has been
        // looked at
        for (int done = 1; done <= mask; ) {
            int count = 0;
            for (; done <= mask && count < AHEAD; done++) {
                int slot = (empty - done) & mask;
                if (table[slot] != null) {
                    ahead[count++] = slot;
                }
            }
            for (int i = 0; i < count; i++) {
                fetched += table[ahead[i]].fetch();
            }
            for (int i = 0; i < count; i++) {
                KeyChain chain = table[ahead[i]];
                if (!keeper.keeps(chain) && pack(chain, scalars)) {
                    leaves.accept(chain);
                    remove(ahead[i]);
                    chain.clear();
                    spares.add(chain);
                    spareBytes += chain.bytes();
                }
            }
        }
    }

    /** Empties a slot, and lets those behind it that could not have their own slots move up. */
    private void remove(int slot) {
        int mask = table.length - 1;
        int free = slot;
        for (int at = (slot + 1) & mask; table[at] != null; at = (at + 1) & mask) {
            int home = slot(codes[at], mask);
            if (((at - home) & mask) >= ((at - free) & mask)) {
                table[free] = table[at];
                codes[free] = codes[at];
                free = at;
            }
        }
        table[free] = null;
        size--;
    }

    private boolean pack(KeyChain chain, Scalars scalars) {
        encoder.clear();
        chain.write(encoder, scalars);
        int record = encoder.size();
        chain.writeReads(encoder, recent);
        int reads = encoder.size() - record;
        if (packed.put(chain.keyPart, encoder.bytes(), record + reads, reads, chain.changed)) {
            return true;
        }
        boolean leaves = !chain.changed && reads == 0;
        complete &= !leaves;
        return leaves;
    }

    /** Lets packed keys leave memory until the rest takes so many bytes at most; all are on disk as they are here. */
    void shrink(long most) {
        complete &= !packed.shrink(most);
        rebuild();
    }

    void forEach(Visitor visitor) throws IOException {
        for (KeyChain chain : table) {
            if (chain != null) {
                visitor.visit(chain);
            }
        }
    }

    /** Forgets texts that no key in use has any more; all codes are of another table from now on. */
    void adopt(Scalars from, Scalars to) {
        for (int slot = 0; slot < table.length; slot++) {
            if (table[slot] != null) {
                table[slot].adopt(from, to);
                codes[slot] = table[slot].code;
            }
        }
        rebuild();
    }

    /** Makes the table anew, as large as it need be. */
    private void rebuild() {
        int kept = 0;
        for (KeyChain chain : table) {
            kept += chain != null ? 1 : 0;
        }
        KeyChain[] old = table;
        long[] oldCodes = codes;
        table = new KeyChain[Math.max(LEAST, Integer.highestOneBit(Math.max(1, kept)) * 4)];
        codes = new long[table.length];
        size = kept;
        for (int i = 0; i < old.length; i++) {
            if (old[i] != null) {
                int slot = slotOf(oldCodes[i]);
                table[slot] = old[i];
                codes[slot] = oldCodes[i];
            }
        }
    }
}
