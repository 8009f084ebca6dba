package org.isolde.check.known;

import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.history.Level;

/** The cycles of what is known of a history without search; with real time only for the levels that know it. */
public final class KnownCycles {
    private final Lazy<AdyaCycles> plain;
    private final Lazy<AdyaCycles> timed;

    public KnownCycles(Facts facts, Updates updates) {
        Lazy<VersionSteps> versions = new Lazy<>(() -> new VersionSteps(facts));
        plain = new Lazy<>(() -> new AdyaCycles(facts, updates, versions.get(), null));
        timed = new Lazy<>(() -> new AdyaCycles(facts, updates, versions.get(), facts.realTime()));
    }

    /** Those that can break a level. */
    public AdyaCycles of(Level level) {
        return (level.isAboutRealTime() ? timed : plain).get();
    }
}
