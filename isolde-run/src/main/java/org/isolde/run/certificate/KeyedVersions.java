package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.rows.RowVersion;

/**
 * Makes a log of rows for a database that keeps versions under keys: a row whose key is changed vanishes there under one key and
 * appears under another.
 */
public final class KeyedVersions {
    private final ChangeLog log = ChangeLog.ofFinalVersions();
    private final Map<Long, RowVersion> there = new HashMap<>();

    public ChangeLog log() {
        return log;
    }

    /**
     * A transaction was committed, later than those before.
     *
     * @param left what is under each key that it wrote; null where nothing is any more
     */
    public void committed(long number, Map<Long, RowVersion> left) {
        Map<String, RowVersion> before = new LinkedHashMap<>();
        Map<String, RowVersion> after = new LinkedHashMap<>();
        left.forEach((id, version) -> {
            RowVersion old = version == null ? there.remove(id) : there.put(id, version);
            if (old != null) {
                before.put(old.row(), old);
            }
            if (version != null) {
                after.put(version.row(), version);
            }
        });
        log.begin(number);
        List<RowVersion> inserted = new ArrayList<>();
        before.forEach((row, version) -> {
            if (!after.containsKey(row)) {
                log.deleted(version);
            }
        });
        after.forEach((row, version) -> {
            RowVersion old = before.get(row);
            if (old == null) {
                inserted.add(version);
            } else if (!old.equals(version)) {
                log.updated(old, version);
            }
        });
        // last: keys that others have left are free by now
        inserted.forEach(log::inserted);
        log.commit();
    }
}
