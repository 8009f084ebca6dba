package org.isolde.check.plan;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CommitOrder;
import org.isolde.check.TimestampFindings;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.budget.Budget;
import org.isolde.check.budget.BudgetExceededException;
import org.isolde.check.facts.Counted;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.known.CycleProof;
import org.isolde.check.known.KnownCycles;
import org.isolde.check.known.MiniGraph;
import org.isolde.check.known.Updates;
import org.isolde.check.lin.Linearizability;
import org.isolde.check.polygraph.LevelRules;
import org.isolde.check.polygraph.PolygraphChecker;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.replay.SerialReplay;
import org.isolde.check.replay.SnapshotReplay;
import org.isolde.check.tell.Teller;
import org.isolde.check.tell.TimestampWords;
import org.isolde.check.timestamps.Chronos;
import org.isolde.check.weak.WeakLevels;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.proof.Refutation;

/**
 * Decides the levels that were asked for: for each the cheapest way that is sound and complete under the evidence.
 *
 * <p>The rules are {@link #stages}, an ordered list. A stage is a list of ways, tried for every open level, the strongest
 * first; a way settles the level or says nothing. That a level follows from one that holds is a way like the others,
 * {@link #implied}, and applied nowhere else. Whatever runs out of budget leaves its level undecided.
 */
public final class Planner {
    private static final String BAD_READS = "read consistency (AWDIT, algorithm 4)";
    private static final String MINI = "MTC, algorithm 1";
    private static final String KNOWN = "known dependencies";
    private static final String POLYGRAPH = "polygraph: saturation and search";

    /** How many violations of an axiom of timestamps are told of when all are asked for; all are counted. */
    private static final int MOST_LISTED = 10_000;

    private final History history;
    private final CheckOptions options;
    private final Algorithm algorithm;
    private final ViolationLimit limit;
    private final Budget budget;
    private final boolean versions;
    private final boolean realTime;
    private final PlanLog log = new PlanLog();
    private final Set<Level> open = EnumSet.noneOf(Level.class);
    private final Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);
    private final Map<Level, TimestampFindings> timestamps = new EnumMap<>(Level.class);
    /** Orders that explain all reads of a level, but not all compare-and-sets that failed. */
    private final Map<Level, Verdict.Satisfied> readsExplained = new EnumMap<>(Level.class);

    private final Lazy<Counted> counted = new Lazy<>(() -> Counted.of(history(), countsVersions()));
    private final Lazy<Integer> failures = new Lazy<>(this::countFailures);
    private final Lazy<SerialReplay> serial = new Lazy<>(this::replayInput);
    private final Lazy<TransactionOrder> arrivalOrder =
            new Lazy<>(() -> counted().arrivalOrder());
    private final Lazy<Boolean> inputInTime = new Lazy<>(() -> new RealTime(counted()).agreesWithArrival());
    private final Lazy<SnapshotReplay> snapshots = new Lazy<>(() -> new SnapshotReplay(facts()));
    private final Lazy<Updates> updates = new Lazy<>(() -> new Updates(facts()));
    private final Lazy<KnownCycles> cycles = new Lazy<>(() -> new KnownCycles(facts(), updates()));
    private final Lazy<WeakLevels> weak = new Lazy<>(() -> weakLevels(facts()));
    private final Lazy<Causal> causal = new Lazy<>(() -> causal(facts()));
    private final Lazy<Causal> causalWithoutSessions = new Lazy<>(this::causalWithoutSessions);
    private Facts facts;
    private Teller teller;

    private Planner(History history, CheckOptions options) {
        this.history = history;
        this.options = options;
        this.algorithm = options.algorithm();
        this.limit = options.violations();
        this.budget = Budget.of(options.timeout(), options.memory());
        this.versions = options.evidence().contains(Evidence.VERSIONS);
        this.realTime = history.hasRealTime() && options.evidence().contains(Evidence.REAL_TIME);
        open.addAll(options.levels());
    }

    /** What was decided, and how. */
    public record Decisions(
            Map<Level, Verdict> verdicts,
            Map<Level, String> reasons,
            Map<String, Double> seconds,
            Map<Level, TimestampFindings> timestamps) {}

    /**
     * @throws BadHistoryException if it can't be known which write a read saw, and no level was decided without knowing it
     */
    public static Decisions decide(History history, CheckOptions options) throws BadHistoryException {
        return new Planner(history, options).decide();
    }

    // ---- the rules

    /**
     * A way to decide levels.
     *
     * @param levels which levels it can be tried for
     * @param decide the verdict on a level, or null if it can't say
     * @param name what a level is undecided by if the budget runs out; null if it asks for none
     */
    private record Way(Predicate<Level> levels, Function<Level, Verdict> decide, String name) {
        Way(Predicate<Level> levels, Function<Level, Verdict> decide) {
            this(levels, decide, null);
        }

        Verdict verdict(Level level) {
            try {
                return decide.apply(level);
            } catch (BudgetExceededException e) {
                return new Verdict.Undecided(name, e.getMessage());
            }
        }
    }

    /**
     * Ways that are tried for every open level, one level after the other.
     *
     * @param name what the time is noted down under; null if it isn't
     */
    private record Stage(String name, List<Way> ways) {
        Stage(String name, Way... ways) {
            this(name, List.of(ways));
        }
    }

    /** What needs no more than the history as it is: values may repeat. */
    private List<Stage> firstStages() {
        return List.of(
                new Stage("lin", new Way(level -> level == Level.LIN, this::linearizability)),
                new Stage(null, new Way(this::isDecidedByTimestamps, this::byTimestamps)),
                new Stage(null, new Way(level -> true, this::implied)));
    }

    /** What needs to know who wrote each value. */
    private List<Stage> stages() {
        Predicate<Level> strong = level -> !level.isWeak();
        Predicate<Level> replayOnly = level -> algorithm == Algorithm.REPLAY;
        return List.of(
                new Stage("replay", new Way(level -> guesses(), this::inSerialOrder)),
                new Stage(
                        "reads",
                        new Way(level -> level.isAboutRealTime() && !realTime, this::withoutRealTime),
                        new Way(level -> true, this::examined),
                        new Way(this::isBrokenByEvidence, this::byBrokenEvidence),
                        new Way(this::isBrokenByReads, this::byBadReads)),
                new Stage("strong levels", new Way(strong.and(level -> guesses()), this::inSnapshots)),
                new Stage(null, new Way(replayOnly, this::implied), new Way(replayOnly, this::notReplayed)),
                new Stage(
                        "strong levels",
                        new Way(strong, this::implied),
                        new Way(strong.and(level -> isDetermined()), this::byMiniTransactions, MINI),
                        new Way(strong.and(level -> givesVersions()), this::atOnce, POLYGRAPH),
                        new Way(strong.and(level -> algorithm != Algorithm.POLYGRAPH), this::byKnownCycle),
                        new Way(strong.and(level -> algorithm == Algorithm.GRAPH), this::notKnown),
                        new Way(strong, this::byPolygraph, POLYGRAPH)),
                // each by its own graph, also where the levels between them hold
                weakStage(level -> level == Level.RU),
                weakStage(level -> level == Level.G1),
                weakStage(level -> true));
    }

    private Stage weakStage(Predicate<Level> levels) {
        return new Stage(
                "weak levels", new Way(levels, this::implied), new Way(levels, this::bySaturation, "saturation"));
    }

    private Decisions decide() throws BadHistoryException {
        run(firstStages());
        if (!open.isEmpty()) {
            try {
                counted().requireUniqueValues();
                run(stages());
            } catch (BadHistoryException e) {
                if (verdicts.values().stream().allMatch(Verdict.Inapplicable.class::isInstance)) {
                    throw e;
                }
                // lin, and whatever timestamps decide, may repeat values; what the other levels ask for is then not
                // there
                for (Level level : open) {
                    verdicts.put(level, new Verdict.Inapplicable(e.getMessage()));
                }
            }
        }
        leaveFailuresAside();
        return new Decisions(verdicts, log.reasons(), log.seconds(), timestamps);
    }

    private void run(List<Stage> stages) {
        for (Stage stage : stages) {
            boolean tried = false;
            for (Level level : Level.strongestFirst()) {
                tried |= open.contains(level) && settle(level, stage);
            }
            if (tried && stage.name != null) {
                log.lap(stage.name);
            }
        }
    }

    /** Tries the ways of a stage for a level, until one settles it; whether any was tried. */
    private boolean settle(Level level, Stage stage) {
        boolean tried = false;
        for (Way way : stage.ways) {
            if (way.levels.test(level)) {
                tried = true;
                Verdict verdict = way.verdict(level);
                if (verdict != null) {
                    open.remove(level);
                    verdicts.put(level, verdict);
                    break;
                }
            }
        }
        return tried;
    }

    /** The verdict on a level that holds because a stronger one does; else null. */
    private Verdict implied(Level level) {
        for (Level above : Level.strongestFirst()) {
            if (above == Level.LIN || !above.implies(level) || (timestamps.containsKey(above) && !mayFollow(level))) {
                continue;
            }
            Verdict.Satisfied satisfied = explainsFailures(level) ? null : readsExplained.get(above);
            if (verdicts.get(above) instanceof Verdict.Satisfied holds) {
                satisfied = holds;
            }
            if (satisfied != null) {
                log.because(level, "it follows from " + above.text());
                return satisfied;
            }
        }
        return null;
    }

    /**
     * Whether a level may follow from one that holds by timestamps. These don't ask whether version orders are as given; nor
     * do they order readers of one timestamp by real time, so that their order is no witness for that.
     */
    private boolean mayFollow(Level level) {
        boolean givenVersions = versions && history.versionChains() > 0;
        return !history.hasRepeatedWrites() && !givenVersions && !level.isAboutRealTime();
    }

    // ---- what the ways rest on

    private History history() {
        return history;
    }

    private boolean countsVersions() {
        return versions;
    }

    private Counted counted() {
        return counted.get();
    }

    private SerialReplay replayInput() {
        return SerialReplay.ofInput(counted(), options.sessionOrder());
    }

    private Facts facts() {
        if (facts == null) {
            facts = Facts.of(counted(), options.sessionOrder(), realTime);
            teller = new Teller(facts);
        }
        return facts;
    }

    private Updates updates() {
        return updates.get();
    }

    private WeakLevels weakLevels(Facts of) {
        return new WeakLevels(of, limit, budget, Runtime.getRuntime().maxMemory() / 3);
    }

    /** Causal consistency, which several levels ask for; its vectors are not kept. */
    private record Causal(Outcome outcome, String algorithm) {}

    private Causal causal(Facts of) {
        WeakLevels engine = weakLevels(of);
        return new Causal(engine.decide(Level.CC), engine.algorithm(Level.CC));
    }

    private Causal causalWithoutSessions() {
        return options.sessionOrder() ? causal(facts().withoutSessions()) : causal.get();
    }

    /** Whether the order of the input may be tried as a commit order before anything is computed. */
    private boolean guesses() {
        return algorithm == Algorithm.AUTO || algorithm == Algorithm.REPLAY || algorithm == Algorithm.GRAPH;
    }

    private int countFailures() {
        int count = 0;
        for (int op = 0; op < history.operations(); op++) {
            count += history.kind(op) == OpKind.CAS_FAILED && counted().counts(history.transactionOf(op)) ? 1 : 0;
        }
        return count;
    }

    // ---- verdicts

    /** An order explains all reads; for ser and sser it must explain the compare-and-sets that failed as well. */
    private Verdict satisfied(Level level, String by, CommitOrder order) {
        Verdict.Satisfied satisfied = new Verdict.Satisfied(by, order);
        int unexplained = explainsFailures(level) && failures.get() > 0
                ? SerialReplay.unexplainedFailures(facts().history, order)
                : 0;
        if (unexplained == 0) {
            return satisfied;
        }
        readsExplained.put(level, satisfied);
        return new Verdict.Undecided(
                by,
                "in an order that explains all reads, " + unexplained
                        + (unexplained == 1 ? " compare-and-set" : " compare-and-sets")
                        + " failed although the value was the expected one; another order may explain that, too");
    }

    /** Whether an order must explain compare-and-sets that failed, too: it says which value was there at each place. */
    private static boolean explainsFailures(Level level) {
        return level == Level.SER || level == Level.SSER;
    }

    private void leaveFailuresAside() {
        verdicts.forEach((level, verdict) -> {
            boolean aside = !explainsFailures(level) && level != Level.LIN && !timestamps.containsKey(level);
            if (aside && !(verdict instanceof Verdict.Inapplicable) && failures.get() > 0) {
                boolean one = failures.get() == 1;
                log.add(
                        level,
                        failures.get()
                                + (one ? " compare-and-set that failed is" : " compare-and-sets that failed are")
                                + " left aside");
            }
        });
    }

    private List<Anomaly> tell(List<Contradiction> contradictions, Level level) {
        return contradictions.stream()
                .map(contradiction -> teller.tell(contradiction, level))
                .toList();
    }

    /** One of each kind, if no more are wanted. */
    private List<Anomaly> distinct(List<Anomaly> anomalies, Function<Anomaly, Object> kind) {
        if (limit == ViolationLimit.ALL) {
            return anomalies;
        }
        Set<Object> seen = new HashSet<>();
        return anomalies.stream()
                .filter(anomaly -> seen.add(kind.apply(anomaly)))
                .limit(limit == ViolationLimit.FIRST ? 1 : Long.MAX_VALUE)
                .toList();
    }

    /** The first proof that there is. */
    private static Refutation proof(List<Contradiction> contradictions) {
        for (Contradiction contradiction : contradictions) {
            if (contradiction.refutation() != null) {
                return contradiction.refutation();
            }
        }
        return null;
    }

    // ---- first stages: what the history itself says

    private Verdict linearizability(Level level) {
        if (!realTime) {
            return withoutRealTime(level);
        }
        log.because(level, "each key on its own; searched only where values repeat or a failed compare-and-set asks");
        Linearizability lin = new Linearizability(history, counted.get(), budget, limit);
        if (lin.inapplicable() != null) {
            return new Verdict.Inapplicable(lin.inapplicable());
        }
        Outcome outcome = lin.decide(algorithm == Algorithm.SEARCH);
        if (outcome == null) {
            return new Verdict.Undecided(lin.algorithm(), lin.undecided());
        }
        if (outcome instanceof Outcome.Explained explained) {
            return new Verdict.Satisfied(lin.algorithm(), explained.order());
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        Teller words = new Teller(history, counted());
        return new Verdict.Violated(
                lin.algorithm(),
                distinct(found.stream().map(each -> words.tell(each, level)).toList(), Anomaly::kind),
                proof(found));
    }

    private Verdict withoutRealTime(Level level) {
        return new Verdict.Inapplicable(level.text()
                + " is about real time, and the history has no begin and end of transactions (or they were not to be"
                + " used)");
    }

    private boolean isDecidedByTimestamps(Level level) {
        return history.hasTimestamps()
                && options.evidence().contains(Evidence.TIMESTAMPS)
                && algorithm == Algorithm.AUTO
                && (level == Level.SI || level == Level.SER || (level == Level.SSER && realTime));
    }

    private Verdict byTimestamps(Level level) {
        int listed = limit == ViolationLimit.ALL ? MOST_LISTED : 1;
        Chronos chronos = Chronos.of(history, level, options.sessionOrder(), listed);
        timestamps.put(level, chronos.findings());
        log.because(level, "the history has the database's start and commit timestamps");
        log.lap(level.text() + ": timestamps");
        Outcome outcome = chronos.outcome();
        String by = "replay by timestamps (Chronos, algorithm 2)";
        if (outcome == null) {
            return new Verdict.Undecided(by, TimestampWords.whyOpen(history, chronos.findings()));
        }
        if (outcome instanceof Outcome.Explained explained) {
            return new Verdict.Satisfied(by, explained.order());
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        Teller words = new Teller(history, counted());
        List<Anomaly> told = found.stream().map(each -> words.tell(each, level)).toList();
        return new Verdict.Violated(by, limit == ViolationLimit.FIRST ? told.subList(0, 1) : told, proof(found));
    }

    // ---- the order of the input

    private Verdict inSerialOrder(Level level) {
        SerialReplay replay = serial.get();
        if (replay == null || (level.isAboutRealTime() && !(realTime && inputInTime.get()))) {
            return null;
        }
        if (explainsFailures(level) && replay.unexplainedFailures() > 0) {
            return null;
        }
        log.because(level, "the order of the input explains it, and was tried first");
        return new Verdict.Satisfied("replay of the input's order", arrivalOrder.get());
    }

    private Verdict inSnapshots(Level level) {
        for (Level found : new Level[] {Level.STRONG_SI, Level.SI, Level.PC}) {
            if (snapshots.get().explains(found)) {
                if (!found.implies(level)) {
                    return null;
                }
                log.because(level, "the order of the input explains it, and was tried first");
                return satisfied(
                        level,
                        "snapshots along the input's order",
                        snapshots.get().commitOrder());
            }
        }
        return null;
    }

    private Verdict notReplayed(Level level) {
        return new Verdict.Undecided("replay", "the order of the input does not explain the history; another may");
    }

    // ---- evidence and reads that are wrong by themselves

    /** All reads are examined, for whatever comes then. */
    private Verdict examined(Level level) {
        facts();
        return null;
    }

    /** Where reads are wrong as well, they are told at the levels that ask something of reads. */
    private boolean isBrokenByEvidence(Level level) {
        return facts().brokenEvidence() != null
                && (level == Level.RU || facts().badReads().isEmpty());
    }

    private Verdict byBrokenEvidence(Level level) {
        log.because(level, "no order of versions has all that the history says of it");
        Contradiction broken = facts().brokenEvidence();
        return new Verdict.Violated("version order", List.of(teller.tell(broken, level)), broken.refutation());
    }

    /** Weak levels tell of their cycles too, unless one violation is enough. */
    private boolean isBrokenByReads(Level level) {
        return level != Level.RU && !facts().badReads().isEmpty() && (!level.isWeak() || limit == ViolationLimit.FIRST);
    }

    private Verdict byBadReads(Level level) {
        log.because(level, "a bad read breaks every level but ru");
        List<Contradiction> found = facts().badReads().contradictions(limit);
        return new Verdict.Violated(BAD_READS, tell(found, level), proof(found));
    }

    // ---- strong levels whose version orders are determined

    private boolean isDetermined() {
        return algorithm != Algorithm.POLYGRAPH
                && updates().determineVersions()
                && facts().given().size() == 0;
    }

    private Verdict byMiniTransactions(Level level) {
        log.because(level, "every write is preceded by a read of its key, so version orders are determined");
        return level == Level.PSI || level == Level.CV || level == Level.CS ? byCausality(level) : byMiniGraph(level);
    }

    private Verdict byMiniGraph(Level level) {
        LevelRules rules = LevelRules.of(level, options.sessionOrder());
        MiniGraph graph =
                new MiniGraph(facts().withSessions(rules.sessions()), updates(), rules.realTime(), rules.snapshots());
        TransactionOrder order = graph.commitOrder();
        if (order != null) {
            return satisfied(level, MINI, order);
        }
        List<Contradiction> known = cycles.get().of(level).breaking(level, limit);
        // a search for cycles of a kind may give up; the graph itself has one
        List<Contradiction> found = known.isEmpty() ? List.of(graph.cycle(level)) : known;
        return new Verdict.Violated(MINI, tell(found, level), proof(found));
    }

    /**
     * Who overwrote a version had read it, so the order of what was seen has the version orders in it, and no cycle with one
     * anti-dependency is causal consistency; for cs, no divergence and no cycle of what was seen.
     */
    private Verdict byCausality(Level level) {
        boolean sessions = level == Level.PSI && options.sessionOrder();
        Facts known = facts().withSessions(sessions);
        Outcome outcome = level == Level.CS
                ? weakLevels(known).decide(Level.G1)
                : (sessions ? causal : causalWithoutSessions).get().outcome();
        if (outcome instanceof Outcome.Explained explained) {
            return satisfied(level, MINI, explained.order());
        }
        List<Contradiction> seen = ((Outcome.Contradicted) outcome).contradictions();
        List<Contradiction> cyclesOfLevel = cycles.get().of(level).breaking(level, limit);
        Refutation proof = cyclesOfLevel.isEmpty()
                ? CycleProof.ofForced(known, (Contradiction.ForcedCycle) seen.get(0))
                : proof(cyclesOfLevel);
        List<Anomaly> told = explaining(level, cyclesOfLevel);
        return new Verdict.Violated(MINI, told.isEmpty() ? tell(seen.subList(0, 1), level) : told, proof);
    }

    // ---- strong levels whose version orders are open

    private boolean givesVersions() {
        return algorithm != Algorithm.GRAPH && facts().given().size() > 0;
    }

    private Verdict atOnce(Level level) {
        return polygraph(level, true);
    }

    private Verdict byPolygraph(Level level) {
        log.because(level, updates().whyOpen());
        return polygraph(level, false);
    }

    private Verdict polygraph(Level level, boolean atOnce) {
        PolygraphChecker checker = new PolygraphChecker(facts(), LevelRules.of(level, options.sessionOrder()), budget);
        Outcome outcome = atOnce ? checker.decideAtOnce() : checker.decide();
        if (outcome == null) {
            return null;
        }
        if (atOnce) {
            log.because(level, "the history gives version orders");
        }
        log.phases(level, checker.seconds(), checker.account());
        if (outcome instanceof Outcome.Explained explained) {
            return satisfied(level, POLYGRAPH, explained.order());
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        List<Anomaly> told = explaining(level, cycles.get().of(level).breaking(level, limit));
        return new Verdict.Violated(POLYGRAPH, told.isEmpty() ? tell(found, level) : told, proof(found));
    }

    private Verdict byKnownCycle(Level level) {
        List<Contradiction> found = cycles.get().of(level).breaking(level, limit);
        if (found.isEmpty()) {
            return null;
        }
        log.because(level, "dependencies that are known without search have a cycle");
        return new Verdict.Violated(KNOWN, tell(found, level), proof(found));
    }

    private Verdict notKnown(Level level) {
        return new Verdict.Undecided("graph", updates().whyOpen());
    }

    /**
     * All that explains the violation of a strong level: what breaks the weak levels that it implies, for that says more; and
     * the cycles of known dependencies. Empty if only a case distinction shows it.
     */
    private List<Anomaly> explaining(Level level, List<Contradiction> known) {
        List<Anomaly> told = new ArrayList<>();
        Lazy<Causal> weaker = level.implies(Level.CC) ? causal : level.implies(Level.CV) ? causalWithoutSessions : null;
        if (weaker != null && inTime(weaker) instanceof Outcome.Contradicted broken) {
            told.addAll(distinct(tell(broken.contradictions(), level), Anomaly::kind));
        }
        told.addAll(tell(known, level));
        return distinct(told, anomaly -> anomaly.kind() + anomaly.alias());
    }

    /** What came out, or null if there was no time left for it: a violation that was found stays one. */
    private static Outcome inTime(Lazy<Causal> causal) {
        try {
            return causal.get().outcome();
        } catch (BudgetExceededException e) {
            return null;
        }
    }

    // ---- weak levels

    private Verdict bySaturation(Level level) {
        Outcome outcome =
                level == Level.CC ? causal.get().outcome() : weak.get().decide(level);
        String by = level == Level.CC ? causal.get().algorithm() : weak.get().algorithm(level);
        List<Contradiction> bad =
                level == Level.RU ? List.of() : facts().badReads().contradictions(limit);
        if (outcome instanceof Outcome.Explained explained) {
            return bad.isEmpty()
                    ? satisfied(level, by, explained.order())
                    : new Verdict.Violated(BAD_READS, tell(bad, level), proof(bad));
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        List<Anomaly> told = new ArrayList<>(tell(bad, level));
        told.addAll(distinct(tell(found, level), Anomaly::kind));
        return new Verdict.Violated(by, told, proof(bad.isEmpty() ? found : bad));
    }
}
