package org.isolde.online.aion;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.Scalars;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.JsonText;
import org.isolde.online.axiom.SessionOrder;
import org.isolde.online.axiom.SessionRuns;

/**
 * The sessions: each has a number for ever, and a {@link SessionRuns} in memory while it is in use. On disk, {@code s} and the name lead to
 * number and runs, {@code n} and the number to the name.
 */
final class Sessions implements SessionOrder {
    private static final int BYTES_A_SESSION = 550;

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
    /**
     * Those in memory by number: an open-addressing table at most half full, so that it takes no room for the others, however
     * many there have been.
     */
    private Entry[] byNumber = new Entry[16];

    private Map<java.nio.ByteBuffer, Entry> byName = new HashMap<>();
    private int next;
    /** What the runs of those in memory take beyond one each. */
    private long runBytes;

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
        enters(entry);
        if (byName.size() * 2 > byNumber.length) {
            byNumber = new Entry[byNumber.length * 2];
            byName.values().forEach(this::place);
        } else {
            place(entry);
        }
    }

    private void place(Entry entry) {
        byNumber[slot(entry.number)] = entry;
    }

    /** Where a session is, or would be. */
    private int slot(int number) {
        int mask = byNumber.length - 1;
        // neighbours in number are neighbours in use, and fit side by side
        int slot = number & mask;
        while (byNumber[slot] != null && byNumber[slot].number != number) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** A session's runs are about to change. */
    void leaves(Entry entry) {
        runBytes -= entry.runs.bytes();
    }

    /** A session's runs have changed. */
    void enters(Entry entry) {
        runBytes += entry.runs.bytes();
    }

    /** The session of a number. */
    Entry of(int number) throws IOException {
        Entry entry = look(number);
        if (byNumber[slot(number)] == null) {
            keep(entry);
        }
        return entry;
    }

    /** The same to look at only: one that is not in memory does not come to stay there. */
    Entry look(int number) throws IOException {
        Entry entry = byNumber[slot(number)];
        if (entry == null) {
            byte[] name = disk.get(numberKey(number));
            Decoder in = new Decoder(disk.get(name));
            in.number();
            entry = restored(number, name, in);
        }
        return entry;
    }

    private byte[] numberKey(int number) {
        return encoder.clear().octet('n').ordered(number).toBytes();
    }

    @Override
    public int compare(int a, int b) {
        try {
            // both begin with 's' and a tag that is 0 for numbers; bytes of the parts are in the order of the scalars
            return java.util.Arrays.compareUnsigned(of(a).name, of(b).name);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    long bytes() {
        return (long) BYTES_A_SESSION * byName.size() + 4L * byNumber.length + runBytes;
    }

    /** What its table takes more when one session more comes to memory. */
    long growth() {
        return (byName.size() + 1) * 2 > byNumber.length ? 4L * byNumber.length : 0;
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
        List<Entry> kept = new ArrayList<>();
        for (Entry entry : byName.values()) {
            if (entry.changed || entry.used >= before) {
                kept.add(entry);
            }
        }
        if (kept.size() < byName.size()) {
            byName = new HashMap<>();
            byNumber = new Entry[16];
            runBytes = 0;
            kept.forEach(this::keep);
        }
    }

    int next() {
        return next;
    }

    void restore(int number) {
        next = number;
    }
}
