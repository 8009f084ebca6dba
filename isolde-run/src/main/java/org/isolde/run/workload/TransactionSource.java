package org.isolde.run.workload;

import java.util.List;
import org.isolde.generate.RandomSource;

/** Where the sessions of a run get their transactions. Used by all of them at once. */
public interface TransactionSource {
    /** What is done before the sessions start, by one of its own; recorded as well. */
    default List<Transaction> setup() {
        return List.of();
    }

    /** The next transaction of a session; its choices come from {@code random} and from what sessions share. */
    Transaction next(int session, RandomSource random);

    /** Problems that the workload saw by itself, such as a total that is wrong; each a sentence. */
    default List<String> complaints() {
        return List.of();
    }
}
