package org.isolde.online.aion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A disk in memory. */
final class TreeDisk implements DiskMap {
    final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

    private static final class Collected implements Changes {
        private final List<byte[][]> all = new ArrayList<>();

        @Override
        public void put(byte[] key, byte[] value) {
            all.add(new byte[][] {key.clone(), value.clone()});
        }

        @Override
        public void remove(byte[] key) {
            all.add(new byte[][] {key.clone(), null});
        }
    }

    @Override
    public byte[] get(byte[] key) {
        return entries.get(key);
    }

    @Override
    public Entry floor(byte[] key) {
        return entry(entries.floorEntry(key));
    }

    @Override
    public Entry higher(byte[] key) {
        return entry(entries.higherEntry(key));
    }

    private static Entry entry(Map.Entry<byte[], byte[]> entry) {
        return entry == null ? null : new Entry(entry.getKey(), entry.getValue());
    }

    @Override
    public Changes changes() {
        return new Collected();
    }

    @Override
    public void write(Changes changes) {
        for (byte[][] change : ((Collected) changes).all) {
            if (change[1] == null) {
                entries.remove(change[0]);
            } else {
                entries.put(change[0], change[1]);
            }
        }
    }

    @Override
    public void close() {}
}
