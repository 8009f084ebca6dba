package org.isolde.app.replay;

import java.util.List;

/** The steps of an order as SQL. */
final class SpokenSteps {
    private SpokenSteps() {}

    /** The statement of a step, without what begins its transaction. */
    static String sql(Script script, List<Step> order, Step step, SqlWording wording) {
        Operation op = script.operation(step);
        if (op == null) {
            return script.request(step);
        }
        List<Operation> operations =
                script.transactions().get(step.transaction()).operations();
        return wording.statement(op, operations.subList(0, step.operation()), isThere(script, order, step, op.key()));
    }

    /** Whether somebody has written a key before a step. */
    private static boolean isThere(Script script, List<Step> order, Step until, long key) {
        if (script.preparation().stream().anyMatch(op -> op.key() == key)) {
            return true;
        }
        for (Step step : order) {
            if (step.equals(until)) {
                return false;
            }
            Operation op = script.operation(step);
            if (op != null && op.isWrite() && op.key() == key) {
                return true;
            }
        }
        return false;
    }
}
