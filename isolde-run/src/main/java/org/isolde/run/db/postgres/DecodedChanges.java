package org.isolde.run.db.postgres;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.rows.RowVersion;

/**
 * Reads the messages of the plug-in {@code pgoutput}, protocol version 1: each transaction comes whole, when it is committed.
 * Values are texts, in the order of the table's columns.
 */
final class DecodedChanges {
    private static final long LOW = 0xffff_ffffL;

    private final ChangeLog log = new ChangeLog();
    private final Incarnations incarnations;
    /** A number, whole, that lies near those in the stream, of which only the lower half comes. */
    private final long near;

    private long lastCommit;
    private boolean repeated;
    private boolean marker;
    private boolean atEnd;

    /** @param near the number of a transaction that has just ended */
    DecodedChanges(long near, Incarnations incarnations) {
        this.near = near;
        this.incarnations = incarnations;
    }

    ChangeLog log() {
        return log;
    }

    /** Up to which place in the server's log all has been taken; 0 if nothing has. */
    long lastCommit() {
        return lastCommit;
    }

    /** Whether the marker has come. */
    boolean isAtEnd() {
        return atEnd;
    }

    void message(ByteBuffer in) throws SQLException {
        char kind = (char) in.get();
        switch (kind) {
            case 'B' -> begin(in);
            case 'C' -> commit(in);
            case 'I' -> {
                in.getInt();
                in.get();
                insert(tuple(in));
            }
            case 'U' -> {
                in.getInt();
                char next = (char) in.get();
                String[] old = null;
                if (next != 'N') {
                    old = tuple(in);
                    in.get();
                }
                RowVersion after = version(tuple(in));
                log.updated(old == null ? after.id() : Long.parseLong(old[0]), after);
            }
            case 'D' -> {
                in.getInt();
                in.get();
                log.deleted(Long.parseLong(tuple(in)[0]));
            }
            case 'T' -> throw new SQLException("the table was truncated by somebody else");
            default -> {
                // what relations, types and origins are is known
            }
        }
    }

    private void begin(ByteBuffer in) {
        // transactions arrive in the order of their commits; after a new start some come again
        long place = in.getLong();
        repeated = place <= lastCommit;
        in.getLong();
        log.begin(incarnations.at(place) + whole(in.getInt() & LOW));
        marker = false;
    }

    /** The number of 64 bits that has this lower half and is nearest to one that is known. */
    private long whole(long low) {
        long number = near & ~LOW | low;
        return number - near > 1L << 31 ? number - (1L << 32) : near - number > 1L << 31 ? number + (1L << 32) : number;
    }

    private void commit(ByteBuffer in) {
        in.get();
        long place = in.getLong();
        if (marker) {
            atEnd = true;
        } else if (!repeated) {
            log.commit();
        }
        lastCommit = Math.max(lastCommit, place);
    }

    private void insert(String[] values) {
        if (Long.parseLong(values[0]) == PostgresRecovery.MARKER) {
            marker = true;
        } else {
            log.inserted(version(values));
        }
    }

    private static String[] tuple(ByteBuffer in) {
        String[] values = new String[in.getShort()];
        for (int i = 0; i < values.length; i++) {
            // 'u', a value that did not change and is kept elsewhere, is for large ones alone
            if ((char) in.get() == 't') {
                byte[] bytes = new byte[in.getInt()];
                in.get(bytes);
                values[i] = new String(bytes, StandardCharsets.UTF_8);
            }
        }
        return values;
    }

    private static RowVersion version(String[] values) {
        return new RowVersion(
                values[5],
                Long.parseLong(values[3]),
                Long.parseLong(values[0]),
                nullable(values[1]),
                nullable(values[2]),
                nullable(values[4]));
    }

    private static Long nullable(String value) {
        return value == null ? null : Long.valueOf(value);
    }
}
