package org.isolde.app;

import java.util.List;
import org.isolde.run.Isolation;

/**
 * Only what is to be checked was said, and the database has several isolation levels that this may be about. Choosing
 * one of them would answer a question that was perhaps not asked: whoever runs REPEATABLE READ must not be told that
 * all is well because Isolde tested SERIALIZABLE.
 */
public final class WhichIsolationException extends PlanException {
    private static final long serialVersionUID = 1L;

    private final transient List<Isolation> choices;

    WhichIsolationException(String message, List<Isolation> choices) {
        super(message);
        this.choices = List.copyOf(choices);
    }

    /** What the database may be asked for, weakest first. */
    public List<Isolation> choices() {
        return choices;
    }
}
