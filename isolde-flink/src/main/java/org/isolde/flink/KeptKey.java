package org.isolde.flink;

import org.isolde.online.axiom.KeyVersions;

/** A key as it is at hand: what is known of it, and whether the state says so, too. */
final class KeptKey {
    final Name name;
    /** Null if nobody has written the key. */
    KeyVersions versions;

    /** From where versions were kept when some were last forgotten. */
    long keptFrom = Long.MIN_VALUE;

    /** Whether it has changed since the state was last told. */
    boolean changed;

    /** Whether somebody has looked for it since it was last passed over. */
    boolean used;
    /** What it was taken to need in memory. */
    long bytes;

    /** The next one in the same place of the table. */
    KeptKey next;

    KeptKey(Name name, KeyVersions versions) {
        this.name = name;
        this.versions = versions;
    }
}
