package org.isolde.online;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.online.aion.DiskMap;

/** A map in memory, for tests and for streams that are known to be short: nothing of it survives, and it only grows. */
public final class MemoryMap implements DiskMap {
    private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

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

    private static Entry entry(Map.Entry<byte[], byte[]> found) {
        return found == null ? null : new Entry(found.getKey(), found.getValue());
    }

    /** A removal has no value. */
    private static final class Collected implements Changes {
        private final List<Entry> list = new ArrayList<>();

        @Override
        public void put(byte[] key, byte[] value) {
            list.add(new Entry(key.clone(), value.clone()));
        }

        @Override
        public void remove(byte[] key) {
            list.add(new Entry(key.clone(), null));
        }
    }

    @Override
    public Changes changes() {
        return new Collected();
    }

    @Override
    public void write(Changes changes) {
        for (Entry change : ((Collected) changes).list) {
            if (change.value() == null) {
                entries.remove(change.key());
            } else {
                entries.put(change.key(), change.value());
            }
        }
    }

    /** Keeps all: whoever opens it again finds it as it was. */
    @Override
    public void close() {}
}
