package org.isolde.check;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * Decides which isolation levels a history satisfies.
 *
 * <pre>{@code
 * History history = History.read(Path.of("run.edn"));
 * Verdict verdict = Isolde.check(history, Level.CC);
 * }</pre>
 */
public final class Isolde {
    private Isolde() {}

    /**
     * Decides one level, using all evidence.
     *
     * @throws BadHistoryException if it can't be known which write a read saw
     */
    public static Verdict check(History history, Level level) throws BadHistoryException {
        return check(history, CheckOptions.of(EnumSet.of(level))).verdicts().get(level);
    }

    /**
     * Decides the levels of the options.
     *
     * @throws BadHistoryException if it can't be known which write a read saw
     */
    public static CheckResult check(History history, CheckOptions options) throws BadHistoryException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        Set<Evidence> evidence = EnumSet.noneOf(Evidence.class);
        // what the algorithms of these levels make use of; timestamps and expected orders have none yet
        evidence.add(Evidence.VERSIONS);
        if (options.levels().stream().anyMatch(Level::isAboutRealTime)) {
            evidence.add(Evidence.REAL_TIME);
        }
        evidence.retainAll(history.evidence());
        evidence.retainAll(options.evidence());
        Stopwatch watch = new Stopwatch(seconds);
        Subject subject = new Subject(history, options.sessionOrder(), evidence.contains(Evidence.VERSIONS));
        Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);
        Set<Level> open = EnumSet.noneOf(Level.class);
        open.addAll(options.levels());
        if (options.guessOrder()) {
            new SerialOrder(subject, evidence).decide(open, verdicts);
            watch.lap("replay");
        }
        if (!open.isEmpty()) {
            byAlgorithms(subject, options, evidence, open, verdicts, watch);
        }
        return new CheckResult(history, verdicts, evidence, seconds);
    }

    private static void byAlgorithms(
            Subject subject,
            CheckOptions options,
            Set<Evidence> evidence,
            Set<Level> open,
            Map<Level, Verdict> verdicts,
            Stopwatch watch)
            throws BadHistoryException {
        ReadFindings findings = ReadFindings.of(subject);
        watch.lap("reads");
        Set<Level> weak = EnumSet.noneOf(Level.class);
        Set<Level> strong = EnumSet.noneOf(Level.class);
        for (Level level : open) {
            (level.isWeak() ? weak : strong).add(level);
        }
        if (!weak.isEmpty()) {
            verdicts.putAll(new WeakLevels(subject, findings, findings.versionOrder(), options).check(weak));
            watch.lap("weak levels");
        }
        if (!strong.isEmpty()) {
            verdicts.putAll(new StrongLevels(subject, findings, options, evidence).check(strong));
            watch.lap("strong levels");
        }
    }

    private static final class Stopwatch {
        private final Map<String, Double> seconds;
        private long last = System.nanoTime();

        Stopwatch(Map<String, Double> seconds) {
            this.seconds = seconds;
        }

        void lap(String phase) {
            long now = System.nanoTime();
            seconds.put(phase, (now - last) / 1e9);
            last = now;
        }
    }
}
