package org.isolde.app.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isolde.app.RunFolder;
import org.isolde.app.WeakerLevels;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.report.MinimalCase;
import org.isolde.report.Minimizer;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Target;

/**
 * A violation in a recorded run, and the least that shows it.
 *
 * @param file the history
 * @param run how it was recorded
 * @param levels that were checked
 * @param minimal the counterexample
 */
public record RecordedViolation(Path file, RecordedRun run, Set<Level> levels, MinimalCase minimal) {
    /** What is not decided by then is left out. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /**
     * Finds it.
     *
     * @param place a run folder, or a history
     * @param levels to check; null for those that the run was checked at, or for the weakest that are broken where nobody
     *     knows what was asked of the database
     * @param name the anomaly to look for, by one of its names; null for the one that is easiest to follow
     * @throws NotReplayableException if there is nothing to replay
     */
    public static RecordedViolation find(Path place, Set<Level> levels, String name, RecordedRun.Given given)
            throws IOException, NotReplayableException {
        List<Path> files = RunFolder.histories(place);
        if (files.isEmpty() && given.target() == null) {
            throw new NotReplayableException(place + " has no history in it, so it is no run folder of 'isolde test'");
        }
        if (files.isEmpty()) {
            files = List.of(place); // a format whose histories are folders
        }
        Set<String> others = new LinkedHashSet<>();
        Set<String> large = new LinkedHashSet<>();
        Set<Level> checked = Set.of();
        for (Path file : files) {
            History history = History.read(file);
            RecordedRun run = RecordedRun.of(history, given);
            checked = levels != null ? levels : levels(history, run);
            CheckResult result = Isolde.check(history, CheckOptions.of(checked).withLimits(LIMIT, 0));
            if (result.verdicts().values().stream().noneMatch(Verdict.Violated.class::isInstance)) {
                continue;
            }
            result = Isolde.check(
                    history, CheckOptions.of(WeakerLevels.with(checked)).withLimits(LIMIT, 0));
            List<Anomaly> anomalies = new ArrayList<>(result.anomalies());
            anomalies.sort(Comparator.comparing((Anomaly anomaly) -> anomaly.kind() != AnomalyKind.LOST_UPDATE)
                    .thenComparing(anomaly -> anomaly.transactions().size()));
            for (Anomaly anomaly : anomalies) {
                String shown = anomaly.kind().text() + " (" + anomaly.alias() + ")";
                if (name != null && !anomaly.isNamed(name)) {
                    others.add(shown);
                    continue;
                }
                MinimalCase minimal = new Minimizer(result).minimize(anomaly);
                if (minimal.history().transactions() <= Excerpt.MOST_TRANSACTIONS) {
                    return new RecordedViolation(file, run, checked, minimal);
                }
                large.add(shown);
            }
        }
        if (!large.isEmpty()) {
            throw new NotReplayableException("no part of " + place + " of " + Excerpt.MOST_TRANSACTIONS
                    + " transactions or less shows " + String.join(", ", large)
                    + "; name another anomaly by --anomaly");
        }
        if (!others.isEmpty()) {
            throw new NotReplayableException(
                    "there is no '" + name + "' in " + place + "; there are " + String.join(", ", others));
        }
        throw new NotReplayableException("there is nothing to replay: no violation of "
                + String.join(", ", checked.stream().sorted().map(Level::text).toList()) + " in " + place
                + "; --level asks for others");
    }

    private static Set<Level> levels(History history, RecordedRun run) throws IOException, NotReplayableException {
        if (!run.levels().isEmpty()) {
            return run.levels();
        }
        if (!history.header().containsKey("isolation")) {
            CheckOptions all = CheckOptions.of(EnumSet.allOf(Level.class)).withLimits(LIMIT, 0);
            Set<Level> broken = Isolde.check(history, all).weakestViolated();
            return broken.isEmpty() ? EnumSet.allOf(Level.class) : broken;
        }
        try {
            Target target = Target.parse(run.target(), run.options());
            return Set.of(Databases.isolation(Databases.of(target), target, run.isolation())
                    .claims());
        } catch (DatabaseException e) {
            throw new NotReplayableException(
                    "which levels were checked is not recorded, so say it by --level (" + e.getMessage() + ")");
        }
    }

    /** The counterexample alone. */
    Excerpt counterexample() {
        return Excerpt.of(minimal.history());
    }

    /** The whole transactions of the counterexample, with those around them. */
    Excerpt surrounded() {
        int[] originals = minimal.originals();
        return Excerpt.of(
                minimal.source(),
                NearbyTransactions.around(
                        minimal.source(), java.util.Arrays.copyOfRange(originals, 1, originals.length)));
    }
}
