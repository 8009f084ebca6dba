package org.isolde.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The transactions of a story over time, in letters: a row a session, a bar a transaction. The begins and ends are in their
 * order, and as far apart as their names need. Time is the clients' clock, or the database's timestamps if the story is about
 * these alone; then each transaction has a row of its own, for those of a session may overlap.
 */
final class TimeLineText {
    private static final int ROOM = TextLayout.WIDTH - 4;
    private static final int SHORTEST_STEP = 3;

    private TimeLineText() {}

    /** What goes from left to right. */
    static String title(Story story) {
        return byTimestamps(story)
                ? " (starts and commits by the database's timestamps, not to scale)"
                : " (time goes right, not to scale)";
    }

    private static boolean byTimestamps(Story story) {
        return story.isByTimestamps()
                && story.transactions().stream().allMatch(transaction -> transaction.beginTime() == null);
    }

    /** A transaction and where it begins and ends. */
    private record Bar(Story.Transaction transaction, long from, long to) {
        static Bar of(Story.Transaction transaction, boolean byTimestamps) {
            if (byTimestamps) {
                Story.Timestamps given = transaction.timestamps();
                // one that starts after its commit is shown from the one to the other all the same
                return given == null
                        ? null
                        : new Bar(
                                transaction,
                                Math.min(given.startPlace(), given.commitPlace()),
                                Math.max(given.startPlace(), given.commitPlace()));
            }
            return transaction.beginTime() == null
                    ? null
                    : new Bar(
                            transaction,
                            transaction.beginTime(),
                            transaction.endTime() == null ? Long.MAX_VALUE : transaction.endTime());
        }

        boolean isOpen() {
            return to == Long.MAX_VALUE;
        }
    }

    /** The rows; none if the history has no times, or if they don't fit. */
    static List<String> of(Story story) {
        boolean byTimestamps = byTimestamps(story);
        List<Bar> bars = new ArrayList<>();
        TreeSet<Long> times = new TreeSet<>();
        int longestName = 0;
        int longestRow = 0;
        for (Story.Transaction transaction : story.transactions()) {
            Bar bar = Bar.of(transaction, byTimestamps);
            if (bar == null) {
                if (byTimestamps) {
                    // what was rolled back has no timestamps
                    continue;
                }
                return List.of();
            }
            bars.add(bar);
            times.add(bar.from());
            times.add(bar.to());
            longestName =
                    Math.max(longestName, TextLayout.visible(transaction.name()).length());
            longestRow = Math.max(longestRow, row(transaction, byTimestamps).length());
        }
        if (bars.size() < 2) {
            return List.of();
        }
        int step = Math.max(SHORTEST_STEP, longestName + 3);
        while (step > SHORTEST_STEP && longestRow + 2 + step * times.size() > ROOM) {
            step--;
        }
        int width = step * times.size();
        if (longestRow + 2 + width > ROOM || step < longestName + 2 && times.size() > 2 * bars.size()) {
            return List.of();
        }
        Map<String, StringBuilder> rows = new LinkedHashMap<>();
        for (Bar bar : bars) {
            StringBuilder row = rows.computeIfAbsent(
                    row(bar.transaction(), byTimestamps), name -> new StringBuilder(" ".repeat(width)));
            int from = times.headSet(bar.from()).size() * step;
            int to = times.headSet(bar.to()).size() * step;
            String name = TextLayout.visible(bar.transaction().name());
            draw(row, from, Math.max(to, from + 1), name, bar.isOpen());
        }
        List<String> lines = new ArrayList<>();
        int column = longestRow + 2;
        rows.forEach((name, row) -> lines.add((name + " ".repeat(column - name.length()) + row).stripTrailing()));
        return lines;
    }

    private static String row(Story.Transaction transaction, boolean byTimestamps) {
        return byTimestamps
                ? TextLayout.visible(transaction.name()) + ", session " + TextLayout.visible(transaction.session())
                : "session " + TextLayout.visible(transaction.session());
    }

    /** A bar such as {@code |--T17--|}, or with {@code ...} at its end if that is not known. */
    private static void draw(StringBuilder row, int from, int to, String name, boolean open) {
        for (int i = from; i <= to && i < row.length(); i++) {
            row.setCharAt(i, i == from || i == to && !open ? '|' : open && i > to - 3 ? '.' : '-');
        }
        int start = from + Math.max(1, (to - from - name.length() + 1) / 2);
        if (start + name.length() <= to) {
            row.replace(start, start + name.length(), name);
        }
    }
}
