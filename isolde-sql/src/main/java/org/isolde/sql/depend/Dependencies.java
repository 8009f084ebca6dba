package org.isolde.sql.depend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.sql.depend.RowHistory.Absence;
import org.isolde.sql.depend.RowHistory.Version;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.instrument.Instrumentation;
import org.isolde.sql.instrument.Unit;

/**
 * Infers the statement-dependency graph of an execution (TxCheck, lemmas 1 to 7). Item dependencies are exact. Those of predicates and
 * values are of all rows of the tables that a statement names, so there may be too many of them: an order that follows more edges than
 * it has to follows those that it has to.
 *
 * <p>A row that is not there counts as a version too: its reader comes behind the deletion and before the insertion. Where it can't be
 * told which absence a statement saw, it gets the edges of all that are possible. That makes a cycle, and the statement is left out.
 */
public final class Dependencies {
    private final ObservedRun run;
    private final RowHistory history;
    /** For each statement of the run its node; -1 if it has none. */
    private final int[] node;

    private final DependencyGraph graph;

    private Dependencies(ObservedRun run, RowHistory history) {
        this.run = run;
        this.history = history;
        this.node = new int[run.observations().size()];
        Arrays.fill(node, -1);
        List<Unit> nodes = new ArrayList<>();
        for (int i = 0; i < node.length; i++) {
            if (run.fates().get(i) == Fate.COMMITTED) {
                node[i] = nodes.size();
                nodes.add(run.observations().get(i).unit());
            }
        }
        this.graph = new DependencyGraph(nodes);
    }

    public static DependencyGraph of(ObservedRun run, RowHistory history) {
        Dependencies dependencies = new Dependencies(run, history);
        for (int i = 0; i < dependencies.node.length; i++) {
            if (dependencies.node[i] >= 0) {
                dependencies.add(i, run.observations().get(i));
            }
        }
        return dependencies.graph;
    }

    private void add(int statement, Observation observation) {
        for (List<Object> row : observation.rowsRead(run.schema())) {
            after(statement, history.writer(Version.of(row)), DependencyKind.ITEM_READ);
            history.overwriters(Version.of(row)).forEach(next -> before(statement, next, DependencyKind.ITEM_ANTI));
        }
        history.overwritten(statement).forEach((key, row) -> {
            if (row == null) {
                int death = history.deathBefore(observation.statement().tableWritten(), key, statement);
                after(statement, death, DependencyKind.ITEM_WRITE);
            } else {
                overwrites(statement, row);
            }
        });
        observation.deleted().forEach(row -> overwrites(statement, row));
        for (Map.Entry<String, Rows> set : observation.versionSets().entrySet()) {
            looksAt(statement, observation, set.getKey(), set.getValue());
        }
    }

    private void overwrites(int statement, List<Object> row) {
        after(statement, history.writer(Version.of(row)), DependencyKind.ITEM_WRITE);
    }

    private void looksAt(int statement, Observation observation, String table, Rows rows) {
        Set<Long> seen = new HashSet<>();
        for (List<Object> row : rows.list()) {
            seen.add(Rows.pkey(row));
            looksAt(statement, observation, history.writer(Version.of(row)), history.overwriters(Version.of(row)));
        }
        for (long key : history.keys(table)) {
            if (!seen.contains(key)) {
                for (Absence absence : history.absences(table, key, observation)) {
                    looksAt(
                            statement,
                            observation,
                            absence.death(),
                            absence.birth() < 0 ? List.of() : List.of(absence.birth()));
                }
            }
        }
    }

    private void looksAt(int statement, Observation observation, int writer, List<Integer> next) {
        if (!observation.writes()) {
            after(statement, writer, DependencyKind.PREDICATE_READ);
            next.forEach(each -> before(statement, each, DependencyKind.PREDICATE_ANTI));
            return;
        }
        after(statement, writer, DependencyKind.PREDICATE_WRITE);
        next.forEach(each -> before(statement, each, DependencyKind.PREDICATE_WRITE));
        if (Instrumentation.computesValues(observation.statement())) {
            after(statement, writer, DependencyKind.VALUE_WRITE);
            next.forEach(each -> before(statement, each, DependencyKind.VALUE_WRITE));
        }
    }

    /** A statement comes after a writer, if that is one of the graph. */
    private void after(int statement, int writer, DependencyKind kind) {
        if (writer >= 0 && node[writer] >= 0) {
            graph.add(node[writer], node[statement], kind);
        }
    }

    private void before(int statement, int next, DependencyKind kind) {
        if (node[next] >= 0) {
            graph.add(node[statement], node[next], kind);
        }
    }
}
