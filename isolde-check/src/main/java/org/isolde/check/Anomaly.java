package org.isolde.check;

import java.util.List;
import java.util.Locale;
import org.isolde.history.Level;

/**
 * What shows that a level is broken: a single bad read, or a cycle of orderings that can't all hold.
 *
 * @param kind its name
 * @param alias the name in the vocabulary of Adya and Elle; of a cycle of dependencies by its edges, so that it says whether
 *     sessions or real time are needed to close it, as in {@code G-single-session}
 * @param level the weakest level checked that it breaks
 * @param transactions the transactions involved, by number
 * @param key the key it is about, or -1
 * @param value the value number it is about, or -1
 * @param operation the operation at fault, or -1
 * @param predicate the predicate read at fault, or -1
 * @param cycle the edges of the cycle in order, each beginning where the one before ends; empty for a bad read
 * @param cases where one cycle is not enough: orderings that must hold, each with the cycle that its opposite would close; the
 *     cycle, if there is one, uses them
 * @param expectation what should have been seen instead; null where that is not known
 * @param story one sentence with the input's names
 */
public record Anomaly(
        AnomalyKind kind,
        String alias,
        Level level,
        List<Integer> transactions,
        int key,
        int value,
        int operation,
        int predicate,
        List<Edge> cycle,
        List<Case> cases,
        Expectation expectation,
        String story) {
    public Anomaly {
        transactions = List.copyOf(transactions);
        cycle = List.copyOf(cycle);
        cases = List.copyOf(cases);
    }

    /** An anomaly that is no predicate read's fault. */
    public Anomaly(
            AnomalyKind kind,
            String alias,
            Level level,
            List<Integer> transactions,
            int key,
            int value,
            int operation,
            List<Edge> cycle,
            List<Case> cases,
            Expectation expectation,
            String story) {
        this(kind, alias, level, transactions, key, value, operation, -1, cycle, cases, expectation, story);
    }

    /** Whether a cycle of it has an edge that is about a predicate read, or a predicate read is at fault. */
    public boolean isAboutPredicates() {
        return predicate >= 0
                || cycle.stream().anyMatch(edge -> edge.predicate() >= 0)
                || cases.stream().anyMatch(each -> each.cycle().stream().anyMatch(edge -> edge.predicate() >= 0));
    }

    /**
     * What should have been seen.
     *
     * @param value its number; -1 if nothing should have been there
     * @param writer who wrote it; 0 for the initial transaction, -1 if nobody did
     * @param place the place in a list, from 0; -1 if it is no list
     */
    public record Expectation(int value, int writer, int place) {}

    /**
     * Something that must hold.
     *
     * @param claim what, in words
     * @param cycle what its opposite would close
     * @param supposed which edges of the cycle hold only if the claim does not, by place
     */
    public record Case(String claim, List<Edge> cycle, List<Integer> supposed) {
        public Case {
            cycle = List.copyOf(cycle);
            supposed = List.copyOf(supposed);
        }
    }

    /** One sentence of what went wrong. By timestamps, si goes by starts, and ser and sser by commits alone. */
    public String meaning() {
        if (level == Level.SI || !kind.isByTimestamps()) {
            return kind.meaning();
        }
        return switch (kind) {
            case SESSION_NOT_SEEN ->
                "By the timestamps a transaction did not commit after the one before it in its own session, or that one is"
                        + " missing.";
            case NOT_FROM_SNAPSHOT ->
                "A transaction read another value than the one that was last committed, by the timestamps, before it"
                        + " committed itself.";
            default -> kind.meaning();
        };
    }

    /** Whether this is one of its two names; upper case and hyphens don't count, so {@code lost-update} is one. */
    public boolean isNamed(String name) {
        return plain(name).equals(plain(kind.text())) || plain(name).equals(plain(alias));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
