package org.isolde.report.timeline;

import java.util.List;
import java.util.TreeSet;

/**
 * Where times are on the paper. To scale, if every bar then has the room that it needs; else the begins and ends keep their
 * order, and the distances between them are what the bars need.
 *
 * <p>Invariant: a later time is never left of an earlier one.
 */
final class TimeAxis {
    /** A bar that needs room. */
    record Need(long begin, long end, double width) {}

    private static final double SMALLEST_STEP = 30;
    /** Shorter no axis is. */
    private static final double LEAST = 600;

    /** As wide as this the axis may become so as to stay to scale. */
    private static final double WIDEST_TO_SCALE = 900;

    private final long[] times;
    private final double[] at;
    private final boolean toScale;

    TimeAxis(List<Need> needs, List<Long> furtherTimes) {
        TreeSet<Long> all = new TreeSet<>(furtherTimes);
        for (Need need : needs) {
            all.add(need.begin());
            all.add(need.end());
        }
        this.times = all.stream().mapToLong(each -> each).toArray();
        this.at = new double[times.length];
        double span = times[times.length - 1] - (double) times[0];
        double widthOfAll = 0;
        for (Need need : needs) {
            widthOfAll = Math.max(widthOfAll, need.width() * span / Math.max(1e-9, need.end() - (double) need.begin()));
        }
        this.toScale = widthOfAll <= WIDEST_TO_SCALE;
        if (toScale) {
            for (int i = 1; i < times.length; i++) {
                at[i] = (times[i] - (double) times[0]) / span * Math.max(widthOfAll, LEAST);
            }
        } else {
            spread(needs);
        }
    }

    private void spread(List<Need> needs) {
        double[] step = new double[times.length];
        java.util.Arrays.fill(step, SMALLEST_STEP);
        step[0] = 0;
        List<Need> shortestFirst = needs.stream()
                .sorted(java.util.Comparator.comparingInt(need -> place(need.end()) - place(need.begin())))
                .toList();
        for (Need need : shortestFirst) {
            int from = place(need.begin());
            int to = place(need.end());
            double width = 0;
            for (int i = from + 1; i <= to; i++) {
                width += step[i];
            }
            for (int i = from + 1; i <= to && width < need.width(); i++) {
                step[i] += (need.width() - width) / (to - from);
            }
        }
        double sum = java.util.Arrays.stream(step).sum();
        double stretch = Math.max(1, LEAST / sum);
        for (int i = 1; i < step.length; i++) {
            at[i] = at[i - 1] + step[i] * stretch;
        }
    }

    private int place(long time) {
        return java.util.Arrays.binarySearch(times, time);
    }

    /** Whether distances are in proportion. */
    boolean isToScale() {
        return toScale;
    }

    double width() {
        return at[at.length - 1];
    }

    double x(long time) {
        int place = place(time);
        if (place >= 0) {
            return at[place];
        }
        int after = -place - 1;
        if (after == 0) {
            return 0;
        }
        if (after == times.length) {
            return width();
        }
        double share = (time - (double) times[after - 1]) / (times[after] - (double) times[after - 1]);
        return at[after - 1] + share * (at[after] - at[after - 1]);
    }
}
