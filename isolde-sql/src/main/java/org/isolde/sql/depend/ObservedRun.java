package org.isolde.sql.depend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.execute.Execution;
import org.isolde.sql.execute.Reply;
import org.isolde.sql.execute.Role;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.execute.Step;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Unit;

/**
 * An execution of transactions as statements saw it: those that were answered without an error, in the order in which they were,
 * and what became of each.
 *
 * @param initial the rows of every table at the beginning
 * @param last the rows of every table at the end
 * @param begin for each transaction when its first step was sent; one that was not has no entry
 * @param commit for each transaction that was committed when that was answered
 */
public record ObservedRun(
        Schema schema,
        List<Observation> observations,
        List<Fate> fates,
        Map<String, Rows> initial,
        Map<String, Rows> last,
        Map<Integer, Integer> begin,
        Map<Integer, Integer> commit) {

    /** The statements of committed transactions that took effect. */
    public List<Observation> committed() {
        List<Observation> committed = new ArrayList<>();
        for (int i = 0; i < observations.size(); i++) {
            if (fates.get(i) == Fate.COMMITTED) {
                committed.add(observations.get(i));
            }
        }
        return committed;
    }

    /** Reads what an execution was answered. */
    public static ObservedRun of(
            Plan plan,
            Map<Unit, List<Step>> steps,
            Execution execution,
            Map<String, Rows> initial,
            Map<String, Rows> last) {
        Map<Integer, Integer> begin = new HashMap<>();
        Map<Integer, Integer> commit = new HashMap<>();
        List<Observation> observations = new ArrayList<>();
        Set<Unit> undone = new HashSet<>();
        Map<Integer, OwnWrites> own = new HashMap<>();
        for (Unit unit : plan.order()) {
            List<Step> around = steps.get(unit);
            int sent = execution.sent(around.get(0));
            if (sent >= 0) {
                begin.merge(unit.transaction(), sent, Math::min);
            }
            Step ending = around.get(around.size() - 1);
            Reply answer = execution.reply(ending);
            if (answer == null || answer.error() != null) {
                continue;
            }
            if (plan.isEnd(unit)) {
                if (ending.role() == Role.COMMIT) {
                    commit.put(unit.transaction(), execution.answered(ending));
                }
                continue;
            }
            OwnWrites writes = own.computeIfAbsent(unit.transaction(), none -> new OwnWrites());
            Statement statement = plan.statement(unit);
            if (statement instanceof Statement.Savepoint savepoint) {
                writes.mark(savepoint.name());
            } else if (statement instanceof Statement.RollbackTo rollback) {
                undone.addAll(writes.backTo(rollback.name()));
            } else if (!(statement instanceof Statement.Release)) {
                Observation observation =
                        observe(unit, statement, around, execution::reply, execution::answered, writes);
                observations.add(observation);
                writes.add(observation);
            }
        }
        observations.sort((a, b) -> Integer.compare(a.position(), b.position()));
        List<Fate> fates = new ArrayList<>();
        for (Observation observation : observations) {
            fates.add(
                    !commit.containsKey(observation.unit().transaction())
                            ? Fate.ABORTED
                            : undone.contains(observation.unit()) ? Fate.ROLLED_BACK : Fate.COMMITTED);
        }
        return new ObservedRun(
                plan.testCase().schema(), List.copyOf(observations), fates, initial, last, begin, commit);
    }

    /** What a statement did that was executed without a transaction. */
    public static Observation observe(Unit unit, Statement statement, List<Step> steps, Function<Step, Reply> replies) {
        return observe(unit, statement, steps, replies, step -> 0, new OwnWrites());
    }

    private static Observation observe(
            Unit unit,
            Statement statement,
            List<Step> steps,
            Function<Step, Reply> replies,
            ToIntFunction<Step> answered,
            OwnWrites writes) {
        Map<String, Rows> versionSets = new TreeMap<>();
        Rows before = null;
        Rows after = null;
        Reply reply = null;
        int position = -1;
        for (Step step : steps) {
            Reply answer = replies.apply(step);
            switch (step.role()) {
                case VERSION_SET_READ ->
                    versionSets.put(
                            step.table(), step.outside() ? writes.over(step.table(), answer.rows()) : answer.rows());
                case BEFORE_WRITE_READ -> before = answer.rows();
                case AFTER_WRITE_READ -> after = answer.rows();
                default -> {
                    reply = answer;
                    position = answered.applyAsInt(step);
                }
            }
        }
        return new Observation(unit, statement, versionSets, before, reply, after, position);
    }

    /**
     * What a transaction has written so far, by table and key. Rows that were read beside it are the committed ones; what it wrote
     * itself lies over them.
     */
    private static final class OwnWrites {
        private final List<Observation> statements = new ArrayList<>();
        private final Map<String, Integer> savepoints = new LinkedHashMap<>();

        void add(Observation observation) {
            statements.add(observation);
        }

        void mark(String savepoint) {
            savepoints.put(savepoint, statements.size());
        }

        /** Forgets what came behind a savepoint, and returns it. */
        List<Unit> backTo(String savepoint) {
            List<Observation> behind = statements.subList(savepoints.get(savepoint), statements.size());
            List<Unit> undone = behind.stream().map(Observation::unit).toList();
            behind.clear();
            return undone;
        }

        Rows over(String table, Rows committed) {
            Map<Long, List<Object>> rows = new LinkedHashMap<>();
            committed.list().forEach(row -> rows.put(Rows.pkey(row), row));
            for (Observation statement : statements) {
                if (table.equals(statement.statement().tableWritten())) {
                    statement.written().forEach(row -> rows.put(Rows.pkey(row), row));
                    statement.deleted().forEach(row -> rows.remove(Rows.pkey(row)));
                }
            }
            return new Rows(List.copyOf(rows.values()));
        }
    }
}
