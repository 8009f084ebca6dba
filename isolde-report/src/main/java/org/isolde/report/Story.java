package org.isolde.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Status;

/**
 * An anomaly, told for somebody who has never heard its name. All texts have the input's own names in them; whoever shows
 * them escapes them for where they are shown.
 *
 * @param name its name, as {@code LostUpdate}
 * @param alias its name in the vocabulary of Adya and Elle, as {@code G-single}
 * @param meaning one sentence of what went wrong
 * @param consequence one sentence of what that does to an application
 * @param sentence what happened, in one sentence with the names of the input
 * @param broken the level that it breaks
 * @param holding the strongest levels that the whole history still satisfies, of those that were checked
 * @param cases where one cycle is not enough: what must hold, each with the cycle that its opposite would close
 * @param cycle the orderings that can't all hold, each beginning where the one before ends; empty for a bad read
 * @param transactions those involved, in the order of the history's numbers
 */
public record Story(
        String name,
        String alias,
        String meaning,
        String consequence,
        String sentence,
        Level broken,
        Set<Level> holding,
        List<Case> cases,
        List<Step> cycle,
        List<Transaction> transactions) {
    /** Something that must hold, and the cycle that its opposite would close. */
    public record Case(String claim, List<Step> cycle) {}

    /**
     * One transaction comes before another.
     *
     * @param from a transaction's number
     * @param to another one's
     * @param key the key's name, or null
     * @param because why, in words
     */
    public record Step(int from, int to, EdgeKind kind, String key, String because) {}

    /**
     * A transaction of the story.
     *
     * @param number its number in the history of the story
     * @param beginTime when it began; null if the history has no times, or the story is not about them
     * @param endTime when it ended; null if not known
     * @param begin when it began, as text
     * @param end when it ended, as text
     * @param timestamps the database's own; null if it has none, or the story is not about them
     */
    public record Transaction(
            int number,
            String name,
            String session,
            Status status,
            Long beginTime,
            Long endTime,
            String begin,
            String end,
            Timestamps timestamps,
            List<Operation> operations) {}

    /**
     * The timestamps that the database gave a transaction.
     *
     * @param start as text
     * @param commit as text
     * @param startPlace the place of the start among all timestamps of the story, from 0; equal ones have one place
     * @param commitPlace the place of the commit
     */
    public record Timestamps(String start, String commit, long startPlace, long commitPlace) {}

    /**
     * Something that a transaction did.
     *
     * @param statement its operations in the history
     * @param text as {@code r(x)=4}
     * @param matters whether the story speaks of it
     */
    public record Operation(Statement statement, String text, boolean matters) {}

    /** The story of an anomaly, told by its minimal history. */
    public static Story of(MinimalCase minimal, Set<Level> holding) {
        List<Integer> numbers = minimal.history() == minimal.source()
                ? minimal.anomaly().transactions()
                // all of a minimal history has a part in it, if only as a writer of what the others read
                : IntStream.rangeClosed(1, minimal.history().transactions())
                        .boxed()
                        .toList();
        return of(minimal.history(), minimal.anomaly(), numbers, holding);
    }

    /**
     * The story of an anomaly.
     *
     * @param history the history that the anomaly's numbers are of
     * @param holding the strongest levels that hold; empty if not known
     */
    public static Story of(History history, Anomaly anomaly, Set<Level> holding) {
        return of(history, anomaly, anomaly.transactions(), holding);
    }

    /** Whether the database's timestamps show it, and not the values alone. */
    public boolean isByTimestamps() {
        return transactions.stream().anyMatch(transaction -> transaction.timestamps() != null);
    }

    private static Story of(History history, Anomaly anomaly, List<Integer> shown, Set<Level> holding) {
        List<Case> cases = new ArrayList<>();
        for (Anomaly.Case each : anomaly.cases()) {
            cases.add(new Case(each.claim(), steps(history, each.cycle())));
        }
        List<Integer> numbers = new ArrayList<>(shown);
        numbers.sort(null);
        Set<Long> told = told(anomaly);
        Names names = new Names(history);
        boolean byTimestamps = anomaly.kind().isByTimestamps();
        boolean timed = history.hasRealTime() && (!byTimestamps || anomaly.kind() == AnomalyKind.COMMIT_AGAINST_TIME);
        TimestampPlaces places = byTimestamps ? new TimestampPlaces(history, numbers) : null;
        List<Transaction> transactions = new ArrayList<>();
        for (int t : numbers) {
            List<Operation> operations = new ArrayList<>();
            for (Statement statement : Statement.of(history, t)) {
                boolean matters = statement.has(anomaly.operation()) || isNamed(anomaly, statement.predicate());
                for (int op = statement.first(); op < statement.end(); op++) {
                    matters |= told.contains(place(t, history.key(op)));
                }
                operations.add(new Operation(statement, OperationText.of(history, statement), matters));
            }
            Long begin = timed ? (Long) history.begin(t) : null;
            Long end = begin == null || history.end(t) == Long.MAX_VALUE ? null : (Long) history.end(t);
            transactions.add(new Transaction(
                    t,
                    names.transaction(t),
                    history.sessionName(history.session(t)),
                    history.status(t),
                    begin,
                    end,
                    begin == null ? null : names.time(begin),
                    end == null ? null : names.time(end),
                    timestamps(history, t, places),
                    List.copyOf(operations)));
        }
        return new Story(
                anomaly.kind().text(),
                anomaly.alias(),
                anomaly.meaning(),
                Consequences.of(anomaly.kind()),
                anomaly.story(),
                anomaly.level(),
                holding(anomaly, holding),
                List.copyOf(cases),
                steps(history, anomaly.cycle()),
                List.copyOf(transactions));
    }

    private static Timestamps timestamps(History history, int t, TimestampPlaces places) {
        if (places == null || !history.isCommitted(t)) {
            return null;
        }
        Names names = new Names(history);
        return new Timestamps(names.start(t), names.commit(t), places.start(t), places.commit(t));
    }

    /** By timestamps ser may hold although si does not, for it looks at commits alone; it is no comfort in a story about si. */
    private static Set<Level> holding(Anomaly anomaly, Set<Level> holding) {
        Set<Level> told = new LinkedHashSet<>(holding);
        told.removeIf(level -> level.implies(anomaly.level()));
        return told;
    }

    private static List<Step> steps(History history, List<Edge> edges) {
        List<Step> steps = new ArrayList<>();
        for (Edge edge : edges) {
            steps.add(new Step(
                    edge.from(),
                    edge.to(),
                    edge.kind(),
                    edge.key() < 0 ? null : history.keyName(edge.key()),
                    edge.because()));
        }
        return List.copyOf(steps);
    }

    /** The pairs of transaction and key that the anomaly is about. */
    private static Set<Long> told(Anomaly anomaly) {
        Set<Long> told = new HashSet<>();
        List<Edge> edges = new ArrayList<>(anomaly.cycle());
        anomaly.cases().forEach(each -> edges.addAll(each.cycle()));
        for (Edge edge : edges) {
            told.add(place(edge.from(), edge.key()));
            told.add(place(edge.to(), edge.key()));
            told.add(place(edge.reader(), edge.key()));
        }
        for (int t : anomaly.transactions()) {
            told.add(place(t, anomaly.key()));
        }
        return told;
    }

    /** Whether an anomaly is about a predicate read. */
    private static boolean isNamed(Anomaly anomaly, int predicate) {
        return predicate >= 0
                && (anomaly.predicate() == predicate
                        || anomaly.cycle().stream().anyMatch(edge -> edge.predicate() == predicate));
    }

    private static long place(int transaction, int key) {
        return ((long) transaction << 32) | (key & 0xffffffffL);
    }
}
