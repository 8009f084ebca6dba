package org.isolde.run.db.cockroachdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.certificate.KeyedVersions;
import org.isolde.run.record.JsonTree;
import org.isolde.run.rows.RowVersion;

/**
 * Makes changes of rows out of the messages of a changefeed with the option {@code updated}. They come in the order of
 * timestamps for each key alone, and some come again; what has one timestamp is one transaction.
 */
final class Changefeed {
    private final TimestampNumbers numbers;
    private final Map<Long, Map<Long, RowVersion>> left = new TreeMap<>();

    Changefeed(TimestampNumbers numbers) {
        this.numbers = numbers;
    }

    /**
     * @param key as JSON: an array of the primary key
     * @param value as JSON: the row afterwards, or null, and the timestamp
     */
    void message(String key, String value) throws SQLException {
        Map<String, Object> fields = object(value);
        long number = numbers.of(JsonTree.text(fields.get("updated")));
        long id =
                (Long) JsonTree.list(object("{\"key\":" + key + "}").get("key")).get(0);
        RowVersion version = fields.get("after") == null ? null : version(JsonTree.map(fields.get("after")));
        Map<Long, RowVersion> transaction = left.computeIfAbsent(number, none -> new LinkedHashMap<>());
        if (transaction.containsKey(id) && !Objects.equals(transaction.get(id), version)) {
            throw new SQLException("the changefeed has two versions of the key " + id + " at " + fields.get("updated"));
        }
        transaction.put(id, version);
    }

    private static Map<String, Object> object(String json) throws SQLException {
        try {
            return JsonTree.object(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new SQLException("no message of a changefeed: " + e.getMessage(), e);
        }
    }

    private static RowVersion version(Map<String, Object> row) {
        return new RowVersion(
                (String) row.get("born"),
                (Long) row.get("v"),
                (Long) row.get("id"),
                (Long) row.get("a"),
                (Long) row.get("b"),
                (Long) row.get("prev"));
    }

    /** All that came. */
    ChangeLog log() {
        KeyedVersions versions = new KeyedVersions();
        left.forEach(versions::committed);
        return versions.log();
    }
}
