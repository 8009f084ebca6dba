package org.isolde.online.aion;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.Scalars;

/**
 * The sessions: each has a number for ever, and a {@link SessionRuns} in memory while it is in use. On disk, {@code s} and the name lead to
 * number and runs, {@code n} and the number to the name.
 */
final class Sessions {
    private static final int BYTES_A_SESSION = 400;

    /** A session in memory. */
    static final class Entry {
        final int number;
        final String json;
        final byte[] name;
        final SessionRuns runs;
        boolean changed = true;
        long used;
        /** Whether all that has come had a number of its own. */
        boolean numbered = true;

        Entry(int number, String json, byte[] name, SessionRuns runs) {
            this.number = number;
            this.json = json;
            this.name = name;
            this.runs = runs;
        }
    }

    private final DiskMap disk;
    private final Scalars scalars = new Scalars();
    private final Encoder encoder = new Encoder();
    /** By number; null where a session is not in memory. */
    private Entry[] byNumber = new Entry[16];

    private final Map<java.nio.ByteBuffer, Entry> byName = new HashMap<>();
    private int next;

    Sessions(DiskMap disk) {
        this.disk = disk;
    }

    /** The session of a name, new or known. */
    Entry of(long code, Scalars batch) throws IOException {
        Entry entry = known(code, batch);
        if (entry == null) {
            byte[] name = encoder.clear().octet('s').keyPart(code, batch).toBytes();
            entry = new Entry(next++, JsonText.of(code, batch), name, new SessionRuns());
            keep(entry);
        }
        return entry;
    }

    /** The session of a name; null if it is new. */
    Entry known(long code, Scalars batch) throws IOException {
        byte[] name = encoder.clear().octet('s').keyPart(code, batch).toBytes();
        Entry entry = byName.get(java.nio.ByteBuffer.wrap(name));
        byte[] record = entry == null ? disk.get(name) : null;
        if (record != null) {
            Decoder in = new Decoder(record);
            int number = (int) in.number();
            entry = restored(number, name, in);
            keep(entry);
        }
        return entry;
    }

    private static Entry restored(int number, byte[] name, Decoder in) {
        Entry entry = new Entry(number, in.text(), name, SessionRuns.read(in));
        entry.numbered = in.octet() == 1;
        entry.changed = false;
        return entry;
    }

    private void keep(Entry entry) {
        byName.put(java.nio.ByteBuffer.wrap(entry.name), entry);
        if (entry.number >= byNumber.length) {
            byNumber = java.util.Arrays.copyOf(byNumber, Math.max(entry.number + 1, byNumber.length * 2));
        }
        byNumber[entry.number] = entry;
    }

    /** The session of a number. */
    Entry of(int number) throws IOException {
        Entry entry = number < byNumber.length ? byNumber[number] : null;
        if (entry == null) {
            byte[] name = disk.get(numberKey(number));
            Decoder in = new Decoder(disk.get(name));
            in.number();
            entry = restored(number, name, in);
            keep(entry);
        }
        return entry;
    }

    private byte[] numberKey(int number) {
        return encoder.clear().octet('n').ordered(number).toBytes();
    }

    /** Compares two sessions by name: numbers by value, then texts by their bytes. */
    int compare(int a, int b) {
        try {
            // both begin with 's' and a tag that is 0 for numbers; bytes of the parts are in the order of the scalars
            return java.util.Arrays.compareUnsigned(of(a).name, of(b).name);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    long bytes() {
        return (long) BYTES_A_SESSION * byName.size() + 4L * byNumber.length;
    }

    void save(DiskMap.Changes changes) {
        for (Entry entry : byName.values()) {
            if (entry.changed) {
                encoder.clear().number(entry.number).text(entry.json);
                entry.runs.write(encoder);
                encoder.octet(entry.numbered ? 1 : 0);
                changes.put(entry.name, encoder.toBytes());
                changes.put(numberKey(entry.number), entry.name);
                entry.changed = false;
            }
        }
    }

    /** Forgets sessions that were not used since a time; they are on disk. */
    void evict(long before) {
        List<Entry> idle = new ArrayList<>();
        for (Entry entry : byName.values()) {
            if (!entry.changed && entry.used < before) {
                idle.add(entry);
            }
        }
        for (Entry entry : idle) {
            byNumber[entry.number] = null;
            byName.remove(java.nio.ByteBuffer.wrap(entry.name));
        }
    }

    int next() {
        return next;
    }

    void restore(int number) {
        next = number;
    }
}
