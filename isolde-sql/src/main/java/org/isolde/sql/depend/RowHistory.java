package org.isolde.sql.depend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.sql.ast.Statement.Upsert;
import org.isolde.sql.execute.Rows;

/**
 * The versions of all rows in an execution: who wrote each, and who overwrote it. Statements are numbered as in the run. A row that
 * is not there is not born yet, or dead; which of these, {@link #absences} says.
 */
public final class RowHistory {
    /** The writer of what was there at the beginning. */
    public static final int INITIAL = -1;
    /** The writer of what nobody was seen to write. */
    public static final int NOBODY = -2;

    private final ObservedRun run;
    private final Map<Version, Integer> writers = new HashMap<>();
    private final Map<Version, List<Object>> contents = new HashMap<>();
    private final Map<Version, List<Integer>> overwriters = new HashMap<>();
    private final Map<String, Map<Long, Life>> lives = new HashMap<>();

    /** For each statement and each row that it wrote, what it overwrote; null for a row that it inserted. */
    private final List<Map<Long, List<Object>>> overwritten = new ArrayList<>();

    /** Which insertion a version goes back to; initial ones are not here. */
    private final Map<Version, Integer> incarnations = new HashMap<>();

    /** A row between two writes. */
    public record Version(long pkey, long vkey) {
        public static Version of(List<Object> row) {
            return new Version(Rows.pkey(row), Rows.vkey(row));
        }
    }

    /** Births and deaths of a row by statements that took effect, in their order. */
    private static final class Life {
        boolean initial;
        final List<Integer> births = new ArrayList<>();
        final List<Integer> deaths = new ArrayList<>();
    }

    /**
     * A time in which a row is not there.
     *
     * @param death who deleted it; {@link #INITIAL} if it never was there before
     * @param birth who inserted it then; {@link #NOBODY} if it never was there again
     */
    public record Absence(int death, int birth) {}

    public RowHistory(ObservedRun run) {
        this.run = run;
        run.initial()
                .forEach((table, rows) -> rows.list().forEach(row -> {
                    writers.put(Version.of(row), INITIAL);
                    contents.put(Version.of(row), row);
                    life(table, Rows.pkey(row)).initial = true;
                }));
        for (int i = 0; i < run.observations().size(); i++) {
            add(i, run.observations().get(i), run.fates().get(i) == Fate.COMMITTED);
        }
    }

    private void add(int statement, Observation observation, boolean committed) {
        String table = observation.statement().tableWritten();
        Map<Long, List<Object>> before = observation.overwritten();
        overwritten.add(before);
        for (List<Object> row : observation.written()) {
            Version version = Version.of(row);
            writers.put(version, statement);
            contents.put(version, row);
            if (!committed) {
                continue;
            }
            List<Object> old = before.get(version.pkey());
            if (old != null && isDead(table, old, observation)) {
                old = null;
                before.put(version.pkey(), null);
            }
            if (old == null) {
                life(table, version.pkey()).births.add(statement);
                incarnations.put(version, statement);
            } else {
                overwrites(statement, old);
                incarnations.put(version, incarnation(Version.of(old)));
            }
        }
        if (committed) {
            for (List<Object> row : observation.deleted()) {
                overwrites(statement, row);
                life(table, Rows.pkey(row)).deaths.add(statement);
            }
        }
    }

    /**
     * Whether a row that an upsert has in its snapshot had been deleted by then. Whether a key is there is decided by what is committed,
     * so such an upsert inserts, though its transaction sees the row.
     */
    private boolean isDead(String table, List<Object> row, Observation upsert) {
        return upsert.statement() instanceof Upsert
                && life(table, Rows.pkey(row)).deaths.stream()
                        .anyMatch(death -> isDeathOf(death, row)
                                && !isOwn(run.observations().get(death), upsert)
                                && maySee(death, upsert));
    }

    /** Whether a deletion is that of a row, in this version or in one that came of it. */
    private boolean isDeathOf(int death, List<Object> row) {
        return run.observations().get(death).deleted().stream()
                .anyMatch(last -> Rows.pkey(last) == Rows.pkey(row)
                        && incarnation(Version.of(last)) == incarnation(Version.of(row)));
    }

    private void overwrites(int statement, List<Object> row) {
        overwriters.computeIfAbsent(Version.of(row), none -> new ArrayList<>()).add(statement);
    }

    private Life life(String table, long pkey) {
        return lives.computeIfAbsent(table, none -> new HashMap<>()).computeIfAbsent(pkey, none -> new Life());
    }

    /** The rows that a statement wrote by their keys, each as it was before; null for one that it inserted. */
    public Map<Long, List<Object>> overwritten(int statement) {
        return overwritten.get(statement);
    }

    /**
     * The statement that inserted the row that this is a version of, or {@link #INITIAL}. A row that is inserted again after its deletion
     * is another one.
     */
    public int incarnation(Version version) {
        return incarnations.getOrDefault(version, INITIAL);
    }

    /** Who deleted a row before a statement inserted it; {@link #INITIAL} if nobody did. */
    public int deathBefore(String table, long pkey, int birth) {
        int last = INITIAL;
        for (int death : lives.get(table).get(pkey).deaths) {
            if (death < birth) {
                last = death;
            }
        }
        return last;
    }

    /** Who wrote a version: a statement, {@link #INITIAL} or {@link #NOBODY}. */
    public int writer(Version version) {
        return writers.getOrDefault(version, NOBODY);
    }

    /** The row as its writer saw it right after. */
    public List<Object> content(Version version) {
        return contents.get(version);
    }

    /** The statements that took effect and overwrote or deleted a version: one, unless an update was lost. */
    public List<Integer> overwriters(Version version) {
        return overwriters.getOrDefault(version, List.of());
    }

    /** Keys of all rows that a table ever had, by initial data and by statements that took effect. */
    public Iterable<Long> keys(String table) {
        return lives.getOrDefault(table, Map.of()).keySet();
    }

    /**
     * The times in which a statement that did not see a row may have looked. More than one, if it can't be told; none, if the row must
     * have been there.
     */
    public List<Absence> absences(String table, long pkey, Observation reader) {
        Life life = lives.get(table).get(pkey);
        List<Absence> found = new ArrayList<>();
        if (!life.initial) {
            addIfPossible(found, new Absence(INITIAL, next(life.births, -1)), reader);
        }
        for (int death : life.deaths) {
            addIfPossible(found, new Absence(death, next(life.births, death)), reader);
        }
        return found;
    }

    /** Whether the last that statements that took effect did to a row was to delete it; or it never was there. */
    public boolean endsDead(String table, long pkey) {
        Life life = lives.get(table).get(pkey);
        if (life.deaths.isEmpty()) {
            return !life.initial && life.births.isEmpty();
        }
        return next(life.births, life.deaths.get(life.deaths.size() - 1)) == NOBODY;
    }

    /** The first birth behind a death; statements are numbered in the order of their answers. */
    private static int next(List<Integer> births, int death) {
        for (int birth : births) {
            if (birth > death) {
                return birth;
            }
        }
        return NOBODY;
    }

    private void addIfPossible(List<Absence> found, Absence absence, Observation reader) {
        if (absence.death() != INITIAL && !maySee(absence.death(), reader)) {
            return;
        }
        if (absence.birth() != NOBODY && mustSee(absence.birth(), reader)) {
            return;
        }
        found.add(absence);
    }

    /** Whether a statement's effect can have been there for a reader: it is its own, or was committed by then. */
    public boolean maySee(int statement, Observation reader) {
        Observation observation = run.observations().get(statement);
        if (isOwn(observation, reader)) {
            return observation.position() < reader.position();
        }
        Integer committed = run.commit().get(observation.unit().transaction());
        return committed != null && committed < reader.position();
    }

    /** Whether a statement's effect must have been there for a reader: it is its own, or was committed before its first step. */
    public boolean mustSee(int statement, Observation reader) {
        Observation observation = run.observations().get(statement);
        if (isOwn(observation, reader)) {
            return observation.position() < reader.position();
        }
        Integer committed = run.commit().get(observation.unit().transaction());
        return committed != null && committed < run.begin().get(reader.unit().transaction());
    }

    private static boolean isOwn(Observation observation, Observation reader) {
        return observation.unit().transaction() == reader.unit().transaction();
    }
}
