package org.isolde.app.replay;

import java.util.List;

/**
 * An order of steps of an excerpt, in which they are executed or told.
 *
 * @param order no step twice, and those of a transaction in their own order
 */
public record Schedule(Excerpt excerpt, List<Step> order) {
    public Schedule {
        order = List.copyOf(order);
    }

    /** The schedule without one of its transactions. */
    Schedule without(int transaction) {
        List<Step> fewer = order.stream()
                .filter(step -> step.transaction() != transaction)
                .map(step ->
                        step.transaction() < transaction ? step : new Step(step.transaction() - 1, step.operation()))
                .toList();
        return new Schedule(excerpt.without(transaction), fewer);
    }

    /** The statement of a step, without what begins its transaction. */
    String sql(Step step, SqlWording wording) {
        Operation op = excerpt.operation(step);
        if (op == null) {
            return excerpt.request(step);
        }
        List<Operation> operations =
                excerpt.transactions().get(step.transaction()).operations();
        return wording.statement(op, operations.subList(0, step.operation()), isWritten(op.key(), step));
    }

    /** Whether somebody has written a key before a step. */
    private boolean isWritten(long key, Step until) {
        if (excerpt.preparation().stream().anyMatch(op -> op.key() == key)) {
            return true;
        }
        for (Step step : order) {
            if (step.equals(until)) {
                return false;
            }
            Operation op = excerpt.operation(step);
            if (op != null && op.isWrite() && op.key() == key) {
                return true;
            }
        }
        return false;
    }
}
