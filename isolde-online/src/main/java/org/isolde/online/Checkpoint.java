package org.isolde.online;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What the monitor saves with the engine's state: how far it is.
 *
 * @param rules what is checked and how; a state made by other rules can't go on
 * @param position the first record of the journal that is not in the state
 * @param uptimeNanos the clock at the last record of which something is in the state
 * @param violations how many are in violations.jsonl up to here
 * @param violationBytes how long the file is up to here
 * @param source the file that is followed; empty if none
 * @param sourceOffset where it goes on
 * @param within how many transactions of the first record that is not in the state are in it all the same
 * @param header the initial value of all keys as JSON, once a header has told it; empty before
 */
record Checkpoint(
        String rules,
        JournalPosition position,
        long uptimeNanos,
        long violations,
        long violationBytes,
        String source,
        long sourceOffset,
        int within,
        String header) {
    /** Under which key it is; the engine's own begin with a small letter. */
    static final byte[] KEY = "Monitor".getBytes(StandardCharsets.US_ASCII);

    /** 2 may be in the midst of a record. */
    private static final int VERSION = 2;

    static Checkpoint empty(String rules) {
        return new Checkpoint(rules, JournalPosition.START, 0, 0, 0, "", 0, 0, "");
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(VERSION);
            out.writeUTF(rules);
            out.writeLong(position.segment());
            out.writeLong(position.offset());
            out.writeLong(uptimeNanos);
            out.writeLong(violations);
            out.writeLong(violationBytes);
            out.writeUTF(source);
            out.writeLong(sourceOffset);
            out.writeUTF(header);
            out.writeInt(within);
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        }
        return bytes.toByteArray();
    }

    static Checkpoint read(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readInt();
            if (version < 1 || version > VERSION) {
                throw new IOException("the monitor's state is of version " + version
                        + ", and this Isolde reads version " + VERSION + "; start with a new folder");
            }
            String rules = in.readUTF();
            JournalPosition position = new JournalPosition(in.readLong(), in.readLong());
            long uptimeNanos = in.readLong();
            long violations = in.readLong();
            long violationBytes = in.readLong();
            String source = in.readUTF();
            long sourceOffset = in.readLong();
            String header = in.readUTF();
            int within = version < 2 ? 0 : in.readInt();
            return new Checkpoint(
                    rules, position, uptimeNanos, violations, violationBytes, source, sourceOffset, within, header);
        }
    }
}
