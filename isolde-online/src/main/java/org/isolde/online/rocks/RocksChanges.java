package org.isolde.online.rocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.isolde.online.Storage;
import org.isolde.online.aion.DiskMap;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Changes to a {@link RocksMap}. A few are one batch of RocksDB's. Many would take as much memory as they have bytes, twice;
 * so they are written to a file, batch after batch. That file's getting its final name is what makes the changes: from then
 * on they are done, and done again after a crash, until RocksDB has them all on disk and the file goes.
 *
 * <p>Doing them again does no harm: they put and remove, and nothing else has been written in between.
 */
final class RocksChanges implements DiskMap.Changes {
    private static final int LARGEST_BATCH = 4 << 20;
    private static final String PART = "changes.part";
    private static final String WHOLE = "changes.redo";

    private final RocksMap map;
    private WriteBatch batch = new WriteBatch();
    private Storage.StoredFile file;
    private long written;

    RocksChanges(RocksMap map) {
        this.map = map;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        try {
            batch.put(key, value);
        } catch (RocksDBException e) {
            throw new UncheckedIOException(map.failed("changed", e));
        }
        spill();
    }

    @Override
    public void remove(byte[] key) {
        try {
            batch.delete(key);
        } catch (RocksDBException e) {
            throw new UncheckedIOException(map.failed("changed", e));
        }
        spill();
    }

    private void spill() {
        if (batch.getDataSize() < LARGEST_BATCH) {
            return;
        }
        try {
            toFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void toFile() throws IOException {
        if (file == null) {
            file = map.storage().open(map.folder().resolve(PART));
            file.truncate(0);
        }
        try (WriteBatch full = batch) {
            append(full.data());
        } catch (RocksDBException e) {
            throw map.failed("changed", e);
        }
        batch = new WriteBatch();
    }

    private void append(byte[] data) throws IOException {
        file.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, data.length), written);
        file.write(ByteBuffer.wrap(data), written + Integer.BYTES);
        written += Integer.BYTES + data.length;
    }

    /** Makes the changes. */
    void write() throws IOException {
        if (file == null) {
            try (WriteBatch all = batch) {
                map.rocks().write(map.durable(), all);
            } catch (RocksDBException e) {
                throw map.failed("written", e);
            }
            return;
        }
        writeFile();
        redo(map);
    }

    /** Promises the changes. */
    void writeFile() throws IOException {
        try (Storage.StoredFile whole = file) {
            toFile();
            batch.close();
            append(new byte[0]);
            whole.force();
        }
        map.storage().move(map.folder().resolve(PART), map.folder().resolve(WHOLE));
        map.storage().forceNames(map.folder());
    }

    /** Does the changes of the file, if there is one. */
    static void redo(RocksMap map) throws IOException {
        Storage storage = map.storage();
        Path whole = map.folder().resolve(WHOLE);
        storage.delete(map.folder().resolve(PART));
        if (!storage.exists(whole)) {
            return;
        }
        try (Storage.StoredFile file = storage.open(whole);
                // RocksDB's own log would write them once more; the file is the log
                WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
                FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
            long at = 0;
            for (int length = length(file, at); length > 0; length = length(file, at)) {
                byte[] data = new byte[length];
                file.readFully(ByteBuffer.wrap(data), at + Integer.BYTES);
                at += Integer.BYTES + length;
                try (WriteBatch part = new WriteBatch(data)) {
                    map.rocks().write(unlogged, part);
                }
            }
            map.rocks().flush(waiting);
        } catch (RocksDBException e) {
            throw map.failed("written", e);
        }
        storage.delete(whole);
        // if a power cut brought it back, it would undo what is written from now on
        storage.forceNames(map.folder());
    }

    private static int length(Storage.StoredFile file, long at) throws IOException {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
        file.readFully(length, at);
        return length.getInt(0);
    }
}
