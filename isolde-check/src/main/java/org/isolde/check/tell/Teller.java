package org.isolde.check.tell;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.facts.Counted;
import org.isolde.check.facts.Facts;
import org.isolde.check.known.CycleKind;
import org.isolde.check.known.LostUpdate;
import org.isolde.check.predicates.PredicateExplanation;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Contradiction.Forced;
import org.isolde.check.refute.RegisterContradiction;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.ProofEdge;

/** Tells contradictions: the one place that makes an anomaly, with its names and sentences, of what an engine found. */
public final class Teller {
    private final History history;
    private final Counted counted;
    /** Null where only the history itself is needed: for registers and timestamps. */
    private final Facts facts;

    private final Names names;
    private final EdgeWords words;
    /** Null if predicate reads take no part. */
    private final PredicateExplanation predicates;

    public Teller(History history, Counted counted) {
        this.history = history;
        this.counted = counted;
        this.facts = null;
        this.names = new Names(history);
        this.words = null;
        this.predicates = null;
    }

    public Teller(Facts facts) {
        this(facts, null);
    }

    /**
     * @param predicates what predicate reads saw and missed; null if they take no part
     */
    public Teller(Facts facts, PredicateExplanation predicates) {
        this.history = facts.history;
        this.counted = facts.counted();
        this.facts = facts;
        this.names = new Names(history);
        this.words = new EdgeWords(facts, predicates);
        this.predicates = predicates;
    }

    /** A contradiction under the level that it was found for. */
    public Anomaly tell(Contradiction contradiction, Level level) {
        if (contradiction instanceof Contradiction.BadRead bad) {
            return new ReadWords(history).badRead(bad);
        }
        if (contradiction instanceof Contradiction.IncompatibleLists lists) {
            return new ReadWords(history).incompatible(lists, level);
        }
        if (contradiction instanceof Contradiction.UnknownVersion unknown) {
            return new ReadWords(history).unknownVersion(unknown, level);
        }
        if (contradiction instanceof Contradiction.VersionCycle cycle) {
            return new EvidenceWords(history, counted).anomaly(cycle, level);
        }
        if (contradiction instanceof Contradiction.ForcedCycle forced) {
            return forced(forced.edges(), level);
        }
        if (contradiction instanceof Contradiction.DependencyCycle cycle) {
            return dependencies(cycle.edges(), level);
        }
        if (contradiction instanceof Contradiction.Divergence divergence) {
            return divergence(divergence, level);
        }
        if (contradiction instanceof Contradiction.Cases cases) {
            return new CaseWords(facts, cases.refutation()).anomaly(level);
        }
        if (contradiction instanceof Contradiction.Timestamps timestamps) {
            return new TimestampWords(history, level).anomaly(timestamps.finding());
        }
        if (contradiction instanceof Contradiction.ImpossibleVersion version) {
            return new PredicateWords(history, predicates).impossible(version);
        }
        if (contradiction instanceof Contradiction.ResultMismatch mismatch) {
            return new PredicateWords(history, predicates).mismatch(mismatch);
        }
        if (contradiction instanceof Contradiction.OutsideSnapshot outside) {
            return new PredicateWords(history, predicates).outside(outside);
        }
        if (contradiction instanceof Contradiction.OutOfOrder broken) {
            return new ExpectedWords(history, level).anomaly(broken);
        }
        if (contradiction instanceof Contradiction.UnexpectedRead read) {
            return new ExpectedWords(history, level).anomaly(read);
        }
        if (contradiction instanceof Contradiction.DeadRow written) {
            return new ExpectedWords(history, level).anomaly(written);
        }
        if (contradiction instanceof Contradiction.UnexpectedResult result) {
            return new ExpectedWords(history, level).anomaly(result);
        }
        return new RegisterWords(history).anomaly((RegisterContradiction) contradiction);
    }

    // ---- cycles

    private Anomaly forced(List<Forced> cycle, Level level) {
        List<Edge> edges = new ArrayList<>();
        List<Integer> involved = new ArrayList<>();
        boolean anyForced = false;
        for (Forced each : cycle) {
            ProofEdge edge = each.edge();
            boolean isForced = each.premise() != null;
            anyForced |= isForced;
            addNew(involved, edge.from());
            edge.via().forEach(t -> addNew(involved, t));
            addNew(involved, isForced ? edge.third() : -1);
            edges.add(isForced ? words.forced(edge, each.premise()) : words.seen(edge));
        }
        // what was seen goes round in a circle: that breaks the first level that knows sessions already
        boolean seenOnly = !anyForced && level.isWeak() && level != Level.RU && level != Level.G1;
        AnomalyKind kind =
                anyForced ? forcedKind(cycle) : CycleKind.of(proofEdges(cycle)).anomaly();
        return cycle(
                kind,
                anyForced ? kind.alias() : CycleKind.of(proofEdges(cycle)).alias(),
                seenOnly ? Level.RC : level,
                involved,
                edges);
    }

    private static List<ProofEdge> proofEdges(List<Forced> cycle) {
        return cycle.stream().map(Forced::edge).toList();
    }

    private Anomaly dependencies(List<ProofEdge> cycle, Level level) {
        List<Edge> edges = new ArrayList<>();
        List<Integer> involved = new ArrayList<>();
        for (ProofEdge edge : cycle) {
            involved.add(edge.from());
            edges.add(words.seen(edge));
        }
        CycleKind kind = CycleKind.of(cycle);
        boolean lost = kind.variant() == CycleKind.Variant.PLAIN && LostUpdate.isLostUpdate(facts, cycle);
        return cycle(
                lost ? AnomalyKind.LOST_UPDATE : CycleKind.anomaly(cycle),
                CycleKind.alias(cycle),
                level,
                involved,
                edges);
    }

    /** Its key is that of the first ordering that is forced, else of the first anti-dependency, else of the first edge with one. */
    private static Anomaly cycle(
            AnomalyKind kind, String alias, Level level, List<Integer> involved, List<Edge> edges) {
        int key = firstKey(edges, EdgeKind.CO);
        key = key < 0 ? firstKey(edges, EdgeKind.RW) : key;
        StringBuilder story = new StringBuilder();
        for (Edge edge : edges) {
            key = key < 0 ? edge.key() : key;
            story.append(story.length() == 0 ? "" : "; ").append(edge.because());
        }
        return new Anomaly(kind, alias, level, involved, key, -1, -1, edges, List.of(), null, story.toString());
    }

    private static int firstKey(List<Edge> edges, EdgeKind kind) {
        for (Edge edge : edges) {
            if (edge.kind() == kind) {
                return edge.key();
            }
        }
        return -1;
    }

    private static void addNew(List<Integer> list, int transaction) {
        if (transaction > 0 && !list.contains(transaction)) {
            list.add(transaction);
        }
    }

    /** The name of a cycle with forced orderings: by the strongest of the premises that they need. */
    private AnomalyKind forcedKind(List<Forced> cycle) {
        Edge.Premise strongest = null;
        for (Forced each : cycle) {
            if (each.premise() != null && (strongest == null || each.premise().compareTo(strongest) > 0)) {
                strongest = each.premise();
            }
            ProofEdge edge = each.edge();
            // one transaction read one key from both sides of the ordering
            if (each.premise() == Edge.Premise.READ && facts.readOf(edge.third(), edge.key(), edge.from()) >= 0) {
                return AnomalyKind.NON_REPEATABLE_READS;
            }
        }
        return switch (strongest) {
            case READ_BEFORE -> AnomalyKind.NON_MONOTONIC_READ;
            case SESSION, SESSION_READ, SESSION_WRITE, READ_THEN_WRITTEN -> AnomalyKind.SESSION_GUARANTEE_VIOLATION;
            case READ -> AnomalyKind.FRACTURED_READ;
            case CAUSAL -> AnomalyKind.CAUSALITY_VIOLATION;
        };
    }

    /** The lost update of a divergence, as a cycle of an overwritten read and an overwrite. */
    private Anomaly divergence(Contradiction.Divergence divergence, Level level) {
        int a = divergence.first();
        int b = divergence.second();
        int read = divergence.operation();
        int key = history.key(read);
        return new Anomaly(
                AnomalyKind.LOST_UPDATE,
                AnomalyKind.LOST_UPDATE.alias(),
                level,
                List.of(a, b),
                key,
                history.value(read),
                read,
                words.divergence(a, b, read),
                List.of(),
                null,
                names.transaction(a) + " and " + names.transaction(b) + " both read " + names.keyValue(read)
                        + " and both overwrote it: one of the two updates was lost");
    }
}
