package org.isolde.sql.job;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isolde.sql.oracle.Verdict;

/** How far fuzzing has come. Its numbers are of one moment each, and may be asked for from any thread. */
public final class FuzzCounts {
    private volatile long begin = System.nanoTime();
    private long cases;
    private long executions;
    private long statements;
    private long tested;
    private long findings;
    private long repeated;
    private long unconfirmed;
    private long generating;
    private long judging;
    private long reducing;
    private final Map<String, Long> discarded = new TreeMap<>();

    /** The first case comes now. */
    void begin() {
        begin = System.nanoTime();
    }

    synchronized void add(Verdict verdict, int executed, long generatingNanos, long judgingNanos) {
        cases++;
        executions += executed;
        statements += verdict.statements();
        tested += verdict.tested();
        generating += generatingNanos;
        judging += judgingNanos;
        if (verdict.discarded() != null) {
            discarded.merge(verdict.discarded(), 1L, Long::sum);
        }
    }

    synchronized void addFinding() {
        findings++;
    }

    synchronized void addRepeated() {
        repeated++;
    }

    synchronized void addUnconfirmed() {
        unconfirmed++;
    }

    synchronized void addReducing(long nanos) {
        reducing += nanos;
    }

    public synchronized long cases() {
        return cases;
    }

    /** How often something was executed, in transactions or without. */
    public synchronized long executions() {
        return executions;
    }

    /** Statements that read or write rows. */
    public synchronized long statements() {
        return statements;
    }

    /** Those of them that were compared with an execution in another order. */
    public synchronized long tested() {
        return tested;
    }

    /** Mismatches, each cause once. */
    public synchronized long findings() {
        return findings;
    }

    /** Mismatches of a cause that was found before. */
    public synchronized long repeated() {
        return repeated;
    }

    /** Mismatches that did not come again when the case was executed again; they are no findings. */
    public synchronized long unconfirmed() {
        return unconfirmed;
    }

    /** Cases that could not be tested to their end, by reason. */
    public synchronized Map<String, Long> discarded() {
        return Map.copyOf(discarded);
    }

    public double seconds() {
        return (System.nanoTime() - begin) / 1e9;
    }

    /** Where the time went, summed over all jobs: making cases, executing and judging them, reducing. */
    public synchronized Map<String, Double> times() {
        return Map.of("generating", generating / 1e9, "executing", judging / 1e9, "reducing", reducing / 1e9);
    }

    /** The line that is shown every few seconds. */
    public synchronized String line() {
        double seconds = seconds();
        long lost = discarded.values().stream().mapToLong(Long::longValue).sum();
        String why = discarded.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", ", " (", ")"));
        return String.format(
                Locale.ROOT,
                "%d cases, %.1f/s; %d of %d statements compared; %.1f executions a case; discarded %d%s; findings %d%s%s; time:"
                        + " %.0f%% generating, %.0f%% executing, %.0f%% reducing",
                cases,
                cases / seconds,
                tested,
                statements,
                cases == 0 ? 0 : (double) executions / cases,
                lost,
                lost == 0 ? "" : why,
                findings,
                repeated == 0 ? "" : " and " + repeated + " more of the same causes",
                unconfirmed == 0 ? "" : ", " + unconfirmed + " not seen again",
                share(generating),
                share(judging),
                share(reducing));
    }

    private double share(long nanos) {
        long all = generating + judging + reducing;
        return all == 0 ? 0 : 100.0 * nanos / all;
    }
}
