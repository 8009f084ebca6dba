package org.isolde.online.aion;

import java.util.Arrays;
import org.isolde.history.Scalars;
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
        /**
         * @param seen the value that the read saw
         * @param beyond whether it looks behind the next version
         * @return whether to go on
         */
        boolean visit(long read, long seen, boolean beyond);
    }

    /** Who is told of all reads. */
    interface Numbers {
        void accept(long read);
    }

    /** Places and numbers; the rarer parts of places take room only where there are any. */
    private static final class Block {
        /** What an entry is in {@link #entries}: the time at which it looks, its number, and what it saw. */
        private static final int READ = 1;

        private static final int SEEN = 2;
        private static final int WIDTH = 3;

        private final Sessions sessions;
        /** Entry by entry: whoever looks at one of them has all of it at hand. */
        private long[] entries = new long[4 * WIDTH];

        private long[] logical;
        /** Null if all look at everything up to the time itself. */
        private byte[] kind;

        private int[] session;
        private long[] seq;
        int count;
        long greatest = -1;

        Block(Sessions sessions) {
            this.sessions = sessions;
        }

        int capacity() {
            return entries.length / WIDTH;
        }

        long bytes() {
            return OVERHEAD + (8L * WIDTH + (logical == null ? 0 : 8) + (kind == null ? 0 : 13)) * capacity();
        }

        long physical(int i) {
            return entries[i * WIDTH];
        }

        long read(int i) {
            return entries[i * WIDTH + READ];
        }

        long seen(int i) {
            return entries[i * WIDTH + SEEN];
        }

        void insert(int at, Place place, long number, long seen) {
            if (count == capacity()) {
                resize(0, count, count * 2);
            }
            if (logical == null && place.logical != 0) {
                logical = new long[capacity()];
            }
            if (kind == null && place.kind != Place.AFTER) {
                kind = new byte[capacity()];
                Arrays.fill(kind, 0, count, Place.AFTER);
                session = new int[capacity()];
                seq = new long[capacity()];
            }
            int to = at * WIDTH;
            System.arraycopy(entries, to, entries, to + WIDTH, (count - at) * WIDTH);
            entries[to] = place.physical;
            entries[to + READ] = number;
            entries[to + SEEN] = seen;
            if (logical != null) {
                System.arraycopy(logical, at, logical, at + 1, count - at);
                logical[at] = place.logical;
            }
            if (kind != null) {
                System.arraycopy(kind, at, kind, at + 1, count - at);
                System.arraycopy(session, at, session, at + 1, count - at);
                System.arraycopy(seq, at, seq, at + 1, count - at);
                kind[at] = place.kind;
                session[at] = place.session;
                seq[at] = place.seq;
            }
            count++;
            greatest = Math.max(greatest, number);
        }

        /** Keeps only a part of the entries, with room for so many. */
        void resize(int from, int to, int capacity) {
            entries = Arrays.copyOf(Arrays.copyOfRange(entries, from * WIDTH, to * WIDTH), capacity * WIDTH);
            if (logical != null) {
                logical = Arrays.copyOf(Arrays.copyOfRange(logical, from, to), capacity);
            }
            if (kind != null) {
                kind = Arrays.copyOf(Arrays.copyOfRange(kind, from, to), capacity);
                session = Arrays.copyOf(Arrays.copyOfRange(session, from, to), capacity);
                seq = Arrays.copyOf(Arrays.copyOfRange(seq, from, to), capacity);
            }
            count = to - from;
            greatest = -1;
            for (int i = 0; i < count; i++) {
                greatest = Math.max(greatest, read(i));
            }
        }

        /** A new block with the entries from one on. */
        Block tail(int from) {
            Block right = new Block(sessions);
            right.entries = entries;
            right.logical = logical;
            right.kind = kind;
            right.session = session;
            right.seq = seq;
            right.resize(from, count, count - from);
            return right;
        }

        /** Whether a read looks at the place or earlier. */
        boolean isBefore(int i, Place place) {
            if (physical(i) != place.physical) {
                return physical(i) < place.physical;
            }
            int order = Long.compare(logical == null ? 0 : logical[i], place.logical);
            order = order != 0 ? order : Byte.compare(kind == null ? Place.AFTER : kind[i], place.kind);
            if (order == 0 && place.kind != Place.AFTER) {
                order = session[i] == place.session ? 0 : sessions.compare(session[i], place.session);
                order = order != 0 ? order : Long.compare(seq[i], place.seq);
            }
            return order <= 0;
        }

        /**
         * How many look at a place or earlier.
         *
         * @param first a time before which none is
         * @param last one behind which none is
         */
        int before(Place place, long first, long last) {
            long time = place.physical;
            int low = Times.searchBetween(entries, WIDTH, count, time, first, last);
            if (low == count || physical(low) != time || !isBefore(low, place)) {
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
                if (read(i) >= firstOpen) {
                    System.arraycopy(entries, i * WIDTH, entries, kept * WIDTH, WIDTH);
                    if (logical != null) {
                        logical[kept] = logical[i];
                    }
                    if (kind != null) {
                        kind[kept] = kind[i];
                        session[kept] = session[i];
                        seq[kept] = seq[i];
                    }
                    kept++;
                }
            }
            count = kept;
        }

        /** Renames the codes of what was seen by those that have not settled. */
        void adopt(Scalars from, Scalars to, long firstOpen) {
            for (int i = 0; i < count; i++) {
                if (read(i) >= firstOpen) {
                    entries[i * WIDTH + SEEN] = to.adopt(seen(i), from);
                }
            }
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
        if (block.count == block.capacity()) {
            // before it grows, room is made of what has settled
            block.compact(open.firstRead());
        }
        bytes -= block.bytes();
        block.insert(before(at, place), place, read, open.seen(read));
        firstTime[at] = block.physical(0);
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
        firstTime[at + 1] = right.physical(0);
        end++;
    }

    /** The last block that begins at or before a place, or -1. */
    private int blockOf(Place place) {
        long physical = place.physical;
        int low = Times.searchFromEnd(firstTime, first, end, physical);
        while (low < end && firstTime[low] == physical && blocks[low].isBefore(0, place)) {
            low++;
        }
        return low == first ? -1 : low - 1;
    }

    /** How many entries of a block look at a place or earlier. */
    private int before(int at, Place place) {
        Block block = blocks[at];
        if (block.count == 0) {
            return 0;
        }
        long last = at + 1 < end ? firstTime[at + 1] : block.physical(block.count - 1);
        return block.before(place, firstTime[at], last);
    }

    /**
     * Visits the open reads that look behind a place, in order.
     *
     * @param next where the version behind it is; null if there is none
     */
    void after(Place place, Place next, Visitor visitor) {
        int at = Math.max(first, blockOf(place));
        int i = at < end ? before(at, place) : 0;
        for (; at < end; at++, i = 0) {
            Block block = blocks[at];
            for (; i < block.count; i++) {
                if (open.isOpen(block.read(i))) {
                    boolean beyond = next != null && !block.isBefore(i, next);
                    if (!visitor.visit(block.read(i), block.seen(i), beyond)) {
                        return;
                    }
                }
            }
        }
    }

    /** Tells of all that are open, in order. */
    void forEach(Numbers numbers) {
        for (int at = first; at < end; at++) {
            Block block = blocks[at];
            for (int i = 0; i < block.count; i++) {
                if (open.isOpen(block.read(i))) {
                    numbers.accept(block.read(i));
                }
            }
        }
    }

    /** Renames the codes of what was seen. */
    void adopt(Scalars from, Scalars to) {
        for (int at = first; at < end; at++) {
            blocks[at].adopt(from, to, open.firstRead());
        }
    }
}
