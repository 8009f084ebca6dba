package org.isolde.sql.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.sql.depend.Fate;
import org.isolde.sql.depend.Observation;
import org.isolde.sql.depend.ObservedRun;
import org.isolde.sql.depend.RowHistory;
import org.isolde.sql.depend.RowHistory.Version;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.execute.Step;

/**
 * Holds single reads to what every level from read committed on promises: a row that is seen was written by a statement that is the
 * reader's own or committed; what the reader wrote itself, and what was committed before it began, it sees; and what is in the tables at
 * the end is what committed statements wrote last. Only statements that took effect are asked: what an aborted transaction saw is
 * nobody's promise.
 *
 * <p>Sound for a single server. Where copies lag behind, what was committed before need not be seen.
 */
final class Visibility {
    private final ObservedRun run;
    private final RowHistory history;
    private final List<Mismatch> found = new ArrayList<>();

    private Visibility(ObservedRun run, RowHistory history) {
        this.run = run;
        this.history = history;
    }

    static List<Mismatch> check(ObservedRun run, RowHistory history) {
        Visibility visibility = new Visibility(run, history);
        for (Observation observation : run.committed()) {
            visibility.check(observation);
        }
        run.last().forEach(visibility::checkEnd);
        return visibility.found;
    }

    private void check(Observation reader) {
        for (Map.Entry<String, Rows> set : reader.versionSets().entrySet()) {
            Set<Long> seen = new HashSet<>();
            for (List<Object> row : set.getValue().list()) {
                seen.add(Rows.pkey(row));
                checkRow(reader, row);
            }
            for (long key : history.keys(set.getKey())) {
                if (!seen.contains(key)
                        && history.absences(set.getKey(), key, reader).isEmpty()) {
                    mismatch(
                            OracleKind.ISOLATION,
                            "missing row",
                            reader,
                            "row " + key + " of " + set.getKey() + " is there",
                            "it is not");
                }
            }
        }
    }

    private void checkRow(Observation reader, List<Object> row) {
        Version version = Version.of(row);
        int writer = history.writer(version);
        String seen = "sees " + Rows.text(row);
        if (writer == RowHistory.NOBODY) {
            mismatch(OracleKind.ISOLATION, "thin-air row", reader, "rows that somebody wrote", seen);
            return;
        }
        if (!Rows.same(history.content(version), row)) {
            mismatch(OracleKind.ISOLATION, "changed row", reader, Rows.text(history.content(version)), seen);
        }
        if (writer != RowHistory.INITIAL) {
            Fate fate = run.fates().get(writer);
            if (fate == Fate.ROLLED_BACK) {
                mismatch(OracleKind.ATOMICITY, "rolled-back row seen", reader, "nothing behind a savepoint", seen);
            } else if (fate == Fate.ABORTED) {
                mismatch(OracleKind.ISOLATION, "aborted row seen", reader, "nothing of " + who(writer), seen);
            } else if (!history.maySee(writer, reader)) {
                mismatch(
                        OracleKind.ISOLATION,
                        "uncommitted row seen",
                        reader,
                        "nothing of " + who(writer) + " yet",
                        seen);
            }
        }
        for (int next : history.overwriters(version)) {
            if (history.mustSee(next, reader)) {
                mismatch(
                        OracleKind.ISOLATION,
                        "old row seen",
                        reader,
                        "what " + who(next) + " made of row " + version.pkey(),
                        seen);
            }
        }
    }

    private void checkEnd(String table, Rows rows) {
        Set<Long> there = new HashSet<>();
        for (List<Object> row : rows.list()) {
            there.add(Rows.pkey(row));
            Version version = Version.of(row);
            int writer = history.writer(version);
            String actual = table + " has " + Rows.text(row) + " at the end";
            if (writer == RowHistory.NOBODY) {
                atEnd("thin-air row left", "rows that somebody wrote", actual);
            } else if (writer != RowHistory.INITIAL && run.fates().get(writer) != Fate.COMMITTED) {
                atEnd("rolled-back row left", "nothing of " + who(writer), actual);
            } else if (!history.overwriters(version).isEmpty()) {
                atEnd(
                        "committed write lost",
                        "what " + who(history.overwriters(version).get(0)) + " made of row " + version.pkey(),
                        actual);
            }
        }
        for (long key : history.keys(table)) {
            if (!there.contains(key) && !history.endsDead(table, key)) {
                atEnd("committed row lost", "row " + key + " is in " + table + " at the end", "it is not");
            }
        }
    }

    private String who(int statement) {
        return Step.name(run.observations().get(statement).unit().transaction());
    }

    private void mismatch(OracleKind oracle, String what, Observation reader, String expected, String actual) {
        found.add(new Mismatch(oracle, what, reader.unit(), expected, actual));
    }

    private void atEnd(String what, String expected, String actual) {
        found.add(new Mismatch(OracleKind.ATOMICITY, what, null, expected, actual));
    }
}
