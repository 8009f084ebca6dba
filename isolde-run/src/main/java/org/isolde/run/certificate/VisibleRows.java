package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.run.rows.RowSnapshot;

/**
 * Which rows of a log a snapshot sees, and in which versions.
 *
 * <p>Rows are many and live shortly, so they are found by the numbers between which they lived: each is in the list of every
 * stretch of {@value #STRETCH} numbers from its birth to its death. A row that a snapshot sees was born by then, and what
 * deleted it is not seen: so it lived somewhere between the first number that the snapshot may not have seen and the last that
 * it has.
 */
public final class VisibleRows {
    private static final int STRETCH = 64;

    private final Map<Long, List<List<ChangeLog.Change>>> stretches = new HashMap<>();
    private final long last;

    public VisibleRows(ChangeLog log) {
        last = log.entries().stream().mapToLong(ChangeLog.Entry::number).max().orElse(0);
        for (List<ChangeLog.Change> row : log.rows().values()) {
            long birth = row.get(0).entry().number();
            ChangeLog.Change end = row.get(row.size() - 1);
            long death = end.isDeletion() ? end.entry().number() : last;
            // the order of commits is not that of numbers
            for (long s = Math.min(birth, death) / STRETCH; s <= Math.max(birth, death) / STRETCH; s++) {
                stretches.computeIfAbsent(s, none -> new ArrayList<>()).add(row);
            }
        }
    }

    /**
     * The changes that made what a snapshot sees of each row that is alive for it.
     *
     * @param own the number of the transaction itself, whose changes are not looked at
     */
    public List<ChangeLog.Change> of(RowSnapshot snapshot, long own) {
        long upTo = Math.min(snapshot.upTo(), last);
        long from = upTo;
        for (long excepted : snapshot.but()) {
            from = Math.min(from, excepted);
        }
        Set<List<ChangeLog.Change>> rows = new LinkedHashSet<>();
        for (long s = from / STRETCH; s <= upTo / STRETCH; s++) {
            rows.addAll(stretches.getOrDefault(s, List.of()));
        }
        List<ChangeLog.Change> seen = new ArrayList<>();
        for (List<ChangeLog.Change> row : rows) {
            int place = place(row, snapshot, own);
            if (place >= 0 && !row.get(place).isDeletion()) {
                seen.add(row.get(place));
            }
        }
        return seen;
    }

    /** The place of the last change of a row that a snapshot sees; -1 if it sees none. */
    public static int place(List<ChangeLog.Change> row, RowSnapshot snapshot, long own) {
        for (int i = row.size() - 1; i >= 0; i--) {
            long number = row.get(i).entry().number();
            if (number != own && snapshot.sees(number)) {
                return i;
            }
        }
        return -1;
    }
}
