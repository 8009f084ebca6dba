package org.isolde.run.db.tidb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.certificate.KeyedVersions;
import org.isolde.run.record.JsonTree;
import org.isolde.run.rows.RowVersion;

/** Makes changes of rows out of the pages that tell all versions of a key. What was committed at one moment is one transaction. */
final class StoredVersions {
    private static final long PUT = 0;
    private static final long DELETE = 1;

    private final Map<Long, Map<Long, RowVersion>> left = new TreeMap<>();

    /** What a page has. */
    enum Page {
        VERSIONS,
        NOTHING,
        /** A transaction has not let go of the key, though it may be committed: to be asked for again. */
        LOCKED
    }

    /**
     * Reads the page of a key.
     *
     * @param since versions that were committed before are of earlier runs
     */
    Page add(long id, byte[] page, long since) throws SQLException {
        Map<String, Object> root;
        try {
            root = JsonTree.object(page);
        } catch (IOException e) {
            throw new SQLException("no page of versions of the key " + id + ": " + e.getMessage(), e);
        }
        Map<String, Object> info = JsonTree.map(
                root.containsKey("info")
                        ? root.get("info")
                        : JsonTree.map(root.get("value")).get("info"));
        if (!JsonTree.map(info.get("lock")).isEmpty()) {
            return Page.LOCKED;
        }
        Map<Long, String> large = new HashMap<>();
        for (Object each : JsonTree.list(info.get("values"))) {
            Map<String, Object> value = JsonTree.map(each);
            large.put((Long) value.get("start_ts"), JsonTree.text(value.get("value")));
        }
        Page found = Page.NOTHING;
        for (Object each : JsonTree.list(info.get("writes"))) {
            Map<String, Object> write = JsonTree.map(each);
            long type = write.get("type") instanceof Long number ? number : PUT;
            // locks and rollbacks are written down as well
            if ((type == PUT || type == DELETE) && (Long) write.get("commit_ts") > since) {
                String value = JsonTree.text(write.get("short_value"));
                version(
                        id,
                        (Long) write.get("commit_ts"),
                        type == DELETE ? null : value != null ? value : large.get((Long) write.get("start_ts")));
                found = Page.VERSIONS;
            }
        }
        return found;
    }

    private void version(long id, long committed, String value) throws SQLException {
        left.computeIfAbsent(committed, none -> new LinkedHashMap<>())
                .put(
                        id,
                        value == null
                                ? null
                                : EncodedRow.decode(
                                        id, Base64.getDecoder().decode(value.getBytes(StandardCharsets.US_ASCII))));
    }

    ChangeLog log() {
        KeyedVersions versions = new KeyedVersions();
        left.forEach(versions::committed);
        return versions.log();
    }
}
