package org.isolde.app.replay;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the answers of an excerpt say of the order of its steps. */
interface Relations {
    /**
     * A step saw what another one wrote.
     *
     * @param replaced the next write of the same by the same transaction, which the first step did not see; null if there is none
     */
    record Source(Step read, Step write, Step replaced) {}

    /** A read, and a write that came after what it saw; sure if the history itself says so, and not only its times. */
    record Overwrite(Step read, Step write, boolean sure) {}

    List<Source> sources();

    /** @param time when a step took place, as far as is known */
    List<Overwrite> overwrites(ToDoubleFunction<Step> time);

    static Relations of(Excerpt excerpt) {
        return excerpt.rows() ? new RowRelations(excerpt) : new KeyRelations(excerpt);
    }
}
