package org.isolde.run.certificate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;

/**
 * Which rows of a log a snapshot sees, and in which versions.
 *
 * <p>Rows are many and live shortly, so they are found by when they lived: transactions are ranked by their numbers, and each row
 * is in the list of every stretch of {@value #STRETCH} ranks from its birth to its death. A row that a snapshot sees was born by
 * then, and what deleted it is not seen, or is the transaction itself: so it lived somewhere between the first number that the
 * snapshot may not have seen and the last that it has.
 */
public final class VisibleRows {
    private static final int STRETCH = 64;

    /** All numbers, ascending. */
    private final long[] numbers;

    private final List<List<List<ChangeLog.Change>>> stretches = new ArrayList<>();

    public VisibleRows(ChangeLog log) {
        numbers = log.entries().stream()
                .mapToLong(ChangeLog.Entry::number)
                .sorted()
                .toArray();
        for (int s = 0; s <= numbers.length / STRETCH; s++) {
            stretches.add(new ArrayList<>());
        }
        for (List<ChangeLog.Change> row : log.rows().values()) {
            int birth = rank(row.get(0).entry().number());
            ChangeLog.Change end = row.get(row.size() - 1);
            int death = end.isDeletion() ? rank(end.entry().number()) : numbers.length;
            // the order of commits is not that of numbers
            for (int s = Math.min(birth, death) / STRETCH; s <= Math.max(birth, death) / STRETCH; s++) {
                stretches.get(s).add(row);
            }
        }
    }

    /** How many numbers are smaller than one. */
    private int rank(long number) {
        int place = Arrays.binarySearch(numbers, number);
        return place < 0 ? -place - 1 : place;
    }

    /**
     * The changes that made what a snapshot sees of each row that is alive for it.
     *
     * @param own the number of the transaction itself, whose changes are not looked at
     */
    public List<ChangeLog.Change> of(RowSnapshot snapshot, long own) {
        // what the transaction itself deleted later was there as well
        int from = own == RowMark.NONE ? rank(snapshot.upTo()) : Math.min(rank(snapshot.upTo()), rank(own));
        for (long excepted : snapshot.but()) {
            from = Math.min(from, rank(excepted));
        }
        Set<List<ChangeLog.Change>> rows = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int s = from / STRETCH; s <= rank(snapshot.upTo()) / STRETCH; s++) {
            rows.addAll(stretches.get(s));
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
