package org.isolde.check.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.CommitOrder;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.Counted;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.known.AdyaCycles;
import org.isolde.check.known.CertifiedGraph;
import org.isolde.check.known.GuessedOrder;
import org.isolde.check.known.KnownCycles;
import org.isolde.check.predicates.Emme;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.tell.Teller;
import org.isolde.check.weak.WeakLevels;
import org.isolde.history.History;
import org.isolde.history.Level;

/** Deciding the levels that are about predicates by the database's certificate: version orders and version sets. */
final class PredicateWays {
    static final String EMME = "certificate (Emme)";

    private final Question question;
    private final Lazy<Facts> facts;
    private final Lazy<Emme> emme;
    private final Lazy<KnownCycles> cycles;
    private final Lazy<Teller> teller;
    private final Set<Level> decided = EnumSet.noneOf(Level.class);
    private final Set<Level> decidedByItems = EnumSet.noneOf(Level.class);
    private final Lazy<Facts> itemFacts;
    private int open;

    PredicateWays(Question question) {
        this.question = question;
        this.facts = new Lazy<>(this::findFacts);
        this.emme = new Lazy<>(() -> Emme.of(facts.get()));
        this.itemFacts = new Lazy<>(this::findItemFacts);
        this.cycles = new Lazy<>(() -> new KnownCycles(facts.get(), emme.get()));
        this.teller = new Lazy<>(() -> new Teller(facts.get(), emme.get().explanation()));
    }

    private Facts findFacts() {
        Counted counted = question.countedBySets();
        return counted == question.counted()
                ? question.facts()
                : Facts.of(counted, question.options.sessionOrder(), question.realTime);
    }

    /**
     * What items say where predicate reads have read rows that did not come back: the facts of a history that has these among its
     * operations. Null if they are not known, or if they can't have been read.
     */
    private Facts findItemFacts() {
        boolean usable = question.versions && question.history.rows().hasVersionSets();
        History items = usable ? emme.get().withAggregatedReads() : null;
        Facts found = items == null
                ? null
                : Facts.of(Counted.of(items, true), question.options.sessionOrder(), question.realTime);
        return found == null || !found.badReads().isEmpty() || found.brokenEvidence() != null ? null : found;
    }

    /** Whether a level is about items only, and aggregates have read rows that are not among the operations. */
    boolean isAboutAggregates(Level level) {
        return level.isWeak()
                && level != Level.RU
                && !level.isAboutPredicates()
                && question.predicates.get() > 0
                && question.history.rows().aggregatesOfKnownRows() > 0
                && itemFacts.get() != null;
    }

    /** The verdict on a level that is about items only, with what aggregates have read. */
    Verdict byAggregatedItems(Level level) {
        Facts items = itemFacts.get();
        WeakLevels weak = question.weakLevels(items);
        Outcome outcome = weak.decide(level);
        decidedByItems.add(level);
        if (outcome instanceof Outcome.Explained explained) {
            return new Verdict.Satisfied(weak.algorithm(level), explained.order());
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        Teller words = new Teller(items);
        return new Verdict.Violated(
                weak.algorithm(level),
                question.distinct(
                        found.stream().map(each -> words.tell(each, level)).toList(), Anomaly::kind),
                Question.proof(found));
    }

    /** Whether a level was decided with all that aggregates have read. */
    boolean hasDecidedItems(Level level) {
        return decidedByItems.contains(level);
    }

    boolean mayDecide(Level level) {
        return level.isAboutPredicates()
                && question.predicates.get() > 0
                && question.versions
                && question.history.rows().hasVersionSets()
                && (question.algorithm == Algorithm.AUTO || question.algorithm == Algorithm.GRAPH)
                && (!level.isAboutRealTime() || question.realTime);
    }

    /** Whether a level was decided here, so that predicates had their say. */
    boolean hasDecided(Level level) {
        return decided.contains(level);
    }

    /** Whether what was decided here may be said of levels that are about items only, in the same order. */
    boolean countsAsItems() {
        return facts.get() == question.facts();
    }

    /** How many predicate reads have no version set, as far as that was asked. */
    int open() {
        return open;
    }

    Verdict byCertificate(Level level) {
        Verdict verdict = decide(level);
        if (verdict != null) {
            decided.add(level);
        }
        return verdict;
    }

    private Verdict decide(Level level) {
        Facts known = facts.get();
        if (!emme.get().isCertified()) {
            open = emme.get().open();
            return byFlaws(
                    level, emme.get().flaws().stream().filter(this::isOfItems).toList());
        }
        if (known.brokenEvidence() != null && known.badReads().isEmpty()) {
            question.log.because(level, "no order of versions has all that the history says of it");
            return violated(level, "version order", List.of(known.brokenEvidence()));
        }
        if (!known.badReads().isEmpty()) {
            question.log.because(level, "a bad read breaks every level but ru");
            return violated(level, InputWays.BAD_READS, known.badReads().contradictions(question.limit));
        }
        if (!emme.get().flaws().isEmpty()) {
            return byFlaws(level, emme.get().flaws());
        }
        question.log.because(
                level, "the history has the order of all versions, and what every predicate read was put to");
        boolean snapshots = level == Level.SI || level == Level.STRONG_SI;
        if (snapshots && !emme.get().outside().isEmpty()) {
            return violated(level, EMME, some(emme.get().outside()));
        }
        return byGraph(level, known);
    }

    private Verdict byFlaws(Level level, List<Contradiction> flaws) {
        if (flaws.isEmpty()) {
            return null;
        }
        question.log.because(level, "a predicate read is wrong by itself");
        return violated(level, EMME, some(flaws));
    }

    /** Whether it is of a transaction that counts whatever version sets, as far as they are known, may have of it. */
    private boolean isOfItems(Contradiction flaw) {
        int predicate = flaw instanceof Contradiction.ResultMismatch mismatch
                ? mismatch.predicate()
                : ((Contradiction.ImpossibleVersion) flaw).predicate();
        return question.counted().counts(question.history.rows().transaction(predicate));
    }

    private List<Contradiction> some(List<Contradiction> all) {
        return question.limit == ViolationLimit.ALL ? all : all.subList(0, 1);
    }

    /** An order by the certificate's numbers explains most of what is satisfied, and is tried before a graph is made. */
    private CommitOrder guessed(Level level, Facts known) {
        boolean anti = level != Level.G1;
        if (!emme.get().leadsForward(anti, level != Level.RR)) {
            return null;
        }
        CertifiedGraph.Demands demands = demands(level);
        return new GuessedOrder(known, emme.get().order()).explaining(demands.sessions(), demands.realTime(), anti);
    }

    private Verdict byGraph(Level level, Facts known) {
        CommitOrder guessed = guessed(level, known);
        if (guessed != null) {
            return new Verdict.Satisfied(EMME, guessed);
        }
        AdyaCycles found = cycles.get().of(level);
        CertifiedGraph graph = new CertifiedGraph(known, found, demands(level));
        CommitOrder order = graph.commitOrder();
        boolean decidedByOrder = demands(level).anti() || level == Level.G1;
        if (order != null && decidedByOrder) {
            return new Verdict.Satisfied(EMME, order);
        }
        List<Contradiction> breaking = found.breaking(level, question.limit);
        if (!breaking.isEmpty()) {
            return violated(level, EMME, breaking);
        }
        if (order == null) {
            return violated(level, EMME, List.of(graph.cycle(level)));
        }
        return found.isExhaustive()
                ? new Verdict.Satisfied(EMME, order)
                : new Verdict.Undecided(EMME, "the search for a cycle with one anti-dependency was given up");
    }

    private CertifiedGraph.Demands demands(Level level) {
        boolean sessions = question.options.sessionOrder();
        return switch (level) {
            case SER -> new CertifiedGraph.Demands(sessions, false, false, true, true);
            case SSER -> new CertifiedGraph.Demands(sessions, true, false, true, true);
            case RR -> new CertifiedGraph.Demands(false, false, false, true, true);
            case SI -> new CertifiedGraph.Demands(sessions, false, true, true, true);
            case STRONG_SI -> new CertifiedGraph.Demands(sessions, true, true, true, true);
            case PC -> new CertifiedGraph.Demands(sessions, false, true, false, true);
            case PSI -> new CertifiedGraph.Demands(sessions, false, false, true, false);
            default -> new CertifiedGraph.Demands(false, false, false, true, false);
        };
    }

    private Verdict violated(Level level, String by, List<Contradiction> found) {
        return new Verdict.Violated(
                by,
                question.distinct(
                        found.stream()
                                .map(each -> teller.get().tell(each, level))
                                .toList(),
                        anomaly -> anomaly.kind() + anomaly.alias()),
                Question.proof(found));
    }
}
