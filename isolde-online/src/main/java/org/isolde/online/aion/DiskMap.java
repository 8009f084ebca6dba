package org.isolde.online.aion;

import java.io.IOException;

/** What the monitor keeps on disk: bytes by bytes, ordered by key as unsigned bytes. Used by one thread at a time. */
public interface DiskMap extends AutoCloseable {
    /** An entry of the map. */
    record Entry(byte[] key, byte[] value) {}

    /** The value of a key, or null. */
    byte[] get(byte[] key) throws IOException;

    /** The entry with the greatest key that is at most this one, or null. */
    Entry floor(byte[] key) throws IOException;

    /** The entry with the least key that is greater than this one, or null. */
    Entry higher(byte[] key) throws IOException;

    /** Collects changes, which {@link #write} makes all at once. */
    interface Changes {
        void put(byte[] key, byte[] value);

        void remove(byte[] key);
    }

    /** An empty set of changes. */
    Changes changes();

    /** Makes all changes or none; they have reached the disk when it returns. */
    void write(Changes changes) throws IOException;

    @Override
    void close() throws IOException;
}
