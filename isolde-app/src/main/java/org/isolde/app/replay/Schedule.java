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

    /** The statements of a step, without what begins its transaction. */
    List<String> sql(Step step, SqlWording wording) {
        return excerpt.operation(step) == null ? List.of(excerpt.request(step)) : wording.statements(this, step);
    }
}
