package org.isolde.flink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.KeyVersions;

/**
 * The keys of one part of the cluster. Their state is bytes, which Flink keeps wherever it was told to: for each key one record, and one for each block of its versions but
 * the last. Keys that are in use are at hand as objects as well, so that neither a hash map on the heap nor a database on disk is asked for each operation.
 *
 * <p>Invariant: what is not at hand is in the state as it is; what is at hand and has changed gets there before a checkpoint is taken ({@link #flush}), or before it is let
 * go, and of it only the blocks that have changed.
 */
final class KeptKeys implements KeyVersions.Store {
    /** Whoever keeps the state turns it to a key. */
    interface Turn {
        void to(Name key);
    }

    private static final int LEAST = 1 << 10;

    private final Turn turn;
    private final ValueState<byte[]> heads;
    private final MapState<Long, byte[]> blocks;
    private final long most;
    private final Encoder encoder = new Encoder();
    private final List<KeptKey> changed = new ArrayList<>();

    /** A table of chains. */
    private KeptKey[] table = new KeptKey[LEAST];

    private int count;
    private long bytes;
    private int hand;

    /**
     * @param most what the keys at hand may take in memory, roughly
     */
    KeptKeys(KeyedStateStore state, Turn turn, long most) {
        this.turn = turn;
        this.most = most;
        heads = state.getState(new ValueStateDescriptor<>("key", new BytesCodec()));
        blocks = state.getMapState(new MapStateDescriptor<>("blocks", LongSerializer.INSTANCE, new BytesCodec()));
    }

    /** The key whose name stands in a record. It stays at hand until {@link #makeRoom}. */
    KeptKey get(byte[] record, int from, int end) throws IOException {
        int hash = Name.hash(record, from, end);
        KeptKey key = table[slot(hash)];
        while (key != null && !key.name.is(hash, record, from, end)) {
            key = key.next;
        }
        if (key == null) {
            key = load(new Name(Arrays.copyOfRange(record, from, end)));
        }
        key.used = true;
        return key;
    }

    /** Its low bits say who keeps a key, so they are the same for many. */
    private int slot(int hash) {
        return (hash * 0x9E3779B9 >>> 8) & (table.length - 1);
    }

    private KeptKey load(Name name) throws IOException {
        turn.to(name);
        byte[] head = heads.value();
        KeptKey key = new KeptKey(name, head == null ? null : KeyVersions.read(new Decoder(head), this));
        if (count++ > table.length) {
            grow();
        }
        int slot = slot(name.hashCode());
        key.next = table[slot];
        table[slot] = key;
        measure(key);
        return key;
    }

    private void grow() {
        KeptKey[] before = table;
        table = new KeptKey[before.length * 2];
        for (KeptKey chain : before) {
            for (KeptKey key = chain; key != null; ) {
                KeptKey next = key.next;
                int slot = slot(key.name.hashCode());
                key.next = table[slot];
                table[slot] = key;
                key = next;
            }
        }
    }

    private void measure(KeptKey key) {
        long now = key.versions == null ? KeyVersions.KEY_BYTES : key.versions.bytes();
        bytes += now - key.bytes;
        key.bytes = now;
    }

    /** A key at hand has changed. */
    void changed(KeptKey key) {
        measure(key);
        if (!key.changed) {
            key.changed = true;
            changed.add(key);
        }
    }

    /** Lets keys go that nobody has asked for, if there are too many. */
    void makeRoom() throws IOException {
        if (bytes <= most) {
            return;
        }
        flush();
        // those in use lose that mark when the hand passes, so it finds one in its second turn at the latest
        for (long steps = 2L * table.length; steps > 0 && bytes > most - most / 8; steps--) {
            hand = (hand + 1) & (table.length - 1);
            KeptKey before = null;
            for (KeptKey key = table[hand]; key != null; key = key.next) {
                if (key.used) {
                    key.used = false;
                    before = key;
                } else {
                    bytes -= key.bytes;
                    count--;
                    if (before == null) {
                        table[hand] = key.next;
                    } else {
                        before.next = key.next;
                    }
                }
            }
        }
    }

    /** Brings what has changed into the state. */
    void flush() throws IOException {
        for (KeptKey key : changed) {
            turn.to(key.name);
            key.versions.write(encoder.clear(), this);
            heads.update(encoder.toBytes());
            key.changed = false;
        }
        changed.clear();
    }

    int size() {
        return count;
    }

    // ---- blocks of the key that the state was turned to

    @Override
    public byte[] get(long block) throws IOException {
        try {
            return blocks.get(block);
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    @Override
    public void put(long block, byte[] record) throws IOException {
        try {
            blocks.put(block, record);
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    @Override
    public void remove(long block) throws IOException {
        try {
            blocks.remove(block);
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
