package org.isolde.online.aion;

import java.util.Arrays;
import java.util.TreeMap;
import org.isolde.history.Scalars;
import org.isolde.online.axiom.CodeSet;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.Place;
import org.isolde.online.axiom.Times;
import org.isolde.online.axiom.Touched;
import org.isolde.online.axiom.VersionBlock;

/**
 * One key: the end of its versions that is in memory, its open reads, and what a transaction that is being looked at did to it.
 *
 * <p>Invariant: the blocks in memory hold the versions behind {@link #horizonPhysical}, in order; if {@link #spilled}, all up to there are on disk,
 * and {@link #old} has those blocks of the disk that were read back and changed.
 */
final class KeyChain extends Touched {
    /** No code. */
    static final long NONE = CodeSet.NONE;

    // flags of records
    static final int SPILLED = 1;
    private static final int LIST = 2;

    private static final int OVERHEAD = 260;
    /** Larger blocks, and more of them, are not kept for another key. */
    private static final int MOST_VERSIONS_KEPT = 8;

    /** The key's code in the engine's table. */
    long code;
    /** What this key's entries on disk begin with, behind their first byte. */
    byte[] keyPart;

    VersionBlock[] blocks = new VersionBlock[1];
    /** The commit of each block's first entry, side by side, where a search is quick. */
    private long[] firstCommit = new long[1];

    int blockCount;
    /** What all blocks take in memory. */
    long blockBytes;

    boolean spilled;
    long horizonPhysical;
    long horizonLogical;
    TreeMap<byte[], VersionBlock> old;
    /** Whether it was ever appended to: then all its versions are kept, for a list is all of them. */
    boolean list;
    /** The longest time from start to commit of any version. */
    long longest;
    /** Values that transactions of unknown outcome wrote. */
    private CodeSet unknown;

    /** Its open reads, where there are several. */
    private ReadBlocks reads;
    /** Where there are not: the only one, which may have left, or -1. */
    private long read = -1;

    /** What is kept empty, to be filled again. */
    private VersionBlock spareBlock;

    boolean changed = true;
    /** When it was last used, on the monitor's clock. */
    long used;

    KeyChain(long code, byte[] keyPart) {
        this.code = code;
        this.keyPart = keyPart;
    }

    long bytes() {
        return OVERHEAD
                + keyPart.length
                + (reads == null ? 0 : reads.bytes())
                + (spareBlock == null ? 0 : spareBlock.bytes())
                + (unknown == null ? 0 : unknown.bytes())
                + blockBytes;
    }

    /** Forgets reads that have settled. */
    void purge() {
        if (reads != null) {
            reads.purge();
            if (reads.isEmpty()) {
                reads = null;
            }
        }
    }

    /** Adds an open read, of those in memory. */
    void addRead(long number, Place place, ReadRing open, Sessions sessions) {
        if (reads == null) {
            if (!open.isOpen(read)) {
                read = number;
                return;
            }
            reads = new ReadBlocks(open, sessions);
            reads.add(read, open.place(read, new Place()));
            read = -1;
        }
        reads.add(number, place);
    }

    boolean hasReads(ReadRing open) {
        return reads != null || open.isOpen(read);
    }

    /**
     * Visits the open reads that look behind a place, in order.
     *
     * @param next where the version behind it is; null if there is none
     */
    void readsAfter(Place place, Place next, ReadRing open, Sessions sessions, ReadBlocks.Visitor visitor) {
        if (reads != null) {
            reads.after(place, next, visitor);
        } else if (open.isOpen(read)) {
            Place look = open.place(read, new Place());
            if (place.isBefore(look, sessions)) {
                visitor.visit(read, open.seen(read), next != null && next.isBefore(look, sessions));
            }
        }
    }

    /** Writes the numbers of its open reads. */
    void writeReads(Encoder out, ReadRing open) {
        if (reads != null) {
            reads.forEach(out::number);
        } else if (open.isOpen(read)) {
            out.number(read);
        }
    }

    /** Takes the reads that were written, as far as they are still open. */
    void readReads(Decoder in, ReadRing open, Sessions sessions) {
        while (in.hasMore()) {
            long number = in.number();
            if (open.isOpen(number)) {
                addRead(number, open.place(number, new Place()), open, sessions);
            }
        }
    }

    /** A block without entries. */
    VersionBlock newBlock(Sessions sessions) {
        VersionBlock block = spareBlock == null ? new VersionBlock(sessions) : spareBlock;
        spareBlock = null;
        return block;
    }

    /** Leaves nothing of the key behind but room for another one. */
    void clear() {
        reads = null;
        read = -1;
        if (blockCount > 0) {
            spareBlock = blocks[0].clear(MOST_VERSIONS_KEPT);
        }
        if (blocks.length == 1) {
            blocks[0] = null;
        } else {
            blocks = new VersionBlock[1];
            firstCommit = new long[1];
        }
        blockCount = 0;
        blockBytes = 0;
        spilled = false;
        horizonPhysical = 0;
        horizonLogical = 0;
        old = null;
        list = false;
        longest = 0;
        unknown = null;
        changed = true;
        untouched();
    }

    /** Is of another key from now on, with so many bytes for its name. */
    void begin(long newCode, byte[] name, int length) {
        code = newCode;
        if (keyPart.length == length) {
            System.arraycopy(name, 0, keyPart, 0, length);
        } else {
            keyPart = Arrays.copyOf(name, length);
        }
    }

    /** Something of what a packed key will fill. */
    long fetchSpare() {
        return keyPart.length + blocks.length + (spareBlock == null ? 0 : spareBlock.fetch());
    }

    /** Something of what packing looks at. */
    long fetch() {
        return keyPart.length + (blockCount == 0 ? 0 : blocks[0].fetch());
    }

    /** Counts anew what the blocks take. */
    void countBlocks() {
        blockBytes = 0;
        for (int i = 0; i < blockCount; i++) {
            blockBytes += blocks[i].bytes();
        }
        if (old != null) {
            for (VersionBlock block : old.values()) {
                blockBytes += block.bytes();
            }
        }
    }

    /** Whether versions of a time belong into memory. */
    boolean isResident(long physical, long logical) {
        return !spilled || physical > horizonPhysical || (physical == horizonPhysical && logical > horizonLogical);
    }

    /** The last block in memory with an entry before a place, or -1. */
    int blockBefore(Place place) {
        long physical = place.physical;
        int low = Times.searchFromEnd(firstCommit, 0, blockCount, physical);
        // blocks that begin at the very time are few
        while (low < blockCount && firstCommit[low] == physical && blocks[low].compare(0, place) < 0) {
            low++;
        }
        return low - 1;
    }

    /** How many entries of a block are before a place. */
    int before(int block, Place place) {
        VersionBlock in = blocks[block];
        long last = block + 1 < blockCount ? firstCommit[block + 1] : in.commit(in.count - 1);
        return in.before(place, firstCommit[block], last);
    }

    /** A block has got a new first entry. */
    void begins(int block) {
        firstCommit[block] = blocks[block].commit(0);
    }

    void insertBlock(int at, VersionBlock block) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
            firstCommit = Arrays.copyOf(firstCommit, blockCount * 2);
        }
        System.arraycopy(blocks, at, blocks, at + 1, blockCount - at);
        System.arraycopy(firstCommit, at, firstCommit, at + 1, blockCount - at);
        blocks[at] = block;
        firstCommit[at] = block.commit(0);
        blockCount++;
    }

    /** Takes the first blocks out. */
    void removeFirst(int count) {
        System.arraycopy(blocks, count, blocks, 0, blockCount - count);
        System.arraycopy(firstCommit, count, firstCommit, 0, blockCount - count);
        Arrays.fill(blocks, blockCount - count, blockCount, null);
        blockCount -= count;
    }

    /** How many versions the last block in memory has. */
    int lastCount() {
        return blockCount == 0 ? 0 : blocks[blockCount - 1].count;
    }

    /** What transactions of unknown outcome wrote; null if they wrote nothing. */
    CodeSet unknown() {
        return unknown;
    }

    void addUnknown(long value) {
        if (unknown == null) {
            unknown = new CodeSet();
        }
        changed |= unknown.add(value);
    }

    void write(Encoder out, Scalars scalars) {
        out.octet((spilled ? SPILLED : 0) | (list ? LIST : 0));
        out.number(horizonPhysical).number(horizonLogical);
        out.number(longest).number(unknown == null ? 0 : unknown.size());
        if (unknown != null) {
            unknown.forEach(value -> out.scalar(value, scalars));
        }
        out.number(blockCount);
        for (int i = 0; i < blockCount; i++) {
            blocks[i].write(out, scalars);
        }
    }

    /** Whether a record is of a key that was appended to. */
    static boolean isList(Decoder record) {
        return isList(record.octet());
    }

    /** Whether a record that begins with these flags is. */
    static boolean isList(int flags) {
        return (flags & LIST) != 0;
    }

    void read(Decoder in, Scalars scalars, Sessions sessions) {
        int flags = in.octet();
        spilled = (flags & SPILLED) != 0;
        list = isList(flags);
        horizonPhysical = in.number();
        horizonLogical = in.number();
        longest = in.number();
        for (long left = in.number(); left > 0; left--) {
            addUnknown(in.scalar(scalars));
        }
        for (long left = in.number(); left > 0; left--) {
            insertBlock(blockCount, newBlock(sessions).read(in, scalars));
        }
        countBlocks();
        changed = false;
    }

    void adopt(Scalars from, Scalars to) {
        code = to.adopt(code, from);
        unknown = unknown == null ? null : unknown.renamed(value -> to.adopt(value, from));
        for (int i = 0; i < blockCount; i++) {
            blocks[i].adopt(from, to);
        }
        if (old != null) {
            old.values().forEach(block -> block.adopt(from, to));
        }
        if (reads != null) {
            reads.adopt(from, to);
        }
    }
}
