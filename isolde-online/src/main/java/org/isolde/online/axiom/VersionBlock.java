package org.isolde.online.axiom;

import java.io.IOException;
import java.util.Arrays;
import org.isolde.history.Scalars;

/**
 * Versions of one key, in the order of their commits: a piece of the versioned frontier.
 *
 * <p>Invariant: entries are in the order of their {@link Place}s; those of one transaction (several only where lists are
 * appended to) stand together in the order of its operations, all but the first of them marked as continued. Entries with the same
 * commit timestamp are never in two blocks.
 */
public final class VersionBlock {
    /** What an object and the head of its array take, roughly. */
    private static final int OVERHEAD = 64;

    /** In a record: whether entries have logical times; whether they may go on with the transaction of the one before. */
    public static final int HYBRID = 1;

    public static final int LISTS = 2;

    /** What an entry is in {@link #entries}: commit, start, value, number in the session, session; then logical times, if there are any. */
    private static final int START = 1;

    private static final int VALUE = 2;
    private static final int SEQ = 3;
    private static final int SESSION = 4;
    private static final int COMMIT_LOGICAL = 5;
    private static final int START_LOGICAL = 6;
    private static final int PLAIN = 5;
    private static final int LOGICAL = 7;

    /** Beside the session: whether an entry goes on with the transaction of the one before. */
    private static final long CONTINUED = 1L << 32;

    /** Entry by entry: whoever looks at one of them has all of it at hand. */
    private long[] entries = new long[PLAIN];

    private int width = PLAIN;
    /** Whether any entry is continued. */
    private boolean lists;

    public int count;
    /** When an entry was last added, on the monitor's clock. */
    public long touched;

    private final SessionOrder sessions;

    public VersionBlock(SessionOrder sessions) {
        this.sessions = sessions;
    }

    public long bytes() {
        return OVERHEAD + (long) Long.BYTES * entries.length;
    }

    /** Something of the first entry. */
    public long fetch() {
        return entries[0];
    }

    private int capacity() {
        return entries.length / width;
    }

    public long commit(int i) {
        return entries[i * width];
    }

    public long start(int i) {
        return entries[i * width + START];
    }

    public long value(int i) {
        return entries[i * width + VALUE];
    }

    public long seq(int i) {
        return entries[i * width + SEQ];
    }

    public int session(int i) {
        return (int) entries[i * width + SESSION];
    }

    public long commitLogical(int i) {
        return width == PLAIN ? 0 : entries[i * width + COMMIT_LOGICAL];
    }

    public long startLogical(int i) {
        return width == PLAIN ? 0 : entries[i * width + START_LOGICAL];
    }

    public boolean isContinued(int i) {
        return lists && (entries[i * width + SESSION] & CONTINUED) != 0;
    }

    public boolean isPoint(int i) {
        return start(i) == commit(i) && startLogical(i) == commitLogical(i);
    }

    /** Compares an entry's place with another place. */
    public int compare(int i, Place place) {
        if (commit(i) != place.physical) {
            return commit(i) < place.physical ? -1 : 1;
        }
        int order = Long.compare(commitLogical(i), place.logical);
        if (order != 0) {
            return order;
        }
        order = Integer.compare(isPoint(i) ? Place.POINT : Place.COMMIT, place.kind);
        if (order != 0) {
            return order;
        }
        order = session(i) == place.session ? 0 : sessions.compare(session(i), place.session);
        return order != 0 ? order : Long.compare(seq(i), place.seq);
    }

    /** The number of entries before a place. */
    public int before(Place place) {
        return before(place, Times.search(entries, width, 0, count, place.physical));
    }

    /** The same where a time is known before which none is committed, and one behind which none is. */
    public int before(Place place, long first, long last) {
        return before(place, Times.searchBetween(entries, width, count, place.physical, first, last));
    }

    /** Goes on from the first of the very time, of which there are few. */
    private int before(Place place, int earlier) {
        int low = earlier;
        while (low < count && entries[low * width] == place.physical && compare(low, place) < 0) {
            low++;
        }
        return low;
    }

    /** Compares an entry's commit timestamp with a time. */
    public int compareCommit(int i, long physical, long logical) {
        int order = Long.compare(commit(i), physical);
        return order != 0 ? order : Long.compare(commitLogical(i), logical);
    }

    /** Compares an entry's start timestamp with a time. */
    public int compareStart(int i, long physical, long logical) {
        int order = Long.compare(start(i), physical);
        return order != 0 ? order : Long.compare(startLogical(i), logical);
    }

    /**
     * Goes over the entries before a place, which are the elements of a list from one on, in order.
     *
     * @param length how many elements of the list count
     * @return the element behind the last of them; -1 if one is not right
     */
    public int match(Place place, long[] list, int length, int from) {
        int next = from;
        int end = before(place);
        for (int i = 0; i < end; i++) {
            if (next == length || list[next++] != value(i)) {
                return -1;
            }
        }
        return next;
    }

    /** SAME_COMMIT: visits the other transactions with the commit timestamp of an entry. */
    public void sameCommit(int entry, Overlap.Visitor visitor) throws IOException {
        int first = entry;
        while (first > 0 && sameCommit(first - 1, entry)) {
            first--;
        }
        for (int i = first; i < count && sameCommit(i, entry); i++) {
            if (!isContinued(i) && (session(i) != session(entry) || seq(i) != seq(entry))) {
                visitor.visit(session(i), seq(i));
            }
        }
    }

    /** Puts an entry at an index and moves the others on. */
    public void insert(
            int at,
            long startPhysical,
            long startLogicalPart,
            long commitPhysical,
            long commitLogicalPart,
            long newValue,
            int newSession,
            long newSeq,
            boolean goesOn) {
        if (count == capacity()) {
            grow(count * 2);
        }
        if (width == PLAIN && (commitLogicalPart != 0 || startLogicalPart != 0)) {
            widen();
        }
        lists |= goesOn;
        int to = at * width;
        if (at < count) {
            System.arraycopy(entries, to, entries, to + width, (count - at) * width);
        }
        entries[to] = commitPhysical;
        entries[to + START] = startPhysical;
        entries[to + VALUE] = newValue;
        entries[to + SEQ] = newSeq;
        // sessions are numbered from 0
        entries[to + SESSION] = newSession | (goesOn ? CONTINUED : 0);
        if (width == LOGICAL) {
            entries[to + COMMIT_LOGICAL] = commitLogicalPart;
            entries[to + START_LOGICAL] = startLogicalPart;
        }
        count++;
    }

    private void grow(int capacity) {
        entries = Arrays.copyOf(entries, capacity * width);
    }

    /** From now on, entries have logical times; so far all are 0. */
    private void widen() {
        long[] wider = new long[capacity() * LOGICAL];
        for (int i = 0; i < count; i++) {
            System.arraycopy(entries, i * PLAIN, wider, i * LOGICAL, PLAIN);
        }
        entries = wider;
        width = LOGICAL;
    }

    /**
     * Moves a part of the entries to a new block.
     *
     * @param nearEnd whether to cut near the end, as fits what is filled in order, rather than in the middle
     * @return null if all have the same commit timestamp
     */
    public VersionBlock split(boolean nearEnd) {
        if (count < 2) {
            return null;
        }
        int wanted = nearEnd ? count - Math.max(1, count / 8) : count / 2;
        int cut = wanted;
        while (cut < count && sameCommit(cut - 1, cut)) {
            cut++;
        }
        if (cut == count) {
            cut = wanted;
            while (cut > 0 && sameCommit(cut - 1, cut)) {
                cut--;
            }
            if (cut == 0) {
                return null;
            }
        }
        VersionBlock rest = new VersionBlock(sessions);
        rest.touched = touched;
        rest.width = width;
        rest.lists = lists;
        rest.count = count - cut;
        rest.entries = Arrays.copyOfRange(entries, cut * width, (cut + Math.max(4, count - cut)) * width);
        count = cut;
        return rest;
    }

    private boolean sameCommit(int i, int j) {
        return commit(i) == commit(j) && commitLogical(i) == commitLogical(j);
    }

    /** Takes the first entries out, and what room they leave if that is most of it. */
    public void removeFirst(int removed) {
        count -= removed;
        int from = removed * width;
        if (entries.length > 4 * Math.max(4, count) * width) {
            entries = Arrays.copyOfRange(entries, from, from + 2 * Math.max(1, count) * width);
        } else {
            System.arraycopy(entries, from, entries, 0, count * width);
        }
    }

    /** Gives the sessions of all entries other numbers. */
    public void renumber(int[] to) {
        for (int i = 0; i < count; i++) {
            int at = i * width + SESSION;
            entries[at] = to[(int) entries[at]] | (entries[at] & CONTINUED);
        }
    }

    /** Writes all entries. */
    public void write(Encoder out, Scalars scalars) {
        boolean hybrid = width == LOGICAL;
        out.number(count).octet((hybrid ? HYBRID : 0) | (lists ? LISTS : 0));
        long lastCommit = 0;
        for (int i = 0; i < count; i++) {
            long commit = commit(i);
            out.number(commit - lastCommit).number(commit - start(i));
            lastCommit = commit;
            if (hybrid) {
                out.number(commitLogical(i)).number(startLogical(i));
            }
            out.scalar(value(i), scalars).number(session(i)).number(seq(i));
            if (lists) {
                out.octet(isContinued(i) ? 1 : 0);
            }
        }
    }

    /** Adds the entries that were written; it has none. */
    public VersionBlock read(Decoder in, Scalars scalars) {
        int read = (int) in.number();
        int flags = in.octet();
        if (read > capacity()) {
            // whoever fetches a key may write it
            grow(read + 1);
        }
        long lastCommit = 0;
        for (int i = 0; i < read; i++) {
            lastCommit += in.number();
            long begin = lastCommit - in.number();
            long commitPart = (flags & HYBRID) != 0 ? in.number() : 0;
            long startPart = (flags & HYBRID) != 0 ? in.number() : 0;
            long written = in.scalar(scalars);
            int by = (int) in.number();
            long number = in.number();
            boolean goesOn = (flags & LISTS) != 0 && in.octet() == 1;
            insert(i, begin, startPart, lastCommit, commitPart, written, by, number, goesOn);
        }
        return this;
    }

    /** Forgets all entries; returns null if it has room for more than so many, or for what is rare. */
    public VersionBlock clear(int most) {
        count = 0;
        touched = 0;
        return capacity() <= most && width == PLAIN && !lists ? this : null;
    }

    /** Renames the codes of all values. */
    public void adopt(Scalars from, Scalars to) {
        for (int i = 0; i < count; i++) {
            entries[i * width + VALUE] = to.adopt(value(i), from);
        }
    }
}
