package org.isolde.report.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.Names;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.Story;
import org.isolde.report.graph.AnomalyGraph;
import org.isolde.report.graph.Operations;

/**
 * The transactions of a finding's minimal history when they ran, and their neighbours in the whole history.
 *
 * <p>Invariant: the number of rows and bars is bounded, however large the histories are. Times are the recorded ones; where
 * there are none, a transaction's time is its place in the input.
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
    /** How many transactions of the minimal history are not shown. */
    final int left;

    private final History source;
    private final int[] places;

    Timeline(Finding finding) {
        this.source = finding.minimal().source();
        this.hasTimes = source.hasRealTime();
        this.isNanoseconds = hasTimes && new Names(source).isNanoseconds();
        this.steps = finding.story().cycle();
        History minimal = finding.minimal().history();
        List<Integer> wanted = wanted(finding, minimal);
        int[] originals = finding.minimal().originals();
        this.places = hasTimes ? null : places(source);
        Operations operations = new Operations(finding);
        Names names = new Names(minimal);
        wanted.sort(Comparator.comparingLong(t -> begin(originals[t])));
        Map<Integer, Integer> rows = new LinkedHashMap<>();
        int shown = 0;
        for (int t : wanted) {
            int original = originals[t];
            int session = source.session(original);
            if (!rows.containsKey(session) && rows.size() == MOST_SESSIONS) {
                continue;
            }
            int row = rows.computeIfAbsent(session, each -> rows.size());
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
        rows.keySet().forEach(session -> sessions.add(source.sessionName(session)));
        this.left = minimal.transactions() - shown;
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

    private long begin(int original) {
        return hasTimes ? source.begin(original) : places[original];
    }

    private long end(int original) {
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
