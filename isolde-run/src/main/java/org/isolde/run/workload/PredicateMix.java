package org.isolde.run.workload;

import java.util.Locale;

/** What the transactions of {@link PredicateWorkload} are made of. */
public enum PredicateMix {
    /** Patterns that make phantoms and predicate write skew likely. */
    HUNT,
    /** Nothing is changed but by inserting fresh rows: what goes wrong then is about predicates alone. */
    PHANTOMS,
    /** Single rows by their keys: 40% reads, 30% updates, 20% increments, 10% inserts. */
    ITEMS,
    /** 10% inserts, else reads and updates in equal parts, a part of them by conditions. */
    PREDICATES;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
