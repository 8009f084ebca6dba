package org.isolde.sql.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.isolde.history.Level;
import org.isolde.run.DatabaseException;
import org.isolde.sql.depend.Dependencies;
import org.isolde.sql.depend.DependencyGraph;
import org.isolde.sql.depend.Observation;
import org.isolde.sql.depend.ObservedRun;
import org.isolde.sql.depend.Ordering;
import org.isolde.sql.depend.RowHistory;
import org.isolde.sql.dialect.ErrorKind;
import org.isolde.sql.execute.Deadline;
import org.isolde.sql.execute.Execution;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.execute.Reply;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.execute.Step;
import org.isolde.sql.execute.TimedOutException;
import org.isolde.sql.instrument.Instrumentation;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.instrument.Unit;
import org.isolde.sql.testcase.TestCase;

/**
 * Executes a test case and holds it to the oracles: TxCheck's figure 8 and algorithm 1, and what else follows from the same reads.
 *
 * <p>The case is executed with its reads. A statement that had to wait in between is moved to where it ran, and left out if it waits
 * again (TxCheck's blocking scheduling). Statements on cycles of the dependencies are left out, and all is executed anew, until there is
 * no cycle. Then the statements are executed alone in an order of the dependencies, and each has to do what it did. What was left out
 * has its own rounds.
 */
public final class CaseRunner {
    /** A case that is not stable by then is given up. */
    private static final int MOST_EXECUTIONS = 16;

    private final FuzzDatabase database;
    private final CaseOptions options;
    private final Level level;
    private final boolean writesSeeNewest;
    private final Instrumentation instrumentation;
    private final Instrumentation alone;
    /** Since it was last taken. */
    private Effort effort = Effort.NONE;

    public CaseRunner(FuzzDatabase database, Semantics semantics, CaseOptions options) {
        this.database = database;
        this.options = options;
        String name = database.dialect().name();
        this.level = semantics.level(name, database.isolation());
        this.writesSeeNewest = semantics.writesSeeNewest(name, database.isolation());
        this.instrumentation = new Instrumentation(database.dialect(), writesSeeNewest);
        this.alone = writesSeeNewest ? new Instrumentation(database.dialect(), false) : instrumentation;
    }

    /** What was done since this was last asked. */
    public Effort takeEffort() {
        Effort taken = effort;
        effort = Effort.NONE;
        return taken;
    }

    public Verdict run(TestCase testCase) throws DatabaseException, InterruptedException {
        try (Deadline.Span limit = database.begin(options.limit())) {
            return judge(testCase);
        } catch (TimedOutException e) {
            return Verdict.timedOut(Plan.of(testCase));
        }
    }

    private Verdict judge(TestCase testCase) throws DatabaseException, InterruptedException {
        Random random = new Random(testCase.seed() * 31 + testCase.number());
        Plan all = Plan.of(testCase);
        Set<Unit> left = new LinkedHashSet<>(all.statements());
        int statements = left.size();
        left.removeIf(unit -> instrumentation.seesTwice(all.statement(unit)));
        int tested = 0;
        Verdict verdict = null;
        for (int round = 0; round < options.rounds() && !left.isEmpty(); round++) {
            verdict = round(restricted(all, left), random, round == 0);
            tested += verdict.tested();
            if (!verdict.mismatches().isEmpty() || verdict.discarded() != null || verdict.tested() == 0) {
                break;
            }
            // those of transactions that failed have another chance, beside fewer others
            left.removeAll(verdict.graph().nodes());
            left.removeIf(unit -> !all.transaction(unit).commits());
        }
        return verdict == null
                ? new Verdict(List.of(), all, null, null, 0, 0, "empty", null)
                : new Verdict(
                        verdict.mismatches(),
                        verdict.plan(),
                        verdict.order(),
                        verdict.graph(),
                        tested,
                        statements,
                        verdict.discarded(),
                        verdict.run());
    }

    private static Plan restricted(Plan all, Set<Unit> left) {
        return all.without(
                all.statements().stream().filter(unit -> !left.contains(unit)).toList());
    }

    /** Executes until nothing is on a cycle, and compares. */
    private Verdict round(Plan first, Random random, boolean whole) throws DatabaseException, InterruptedException {
        Plan plan = first;
        Set<Unit> moved = new HashSet<>();
        boolean asked = !whole;
        for (int tries = 0; tries < MOST_EXECUTIONS; tries++) {
            if (plan.statements().isEmpty()) {
                return verdict(List.of(), plan, null, null, 0, null, null);
            }
            Map<Unit, List<Step>> steps = instrumentation.instrument(plan);
            reset(plan);
            Map<String, Rows> initial = database.contents();
            Execution execution = database.interleaved(List.copyOf(steps.values()));
            effort = effort.plus(new Effort(0, execution.waits(), 0, 0));
            Mismatch crash = crash(execution);
            if (crash != null) {
                return verdict(List.of(crash), plan, null, null, 0, null, null);
            }
            if (execution.isStuck()) {
                return verdict(List.of(), plan, null, null, 0, "waits for ever", null);
            }
            Set<Unit> refused = refused(steps, execution);
            if (!refused.isEmpty()) {
                plan = plan.without(refused);
                continue;
            }
            Set<Unit> divided = divided(plan, steps, execution);
            if (!divided.isEmpty()) {
                Set<Unit> again = new HashSet<>(divided);
                again.retainAll(moved);
                moved.addAll(divided);
                plan = asExecuted(plan, steps, execution).without(again);
                continue;
            }
            ObservedRun run = ObservedRun.of(plan, steps, execution, initial, database.contents());
            RowHistory history = new RowHistory(run);
            List<Mismatch> seen = visible(run, history);
            if (!seen.isEmpty()) {
                return verdict(seen, plan, null, null, 0, null, run);
            }
            DependencyGraph graph = Dependencies.of(run, history);
            if (!asked) {
                asked = true;
                Mismatch broken = options.asks(OracleKind.ISOLATION) && claimsCommitted()
                        ? ItemHistory.check(run, history, level, writesSeeNewest)
                        : null;
                if (broken != null) {
                    return verdict(List.of(broken), plan, null, graph, 0, null, run);
                }
                Mismatch state =
                        options.asks(OracleKind.STATE) && claimsCommitted() ? state(plan, run, graph, random) : null;
                if (state != null) {
                    return verdict(List.of(state), plan, null, graph, 0, null, run);
                }
            }
            Set<Unit> cyclic = Ordering.breaking(graph);
            if (!cyclic.isEmpty()) {
                plan = plan.without(cyclic);
                continue;
            }
            return options.asks(OracleKind.REORDERED) && claimsCommitted()
                    ? reordered(plan, run, graph, random)
                    : verdict(List.of(), plan, null, graph, 0, null, run);
        }
        return verdict(List.of(), plan, null, null, 0, "never the same twice", null);
    }

    /** Below read committed nothing is promised of what a statement sees. */
    private boolean claimsCommitted() {
        return database.isolation().claims() != Level.RU;
    }

    private List<Mismatch> visible(ObservedRun run, RowHistory history) {
        return claimsCommitted()
                ? Visibility.check(run, history).stream()
                        .filter(mismatch -> options.asks(mismatch.oracle()))
                        .toList()
                : List.of();
    }

    private static Mismatch crash(Execution execution) {
        return execution.replies().stream()
                .filter(each -> each.getValue().error() != null
                        && each.getValue().error().kind() == ErrorKind.CRASH)
                .min(Comparator.comparing(each -> execution.answered(each.getKey())))
                .map(each -> new Mismatch(
                        OracleKind.CRASH,
                        each.getValue().error().code(),
                        new Unit(each.getKey().transaction(), each.getKey().statement()),
                        "an answer",
                        each.getValue().error().toString()))
                .orElse(null);
    }

    /** Statements that the database does not take, whatever transactions do: the generator's mistakes. */
    private static Set<Unit> refused(Map<Unit, List<Step>> steps, Execution execution) {
        Set<Unit> refused = new HashSet<>();
        steps.forEach((unit, around) -> {
            for (Step step : around) {
                Reply reply = execution.reply(step);
                if (reply != null && reply.error() != null && reply.error().kind() == ErrorKind.UNEXPECTED) {
                    refused.add(unit);
                }
            }
        });
        return refused;
    }

    /** Statements that took effect, though something else happened between them and their reads. */
    private static Set<Unit> divided(Plan plan, Map<Unit, List<Step>> steps, Execution execution) {
        Set<Integer> committed = new HashSet<>();
        for (Unit unit : plan.order()) {
            if (plan.isEnd(unit)) {
                Reply reply = execution.reply(steps.get(unit).get(0));
                if (reply != null && reply.error() == null) {
                    committed.add(unit.transaction());
                }
            }
        }
        Set<Unit> divided = new HashSet<>();
        for (Unit unit : plan.statements()) {
            if (committed.contains(unit.transaction()) && !execution.isUndivided(steps.get(unit))) {
                divided.add(unit);
            }
        }
        return divided;
    }

    /** The order in which units were answered; what was not sent stays behind what went before it. */
    private static Plan asExecuted(Plan plan, Map<Unit, List<Step>> steps, Execution execution) {
        Map<Unit, Integer> position = new HashMap<>();
        Map<Integer, Integer> last = new HashMap<>();
        for (Unit unit : plan.order()) {
            int answered = last.getOrDefault(unit.transaction(), -1);
            for (Step step : steps.get(unit)) {
                answered = Math.max(answered, execution.answered(step));
            }
            last.put(unit.transaction(), answered);
            position.put(unit, answered);
        }
        List<Unit> order = new ArrayList<>(plan.order());
        order.sort(Comparator.comparing(position::get));
        return new Plan(plan.testCase(), order);
    }

    private void reset(Plan plan) throws DatabaseException {
        if (options.fresh()) {
            database.disconnect();
        }
        long begin = System.nanoTime();
        database.reset(plan.testCase().schema(), plan.testCase().initialRows());
        effort = effort.plus(new Effort(1, 0, System.nanoTime() - begin, 0));
    }

    // ---- other orders

    private Verdict reordered(Plan plan, ObservedRun run, DependencyGraph graph, Random random)
            throws DatabaseException {
        Map<Unit, Observation> inTransactions = new HashMap<>();
        run.committed().forEach(observation -> inTransactions.put(observation.unit(), observation));
        Map<Unit, List<Step>> steps = alone.instrument(plan);
        for (int i = 0; i < options.orders(); i++) {
            List<Unit> order = Ordering.random(graph, random);
            Mismatch mismatch = reordered(plan, run, inTransactions, steps, order);
            if (mismatch != null) {
                return verdict(List.of(mismatch), plan, order, graph, order.size(), null, run);
            }
        }
        return verdict(List.of(), plan, null, graph, graph.size(), null, run);
    }

    private Mismatch reordered(
            Plan plan,
            ObservedRun run,
            Map<Unit, Observation> inTransactions,
            Map<Unit, List<Step>> steps,
            List<Unit> order)
            throws DatabaseException {
        reset(plan);
        long begin = System.nanoTime();
        try {
            return compared(plan, run, inTransactions, steps, order);
        } finally {
            compared(begin);
        }
    }

    private void compared(long begin) {
        effort = effort.plus(new Effort(0, 0, 0, System.nanoTime() - begin));
    }

    private Mismatch compared(
            Plan plan,
            ObservedRun run,
            Map<Unit, Observation> inTransactions,
            Map<Unit, List<Step>> steps,
            List<Unit> order)
            throws DatabaseException {
        for (Unit unit : order) {
            Map<Step, Reply> replies = new HashMap<>();
            for (Step step : steps.get(unit)) {
                Reply reply = database.alone(step.sql());
                if (reply.error() != null) {
                    Observation observation = inTransactions.get(unit);
                    return reply.error().kind() == ErrorKind.CRASH
                            ? new Mismatch(
                                    OracleKind.CRASH,
                                    reply.error().code(),
                                    unit,
                                    "an answer",
                                    reply.error().toString())
                            : Comparison.answers(OracleKind.REORDERED, observation, observation.reply(), reply);
                }
                replies.put(step, reply);
            }
            Observation observation = ObservedRun.observe(unit, plan.statement(unit), steps.get(unit), replies::get);
            Mismatch mismatch = Comparison.of(OracleKind.REORDERED, inTransactions.get(unit), observation);
            if (mismatch != null) {
                return mismatch;
            }
        }
        return Comparison.ofEnds(OracleKind.REORDERED, run.last(), database.contents());
    }

    /** Executes the committed transactions one behind the other, if their dependencies have an order. */
    private Mismatch state(Plan plan, ObservedRun run, DependencyGraph graph, Random random)
            throws DatabaseException, InterruptedException {
        List<Unit> order = Ordering.ofTransactions(graph, random);
        if (order == null || order.isEmpty()) {
            return null;
        }
        List<List<Step>> serial = new ArrayList<>();
        Map<Unit, Step> statements = new HashMap<>();
        for (int i = 0; i < order.size(); i++) {
            Unit unit = order.get(i);
            Step step = alone.statement(plan, unit);
            statements.put(unit, step);
            serial.add(List.of(step));
            if (i + 1 == order.size() || order.get(i + 1).transaction() != unit.transaction()) {
                serial.add(List.of(Instrumentation.commit(plan, unit)));
            }
        }
        reset(plan);
        long begin = System.nanoTime();
        Execution execution = database.stepByStep(serial);
        compared(begin);
        Mismatch crash = crash(execution);
        if (crash != null) {
            return crash;
        }
        for (Observation observation : run.committed()) {
            Reply reply = execution.reply(statements.get(observation.unit()));
            if (reply == null) {
                // its transaction failed before, which is told there
                continue;
            }
            Mismatch mismatch = Comparison.answers(OracleKind.STATE, observation, observation.reply(), reply);
            if (mismatch != null) {
                return mismatch;
            }
        }
        return Comparison.ofEnds(OracleKind.STATE, run.last(), database.contents());
    }

    private static Verdict verdict(
            List<Mismatch> mismatches,
            Plan plan,
            List<Unit> order,
            DependencyGraph graph,
            int tested,
            String discarded,
            ObservedRun run) {
        return new Verdict(mismatches, plan, order, graph, tested, 0, discarded, run);
    }
}
