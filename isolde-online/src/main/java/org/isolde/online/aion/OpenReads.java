package org.isolde.online.aion;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.Scalars;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.Place;

/**
 * Transactions whose time is not over, in the order in which they came, with their external reads. The recent ones are in memory; all that
 * were there at the last save are on disk too, in segments, and may leave memory. What has left comes back a segment at a time when it
 * is to settle, and nobody has looked at it meanwhile: its verdicts are made anew then.
 *
 * <p>Invariant: transactions have consecutive numbers. {@code next} is the oldest that is open; those before {@code recent.firstTransaction()} are
 * on disk alone, the others in {@link #recent}. Segments follow each other without a gap, up to the last save, and once written stay as
 * they are until all in them have settled. On disk, {@code o} and the number of its first transaction lead to a segment.
 */
final class OpenReads {
    private static final int SEGMENT = 1 << 16;
    private static final int SEGMENT_BYTES = 40;

    /**
     * Transactions on disk.
     *
     * @param first the number of the first
     * @param end one more than the number of the last
     * @param earliest the earliest physical time at which one of them reads
     */
    private record Segment(long first, long end, long earliest) {}

    private final DiskMap disk;
    private final Values values;
    private final Encoder encoder = new Encoder();
    private final ReadRing recent = new ReadRing();
    /** What has come back of the first segment. */
    private final ReadRing returned = new ReadRing();

    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    /** Segments of which all have settled since the last save, by their first numbers. */
    private final List<Long> over = new ArrayList<>();

    private long next;
    private long count;

    OpenReads(DiskMap disk, Values values) {
        this.disk = disk;
        this.values = values;
    }

    /** Those that have not left memory since they came. */
    ReadRing recent() {
        return recent;
    }

    long bytes() {
        return recent.bytes() + returned.bytes() + SEGMENT_BYTES * (long) segments.size() + 32L * over.size();
    }

    /** What it takes more to have room for one transaction, of so many reads at most. */
    long growth(int reads) {
        return recent.growth(reads);
    }

    /** How many reads are open. */
    long count() {
        return count;
    }

    boolean isEmpty() {
        return next == recent.endTransaction();
    }

    /** Adds a transaction; its reads follow. */
    void begin(long now, Place place, long id, boolean counts) {
        recent.begin(now, place, id, counts);
    }

    /** Adds a read of the transaction that was added last. */
    long add(long key, long seen, long[] list, byte state) {
        count++;
        return recent.add(key, seen, list, state);
    }

    /** Where the oldest transaction is the first; there is one. */
    ReadRing oldest() throws IOException {
        if (next >= recent.firstTransaction()) {
            return recent;
        }
        if (returned.isEmpty()) {
            Segment segment = segments.peek();
            returned.startAt(segment.first);
            returned.read(new Decoder(disk.get(key(segment.first))), values.scalars);
            while (returned.firstTransaction() < next) {
                returned.removeOldest();
            }
        }
        return returned;
    }

    /** Whether the verdicts on the oldest transaction are as old as its record. */
    boolean oldestHasReturned() {
        return next < recent.firstTransaction();
    }

    /** The oldest transaction has settled; returns whether it was the last that had come back. */
    boolean removeOldest() throws IOException {
        ReadRing ring = oldest();
        count -= ring.oldestReadsEnd() - ring.firstRead();
        ring.removeOldest();
        next++;
        while (!segments.isEmpty() && segments.peek().end <= next) {
            over.add(segments.poll().first);
        }
        if (ring == returned && returned.isEmpty()) {
            returned.clear();
            return true;
        }
        return false;
    }

    /** The earliest physical time at which one reads that is open; the greatest time if there is none. */
    long earliest() {
        long earliest = recent.earliest(recent.firstTransaction(), recent.endTransaction());
        for (Segment segment : segments) {
            earliest = Math.min(earliest, segment.earliest);
        }
        return earliest;
    }

    private byte[] key(long first) {
        return encoder.clear().octet('o').ordered(first).toBytes();
    }

    /** Writes what has come since the last save. */
    void save(DiskMap.Changes changes) {
        for (long first : over) {
            changes.remove(key(first));
        }
        over.clear();
        long from = segments.isEmpty() ? next : Math.max(next, segments.getLast().end);
        while (from < recent.endTransaction()) {
            Encoder record = new Encoder();
            long end = recent.write(from, record, SEGMENT, values.scalars);
            changes.put(key(from), record.toBytes());
            segments.add(new Segment(from, end, recent.earliest(from, end)));
            from = end;
        }
    }

    /** All is on disk: it may leave memory. */
    void leave() {
        recent.clear();
    }

    void write(Encoder out) {
        out.number(next).number(count).number(segments.size());
        for (Segment segment : segments) {
            out.number(segment.first).number(segment.end - segment.first).number(segment.earliest);
        }
    }

    void read(Decoder in) {
        next = in.number();
        count = in.number();
        long end = next;
        for (long left = in.number(); left > 0; left--) {
            long first = in.number();
            end = first + in.number();
            segments.add(new Segment(first, end, in.number()));
        }
        recent.startAt(end);
    }

    /** Renames the codes of all keys, values, lists and ids. */
    void adopt(Scalars from, Scalars to) {
        recent.adopt(from, to);
        returned.adopt(from, to);
    }
}
