package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.sql.ast.Statement;

/**
 * How many statements transactions have, how they end, and in which order they go.
 *
 * <p>Invariant: a transaction stands in the schedule once for each of its statements and once for its end, and no more than
 * the wanted number is open at any time.
 */
final class SchedulePlan {
    /** The statements of each transaction that are about savepoints; null where any statement goes. */
    private final List<List<Statement>> shapes = new ArrayList<>();

    private final List<Boolean> commits = new ArrayList<>();
    private final List<Integer> schedule = new ArrayList<>();

    SchedulePlan(RandomSource random, GeneratorOptions options, boolean savepoints) {
        for (int i = 0; i < options.transactions(); i++) {
            shapes.add(shape(random, options, savepoints));
            commits.add(!random.chance(options.aborts()));
        }
        interleave(random, options.open());
    }

    private static List<Statement> shape(RandomSource random, GeneratorOptions options, boolean savepoints) {
        List<Statement> shape = new ArrayList<>();
        int count = 1 + random.below(options.statements());
        for (int i = 0; i < count; i++) {
            shape.add(null);
        }
        if (savepoints && random.chance(options.savepoints())) {
            int from = random.below(count);
            int to = from + 1 + random.below(count - from);
            shape.add(to, random.chance(0.8) ? new Statement.RollbackTo("s0") : new Statement.Release("s0"));
            shape.add(from, new Statement.Savepoint("s0"));
        }
        return shape;
    }

    private void interleave(RandomSource random, int most) {
        int[] left = shapes.stream().mapToInt(shape -> shape.size() + 1).toArray();
        List<Integer> open = new ArrayList<>();
        int next = 0;
        while (!open.isEmpty() || next < left.length) {
            // one that is not open yet is as likely as one that is
            boolean opens = next < left.length && open.size() < most && random.below(open.size() + 1) == 0;
            if (opens) {
                open.add(next++);
            }
            int chosen = opens ? open.size() - 1 : random.below(open.size());
            int transaction = open.get(chosen);
            schedule.add(transaction);
            if (--left[transaction] == 0) {
                open.remove(chosen);
            }
        }
    }

    List<Statement> shape(int transaction) {
        return shapes.get(transaction);
    }

    boolean commits(int transaction) {
        return commits.get(transaction);
    }

    List<Integer> schedule() {
        return schedule;
    }
}
