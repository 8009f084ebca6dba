package org.isolde.online.axiom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.history.OpKind;

/**
 * INT, and what is left of a transaction for the other axioms: walks over its operations in order. A read behind an own read or write of the key must see that; the
 * first of a key is external, and asked of the snapshot. A list read must end with what was appended since the last one, and begin with that. A
 * compare-and-set that failed says only what the value is not.
 *
 * @param <K> the keys, each one object while the transaction is walked over
 */
public final class OwnOperations<K extends Touched> {
    /** Who is told. */
    public interface Listener<K> {
        /**
         * A read did not see what the transaction had read or written.
         *
         * @param expected what it should have seen: one value, or a list; null if a compare-and-set failed that could not
         * @param seen what it saw, or must not have found
         * @param list whether these are lists
         */
        void internal(K key, long[] expected, long[] seen, boolean list) throws IOException;

        /** A read of one value, or of what the value must not be, from before the transaction. */
        void external(K key, long seen, boolean negated) throws IOException;

        /** A list read, of which so many elements are from before the transaction. */
        void externalList(K key, long[] seen, int prefix) throws IOException;
    }

    private final Listener<K> listener;
    private long transaction;
    private final List<K> written = new ArrayList<>();
    /** The keys of which it has read a list. */
    private final List<K> listed = new ArrayList<>();

    public OwnOperations(Listener<K> listener) {
        this.listener = listener;
    }

    /** Turns to a transaction; no other has its number. */
    public void begin(long number) {
        transaction = number;
    }

    /**
     * The next operation.
     *
     * @param list the elements of a list read; else null
     */
    public void operation(K key, byte kind, long value, long[] list) throws IOException {
        if (key.touchedBy != transaction && key.writtenBy != transaction) {
            key.lastList = null;
            key.writeCount = 0;
            key.ownFrom = 0;
            key.appended = false;
        }
        if (OpKind.isWrite(kind)) {
            if (key.writtenBy != transaction) {
                key.writtenBy = transaction;
                written.add(key);
            }
            key.write(value);
            key.appended |= kind == OpKind.APPEND;
        } else if (kind == OpKind.CAS_FAILED) {
            failed(key, value);
            return;
        } else if (kind == OpKind.LIST_READ) {
            listRead(key, list);
        } else if (key.touchedBy != transaction) {
            listener.external(key, value, false);
        } else if (key.current != value) {
            listener.internal(key, new long[] {key.current}, new long[] {value}, false);
        }
        key.touchedBy = transaction;
        key.current = value;
    }

    private void failed(K key, long expected) throws IOException {
        if (key.touchedBy != transaction) {
            listener.external(key, expected, true);
        } else if (key.current == expected) {
            listener.internal(key, null, new long[] {expected}, false);
        }
    }

    private void listRead(K key, long[] seen) throws IOException {
        boolean wrote = key.writtenBy == transaction;
        int own = wrote ? key.writeCount - key.ownFrom : 0;
        int prefix = seen.length - own;
        boolean fits = prefix >= 0;
        for (int i = 0; fits && i < own; i++) {
            fits = seen[prefix + i] == key.writes[key.ownFrom + i];
        }
        if (fits && key.lastList != null) {
            fits = Arrays.equals(seen, 0, prefix, key.lastList, 0, key.lastList.length);
        }
        if (!fits) {
            listener.internal(key, own(key, own), seen, true);
        } else if (key.lastList == null) {
            listener.externalList(key, seen, prefix);
        }
        if (key.lastList == null) {
            listed.add(key);
        }
        key.lastList = seen;
        key.ownFrom = wrote ? key.writeCount : 0;
    }

    /** What a transaction has read of a list and appended to it since, as far as it is known. */
    private static long[] own(Touched key, int count) {
        int before = key.lastList == null ? 0 : key.lastList.length;
        long[] all = new long[before + count];
        if (before > 0) {
            System.arraycopy(key.lastList, 0, all, 0, before);
        }
        if (count > 0) {
            System.arraycopy(key.writes, key.ownFrom, all, before, count);
        }
        return all;
    }

    /** Whether the transaction has written a key. */
    public boolean hasWritten(K key) {
        return key.writtenBy == transaction;
    }

    /** The keys that the transaction has written, in order. */
    public List<K> written() {
        return written;
    }

    /** Lets go of the transaction. */
    public void end() {
        for (int i = 0; i < written.size(); i++) {
            written.get(i).forgetWrites();
        }
        written.clear();
        for (int i = 0; i < listed.size(); i++) {
            listed.get(i).lastList = null;
        }
        listed.clear();
    }
}
