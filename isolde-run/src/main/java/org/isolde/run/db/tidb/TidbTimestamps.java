package org.isolde.run.db.tidb;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.sql.SQLException;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.jdbc.SqlTimestamps;

/**
 * TiDB's timestamps, which one oracle gives out: {@code @@tidb_current_ts} is the start of the transaction that is open,
 * {@code @@tidb_last_txn_info} tells of the last one that committed something.
 *
 * <p>Invariant: what the latter says counts only if its start is the one that was asked for before the commit, for a
 * transaction that wrote nothing leaves what was there.
 */
final class TidbTimestamps implements SqlTimestamps {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public String beforeCommit() {
        return "select @@tidb_current_ts";
    }

    @Override
    public String afterCommit() {
        return "select @@tidb_last_txn_info";
    }

    @Override
    public Timestamps read(String before, String after, boolean wrote) throws SQLException {
        long start = number(before);
        if (start == 0) {
            return null;
        }
        long[] last = parse(after);
        if (last[0] == start && last[1] != 0) {
            return new Timestamps(start, last[1]);
        }
        return wrote ? null : new Timestamps(start, start);
    }

    /** Start and commit, 0 for what is not there. */
    private static long[] parse(String info) throws SQLException {
        return new long[] {field(info, "start_ts"), field(info, "commit_ts")};
    }

    /** A timestamp out of a JSON object; 0 if it is not there. */
    static long field(String info, String name) throws SQLException {
        long found = 0;
        if (info == null || info.isBlank()) {
            return found;
        }
        try (JsonParser json = JSON.createParser(info)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw unexpected(info, null);
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                if (field.equals(name)) {
                    found = number(json.getText());
                } else {
                    json.skipChildren();
                }
            }
            return found;
        } catch (IOException e) {
            throw unexpected(info, e);
        }
    }

    private static long number(String text) throws SQLException {
        try {
            return text == null || text.isBlank() ? 0 : Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw unexpected(text, e);
        }
    }

    private static SQLException unexpected(String text, Exception cause) {
        return new SQLException("not a timestamp of TiDB: " + text, cause);
    }
}
