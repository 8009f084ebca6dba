package org.isolde.online.aion;

import java.util.Arrays;
import org.isolde.history.Scalars;

/**
 * Versions of one key, in the order of their commits: a piece of the versioned frontier.
 *
 * <p>Invariant: entries are in the order of their {@link Place}s; those of one transaction (several only where lists are
 * appended to) stand together in the order of its operations, all but the first of them marked as continued. Entries with the same
 * commit timestamp are never in two blocks.
 */
final class VersionBlock {
    /** What an object and the heads of its arrays take, roughly. */
    private static final int OVERHEAD = 160;

    /** In a record: whether entries have logical times; whether they may go on with the transaction of the one before. */
    static final int HYBRID = 1;

    static final int LISTS = 2;

    long[] commit = new long[1];
    long[] start = new long[1];
    long[] value = new long[1];
    long[] seq = new long[1];
    int[] session = new int[1];
    /** Logical parts of commit and start; null as long as all are 0. */
    private long[] commitLogical;

    private long[] startLogical;
    /** Whether an entry goes on with the transaction of the one before; null if none does. */
    private boolean[] continued;

    int count;
    /** When an entry was last added, on the monitor's clock. */
    long touched;

    private final Sessions sessions;

    VersionBlock(Sessions sessions) {
        this.sessions = sessions;
    }

    long bytes() {
        int columns = 36 + (commitLogical == null ? 0 : 16) + (continued == null ? 0 : 1);
        return OVERHEAD + (long) columns * commit.length;
    }

    long commitLogical(int i) {
        return commitLogical == null ? 0 : commitLogical[i];
    }

    long startLogical(int i) {
        return startLogical == null ? 0 : startLogical[i];
    }

    boolean isContinued(int i) {
        return continued != null && continued[i];
    }

    boolean isPoint(int i) {
        return start[i] == commit[i] && startLogical(i) == commitLogical(i);
    }

    /** Compares an entry's place with another place. */
    int compare(int i, Place place) {
        if (commit[i] != place.physical) {
            return commit[i] < place.physical ? -1 : 1;
        }
        int order = Long.compare(commitLogical(i), place.logical);
        if (order != 0) {
            return order;
        }
        order = Integer.compare(isPoint(i) ? Place.POINT : Place.COMMIT, place.kind);
        if (order != 0) {
            return order;
        }
        order = session[i] == place.session ? 0 : sessions.compare(session[i], place.session);
        return order != 0 ? order : Long.compare(seq[i], place.seq);
    }

    /** The number of entries before a place. */
    int before(Place place) {
        long[] times = commit;
        long physical = place.physical;
        int low = 0;
        int high = count;
        if (high > 0 && times[high - 1] < physical) {
            return high;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] < physical) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // of the very time there are few
        while (low < count && times[low] == physical && compare(low, place) < 0) {
            low++;
        }
        return low;
    }

    /** Compares an entry's commit timestamp with a time. */
    int compareCommit(int i, long physical, long logical) {
        int order = Long.compare(commit[i], physical);
        return order != 0 ? order : Long.compare(commitLogical(i), logical);
    }

    /** Compares an entry's start timestamp with a time. */
    int compareStart(int i, long physical, long logical) {
        int order = Long.compare(start[i], physical);
        return order != 0 ? order : Long.compare(startLogical(i), logical);
    }

    /** Puts an entry at an index and moves the others on. */
    void insert(
            int at,
            long startPhysical,
            long startLogicalPart,
            long commitPhysical,
            long commitLogicalPart,
            long newValue,
            int newSession,
            long newSeq,
            boolean goesOn) {
        if (count == commit.length) {
            grow(count * 2);
        }
        shift(commit, at);
        shift(start, at);
        shift(value, at);
        shift(seq, at);
        System.arraycopy(session, at, session, at + 1, count - at);
        commit[at] = commitPhysical;
        start[at] = startPhysical;
        value[at] = newValue;
        seq[at] = newSeq;
        session[at] = newSession;
        if (commitLogical == null && (commitLogicalPart != 0 || startLogicalPart != 0)) {
            commitLogical = new long[commit.length];
            startLogical = new long[commit.length];
        }
        if (commitLogical != null) {
            shift(commitLogical, at);
            shift(startLogical, at);
            commitLogical[at] = commitLogicalPart;
            startLogical[at] = startLogicalPart;
        }
        if (continued == null && goesOn) {
            continued = new boolean[commit.length];
        }
        if (continued != null) {
            System.arraycopy(continued, at, continued, at + 1, count - at);
            continued[at] = goesOn;
        }
        count++;
    }

    private void shift(long[] column, int at) {
        System.arraycopy(column, at, column, at + 1, count - at);
    }

    private void grow(int capacity) {
        commit = Arrays.copyOf(commit, capacity);
        start = Arrays.copyOf(start, capacity);
        value = Arrays.copyOf(value, capacity);
        seq = Arrays.copyOf(seq, capacity);
        session = Arrays.copyOf(session, capacity);
        if (commitLogical != null) {
            commitLogical = Arrays.copyOf(commitLogical, capacity);
            startLogical = Arrays.copyOf(startLogical, capacity);
        }
        if (continued != null) {
            continued = Arrays.copyOf(continued, capacity);
        }
    }

    /**
     * Moves a part of the entries to a new block.
     *
     * @param nearEnd whether to cut near the end, as fits what is filled in order, rather than in the middle
     * @return null if all have the same commit timestamp
     */
    VersionBlock split(boolean nearEnd) {
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
        rest.grow(Math.max(4, count - cut));
        for (int i = cut; i < count; i++) {
            rest.insert(
                    rest.count,
                    start[i],
                    startLogical(i),
                    commit[i],
                    commitLogical(i),
                    value[i],
                    session[i],
                    seq[i],
                    isContinued(i));
        }
        count = cut;
        return rest;
    }

    private boolean sameCommit(int i, int j) {
        return commit[i] == commit[j] && commitLogical(i) == commitLogical(j);
    }

    /** Writes all entries. */
    void write(Encoder out, Scalars scalars) {
        boolean hybrid = commitLogical != null;
        boolean lists = continued != null;
        out.number(count).octet((hybrid ? HYBRID : 0) | (lists ? LISTS : 0));
        long lastCommit = 0;
        for (int i = 0; i < count; i++) {
            out.number(commit[i] - lastCommit).number(commit[i] - start[i]);
            lastCommit = commit[i];
            if (hybrid) {
                out.number(commitLogical[i]).number(startLogical[i]);
            }
            out.scalar(value[i], scalars).number(session[i]).number(seq[i]);
            if (lists) {
                out.octet(continued[i] ? 1 : 0);
            }
        }
    }

    /** Adds the entries that were written; it has none. */
    VersionBlock read(Decoder in, Scalars scalars) {
        int entries = (int) in.number();
        int flags = in.octet();
        if (entries > commit.length) {
            grow(entries);
        }
        long lastCommit = 0;
        for (int i = 0; i < entries; i++) {
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
    VersionBlock clear(int most) {
        count = 0;
        touched = 0;
        return commit.length <= most && commitLogical == null && continued == null ? this : null;
    }

    /** Renames the codes of all values. */
    void adopt(Scalars from, Scalars to) {
        for (int i = 0; i < count; i++) {
            value[i] = to.adopt(value[i], from);
        }
    }
}
