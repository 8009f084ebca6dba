package org.isolde.online.aion;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.isolde.online.axiom.Decoder;

/**
 * Records of keys that are not in use, side by side in large arrays: a key takes a fifth of what it takes in use, and comes back sooner than from
 * disk. Some are as the disk has them, others are newer and wait for the next save.
 *
 * <p>Invariant: an entry is its flags, the lengths of its name, its record and its reads, then these, and lies in one array. Entries are only added,
 * behind all others; what was taken out stays as garbage until its array is cleaned. The table, at most half full, has the places of all entries
 * that are here, in units of four bytes from 1 on.
 */
final class PackedKeys {
    private static final int ARRAY_BITS = 18;
    private static final int ARRAY = 1 << ARRAY_BITS;
    private static final int UNIT = 4;
    private static final int HEAD = 7;
    private static final int LINE = 64;
    private static final int LONGEST = ARRAY / 8;
    private static final int EMPTY = 0;
    private static final int REMOVED = -1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    // flags of entries
    private static final int UNSAVED = 1;
    private static final int GONE = 2;

    /** Who gets records. */
    interface Visitor {
        void visit(byte[] array, int name, int record, int end);
    }

    /** Who makes records shorter. */
    interface Shortener {
        /** Writes a record anew where it is, if that makes it shorter; returns where it ends then. */
        int shorten(byte[] array, int name, int record, int end);
    }

    private byte[][] arrays = new byte[4][];
    /** The bytes of each array that are in use, with garbage and without, and how many entries wait for a save. */
    private int[] used = new int[4];

    private int[] live = new int[4];
    private int[] unsaved = new int[4];
    /** The arrays from the oldest to the one that is being filled. */
    private int[] order = new int[4];

    private int count;
    private long liveBytes;
    /** An array that was in use, to be used again; or null. */
    private byte[] spare;

    private int[] table = new int[64];
    /** Slots that are not empty, and those of them that were not removed. */
    private int filled;

    private int size;

    // what was found last
    private byte[] array;
    private int from;

    int size() {
        return size;
    }

    long bytes() {
        return (long) (spare == null ? count : count + 1) * ARRAY + 4L * table.length;
    }

    // ---- adding

    /**
     * Adds the record of a key that is not here.
     *
     * @param record whose last bytes are the key's open reads
     * @param reads how many these are
     * @param waits whether it is newer than what the disk has
     * @return false if it is too long for that
     */
    boolean put(byte[] name, byte[] record, int length, int reads, boolean waits) {
        if (HEAD + name.length + length > LONGEST) {
            return false;
        }
        if (filled * 2 >= table.length) {
            rehash();
        }
        int number = room(HEAD + name.length + length);
        byte[] to = arrays[number];
        int at = used[number];
        to[at] = (byte) (waits ? UNSAVED : 0);
        number(to, at + 1, name.length);
        number(to, at + 3, length - reads);
        number(to, at + 5, reads);
        System.arraycopy(name, 0, to, at + HEAD, name.length);
        System.arraycopy(record, 0, to, at + HEAD + name.length, length);
        added(number, at);
        insert(number, at, hash(name, 0, name.length));
        size++;
        return true;
    }

    /** An entry has been written behind the others of its array. */
    private void added(int number, int at) {
        byte[] in = arrays[number];
        int length = length(in, at);
        used[number] += length;
        live[number] += length;
        liveBytes += length;
        unsaved[number] += in[at] & UNSAVED;
    }

    /** The array with room for an entry. */
    private int room(int length) {
        if (count > 0 && used[order[count - 1]] + rounded(length) <= ARRAY) {
            return order[count - 1];
        }
        boolean wasteful = count > 4 && liveBytes < (long) count * ARRAY / 5 * 3;
        int number = newArray();
        if (wasteful) {
            // what it frees is more than a third of an array, so the one being filled has room for the rest and the
            // entry
            clean(emptiest(), null);
            return room(length);
        }
        return number;
    }

    private int newArray() {
        int number = 0;
        while (number < arrays.length && arrays[number] != null) {
            number++;
        }
        if (number == arrays.length) {
            arrays = Arrays.copyOf(arrays, 2 * number);
            used = Arrays.copyOf(used, 2 * number);
            live = Arrays.copyOf(live, 2 * number);
            unsaved = Arrays.copyOf(unsaved, 2 * number);
            order = Arrays.copyOf(order, 2 * number);
        }
        arrays[number] = spare == null ? new byte[ARRAY] : spare;
        spare = null;
        order[count++] = number;
        return number;
    }

    /** The array with the most garbage, but for the one that is being filled; by its place in the order. */
    private int emptiest() {
        int best = 0;
        for (int i = 1; i < count - 1; i++) {
            best = live[order[i]] < live[order[best]] ? i : best;
        }
        return best;
    }

    /** Moves the entries of an array to the one that is being filled. */
    private void clean(int which, Shortener shortener) {
        int number = order[which];
        byte[] old = arrays[number];
        for (int at = 0, length; at < used[number]; at += length) {
            length = length(old, at);
            if ((old[at] & GONE) == 0) {
                int slot = slotOf(number, at);
                int kept = shortener == null ? length : shortened(old, at, shortener);
                if (used[order[count - 1]] + kept > ARRAY) {
                    newArray();
                }
                int last = order[count - 1];
                int to = used[last];
                System.arraycopy(old, at, arrays[last], to, kept);
                table[slot] = place(last, to);
                added(last, to);
            }
        }
        free(which);
    }

    /** Makes the record of an entry shorter, which waits for a save then; returns how long the entry is. */
    private static int shortened(byte[] in, int at, Shortener shortener) {
        int name = at + HEAD;
        int record = name + number(in, at + 1);
        int end = record + number(in, at + 3);
        int reads = number(in, at + 5);
        int newEnd = shortener.shorten(in, name, record, end);
        if (newEnd < end) {
            System.arraycopy(in, end, in, newEnd, reads);
            number(in, at + 3, newEnd - record);
            in[at] |= UNSAVED;
        }
        return length(in, at);
    }

    private void free(int which) {
        int number = order[which];
        liveBytes -= live[number];
        spare = arrays[number];
        arrays[number] = null;
        used[number] = 0;
        live[number] = 0;
        unsaved[number] = 0;
        System.arraycopy(order, which + 1, order, which, count - which - 1);
        count--;
    }

    private static int rounded(int length) {
        return (length + UNIT - 1) / UNIT * UNIT;
    }

    /** How long an entry is, with what fills it up. */
    private static int length(byte[] in, int at) {
        return rounded(HEAD + number(in, at + 1) + number(in, at + 3) + number(in, at + 5));
    }

    private static int number(byte[] in, int at) {
        return (in[at] & 0xFF) | (in[at + 1] & 0xFF) << 8;
    }

    private static void number(byte[] in, int at, int value) {
        in[at] = (byte) value;
        in[at + 1] = (byte) (value >> 8);
    }

    // ---- the table

    private static int place(int number, int at) {
        return (int) ((((long) number << ARRAY_BITS) + at) / UNIT) + 1;
    }

    private void turnTo(int place) {
        long at = (place - 1L) * UNIT;
        array = arrays[(int) (at >> ARRAY_BITS)];
        from = (int) at & (ARRAY - 1);
    }

    private void insert(int number, int at, int hash) {
        int mask = table.length - 1;
        int slot = hash & mask;
        while (table[slot] > 0) {
            slot = (slot + 1) & mask;
        }
        filled += table[slot] == EMPTY ? 1 : 0;
        table[slot] = place(number, at);
    }

    private int slotOf(int number, int at) {
        byte[] in = arrays[number];
        int name = at + HEAD;
        int place = place(number, at);
        int mask = table.length - 1;
        int slot = hash(in, name, name + number(in, at + 1)) & mask;
        while (table[slot] != place) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int hash(byte[] bytes, int from, int to) {
        long hash = 0xCBF29CE484222325L;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = mixed(hash ^ (long) LONGS.get(bytes, at));
        }
        for (; at < to; at++) {
            hash = (hash ^ bytes[at]) * 0x100000001B3L;
        }
        return (int) (mixed(hash) >>> 33);
    }

    private static long mixed(long hash) {
        long mixed = hash * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 32);
    }

    private void rehash() {
        int[] places = table;
        table = new int[Math.max(64, Integer.highestOneBit(Math.max(1, size)) * 4)];
        filled = 0;
        for (int place : places) {
            if (place > 0) {
                turnTo(place);
                int name = from + HEAD;
                int number = (int) (((place - 1L) * UNIT) >> ARRAY_BITS);
                insert(number, from, hash(array, name, name + number(array, from + 1)));
            }
        }
    }

    /** The slot of a name, to whose entry it turns, or -1. */
    private int find(byte[] name, int end) {
        int mask = table.length - 1;
        for (int slot = hash(name, 0, end) & mask; table[slot] != EMPTY; slot = (slot + 1) & mask) {
            if (table[slot] == REMOVED) {
                continue;
            }
            turnTo(table[slot]);
            int first = from + HEAD;
            int length = number(array, from + 1);
            if (length == end && Arrays.equals(array, first, first + length, name, 0, length)) {
                return slot;
            }
        }
        return -1;
    }

    // ---- finding

    /** The hash of a name, for {@link #near} and {@link #fetch}. */
    static int hashOf(byte[] names, int from, int to) {
        return hash(names, from, to);
    }

    /** What the table has where the search for a hash begins. */
    int near(int hash) {
        return table[hash & (table.length - 1)];
    }

    /** Something of the entry that the table had there. */
    int fetch(int near) {
        if (near <= 0) {
            return 0;
        }
        turnTo(near);
        return array[from] + array[Math.min(from + LINE, ARRAY - 1)];
    }

    /** Finds the record of a name, which stays here; says whether it is here. */
    boolean look(byte[] name, int length) {
        return find(name, length) >= 0;
    }

    /** Finds the record of a name and takes it out; says whether it was here. */
    boolean take(byte[] name, int end) {
        int slot = find(name, end);
        if (slot < 0) {
            return false;
        }
        int number = (int) (((table[slot] - 1L) * UNIT) >> ARRAY_BITS);
        table[slot] = REMOVED;
        size--;
        int length = length(array, from);
        live[number] -= length;
        liveBytes -= length;
        unsaved[number] -= array[from] & UNSAVED;
        array[from] |= GONE;
        return true;
    }

    /** The record that was found last; it is there until something is added. */
    Decoder record() {
        int first = from + HEAD + number(array, from + 1);
        return new Decoder(array, first, first + number(array, from + 3));
    }

    /** The reads of the one that was found last. */
    Decoder reads() {
        int first = from + HEAD + number(array, from + 1) + number(array, from + 3);
        return new Decoder(array, first, first + number(array, from + 5));
    }

    /** Whether the one that was found last is newer than what the disk has. */
    boolean waits() {
        return (array[from] & UNSAVED) != 0;
    }

    // ---- saving

    /** Visits all that wait for a save, and no longer wait then. */
    void save(Visitor visitor) {
        for (int i = 0; i < count; i++) {
            int number = order[i];
            byte[] in = arrays[number];
            for (int at = 0; at < used[number] && unsaved[number] > 0; at += length(in, at)) {
                if ((in[at] & (UNSAVED | GONE)) == UNSAVED) {
                    int name = at + HEAD;
                    int record = name + number(in, at + 1);
                    visitor.visit(in, name, record, record + number(in, at + 3));
                    in[at] &= ~UNSAVED;
                    unsaved[number]--;
                }
            }
        }
    }

    /** Makes records shorter, and leaves no garbage. */
    void shorten(Shortener shortener) {
        int whole = count;
        if (whole > 0) {
            newArray();
        }
        for (int i = 0; i < whole; i++) {
            clean(0, shortener);
        }
    }

    /** Lets the oldest go until the rest takes so many bytes at most; all are as the disk has them. Returns whether any did. */
    boolean shrink(long most) {
        boolean any = false;
        spare = null;
        while (count > 0 && bytes() > most) {
            int number = order[0];
            byte[] in = arrays[number];
            for (int at = 0; at < used[number]; at += length(in, at)) {
                if ((in[at] & GONE) == 0) {
                    table[slotOf(number, at)] = REMOVED;
                    size--;
                    any = true;
                }
            }
            free(0);
            spare = null;
            if (count == 0 || size < table.length / 16) {
                rehash();
            }
        }
        return any;
    }
}
