package org.isolde.sql.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.sql.generate.GenerationStatistics;
import org.isolde.sql.oracle.Effort;
import org.isolde.sql.oracle.Verdict;

/** How far fuzzing has come. Its numbers are of one moment each, and may be asked for from any thread. */
public final class FuzzCounts {
    private volatile long begin = System.nanoTime();
    private long cases;
    private Effort effort = Effort.NONE;
    private long statements;
    private long tested;
    private long findings;
    private long repeated;
    private long known;
    private long unconfirmed;
    private long generating;
    private long judging;
    private long reducing;
    private final Map<String, Long> discarded = new TreeMap<>();
    private final List<GenerationStatistics> generated = new ArrayList<>();

    /** The first case comes now. */
    void begin() {
        begin = System.nanoTime();
    }

    synchronized void add(Verdict verdict, Effort made, long generatingNanos, long judgingNanos) {
        cases++;
        effort = effort.plus(made);
        statements += verdict.statements();
        tested += verdict.tested();
        generating += generatingNanos;
        judging += judgingNanos;
        if (verdict.discarded() != null) {
            discarded.merge(verdict.discarded(), 1L, Long::sum);
        }
    }

    /** A case was given up because the database does not end what was executed. */
    synchronized void addHanging() {
        cases++;
        discarded.merge("hangs", 1L, Long::sum);
    }

    synchronized void addFinding() {
        findings++;
    }

    synchronized void addRepeated() {
        repeated++;
    }

    synchronized void addKnown() {
        known++;
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
        return effort.executions();
    }

    /** How often a statement was seen to wait for another transaction. */
    public synchronized long waits() {
        return effort.waits();
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

    /** Mismatches that are known of the database already, and are no findings. */
    public synchronized long known() {
        return known;
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

    /**
     * Where the time went, in seconds, summed over all jobs: making cases, making tables what they were, executing transactions and
     * looking at what they did, executing the same in other orders, reducing.
     */
    public synchronized Map<String, Double> times() {
        return Map.of(
                "generating", generating / 1e9,
                "resetting", effort.resettingNanos() / 1e9,
                "executing", (judging - effort.resettingNanos() - effort.comparingNanos()) / 1e9,
                "comparing", effort.comparingNanos() / 1e9,
                "reducing", reducing / 1e9);
    }

    /** What is generated from now on counts too. */
    synchronized void watch(GenerationStatistics statistics) {
        generated.add(statistics);
    }

    /** How often each kind of statement and of predicate was executed, of all that there could be. */
    public synchronized Map<String, Long> kinds() {
        Map<String, Long> kinds = new TreeMap<>();
        generated.forEach(each -> each.kinds().forEach((kind, count) -> kinds.merge(kind, count, Long::sum)));
        return kinds;
    }

    /** How often statements were refused when they were tried, by reason. */
    public synchronized Map<String, Long> refused() {
        Map<String, Long> refused = new TreeMap<>();
        generated.forEach(each -> each.failures().forEach((why, count) -> refused.merge(why, count, Long::sum)));
        return refused;
    }

    /** The share of generated statements that the database did not take. */
    public synchronized double refusedShare() {
        long failed = generated.stream().mapToLong(GenerationStatistics::failed).sum();
        long all = failed
                + generated.stream().mapToLong(GenerationStatistics::kept).sum();
        return all == 0 ? 0 : (double) failed / all;
    }

    /** How many statements were left out because they might take too long. */
    public synchronized long costly() {
        return generated.stream().mapToLong(GenerationStatistics::costly).sum();
    }

    /** What is shown every few seconds, in parts that a line may be broken between. */
    public synchronized List<String> parts() {
        double seconds = seconds();
        List<String> parts = new ArrayList<>();
        parts.add(String.format(Locale.ROOT, "%3.0f s: %d cases", seconds, cases));
        parts.add(String.format(Locale.ROOT, "%.1f/s", cases / seconds));
        parts.add(String.format(Locale.ROOT, "%.0f%% compared", statements == 0 ? 0 : 100.0 * tested / statements));
        Map<String, Long> kinds = kinds();
        parts.add("kinds " + kinds.values().stream().filter(count -> count > 0).count() + " of " + kinds.size());
        parts.add("discarded "
                + discarded.values().stream().mapToLong(Long::longValue).sum());
        discarded.forEach((why, count) -> parts.add(count + " " + why));
        parts.add("findings " + findings);
        if (repeated > 0) {
            parts.add(repeated + " more of the same causes");
        }
        if (known > 0) {
            parts.add(known + " known before");
        }
        if (unconfirmed > 0) {
            parts.add(unconfirmed + " not seen again");
        }
        return parts;
    }

    /** The same in a line. */
    public String line() {
        return String.join(", ", parts()).strip();
    }
}
