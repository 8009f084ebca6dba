package org.isolde.online.rocks;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
    private FileChannel channel;
    private DataOutputStream file;

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
            channel = FileChannel.open(
                    map.folder().resolve(PART),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE);
            file = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
        }
        try (WriteBatch full = batch) {
            byte[] data = full.data();
            file.writeInt(data.length);
            file.write(data);
        } catch (RocksDBException e) {
            throw map.failed("changed", e);
        }
        batch = new WriteBatch();
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
        toFile();
        batch.close();
        file.writeInt(0);
        file.flush();
        channel.force(true);
        file.close();
        Files.move(map.folder().resolve(PART), map.folder().resolve(WHOLE), StandardCopyOption.ATOMIC_MOVE);
        forceFolder(map.folder());
    }

    private static void forceFolder(Path folder) throws IOException {
        if (java.io.File.separatorChar == '/') {
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }

    /** Does the changes of the file, if there is one. */
    static void redo(RocksMap map) throws IOException {
        Path whole = map.folder().resolve(WHOLE);
        Files.deleteIfExists(map.folder().resolve(PART));
        if (!Files.exists(whole)) {
            return;
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(whole), 1 << 16));
                // RocksDB's own log would write them once more; the file is the log
                WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
                FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
            for (int length = in.readInt(); length > 0; length = in.readInt()) {
                byte[] data = new byte[length];
                in.readFully(data);
                try (WriteBatch part = new WriteBatch(data)) {
                    map.rocks().write(unlogged, part);
                }
            }
            map.rocks().flush(waiting);
        } catch (RocksDBException e) {
            throw map.failed("written", e);
        }
        Files.delete(whole);
    }
}
