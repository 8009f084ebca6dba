package org.isolde.check.lin;

import java.util.Arrays;
import org.isolde.check.budget.Budget;

/**
 * The states that a search for a linearization has been in, so that it does not enter one again, nor one that can do no
 * more than an earlier one could.
 *
 * <p>A state is the frontier (the number of operations that are behind it), the current value, a bit for each slot that
 * says whether the open operation there has been linearized, another one that says whether it is a write for which there
 * was a place (see {@link Search}), and the used operations of each class. Its size depends on how many
 * operations are open at once, not on the length of the history. Once a state has failed, it is known what it was that had
 * been used and was missing, and no more is remembered.
 *
 * <p>Invariant: entry {@code e} is at {@code stride * (e & mask)} of its page; the entries of a bucket hang together, from
 * {@code bucket}, by numbers one greater than theirs, 0 at the end.
 */
final class SearchMemory {
    private static final int PAGE_BITS = 14;
    private static final int PAGE = 1 << PAGE_BITS;

    private final int words;
    private final int stride;
    private final UsedClasses classes;
    private final Budget budget;
    private long[][] pages = new long[4][];
    private int[] bucket = new int[1 << 10];
    private int size;

    SearchMemory(int words, UsedClasses classes, Budget budget) {
        this.words = words;
        this.stride = 2 + 2 * words;
        this.classes = classes;
        this.budget = budget;
    }

    int size() {
        return size;
    }

    /**
     * Adds a state, unless an earlier one could do all that it can: the same frontier and value; the same operations
     * linearized whose effects matter (compare-and-sets); at least the same other ones linearized, writes that have a place
     * being better than linearized ones; and of every class as much used as the failure of the earlier one needs.
     *
     * @return the number of the new entry, from 0; or of an earlier one plus one, as a negative number
     */
    int add(SearchState state) {
        long[] done = state.done;
        long head = ((long) state.frontier << 32) | ((long) state.value << 1);
        long hash = head * 0x9E3779B97F4A7C15L;
        // one in which more is possible covers one in which the value has to be noticed, but not the other way round
        long free = state.isUnnoticed ? 1 : 0;
        for (int w = 0; w < words; w++) {
            hash = (hash ^ (hash >>> 29) ^ (done[w] & state.exact[w])) * 0xBF58476D1CE4E5B9L;
        }
        hash ^= hash >>> 32;
        int at = (int) hash & (bucket.length - 1);
        for (int e = bucket[at]; e != 0; ) {
            long[] page = pages[(e - 1) >>> PAGE_BITS];
            int offset = ((e - 1) & (PAGE - 1)) * stride;
            if ((page[offset] & ~free) == head && covers(page, offset, state)) {
                return -e;
            }
            e = (int) page[offset + 1];
        }
        int offset = room();
        long[] page = pages[size >>> PAGE_BITS];
        page[offset] = head | free;
        page[offset + 1] = ((long) state.used << 32) | bucket[at];
        for (int w = 0; w < words; w++) {
            page[offset + 2 + w] = done[w];
            page[offset + 2 + words + w] = state.placed[w];
        }
        hashes[size] = (int) hash;
        bucket[at] = ++size;
        if (size > bucket.length) {
            rehash();
        }
        return size - 1;
    }

    /** What the state must have used for its failure to be certain: all that it had used, until more is known. */
    int reason(int entry) {
        return (int) (pages[entry >>> PAGE_BITS][(entry & (PAGE - 1)) * stride + 1] >>> 32);
    }

    /** Notes down that a state failed, and that any other one like it does that has used as much as this. */
    void failed(int entry, int reason) {
        long[] page = pages[entry >>> PAGE_BITS];
        int at = (entry & (PAGE - 1)) * stride + 1;
        page[at] = ((long) reason << 32) | (page[at] & 0xFFFFFFFFL);
    }

    private boolean covers(long[] page, int offset, SearchState state) {
        for (int w = 0; w < words; w++) {
            long knownDone = page[offset + 2 + w];
            long knownPlaced = page[offset + 2 + words + w];
            long different = knownDone ^ state.done[w];
            long others = ~(state.exact[w] | state.writes[w]);
            if ((different & state.exact[w]) != 0
                    || (state.done[w] & ~knownDone & others) != 0
                    || ((different | state.placed[w]) & ~knownPlaced & state.writes[w]) != 0) {
                return false;
            }
        }
        return classes.isWithin((int) (page[offset + 1] >>> 32), state.used);
    }

    /** The low halves of the hashes of all entries, for when the buckets grow. */
    private int[] hashes = new int[PAGE];

    private int room() {
        int page = size >>> PAGE_BITS;
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, page * 2);
        }
        if (pages[page] == null) {
            budget.claim(bytes() + 8L * stride * PAGE);
            pages[page] = new long[stride * PAGE];
        }
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, size * 2);
        }
        return (size & (PAGE - 1)) * stride;
    }

    /** What the states take together. */
    long bytes() {
        long full = (size + PAGE - 1L) >>> PAGE_BITS;
        return 8L * stride * PAGE * full + 4L * bucket.length + 4L * hashes.length + classes.bytes();
    }

    private void rehash() {
        bucket = new int[bucket.length * 2];
        int mask = bucket.length - 1;
        for (int e = 0; e < size; e++) {
            long[] page = pages[e >>> PAGE_BITS];
            int offset = (e & (PAGE - 1)) * stride;
            int at = hashes[e] & mask;
            page[offset + 1] = (page[offset + 1] & 0xFFFFFFFF00000000L) | bucket[at];
            bucket[at] = e + 1;
        }
    }
}
