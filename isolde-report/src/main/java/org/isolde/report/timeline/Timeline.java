package org.isolde.report.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.Story;
import org.isolde.report.TimestampPlaces;
import org.isolde.report.graph.AnomalyGraph;
import org.isolde.report.graph.Operations;

/**
 * The transactions of a finding's minimal history when they ran, and their neighbours in the whole history.
 *
 * <p>Invariant: the number of rows and bars is bounded, however large the histories are. Times are the recorded ones; where
 * there are none, a transaction's time is its place in the input. A finding of the database's timestamps has these for its
 * times, and a row for each transaction, for those of one session may overlap; only committed ones have any.
 */
final class Timeline {
    private static final int MOST_BARS = 40;
    private static final int MOST_SESSIONS = 24;
    private static final int NEIGHBOURS_EACH_WAY = 6;
    private static final int MOST_OTHERS = 120;

    /**
     * A transaction of the finding.
     *
     * @param transaction its number in the minimal history
     * @param end the greatest number there is, if it never had an answer
     */
    record Bar(
            int transaction,
            int row,
            String name,
            Status status,
            long begin,
            long end,
            List<Operations.Shown> operations) {
        boolean isOpen() {
            return end == Long.MAX_VALUE;
        }
    }

    /** Another transaction of the whole history, in the session of one of the finding's. */
    record Other(int row, String name, Status status, long begin, long end) {}

    final List<String> sessions = new ArrayList<>();
    final List<Bar> bars = new ArrayList<>();
    final List<Other> others = new ArrayList<>();
    final List<Story.Step> steps;
    final boolean hasTimes;
    final boolean isNanoseconds;
    /** Whether times are the places of the database's timestamps, twice, so that a point takes room. */
    final boolean byTimestamps;
    /** What the places of the database's timestamps are called. */
    final Map<Long, String> timestampNames = new HashMap<>();
    /** How many transactions of the minimal history are not shown. */
    final int left;

    private final History source;
    private final int[] places;
    private final TimestampPlaces timestamps;

    Timeline(Finding finding) {
        this.source = finding.minimal().source();
        this.byTimestamps = finding.story().isByTimestamps()
                && finding.minimal().anomaly().kind() != AnomalyKind.COMMIT_AGAINST_TIME;
        this.hasTimes = source.hasRealTime() || byTimestamps;
        this.isNanoseconds = hasTimes && !byTimestamps && new Names(source).isNanoseconds();
        this.steps = finding.story().cycle();
        History minimal = finding.minimal().history();
        List<Integer> wanted = wanted(finding, minimal);
        int[] originals = finding.minimal().originals();
        if (byTimestamps) {
            wanted.removeIf(t -> !minimal.isCommitted(t));
        }
        this.places = hasTimes ? null : places(source);
        this.timestamps = byTimestamps
                ? new TimestampPlaces(
                        source, wanted.stream().map(t -> originals[t]).toList())
                : null;
        wanted.forEach(t -> nameTimestamps(originals[t]));
        Operations operations = new Operations(finding);
        Names names = new Names(minimal);
        wanted.sort(Comparator.comparingLong(t -> begin(originals[t])));
        Map<Integer, Integer> rows = new LinkedHashMap<>();
        int shown = 0;
        for (int t : wanted) {
            int original = originals[t];
            int lane = lane(original);
            if (!rows.containsKey(lane) && rows.size() == MOST_SESSIONS) {
                continue;
            }
            int row = rows.computeIfAbsent(lane, each -> rows.size());
            if (row == sessions.size()) {
                sessions.add(source.sessionName(source.session(original)));
            }
            shown++;
            bars.add(new Bar(
                    t,
                    row,
                    names.transaction(t),
                    minimal.status(t),
                    begin(original),
                    end(original),
                    operations.telling(t)));
        }
        this.left = minimal.transactions() - shown;
        if (byTimestamps) {
            return;
        }
        Set<Integer> known = new HashSet<>();
        wanted.forEach(t -> known.add(originals[t]));
        for (int t : wanted) {
            Integer row = rows.get(source.session(originals[t]));
            if (row != null) {
                neighbours(originals[t], row, known);
            }
        }
    }

    /** Those of the graph first; all others only if the anomaly needs them. */
    private static List<Integer> wanted(Finding finding, History minimal) {
        List<Integer> wanted = new ArrayList<>();
        for (AnomalyGraph.Node node : AnomalyGraph.of(finding).nodes()) {
            if (node.transaction() > 0 && wanted.size() < MOST_BARS) {
                wanted.add(node.transaction());
            }
        }
        boolean all = finding.minimal().isMinimal();
        for (int t = 1; all && t <= minimal.transactions() && wanted.size() < MOST_BARS; t++) {
            if (!wanted.contains(t)) {
                wanted.add(t);
            }
        }
        return wanted;
    }

    /** For each transaction its place in the input. */
    private static int[] places(History history) {
        int[] places = new int[history.transactions() + 1];
        for (int place = 0; place < history.transactions(); place++) {
            places[history.arrival(place)] = place;
        }
        return places;
    }

    private int lane(int original) {
        return byTimestamps ? original : source.session(original);
    }

    private void nameTimestamps(int original) {
        if (byTimestamps) {
            Names names = new Names(source);
            timestampNames.put(2 * timestamps.start(original), names.start(original));
            timestampNames.put(2 * timestamps.commit(original), names.commit(original));
        }
    }

    private long begin(int original) {
        if (byTimestamps) {
            return 2 * Math.min(timestamps.start(original), timestamps.commit(original));
        }
        return hasTimes ? source.begin(original) : places[original];
    }

    private long end(int original) {
        if (byTimestamps) {
            long start = timestamps.start(original);
            long commit = timestamps.commit(original);
            return 2 * Math.max(start, commit) + (start == commit ? 1 : 0);
        }
        return hasTimes ? source.end(original) : places[original] + 1L;
    }

    /** The transactions before and after one in its session: at least the next on each side, others while they are in time. */
    private void neighbours(int original, int row, Set<Integer> known) {
        long from = bars.stream().mapToLong(Bar::begin).min().orElse(0);
        long to = bars.stream()
                .mapToLong(bar -> bar.isOpen() ? bar.begin() : bar.end())
                .max()
                .orElse(0);
        int session = source.session(original);
        Names names = new Names(source);
        for (int way = -1; way <= 1; way += 2) {
            for (int i = 1; i <= NEIGHBOURS_EACH_WAY; i++) {
                int t = original + way * i;
                boolean inSession = t >= source.firstTransaction(session) && t < source.firstTransaction(session + 1);
                boolean inTime = inSession && begin(t) <= to && end(t) >= from;
                if (!inSession || (i > 1 && !inTime) || others.size() >= MOST_OTHERS) {
                    break;
                }
                if (known.add(t)) {
                    others.add(new Other(row, names.transaction(t), source.status(t), begin(t), end(t)));
                }
            }
        }
    }
}
