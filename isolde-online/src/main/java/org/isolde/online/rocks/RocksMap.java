package org.isolde.online.rocks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.isolde.online.aion.DiskMap;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.EnvOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteOptions;

/**
 * The monitor's map on RocksDB, kept small: its memory is part of what the monitor may take.
 *
 * <p>Invariant: {@link #write} is all or nothing. Changes of any size need little memory for it: large ones go through files of their
 * own ({@link RocksChanges}), which RocksDB takes in.
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

    /** Files of large changes, each over all keys, that are brought together with the rest at once: fewer would cost the rest more often. */
    private static final int NEW_FILES = 16;

    /** With so many of them, those who change more wait. */
    private static final int MOST_NEW_FILES = 2 * NEW_FILES;

    private static final int READ_AHEAD = 256 << 10;
    private static final int LARGEST_PART = 32 << 20;
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Path folder;
    private final int largestPart;
    private final LRUCache cache;
    private final BloomFilter filter = new BloomFilter(10);
    private final Options options = new Options();
    private final WriteOptions durable = new WriteOptions().setSync(true);
    private final RocksDB rocks;
    /** For files of large changes, which are small and soon rewritten. */
    private final Options plain;

    private final EnvOptions environment = new EnvOptions();
    private final IngestExternalFileOptions moving = new IngestExternalFileOptions().setMoveFiles(true);
    /** Room for changes; null while somebody has it. */
    private SortedEntries spare = new SortedEntries();

    private long parts;
    /** What looks for neighbours; null if something has been written since it was used last. */
    private RocksIterator iterator;

    private boolean closed;

    RocksMap(Path folder, long memory) throws IOException {
        this.folder = folder;
        // half for the cache, a quarter for what is being written, the rest for compaction
        long share = Math.max(LEAST_MEMORY, memory) / 4;
        largestPart = (int) Math.min(LARGEST_PART, share);
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
                .setLevel0FileNumCompactionTrigger(NEW_FILES)
                .setLevel0SlowdownWritesTrigger(MOST_NEW_FILES)
                .setLevel0StopWritesTrigger(2 * MOST_NEW_FILES)
                .setCompactionReadaheadSize(READ_AHEAD)
                .setKeepLogFileNum(2)
                .setMaxLogFileSize(1 << 20)
                .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
                // what is read most is in the upper levels, and small
                .setCompressionPerLevel(COMPRESSION);
        plain = new Options(options)
                .setCompressionPerLevel(List.of())
                .setCompressionType(CompressionType.NO_COMPRESSION);
        deleteParts();
        try {
            rocks = RocksDB.open(options, folder.toString());
        } catch (RocksDBException e) {
            throw failed("opened", e);
        }
    }

    /** Deletes what is left of changes that were not made. */
    private void deleteParts() throws IOException {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "*" + RocksChanges.PART)) {
            for (Path part : parts) {
                Files.delete(part);
            }
        }
    }

    /** How many bytes of changes are kept in memory at most. */
    int largestPart() {
        return largestPart;
    }

    /** A name for a part of changes. */
    Path nextPart() {
        return folder.resolve(parts++ + RocksChanges.PART);
    }

    /** A file that can be taken in, once it is written. */
    SstFileWriter newFile() {
        return new SstFileWriter(environment, plain);
    }

    /** Takes files in, all or none of them; what is in a later one counts. */
    void takeIn(List<String> files) throws RocksDBException {
        rocks.ingestExternalFile(files, moving);
        // RocksDB itself makes only those wait who write to its memory
        while (rocks.getLongProperty("rocksdb.num-running-compactions") > 0
                && Integer.parseInt(rocks.getProperty("rocksdb.num-files-at-level0")) >= MOST_NEW_FILES) {
            LockSupport.parkNanos(WAIT_NANOS);
        }
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
        SortedEntries entries = spare == null ? new SortedEntries() : spare;
        spare = null;
        return new RocksChanges(this, entries);
    }

    @Override
    public void write(Changes changes) throws IOException {
        closeIterator();
        RocksChanges made = (RocksChanges) changes;
        made.write();
        spare = made.room();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            closeIterator();
            rocks.close();
            durable.close();
            moving.close();
            environment.close();
            plain.close();
            options.close();
            filter.close();
            cache.close();
        }
    }
}
