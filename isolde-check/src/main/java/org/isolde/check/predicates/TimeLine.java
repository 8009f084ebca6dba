package org.isolde.check.predicates;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.RowMatcher;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.Segment;

/**
 * The changers of one condition after the other, in the order of {@link Visibility}: what a snapshot saw of them is a beginning,
 * and a few behind that. Rows that a transaction without a number wrote are on no time line.
 */
final class TimeLine implements Changers.Sink {
    private final VersionChains chains;
    private final Visibility visibility;
    private final boolean[] isTimeless;
    private boolean anyTimeless;
    private final TimeSort sort = new TimeSort();

    private int size;
    /** Twice the place of the writer, plus one if a row begins to match; how many rows match before each. */
    private long[] time = new long[16];

    private int[] version = new int[16];
    private int[] matching = new int[17];
    /** Rows with changers that are on no time line: each at least once. */
    private final IntList timeless = new IntList();

    TimeLine(Facts facts, Visibility visibility) {
        this.chains = facts.chains();
        this.visibility = visibility;
        this.isTimeless = new boolean[facts.history.keys()];
        for (int v = 0; v < chains.size(); v++) {
            if (facts.history.rows().number(chains.writer(v)) == Segment.NO_ID) {
                isTimeless[chains.key(v)] = true;
                anyTimeless = true;
            }
        }
    }

    /** Whether a row is on no time line. */
    boolean isTimeless(int key) {
        return isTimeless[key];
    }

    /** Makes it that of other changers. */
    void make(int table, int condition, RowMatcher matcher, Changers.Finder finder) {
        size = 0;
        timeless.clear();
        finder.find(table, condition, matcher, this);
        sort.sort(time, version, size);
        if (matching.length <= size) {
            matching = new int[time.length + 1];
        }
        for (int i = 0; i < size; i++) {
            matching[i + 1] = matching[i] + (begins(i) ? 1 : -1);
        }
    }

    @Override
    public void add(int changer, boolean begins) {
        if (anyTimeless && isTimeless[chains.key(changer)]) {
            timeless.add(chains.key(changer));
            return;
        }
        if (size == time.length) {
            time = Arrays.copyOf(time, size * 2);
            version = Arrays.copyOf(version, size * 2);
        }
        time[size] = (long) visibility.placeOfVersion(changer) << 1 | (begins ? 1 : 0);
        version[size++] = changer;
    }

    int size() {
        return size;
    }

    int version(int index) {
        return version[index];
    }

    /** Whether a row begins to match. */
    boolean begins(int index) {
        return (time[index] & 1) != 0;
    }

    int place(int index) {
        return (int) (time[index] >> 1);
    }

    /** How many of its rows match before a changer. */
    int matchingBefore(int index) {
        return matching[index];
    }

    /** The first changer whose writer stands at a place or behind it. */
    int from(int wanted) {
        int below = 0;
        int above = size;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (place(middle) < wanted) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below;
    }

    /** Rows with changers that are on no time line. */
    IntList timeless() {
        return timeless;
    }
}
