package org.isolde.check.known;

import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.predicates.Emme;
import org.isolde.check.predicates.PredicateEdges;
import org.isolde.history.Level;

/** The cycles of what is known of a history without search; with real time only for the levels that know it. */
public final class KnownCycles {
    private final Lazy<AdyaCycles> plain;
    private final Lazy<AdyaCycles> timed;
    private final Lazy<AdyaCycles> ofItems;
    private final Lazy<AdyaCycles> exact;

    /** Without predicate reads. */
    public KnownCycles(Facts facts, Updates updates) {
        Lazy<VersionSteps> versions = new Lazy<>(() -> new VersionSteps(facts));
        plain = new Lazy<>(() -> new AdyaCycles(facts, updates, versions.get(), null, null));
        timed = new Lazy<>(() -> new AdyaCycles(facts, updates, versions.get(), facts.realTime(), null));
        ofItems = plain;
        exact = plain;
    }

    /** With all that predicate reads saw and missed. */
    public KnownCycles(Facts facts, Emme emme) {
        Lazy<VersionSteps> versions = new Lazy<>(() -> new VersionSteps(facts));
        Updates updates = new Updates(facts);
        plain = new Lazy<>(() -> new AdyaCycles(facts, updates, versions.get(), null, view(emme, emme.edges(), true)));
        timed = new Lazy<>(
                () -> new AdyaCycles(facts, updates, versions.get(), facts.realTime(), view(emme, emme.edges(), true)));
        ofItems =
                new Lazy<>(() -> new AdyaCycles(facts, updates, versions.get(), null, view(emme, emme.edges(), false)));
        exact = emme.isCoarse()
                ? new Lazy<>(
                        () -> new AdyaCycles(facts, updates, versions.get(), null, view(emme, emme.exactEdges(), true)))
                : plain;
    }

    private static PredicateView view(Emme emme, PredicateEdges edges, boolean missed) {
        return new PredicateView(edges, emme.explanation(), missed);
    }

    /** Those that can break a level. Repeatable read does not mind what predicate reads missed. */
    public AdyaCycles of(Level level) {
        return switch (level) {
            case RR -> ofItems.get();
            case PC -> exact.get();
            default -> (level.isAboutRealTime() ? timed : plain).get();
        };
    }
}
