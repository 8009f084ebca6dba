package org.isolde.run.family.mysql.binlog;

import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.rows.RowVersion;

/**
 * Makes changes of rows out of the events of a binary log. A transaction ends with an event that has its number within the
 * storage engine; what ends otherwise (definitions, and what was rolled back in part outside of it) has nothing of ours.
 */
final class BinlogChanges {
    private final String schema;
    private final String rowTable;
    private final BinlogPlace places;
    private final ChangeLog log = new ChangeLog();
    /** By which numbers events call the table of rows; others are somebody else's. */
    private final Set<Long> tables = new HashSet<>();
    /** What the transaction did so far that has not ended yet. */
    private final List<Runnable> pending = new ArrayList<>();

    private BinlogQuestion.Position taken;
    private String file;
    private boolean marker;
    private volatile boolean atEnd;

    BinlogChanges(String schema, String rowTable, BinlogPlace places, BinlogQuestion.Position start) {
        this.schema = schema;
        this.rowTable = rowTable;
        this.places = places;
        this.taken = start;
    }

    ChangeLog log() {
        return log;
    }

    /** Behind the last transaction that was taken whole. */
    BinlogQuestion.Position taken() {
        return taken;
    }

    boolean isAtEnd() {
        return atEnd;
    }

    /** The log is read from {@link #taken} on. */
    void begin() {
        file = taken.file();
        pending.clear();
        tables.clear();
    }

    void event(Event event) {
        EventHeaderV4 header = event.getHeader();
        EventData data = event.getData();
        EventType type = header.getEventType();
        if (data instanceof RotateEventData rotate) {
            file = rotate.getBinlogFilename();
        } else if (data instanceof TableMapEventData table) {
            if (table.getDatabase().equals(schema) && table.getTable().equals(rowTable)) {
                tables.add(table.getTableId());
            } else {
                // numbers are given anew
                tables.remove(table.getTableId());
            }
        } else if (data instanceof WriteRowsEventData inserts) {
            if (tables.contains(inserts.getTableId())) {
                inserts.getRows().forEach(this::insert);
            }
        } else if (data instanceof UpdateRowsEventData updates) {
            if (tables.contains(updates.getTableId())) {
                updates.getRows().forEach(this::update);
            }
        } else if (data instanceof DeleteRowsEventData deletions) {
            if (tables.contains(deletions.getTableId())) {
                deletions.getRows().forEach(row -> delete(version(row)));
            }
        } else if (type == EventType.XID) {
            commit(header.getNextPosition());
        }
    }

    private void insert(Serializable[] row) {
        if ((Long) row[0] == BinlogRecovery.MARKER) {
            marker = true;
        } else {
            RowVersion version = version(row);
            pending.add(() -> log.inserted(version));
        }
    }

    private void update(Map.Entry<Serializable[], Serializable[]> images) {
        RowVersion before = version(images.getKey());
        RowVersion after = version(images.getValue());
        pending.add(() -> log.updated(before, after));
    }

    private void delete(RowVersion last) {
        pending.add(() -> log.deleted(last));
    }

    private void commit(long position) {
        log.begin(places.of(file, position));
        pending.forEach(Runnable::run);
        pending.clear();
        log.commit();
        taken = new BinlogQuestion.Position(file, position);
        atEnd |= marker;
    }

    private static RowVersion version(Serializable[] row) {
        return new RowVersion(
                (String) row[5], (Long) row[3], (Long) row[0], (Long) row[1], (Long) row[2], (Long) row[4]);
    }
}
