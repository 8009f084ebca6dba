package org.isolde.run.workload;

import java.util.Set;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;

/** What to do: a seeded, parametric stream of transactions. Found by {@link java.util.ServiceLoader}. */
public interface Workload {
    /** The name on the command line. */
    String name();

    /** One line for the help. */
    String summary();

    /** What a database must be able to do. */
    Set<Ability> needs();

    /** The options that this workload has unless the user says otherwise. */
    Options defaults();

    /** Begins a run. */
    TransactionSource start(Options options);
}
