package org.isolde.run.workload;

import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.generate.RandomSource;
import org.isolde.history.Rows;
import org.isolde.run.rows.RowStatement.Aggregate;
import org.isolde.run.rows.RowStatement.Delete;
import org.isolde.run.rows.RowStatement.Insert;
import org.isolde.run.rows.RowStatement.OnConflict;
import org.isolde.run.rows.RowStatement.Select;
import org.isolde.run.rows.RowStatement.Update;
import org.isolde.run.workload.RowSteps.Step;

/** The steps that transactions on rows are made of, each with its keys and values drawn when it is made. */
final class RowActions {
    private final RowKeys keys;
    private final boolean keepsAll;

    /**
     * @param keepsAll whether no row is deleted; what is asked for are recent rows then, so that answers stay small
     */
    RowActions(RowKeys keys, boolean keepsAll) {
        this.keys = keys;
        this.keepsAll = keepsAll;
    }

    private Condition scoped(Condition where) {
        return keepsAll ? RowConditions.from(keys.recent(), where) : where;
    }

    /** A transaction that inserts the rows that are there from the beginning. */
    static Transaction setup(int rows) {
        List<Step> steps = new ArrayList<>();
        for (int id = 0; id < rows; id++) {
            Insert insert = new Insert(id, (long) id % RowConditions.VALUES, id % 3 == 0 ? null : 1L, OnConflict.FAIL);
            steps.add(operations -> operations.execute(insert));
        }
        return new RowSteps(steps, false);
    }

    private static Long value(RandomSource random) {
        return (long) random.below(RowConditions.VALUES);
    }

    private static Long valueOrNull(RandomSource random) {
        return random.chance(0.25) ? null : value(random);
    }

    Step select(Condition asked) {
        Condition where = scoped(asked);
        return operations -> operations.execute(new Select(where));
    }

    Step readKey(RandomSource random) {
        return select(RowConditions.key(keys.draw(random)));
    }

    Step aggregate(Condition asked, RandomSource random) {
        Condition where = scoped(asked);
        Rows.Aggregate function = Rows.Aggregate.values()[random.below(4)];
        String column = function == Rows.Aggregate.COUNT ? null : random.chance(0.7) ? "a" : "b";
        return operations -> operations.execute(new Aggregate(function, column, where));
    }

    /** A read by a condition: rows, or an aggregate of them. */
    Step read(Condition where, RandomSource random) {
        return random.chance(0.3) ? aggregate(where, random) : select(where);
    }

    /** Sets a column of the rows that match, or adds to it. */
    Step update(Condition where, RandomSource random) {
        String column = random.chance(0.7) ? "a" : "b";
        boolean adds = random.chance(0.2);
        // b may become null, a stays a number, so that ranges of a find rows
        Long value = adds ? (Long) 1L : column.equals("a") ? value(random) : valueOrNull(random);
        return operations -> operations.execute(new Update(where, column, adds, value));
    }

    Step updateKey(RandomSource random) {
        return update(RowConditions.key(keys.draw(random)), random);
    }

    /** Reads a row by its key, and adds 1 to a column of it. */
    Step increment(RandomSource random) {
        Condition where = RowConditions.key(keys.draw(random));
        return operations -> {
            operations.execute(new Select(where));
            operations.execute(new Update(where, "a", true, 1L));
        };
    }

    /** A row under a key in use, where one may be. */
    Step upsert(RandomSource random) {
        OnConflict clause = random.chance(0.7) ? OnConflict.OVERWRITE : OnConflict.SKIP;
        Insert insert = new Insert(keys.draw(random), value(random), valueOrNull(random), clause);
        return operations -> operations.execute(insert);
    }

    /** A row under a key that is new. */
    Step insertFresh(Long a, RandomSource random) {
        Insert insert = new Insert(keys.fresh(), a, valueOrNull(random), OnConflict.FAIL);
        return operations -> operations.execute(insert);
    }

    Step insertFresh(RandomSource random) {
        return insertFresh(value(random), random);
    }

    Step delete(Condition where) {
        return operations -> operations.execute(new Delete(where));
    }

    Step deleteKey(RandomSource random) {
        return delete(RowConditions.key(keys.draw(random)));
    }

    /** The row moves to a key that is new. */
    Step changeKey(RandomSource random) {
        Condition where = RowConditions.key(keys.draw(random));
        long fresh = keys.fresh();
        return operations -> operations.execute(new Update(where, "id", false, fresh));
    }

    /** Looks how many rows have a value, and inserts one that has it if they are few. */
    Step lookThenInsert(int few, RandomSource random) {
        Long a = value(random);
        boolean counts = random.chance(0.4);
        Condition where = scoped(RowConditions.isA(a));
        Step insert = insertFresh(a, random);
        return operations -> {
            long found = counts
                    ? operations
                            .execute(new Aggregate(Rows.Aggregate.COUNT, null, where))
                            .value()
                    : operations.execute(new Select(where)).found().size();
            if (found < few) {
                insert.run(operations);
            }
        };
    }

    /** Steps that are undone. */
    Step undone(List<Step> steps) {
        return operations -> {
            int savepoint = operations.savepoint();
            if (savepoint < 0) {
                return;
            }
            for (Step step : steps) {
                step.run(operations);
            }
            operations.rollbackTo(savepoint);
        };
    }

    /** Deletes old rows, if that is due; else null. */
    Step purge() {
        if (keepsAll) {
            return null;
        }
        long below = keys.purge();
        return below < 0 ? null : delete(RowConditions.keysBelow(below));
    }
}
