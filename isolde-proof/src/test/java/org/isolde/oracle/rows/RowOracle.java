package org.isolde.oracle.rows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.isolde.oracle.Dependencies;
import org.isolde.oracle.Facts;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyHistory;
import org.isolde.oracle.TinyHistory.Status;
import org.isolde.oracle.rows.RowFacts.Asked;
import org.isolde.oracle.rows.RowGraph.Changers;
import org.isolde.oracle.rows.RowHistory.Op;
import org.isolde.oracle.rows.RowHistory.PredicateRead;
import org.isolde.oracle.rows.RowHistory.Txn;

/**
 * Decides every level for a {@link RowHistory} by the words of its definition: the judge of the checkers of rows and
 * predicates.
 *
 * <p>Three ways, by the evidence. With a certificate (the version order of every row, and a version set of each predicate
 * read) there is one dependency graph, and it allows a level or not. With an expected serial order, ser is decided by replay.
 * Else item reads alone decide, and what they don't refute is undecided where predicates concern the level.
 */
public final class RowOracle {
    /** The levels that predicates don't concern: item reads decide. */
    public static final List<String> BY_ITEMS = List.of("rc", "ryw", "mr", "mw", "wfr", "ra", "cc");

    /** What can be said of a level. */
    public enum Verdict {
        SATISFIED,
        VIOLATED,
        UNDECIDED,
        INAPPLICABLE;

        static Verdict of(boolean satisfied) {
            return satisfied ? SATISFIED : VIOLATED;
        }
    }

    /** What can be wrong with a version set. */
    public enum Flaw {
        GARBAGE,
        ABORTED,
        FUTURE,
        INTERMEDIATE,
        INTERNAL,
        RESULT_SET_MISMATCH
    }

    /**
     * What counts.
     *
     * @param versions version orders, version sets and snapshots
     * @param order the expected serial order
     */
    public record Flags(boolean sessionOrder, boolean versions, boolean order) {
        public static final Flags DEFAULT = new Flags(true, true, true);
    }

    private final RowHistory history;
    private final boolean sessionOrder;
    private final RowFacts facts;
    /** Of those that count by item reads. */
    private final Facts weak;

    private final Set<Flaw> flaws;
    /** The graphs of all version orders that are possible with the certificate: one, or none if it contradicts itself. */
    private final List<RowGraph> graphs;

    public RowOracle(RowHistory history) {
        this(history, Flags.DEFAULT);
    }

    public RowOracle(RowHistory history, Flags flags) {
        this.history = with(history, flags);
        sessionOrder = flags.sessionOrder();
        facts = new RowFacts(this.history, sessionOrder);
        weak = new Items(this.history).facts(sessionOrder, Set.of());
        flaws = facts.flaws();
        graphs = isCertified() ? graphs(Changers.ALL).toList() : List.of();
        if (graphs.size() == 1 && graphs.get(0).seesFuture()) {
            flaws.add(Flaw.FUTURE);
        }
    }

    /** The history without the evidence that does not count. */
    private static RowHistory with(RowHistory h, Flags flags) {
        RowHistory less = flags.order() ? h : h.withOrder(null);
        if (flags.versions()) {
            return Snapshots.unfolded(less);
        }
        less = less.withVersions(Map.of());
        for (Txn t : h.txns()) {
            less = less.with(t.withSnapshot(null)
                    .withOps(t.ops().stream()
                            .map(op -> op instanceof PredicateRead p ? p.withSees(null) : op)
                            .toList()));
        }
        return less;
    }

    /** The verdicts of all levels. */
    public Map<String, Verdict> verdicts() {
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        Oracle.LEVELS.forEach(level -> verdicts.put(level, verdict(level)));
        return verdicts;
    }

    public Verdict verdict(String level) {
        if (level.equals("lin")) {
            return lin();
        }
        if (BY_ITEMS.contains(level)) {
            return Verdict.of(Oracle.byCommitOrder(weak, level));
        }
        Verdict verdict = byGraph(level);
        if (history.order() == null || verdict == Verdict.INAPPLICABLE || verdict == Verdict.VIOLATED) {
            return verdict;
        }
        return switch (level) {
            case "ser" -> Verdict.of(isReplayed(false));
            case "sser" -> Verdict.of(isReplayed(true));
            case "strong-si" -> verdict("sser") == Verdict.SATISFIED ? Verdict.SATISFIED : verdict;
            default ->
                verdict == Verdict.UNDECIDED && verdict("ser") == Verdict.SATISFIED ? Verdict.SATISFIED : verdict;
        };
    }

    /** What is wrong with version sets; with a complete version order also what lies behind later writes of the reader. */
    public Set<Flaw> flaws() {
        return flaws;
    }

    /** The dependencies under the certificate, if there is one that does not contradict itself; transactions by {@link #counted}. */
    public Optional<Dependencies> dependencies() {
        return isCertifiedAndConsistent() && graphs.size() == 1
                ? Optional.of(graphs.get(0).dependencies())
                : Optional.empty();
    }

    /** The ids of the transactions that count, by their numbers in the dependencies. */
    public List<String> counted() {
        return facts.items.txns.stream().map(TinyHistory.Txn::id).toList();
    }

    /** How many predicate reads leave levels open, for they have no version set. */
    public long open() {
        return facts.asked.stream().filter(a -> a.read().sees() == null).count();
    }

    /**
     * Whether a checker may say so. Of a history without a certificate it may find out more than item reads tell: that no
     * version orders and version sets whatever satisfy the level, or, if only version orders are wanting, that some do. An
     * expected serial order is said to decide ser and what follows from it; whoever leaves sser and strong-si open is not
     * wrong.
     */
    public boolean accepts(String level, Verdict said) {
        Verdict verdict = verdict(level);
        if (said == verdict) {
            return true;
        }
        if (verdict == Verdict.UNDECIDED) {
            return said == Verdict.VIOLATED && !isPossible(level)
                    || said == Verdict.SATISFIED && facts.hasAllVersionSets() && isPossible(level);
        }
        return said == Verdict.UNDECIDED
                && verdict == Verdict.SATISFIED
                && (level.equals("sser") || level.equals("strong-si"))
                && byGraph(level) == Verdict.UNDECIDED;
    }

    private Verdict lin() {
        List<Op> ops = history.txns().stream().flatMap(t -> t.ops().stream()).toList();
        if (ops.stream().anyMatch(op -> op instanceof PredicateRead)) {
            return Verdict.INAPPLICABLE;
        }
        Optional<Boolean> items = Oracle.check(new Items(history).history, "lin", new Oracle.Flags(sessionOrder, true));
        return items.map(Verdict::of).orElse(Verdict.INAPPLICABLE);
    }

    // ------------------------------------------------------------------------------------ by a dependency graph

    /** Whether the version order of every row is known, and all version sets; without predicate reads it is no question. */
    public boolean isCertified() {
        return !facts.asked.isEmpty() && facts.hasAllVersionSets() && facts.hasCompleteVersionOrder();
    }

    /** Whether there is one graph, and it is the graph alone that decides. */
    boolean isCertifiedAndConsistent() {
        return isCertified() && facts.items.readConsistent && !facts.items.contradictory;
    }

    private Verdict byGraph(String level) {
        Facts items = facts.items;
        if ((level.equals("sser") || level.equals("strong-si")) && !items.timed) {
            return Verdict.INAPPLICABLE;
        }
        boolean itemsAllow = Oracle.byDependencyGraph(items, level);
        if (level.equals("ru") || facts.asked.isEmpty() || !itemsAllow) {
            return Verdict.of(itemsAllow);
        }
        if (!flaws.isEmpty()) {
            return Verdict.VIOLATED;
        }
        return isCertified() ? Verdict.of(someGraphAllows(level)) : Verdict.UNDECIDED;
    }

    /** Demands of version sets included; those that don't depend on the version order are met. */
    private boolean someGraphAllows(String level) {
        return graphs.stream().anyMatch(g -> allows(g, level));
    }

    private boolean allows(RowGraph g, String level) {
        boolean si = level.equals("si") || level.equals("strong-si");
        return !g.seesFuture() && g.dependencies().allow(level) && (!si || Snapshots.hold(facts, g));
    }

    /** The graphs of all version orders that extend the given ones. */
    Stream<RowGraph> graphs(Changers changers) {
        return orders((x, order) -> true, beginning -> true, List.of()).map(o -> new RowGraph(facts, o, changers));
    }

    /**
     * The version orders that may satisfy a level: those in which no row is written that is dead, for in no history of rows
     * is that the version order, and in which the items of no part of the rows rule the level out. More rows, and more
     * transactions that count, mean more dependencies of items, and these only ever rule out. (Those of predicates may
     * become fewer: who comes to count may stand before the one that changed what matches.)
     */
    private Stream<List<List<Integer>>> orders(String level) {
        return orders(
                (x, order) -> !writesTheDead(x, order),
                beginning -> RowGraph.ofItems(facts, beginning).dependencies().allow(level),
                List.of());
    }

    private Stream<RowGraph> graphs(String level) {
        return orders(level).map(o -> new RowGraph(facts, o, Changers.ALL));
    }

    private boolean writesTheDead(int x, List<Integer> order) {
        String row = facts.rows.get(x);
        return order.subList(0, Math.max(0, order.size() - 1)).stream()
                .anyMatch(t -> facts.txn(t).lastWritten(row).isDead());
    }

    /** All choices of an order for each row that begin so: one after the other, for they may be millions. */
    private Stream<List<List<Integer>>> orders(
            BiPredicate<Integer, List<Integer>> ofRow,
            Predicate<List<List<Integer>>> ofBeginning,
            List<List<Integer>> beginning) {
        int x = beginning.size();
        if (x == facts.rows.size()) {
            return Stream.of(beginning);
        }
        return orders(x, List.of()).stream()
                .filter(order -> ofRow.test(x, order))
                .map(order -> plus(beginning, order))
                .filter(ofBeginning)
                .flatMap(longer -> orders(ofRow, ofBeginning, longer));
    }

    /** All orders of row x's writers that begin so and extend the given one. */
    private List<List<Integer>> orders(int x, List<Integer> beginning) {
        List<List<Integer>> orders = new ArrayList<>();
        int placed = 0;
        for (int t : beginning) {
            placed |= 1 << t;
        }
        if (placed == facts.items.writers[x]) {
            return List.of(beginning);
        }
        for (int t = 0; t < facts.items.n; t++) {
            boolean next = (placed >> t & 1) == 0 && (facts.items.evidence[x].before(t) & ~placed) == 0;
            if (next && facts.isWriter(t, x)) {
                orders.addAll(orders(x, plus(beginning, t)));
            }
        }
        return orders;
    }

    private static <E> List<E> plus(List<E> list, E element) {
        List<E> longer = new ArrayList<>(list);
        longer.add(element);
        return longer;
    }

    /** Whether there are version sets for the predicate reads without one, and version orders, that satisfy the level. */
    boolean isPossible(String level) {
        if (!facts.items.readConsistent || !facts.flaws().isEmpty()) {
            return false;
        }
        boolean hopeful = allThatMayCountDo()
                ? graphs(level)
                        .anyMatch(g -> !g.seesFuture() && g.dependencies().allow(level))
                : orders(level).findAny().isPresent();
        if (!hopeful) {
            return false; // nor will it with more version sets
        }
        for (Asked a : facts.asked) {
            if (a.read().sees() == null) {
                return facts.possibleVersionSets(a).stream().anyMatch(set -> {
                    RowHistory more = history.withOrder(null)
                            .with(facts.txn(a.t()).id(), a.op(), a.read().withSees(set));
                    return new RowOracle(more, new Flags(sessionOrder, true, false)).isPossible(level);
                });
            }
        }
        return graphs(level).anyMatch(g -> allows(g, level));
    }

    /** Whether no version set can make another transaction count: then more version sets only mean more dependencies. */
    private boolean allThatMayCountDo() {
        return history.txns().stream().allMatch(t -> t.status() != Status.UNKNOWN || facts.number(t) >= 0);
    }

    // ------------------------------------------------------------------------------------------------ by replay

    /**
     * Whether the transactions that count, in the expected order, explain all that they did. Unknown ones that nobody read
     * from may have taken effect as well, for a predicate read can tell of them without naming them; and those without a
     * place may stand anywhere.
     */
    private boolean isReplayed(boolean realTime) {
        List<Txn> certain = new ArrayList<>();
        List<Txn> wanting = new ArrayList<>();
        for (String id : history.order()) {
            if (facts.number(history.txn(id)) >= 0) {
                certain.add(history.txn(id));
            } else {
                wanting.add(history.txn(id));
            }
        }
        for (Txn t : history.txns()) {
            if (t.status() == Status.UNKNOWN && !history.order().contains(t.id())) {
                wanting.add(t);
            }
        }
        return isReplayed(certain, wanting, realTime);
    }

    private boolean isReplayed(List<Txn> serial, List<Txn> wanting, boolean realTime) {
        if (wanting.isEmpty()) {
            return keepsOrders(serial, realTime) && Replay.explains(serial);
        }
        Txn t = wanting.get(0);
        List<Txn> rest = wanting.subList(1, wanting.size());
        if (facts.number(t) < 0 && isReplayed(serial, rest, realTime)) {
            return true;
        }
        for (int place = 0; place <= serial.size(); place++) {
            List<Txn> longer = new ArrayList<>(serial);
            longer.add(place, t);
            if (keepsPlaces(longer) && isReplayed(longer, rest, realTime)) {
                return true;
            }
        }
        return false;
    }

    /** Whether those that have a place in the expected order are in that order. */
    private boolean keepsPlaces(List<Txn> serial) {
        if (history.order() == null) {
            return true;
        }
        List<Integer> places = serial.stream()
                .map(t -> history.order().indexOf(t.id()))
                .filter(place -> place >= 0)
                .toList();
        return places.equals(places.stream().sorted().toList());
    }

    /** Whether a serial order contains so and, if asked, rt; an unknown transaction precedes nothing. */
    private boolean keepsOrders(List<Txn> serial, boolean realTime) {
        for (int i = 0; i < serial.size(); i++) {
            for (int j = i + 1; j < serial.size(); j++) {
                Txn late = serial.get(j);
                Txn early = serial.get(i);
                boolean known = late.status() != Status.UNKNOWN;
                if (known && sessionOrder && precedes(late, early) || known && realTime && late.end() < early.begin()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean precedes(Txn a, Txn b) {
        return history.sessions().stream().anyMatch(s -> s.contains(a) && s.contains(b) && s.indexOf(a) < s.indexOf(b));
    }

    /** Whether some serial order explains all that was done by those that count, whatever order was expected. */
    boolean isSerialByAnyReplay() {
        List<Txn> all = history.txns().stream()
                .filter(t -> t.status() != Status.ABORTED)
                .toList();
        return new RowOracle(history.withOrder(null), new Flags(sessionOrder, true, false))
                .isReplayed(List.of(), all, false);
    }

    /** Whether a level is allowed by the certificate if only the nearest changers make dependencies. */
    boolean nearestChangersAllow(String level) {
        return graphs(Changers.NEAREST).anyMatch(g -> allows(g, level));
    }
}
