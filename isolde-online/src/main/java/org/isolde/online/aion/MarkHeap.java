package org.isolde.online.aion;

import java.util.ArrayList;
import java.util.List;

/**
 * Marks of sessions, the lowest first.
 *
 * <p>Invariant: a binary heap; each mark knows its place in it, -1 if it is not in it.
 */
final class MarkHeap {
    /** How far a session has come. */
    static final class Mark {
        final int session;
        long physical;
        long logical;
        /** Whether nothing that writes can follow at the very time of the mark. */
        boolean last;
        /** When something that takes part has come of the session last. */
        long came;

        private final int[] at = {-1, -1};

        Mark(int session) {
            this.session = session;
        }

        boolean isBelow(long time, long part) {
            return physical != time ? physical < time : logical < part;
        }

        boolean isAbove(long time, long part) {
            return physical != time ? physical > time : logical > part;
        }

        private boolean isBelow(Mark other) {
            return isBelow(other.physical, other.logical);
        }
    }

    /** Which of the places of a mark are those in this heap. */
    private final int which;

    private final List<Mark> heap = new ArrayList<>();

    MarkHeap(int which) {
        this.which = which;
    }

    int size() {
        return heap.size();
    }

    /** A mark of the heap; the lowest is the first, and those below number n are 2n+1 and 2n+2. */
    Mark get(int at) {
        return heap.get(at);
    }

    boolean contains(Mark mark) {
        return mark.at[which] >= 0;
    }

    void add(Mark mark) {
        mark.at[which] = heap.size();
        heap.add(mark);
        up(mark);
    }

    /** A mark has moved on. */
    void moved(Mark mark) {
        down(mark);
    }

    void remove(Mark mark) {
        Mark last = heap.remove(heap.size() - 1);
        if (last != mark) {
            place(last, mark.at[which]);
            up(last);
            down(last);
        }
        mark.at[which] = -1;
    }

    private void place(Mark mark, int at) {
        heap.set(at, mark);
        mark.at[which] = at;
    }

    private void up(Mark mark) {
        while (mark.at[which] > 0 && mark.isBelow(heap.get((mark.at[which] - 1) / 2))) {
            swap(mark, heap.get((mark.at[which] - 1) / 2));
        }
    }

    private void down(Mark mark) {
        while (true) {
            int left = 2 * mark.at[which] + 1;
            if (left >= heap.size()) {
                return;
            }
            int right = left + 1;
            Mark lower =
                    right < heap.size() && heap.get(right).isBelow(heap.get(left)) ? heap.get(right) : heap.get(left);
            if (!lower.isBelow(mark)) {
                return;
            }
            swap(mark, lower);
        }
    }

    private void swap(Mark one, Mark other) {
        int at = one.at[which];
        place(one, other.at[which]);
        place(other, at);
    }
}
