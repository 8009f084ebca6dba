package org.isolde.check.predicates;

import org.isolde.check.facts.Facts;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.Segment;

/**
 * The changers of one condition after the other, in the order of {@link Visibility}: what a snapshot saw of them is a beginning,
 * and a few behind that. Rows that a transaction without a number wrote are on no time line.
 */
final class TimeLine {
    private final VersionChains chains;
    private final Visibility visibility;
    private final boolean[] isTimeless;
    private final TimeSort sort = new TimeSort();

    private Changers changers;
    private int size;
    /** By number in {@link #changers}; their places; how many rows match before each. */
    private int[] line = {};

    private long[] place = {};
    private int[] matching = {0};
    private final IntList timeless = new IntList();

    TimeLine(Facts facts, Visibility visibility) {
        this.chains = facts.chains();
        this.visibility = visibility;
        this.isTimeless = new boolean[facts.history.keys()];
        for (int v = 0; v < chains.size(); v++) {
            if (facts.history.rows().number(chains.writer(v)) == Segment.NO_ID) {
                isTimeless[chains.key(v)] = true;
            }
        }
    }

    /** Whether a row is on no time line. */
    boolean isTimeless(int key) {
        return isTimeless[key];
    }

    /** Makes it that of other changers. */
    void make(Changers of) {
        changers = of;
        size = 0;
        timeless.clear();
        if (place.length < changers.size()) {
            int room = changers.size() + changers.size() / 2;
            place = new long[room];
            line = new int[room];
            matching = new int[room + 1];
        }
        for (int i = 0; i < changers.size(); i++) {
            int version = changers.version[i];
            if (!isTimeless[chains.key(version)]) {
                place[size] = visibility.placeOfVersion(version);
                line[size++] = i;
            } else if (timeless.size() == 0 || timeless.get(timeless.size() - 1) != chains.key(version)) {
                timeless.add(chains.key(version));
            }
        }
        sort.sort(place, line, size);
        for (int i = 0; i < size; i++) {
            matching[i + 1] = matching[i] + (begins(i) ? 1 : -1);
        }
    }

    int size() {
        return size;
    }

    int version(int index) {
        return changers.version[line[index]];
    }

    /** Whether a row begins to match. */
    boolean begins(int index) {
        return changers.matches[line[index]];
    }

    int place(int index) {
        return (int) place[index];
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
            if (place[middle] < wanted) {
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
