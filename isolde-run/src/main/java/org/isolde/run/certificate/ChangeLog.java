package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowVersion;

/**
 * All changes that were committed, as the database's own stream of changes tells them: transactions in the order of their
 * commits, and the changes of each in the order in which they were made.
 *
 * <p>Filled by a recovery: {@link #begin}, the changes, {@link #commit}, for one transaction after the other. Meanwhile the log
 * checks what every such stream must keep, and remembers the first {@link #problem}: a row is inserted once, under a name that
 * is new; what is updated or deleted is there, under the key that the stream names; and each version names the one before it
 * as the one that it replaced.
 *
 * <p>A database that keeps versions and no changes knows only what a transaction left of each row in the end. Its log is one of
 * {@link #ofFinalVersions final versions}: what these replaced within their transaction its client must tell.
 */
public final class ChangeLog {
    /** A transaction that was committed. */
    public static final class Entry {
        private final long number;
        private final List<Change> changes = new ArrayList<>();

        private Entry(long number) {
            this.number = number;
        }

        /** By which snapshots and sessions name it. */
        public long number() {
            return number;
        }

        public List<Change> changes() {
            return Collections.unmodifiableList(changes);
        }
    }

    /** A change of a row. What names a dead version is known to its client alone, who tells it later. */
    public static final class Change {
        private final Entry entry;
        private final RowChange.Kind kind;
        private final RowVersion before;
        private final RowVersion after;
        private long deadVersion = Long.MIN_VALUE;

        private Change(Entry entry, RowChange.Kind kind, RowVersion before, RowVersion after) {
            this.entry = entry;
            this.kind = kind;
            this.before = before;
            this.after = after;
        }

        public Entry entry() {
            return entry;
        }

        public RowChange.Kind kind() {
            return kind;
        }

        /** The version before it in the log; null if there was none. */
        RowVersion before() {
            return before;
        }

        /** The version that it made; of a deletion, the last one before it. */
        public RowVersion after() {
            return after;
        }

        public boolean isDeletion() {
            return kind == RowChange.Kind.DELETED;
        }

        /** The name of the version that it made. */
        public long version() {
            return isDeletion() ? deadVersion : after.version();
        }

        void nameDeadVersion(long version) {
            deadVersion = version;
        }
    }

    private final boolean finalVersions;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Long, Entry> byNumber = new HashMap<>();
    /** The transaction that made a version, by the version's name, which is the number of a statement. */
    private final Map<Long, Entry> byVersion = new HashMap<>();

    /** The transaction that deleted a row, by the row and its last version. */
    private final Map<RowAnswer.Found, Entry> byDeleted = new HashMap<>();

    private final Map<String, List<Change>> byRow = new LinkedHashMap<>();
    /** The versions that are alive at the log's end, by their keys. */
    private final Map<Long, RowVersion> alive = new HashMap<>();

    private Entry current;
    /** The changes of the current transaction, which count when it is complete. */
    private final List<Runnable> pending = new ArrayList<>();

    private String problem;

    /** Of each change. */
    public ChangeLog() {
        this(false);
    }

    private ChangeLog(boolean finalVersions) {
        this.finalVersions = finalVersions;
    }

    /** Of the last version alone that a transaction made of each row. */
    public static ChangeLog ofFinalVersions() {
        return new ChangeLog(true);
    }

    boolean isOfFinalVersions() {
        return finalVersions;
    }

    /** A transaction follows, whose number no other has; one that was not complete is forgotten. */
    public void begin(long number) {
        current = new Entry(number);
        pending.clear();
    }

    /** A row was inserted. */
    public void inserted(RowVersion version) {
        pending.add(() -> insert(version));
    }

    /**
     * A row was updated.
     *
     * @param id its key before
     */
    public void updated(long id, RowVersion version) {
        pending.add(() -> update(id, version));
    }

    /** A row was updated; the stream has the version before it too. */
    public void updated(RowVersion before, RowVersion version) {
        pending.add(() -> {
            compare(before);
            update(before.id(), version);
        });
    }

    /** The row of a key was deleted. */
    public void deleted(long id) {
        pending.add(() -> delete(id));
    }

    /** A row was deleted; the stream has its last version. */
    public void deleted(RowVersion last) {
        pending.add(() -> {
            compare(last);
            delete(last.id());
        });
    }

    /** What the stream says that was there before a change is the last that it said before. */
    private void compare(RowVersion before) {
        RowVersion there = alive.get(before.id());
        check(
                before.equals(there),
                before,
                "is in the stream as what was there before a change, and there was " + there);
    }

    private void insert(RowVersion version) {
        check(!byRow.containsKey(version.row()), version, "was inserted twice");
        check(
                finalVersions || version.previous() == null,
                version,
                "was inserted as if it replaced " + version.previous());
        check(!alive.containsKey(version.id()), version, "was inserted under a key that another row has");
        add(new Change(current, RowChange.Kind.INSERTED, null, version));
        alive.put(version.id(), version);
    }

    private void update(long id, RowVersion version) {
        RowVersion before = alive.remove(id);
        check(before != null, version, "was updated under the key " + id + ", where no row was");
        if (before != null) {
            check(before.row().equals(version.row()), version, "was updated in place of row " + before.row());
            check(
                    finalVersions || version.previous() != null && version.previous() == before.version(),
                    version,
                    "says that it replaced " + version.previous() + ", and the version before it is "
                            + before.version());
        }
        check(!alive.containsKey(version.id()), version, "was moved to a key that another row has");
        add(new Change(current, RowChange.Kind.UPDATED, before, version));
        alive.put(version.id(), version);
    }

    private void delete(long id) {
        RowVersion last = alive.remove(id);
        if (last == null) {
            note("the row of key " + id + " was deleted in transaction " + current.number + ", where no row was");
        } else {
            add(new Change(current, RowChange.Kind.DELETED, last, last));
            byDeleted.put(new RowAnswer.Found(last.row(), last.version()), current);
        }
    }

    /** The transaction is complete. One without changes is left out. */
    public void commit() {
        pending.forEach(Runnable::run);
        pending.clear();
        if (!current.changes.isEmpty()) {
            entries.add(current);
            if (byNumber.put(current.number, current) != null) {
                note("two transactions have the number " + current.number);
            }
        }
        current = null;
    }

    private void add(Change change) {
        current.changes.add(change);
        byRow.computeIfAbsent(change.after.row(), row -> new ArrayList<>()).add(change);
        if (!change.isDeletion()) {
            byVersion.put(change.after.version(), current);
        }
    }

    private void check(boolean right, RowVersion version, String wrong) {
        if (!right) {
            note("version " + version.version() + " of row " + version.row() + " " + wrong);
        }
    }

    private void note(String first) {
        problem = problem == null ? first : problem;
    }

    /** What is wrong with the stream itself; null if nothing is. */
    public String problem() {
        return problem;
    }

    /** The transactions, in the order of their commits. */
    public List<Entry> entries() {
        return Collections.unmodifiableList(entries);
    }

    /** The transaction of a number, or null. */
    public Entry byNumber(long number) {
        return byNumber.get(number);
    }

    /** The transaction that made a version that is not dead, or null. */
    public Entry byVersion(long version) {
        return byVersion.get(version);
    }

    /** The transaction that deleted a row whose last version was this, or null. */
    public Entry byDeleted(String row, long version) {
        return byDeleted.get(new RowAnswer.Found(row, version));
    }

    /** The changes of each row in their order, by the row's name. */
    public Map<String, List<Change>> rows() {
        return Collections.unmodifiableMap(byRow);
    }
}
