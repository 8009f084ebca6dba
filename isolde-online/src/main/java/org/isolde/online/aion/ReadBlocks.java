package org.isolde.online.aion;

import java.util.Arrays;
import org.isolde.online.axiom.Place;
import org.isolde.online.axiom.Times;

/**
 * The open reads of one key, in the order of the places at which they look, by their numbers in {@link ReadRing}.
 *
 * <p>Reads come mostly in order and settle mostly in order, so they are kept in blocks: one that is late moves at most a block. Settled
 * ones stay until their block needs the room, or has settled as a whole.
 */
final class ReadBlocks {
    private static final int CAPACITY = 512;
    private static final int OVERHEAD = 104;

    /** Who looks at reads, one after the other, until it has seen enough. */
    interface Visitor {
        /** Returns whether to go on. */
        boolean visit(long read);
    }

    /** Places and numbers; the rarer parts of places take room only where there are any. */
    private static final class Block {
        private final Sessions sessions;
        long[] physical = new long[4];
        long[] read = new long[4];
        byte[] kind = new byte[4];
        private long[] logical;
        private int[] session;
        private long[] seq;
        int count;
        long greatest = -1;

        Block(Sessions sessions) {
            this.sessions = sessions;
        }

        long bytes() {
            return OVERHEAD + (17L + (logical == null ? 0 : 8) + (session == null ? 0 : 12)) * read.length;
        }

        void insert(int at, Place place, long number) {
            if (count == read.length) {
                resize(0, count, count * 2);
            }
            if (logical == null && place.logical != 0) {
                logical = new long[read.length];
            }
            if (session == null && place.kind != Place.AFTER) {
                session = new int[read.length];
                seq = new long[read.length];
            }
            System.arraycopy(physical, at, physical, at + 1, count - at);
            System.arraycopy(read, at, read, at + 1, count - at);
            System.arraycopy(kind, at, kind, at + 1, count - at);
            physical[at] = place.physical;
            read[at] = number;
            kind[at] = place.kind;
            if (logical != null) {
                System.arraycopy(logical, at, logical, at + 1, count - at);
                logical[at] = place.logical;
            }
            if (session != null) {
                System.arraycopy(session, at, session, at + 1, count - at);
                System.arraycopy(seq, at, seq, at + 1, count - at);
                session[at] = place.session;
                seq[at] = place.seq;
            }
            count++;
            greatest = Math.max(greatest, number);
        }

        /** Keeps only a part of the entries, with room for so many. */
        void resize(int from, int to, int capacity) {
            physical = Arrays.copyOf(Arrays.copyOfRange(physical, from, to), capacity);
            read = Arrays.copyOf(Arrays.copyOfRange(read, from, to), capacity);
            kind = Arrays.copyOf(Arrays.copyOfRange(kind, from, to), capacity);
            if (logical != null) {
                logical = Arrays.copyOf(Arrays.copyOfRange(logical, from, to), capacity);
            }
            if (session != null) {
                session = Arrays.copyOf(Arrays.copyOfRange(session, from, to), capacity);
                seq = Arrays.copyOf(Arrays.copyOfRange(seq, from, to), capacity);
            }
            count = to - from;
            greatest = -1;
            for (int i = 0; i < count; i++) {
                greatest = Math.max(greatest, read[i]);
            }
        }

        /** A new block with the entries from one on. */
        Block tail(int from) {
            Block right = new Block(sessions);
            right.physical = physical;
            right.read = read;
            right.kind = kind;
            right.logical = logical;
            right.session = session;
            right.seq = seq;
            right.resize(from, count, count - from);
            return right;
        }

        /** Whether a read looks at the place or earlier. */
        boolean isBefore(int i, Place place) {
            if (physical[i] != place.physical) {
                return physical[i] < place.physical;
            }
            int order = Long.compare(logical == null ? 0 : logical[i], place.logical);
            order = order != 0 ? order : Byte.compare(kind[i], place.kind);
            if (order == 0 && place.kind != Place.AFTER) {
                order = session[i] == place.session ? 0 : sessions.compare(session[i], place.session);
                order = order != 0 ? order : Long.compare(seq[i], place.seq);
            }
            return order <= 0;
        }

        int before(Place place) {
            long[] times = physical;
            long time = place.physical;
            int low = Times.search(times, 1, 0, count, time);
            if (low == count || times[low] != time || !isBefore(low, place)) {
                return low;
            }
            // there may be many of the very time: those who only read at the state of one moment
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isBefore(middle, place)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** Forgets entries that have settled. */
        void compact(long firstOpen) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (read[i] >= firstOpen) {
                    physical[kept] = physical[i];
                    read[kept] = read[i];
                    kind[kept] = kind[i];
                    if (logical != null) {
                        logical[kept] = logical[i];
                    }
                    if (session != null) {
                        session[kept] = session[i];
                        seq[kept] = seq[i];
                    }
                    kept++;
                }
            }
            count = kept;
        }
    }

    private final ReadRing open;
    private final Sessions sessions;
    private Block[] blocks = new Block[1];
    /** The time of each block's first entry, side by side, where a search is quick. */
    private long[] firstTime = new long[1];

    private int first;
    private int end;
    private long bytes = OVERHEAD;

    ReadBlocks(ReadRing open, Sessions sessions) {
        this.open = open;
        this.sessions = sessions;
    }

    long bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return first == end;
    }

    /** Forgets leading blocks in which everything has settled. */
    void purge() {
        while (first < end && blocks[first].greatest < open.firstRead()) {
            bytes -= blocks[first].bytes();
            blocks[first++] = null;
        }
        if (first == end) {
            first = 0;
            end = 0;
        }
    }

    /** Adds a read at its place. */
    void add(long read, Place place) {
        int at = blockOf(place);
        if (at < 0) {
            if (first == end) {
                room();
                blocks[end++] = new Block(sessions);
                bytes += blocks[end - 1].bytes();
            }
            at = first;
        }
        Block block = blocks[at];
        if (block.count == block.read.length) {
            // before it grows, room is made of what has settled
            block.compact(open.firstRead());
        }
        bytes -= block.bytes();
        block.insert(block.before(place), place, read);
        firstTime[at] = block.physical[0];
        bytes += block.bytes();
        if (block.count == CAPACITY) {
            split(at);
            purge();
        }
    }

    private void room() {
        if (end == blocks.length) {
            int size = end - first;
            boolean enough = first > blocks.length / 2;
            Block[] wider = enough ? blocks : new Block[blocks.length * 2];
            long[] times = enough ? firstTime : new long[blocks.length * 2];
            System.arraycopy(blocks, first, wider, 0, size);
            System.arraycopy(firstTime, first, times, 0, size);
            Arrays.fill(wider, size, wider.length, null);
            blocks = wider;
            firstTime = times;
            first = 0;
            end = size;
        }
    }

    private void split(int at) {
        Block left = blocks[at];
        bytes -= left.bytes();
        int cut = at == end - 1 ? CAPACITY - CAPACITY / 8 : CAPACITY / 2;
        Block right = left.tail(cut);
        left.resize(0, cut, CAPACITY);
        bytes += left.bytes() + right.bytes();
        int offset = at - first;
        room();
        at = first + offset;
        System.arraycopy(blocks, at + 1, blocks, at + 2, end - at - 1);
        System.arraycopy(firstTime, at + 1, firstTime, at + 2, end - at - 1);
        blocks[at + 1] = right;
        firstTime[at + 1] = right.physical[0];
        end++;
    }

    /** The last block that begins at or before a place, or -1. */
    private int blockOf(Place place) {
        long physical = place.physical;
        int low = Times.search(firstTime, 1, first, end, physical);
        while (low < end && firstTime[low] == physical && blocks[low].isBefore(0, place)) {
            low++;
        }
        return low == first ? -1 : low - 1;
    }

    /** Visits the open reads that look behind a place, in order. */
    void after(Place place, Visitor visitor) {
        int at = Math.max(first, blockOf(place));
        int i = at < end ? blocks[at].before(place) : 0;
        for (; at < end; at++, i = 0) {
            Block block = blocks[at];
            for (; i < block.count; i++) {
                if (open.isOpen(block.read[i]) && !visitor.visit(block.read[i])) {
                    return;
                }
            }
        }
    }

    /** Visits all that are open, in order. */
    void forEach(Visitor visitor) {
        for (int at = first; at < end; at++) {
            Block block = blocks[at];
            for (int i = 0; i < block.count; i++) {
                if (open.isOpen(block.read[i]) && !visitor.visit(block.read[i])) {
                    return;
                }
            }
        }
    }
}
