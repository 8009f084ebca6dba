package org.isolde.online.rocks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isolde.online.Storage;
import org.isolde.online.aion.DiskMap;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * The monitor's map on RocksDB, kept small: its memory is part of what the monitor may take.
 *
 * <p>Invariant: {@link #write} is all or nothing. Changes of any size need little memory for it: large ones go through a
 * file of their own ({@link RocksChanges}), which is done again at the next opening if it was not done to its end.
 */
final class RocksMap implements DiskMap {
    private static final long LEAST_MEMORY = 16L << 20;
    private static final int OPEN_FILES = 64;
    private static final List<CompressionType> COMPRESSION = List.of(
            CompressionType.NO_COMPRESSION,
            CompressionType.NO_COMPRESSION,
            CompressionType.NO_COMPRESSION,
            CompressionType.LZ4_COMPRESSION,
            CompressionType.LZ4_COMPRESSION,
            CompressionType.LZ4_COMPRESSION,
            CompressionType.LZ4_COMPRESSION);

    private final Storage storage;
    private final Path folder;
    private final LRUCache cache;
    private final BloomFilter filter = new BloomFilter(10);
    private final Options options = new Options();
    private final WriteOptions durable = new WriteOptions().setSync(true);
    private final RocksDB rocks;
    /** What looks for neighbours; null if something has been written since it was used last. */
    private RocksIterator iterator;

    private boolean closed;

    /**
     * @param storage where large changes go before RocksDB has them
     */
    RocksMap(Storage storage, Path folder, long memory) throws IOException {
        this.storage = storage;
        this.folder = folder;
        // half for the cache, a quarter for what is being written, the rest for compaction
        long share = Math.max(LEAST_MEMORY, memory) / 4;
        cache = new LRUCache(2 * share, 2);
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                // in small parts: a cache of this size could not hold whole ones
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setMetadataBlockSize(4 << 10)
                .setFilterPolicy(filter)
                .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                .setBlockSize(4 << 10);
        options.setCreateIfMissing(true)
                .setTableFormatConfig(table)
                .setWriteBufferSize(Math.max(2L << 20, share / 2))
                .setMaxWriteBufferNumber(2)
                .setMaxBackgroundJobs(2)
                .setMaxOpenFiles(OPEN_FILES)
                .setTargetFileSizeBase(16L << 20)
                .setMaxTotalWalSize(2 * share)
                .setKeepLogFileNum(2)
                .setMaxLogFileSize(1 << 20)
                .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
                // what is read most is in the upper levels, and small
                .setCompressionPerLevel(COMPRESSION);
        try {
            rocks = RocksDB.open(options, folder.toString());
        } catch (RocksDBException e) {
            throw failed("opened", e);
        }
        RocksChanges.redo(this);
    }

    Storage storage() {
        return storage;
    }

    Path folder() {
        return folder;
    }

    RocksDB rocks() {
        return rocks;
    }

    WriteOptions durable() {
        return durable;
    }

    IOException failed(String what, RocksDBException e) {
        return new IOException("the monitor's state in " + folder + " can't be " + what + ": " + e.getMessage(), e);
    }

    @Override
    public byte[] get(byte[] key) throws IOException {
        try {
            return rocks.get(key);
        } catch (RocksDBException e) {
            throw failed("read", e);
        }
    }

    @Override
    public Entry floor(byte[] key) throws IOException {
        open();
        iterator.seekForPrev(key);
        return entry();
    }

    @Override
    public Entry higher(byte[] key) throws IOException {
        open();
        iterator.seek(key);
        if (iterator.isValid() && java.util.Arrays.equals(iterator.key(), key)) {
            iterator.next();
        }
        return entry();
    }

    /** Makes sure that there is an iterator, which sees all that has been written. */
    private void open() {
        if (iterator == null) {
            iterator = rocks.newIterator();
        }
    }

    private void closeIterator() {
        if (iterator != null) {
            iterator.close();
            iterator = null;
        }
    }

    private Entry entry() throws IOException {
        if (iterator.isValid()) {
            return new Entry(iterator.key(), iterator.value());
        }
        try {
            iterator.status();
        } catch (RocksDBException e) {
            throw failed("read", e);
        }
        return null;
    }

    @Override
    public Changes changes() {
        return new RocksChanges(this);
    }

    @Override
    public void write(Changes changes) throws IOException {
        closeIterator();
        ((RocksChanges) changes).write();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            closeIterator();
            rocks.close();
            durable.close();
            options.close();
            filter.close();
            cache.close();
        }
    }
}
