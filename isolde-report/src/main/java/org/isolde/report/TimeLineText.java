package org.isolde.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The transactions of a story over time, in letters: a row a session, a bar a transaction. The begins and ends are in their
 * order, and as far apart as their names need.
 */
final class TimeLineText {
    private static final int ROOM = TextLayout.WIDTH - 4;
    private static final int SHORTEST_STEP = 3;

    private TimeLineText() {}

    /** The rows; none if the history has no times, or if they don't fit. */
    static List<String> of(Story story) {
        TreeSet<Long> times = new TreeSet<>();
        int longestName = 0;
        int longestSession = 0;
        for (Story.Transaction transaction : story.transactions()) {
            if (transaction.beginTime() == null) {
                return List.of();
            }
            times.add(transaction.beginTime());
            times.add(end(transaction));
            longestName =
                    Math.max(longestName, TextLayout.visible(transaction.name()).length());
            longestSession = Math.max(longestSession, session(transaction).length());
        }
        if (story.transactions().size() < 2) {
            return List.of();
        }
        int step = Math.max(SHORTEST_STEP, longestName + 3);
        while (step > SHORTEST_STEP && longestSession + 2 + step * times.size() > ROOM) {
            step--;
        }
        int width = step * times.size();
        if (longestSession + 2 + width > ROOM
                || step < longestName + 2
                        && times.size() > 2 * story.transactions().size()) {
            return List.of();
        }
        Map<String, StringBuilder> rows = new LinkedHashMap<>();
        for (Story.Transaction transaction : story.transactions()) {
            StringBuilder row =
                    rows.computeIfAbsent(session(transaction), name -> new StringBuilder(" ".repeat(width)));
            int from = times.headSet(transaction.beginTime()).size() * step;
            int to = times.headSet(end(transaction)).size() * step;
            boolean open = transaction.endTime() == null;
            draw(row, from, Math.max(to, from + 1), TextLayout.visible(transaction.name()), open);
        }
        List<String> lines = new ArrayList<>();
        int column = longestSession + 2;
        rows.forEach((session, row) ->
                lines.add((session + " ".repeat(column - session.length()) + row).stripTrailing()));
        return lines;
    }

    private static long end(Story.Transaction transaction) {
        return transaction.endTime() == null ? Long.MAX_VALUE : transaction.endTime();
    }

    private static String session(Story.Transaction transaction) {
        return "session " + TextLayout.visible(transaction.session());
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
