package org.isolde.online.rocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.online.aion.DiskMap;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteBatch;

/**
 * Changes to a {@link RocksMap}. A few are one batch of RocksDB's. Many would take as much memory as they have bytes, and as much work again to be
 * brought into order in RocksDB's memory; so they are put in order here, part after part, and each part is written as a file of RocksDB's own kind.
 * In the end RocksDB takes all these files in, at once or not at all.
 *
 * <p>Invariant: of a key that is in several parts the last one counts. Parts that were not taken in are deleted at the next opening.
 */
final class RocksChanges implements DiskMap.Changes {
    static final String PART = ".part";

    private final RocksMap map;
    private final SortedEntries entries;
    private final List<String> parts = new ArrayList<>();

    /**
     * @param entries room for changes, which nobody else uses
     */
    RocksChanges(RocksMap map, SortedEntries entries) {
        this.map = map;
        this.entries = entries;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        entries.put(key, value);
        spill();
    }

    @Override
    public void remove(byte[] key) {
        entries.remove(key);
        spill();
    }

    private void spill() {
        if (entries.size() < map.largestPart()) {
            return;
        }
        try {
            writePart();
        } catch (RocksDBException e) {
            throw new UncheckedIOException(map.failed("changed", e));
        }
    }

    private void writePart() throws RocksDBException {
        Path file = map.nextPart();
        try (SstFileWriter writer = map.newFile()) {
            writer.open(file.toString());
            entries.forEachKey((bytes, from, value, end) -> {
                byte[] key = Arrays.copyOfRange(bytes, from, value);
                if (end < 0) {
                    writer.delete(key);
                } else {
                    writer.put(key, Arrays.copyOfRange(bytes, value, end));
                }
            });
            writer.finish();
        }
        parts.add(file.toString());
        entries.clear();
    }

    /** The room that the changes had, once they are made. */
    SortedEntries room() {
        return entries;
    }

    /** Makes the changes. */
    void write() throws IOException {
        try {
            if (parts.isEmpty()) {
                writeBatch();
            } else {
                if (entries.count() > 0) {
                    writePart();
                }
                map.takeIn(parts);
            }
        } catch (RocksDBException e) {
            throw map.failed("written", e);
        } finally {
            entries.clear();
        }
    }

    private void writeBatch() throws RocksDBException {
        try (WriteBatch batch = new WriteBatch()) {
            entries.forEach((bytes, from, value, end) -> {
                byte[] key = Arrays.copyOfRange(bytes, from, value);
                if (end < 0) {
                    batch.delete(key);
                } else {
                    batch.put(key, Arrays.copyOfRange(bytes, value, end));
                }
            });
            map.rocks().write(map.durable(), batch);
        }
    }
}
