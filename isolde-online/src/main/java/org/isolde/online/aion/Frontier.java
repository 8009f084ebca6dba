package org.isolde.online.aion;

import java.io.IOException;
import java.util.Arrays;
import java.util.TreeMap;
import org.isolde.online.axiom.Found;
import org.isolde.online.axiom.Overlap;
import org.isolde.online.axiom.Place;
import org.isolde.online.axiom.VersionBlock;

/**
 * The versioned frontier and the ongoing writers of Aion, key by key: each version with the time from its start to its commit. Recent ones are in
 * memory, older ones on disk, in blocks under {@code v}, the key and the commit timestamp of the first of them; they are read back for
 * whoever comes late enough to need them.
 */
final class Frontier {
    /** How many versions from its start on a transaction's commit is looked for before all others. */
    private static final int NEAR = 8;

    private final Sessions sessions;
    private final OldBlocks old;
    private final Watermark watermark;
    /** How many versions a block in memory holds before it is parted. */
    private final int capacity;

    private final Place lowest = new Place();

    /** Where a transaction starts among a key's versions, as {@link #overlaps} has found: its commit is mostly near. */
    private KeyChain startsOf;

    private int startsIn;
    private int startsAt;

    Frontier(DiskMap disk, Sessions sessions, Values values, Watermark watermark, int capacity) {
        this.watermark = watermark;
        this.capacity = capacity;
        this.old = new OldBlocks(disk, sessions, values);
        this.sessions = sessions;
    }

    /** The blocks that are on disk. */
    OldBlocks old() {
        return old;
    }

    // ---- looking

    /** Finds the last version before a place: above the watermark, or of a read that is open. */
    void find(KeyChain chain, Place place, long initial, Found found) throws IOException {
        int at = chain.blockBefore(place);
        if (at >= 0) {
            found.entry(chain.blocks[at], chain.before(at, place) - 1);
            return;
        }
        if (!chain.spilled) {
            found.initial(initial);
            return;
        }
        OldBlocks.Located located = old.floor(chain, place.physical, place.logical);
        while (located != null) {
            int before = located.block().before(place);
            if (before > 0) {
                found.entry(located.block(), before - 1);
                return;
            }
            located = old.lower(chain, located.key());
        }
        found.initial(initial);
    }

    /** Whether the versions before a place, all of them in order, are the first so many elements of a list. */
    boolean matches(KeyChain chain, Place place, long[] list, int length) throws IOException {
        return length == match(chain, place, list, length);
    }

    /** All versions before a place, in order. */
    long[] list(KeyChain chain, Place place) throws IOException {
        long[] all = new long[16];
        int size = 0;
        if (chain.spilled) {
            for (OldBlocks.Located at = old.first(chain); at != null; at = old.higher(chain, at.key())) {
                all = appended(all, size, at.block(), place);
                size += at.block().before(place);
            }
        }
        for (int i = 0; i < chain.blockCount; i++) {
            all = appended(all, size, chain.blocks[i], place);
            size += chain.blocks[i].before(place);
        }
        return Arrays.copyOf(all, size);
    }

    private static long[] appended(long[] all, int size, VersionBlock block, Place place) {
        int more = block.before(place);
        long[] room = size + more > all.length ? Arrays.copyOf(all, Math.max(size + more, all.length * 2)) : all;
        for (int i = 0; i < more; i++) {
            room[size + i] = block.value(i);
        }
        return room;
    }

    /** How many elements are right; -1 if one is not. */
    private int match(KeyChain chain, Place place, long[] list, int length) throws IOException {
        int next = 0;
        if (chain.spilled) {
            for (OldBlocks.Located at = old.first(chain); at != null && next >= 0; at = old.higher(chain, at.key())) {
                next = at.block().match(place, list, length, next);
            }
        }
        for (int i = 0; i < chain.blockCount && next >= 0; i++) {
            next = chain.blocks[i].match(place, list, length, next);
        }
        return next;
    }

    /**
     * Counts the transactions that overlap one that writes the key.
     *
     * @param from where it starts
     * @param commit where it commits
     * @param visitor is told of the first so many
     */
    long overlaps(KeyChain chain, Place from, Place commit, int most, Overlap.Visitor visitor) throws IOException {
        // whether what committed below the watermark is still there must not matter
        Place start = watermark.isAbove(from.physical)
                ? lowest.set(watermark.mark(), Long.MIN_VALUE, Place.COMMIT, from.session, -1)
                : from;
        Overlap overlap = new Overlap(start, commit, chain.longest, most, visitor);
        if (!chain.isResident(start.physical, start.logical)) {
            OldBlocks.Located at = old.floor(chain, start.physical, start.logical);
            if (at == null) {
                at = old.first(chain);
            }
            for (; at != null && !overlap.isOver(at.block()); at = old.higher(chain, at.key())) {
                overlap.count(at.block());
            }
        }
        int at = Math.max(0, chain.blockBefore(start));
        int first = at < chain.blockCount ? chain.before(at, start) : 0;
        startsOf = chain;
        startsIn = at;
        startsAt = first;
        for (; at < chain.blockCount && !overlap.isOver(chain.blocks[at]); at++, first = 0) {
            overlap.count(chain.blocks[at], first);
        }
        return overlap.count();
    }

    // ---- adding

    /** Where a version was put. */
    private VersionBlock lastBlock;

    private int lastIndex;
    /** Which of the blocks in memory it is; -1 if it is an old one. */
    private int lastBlockAt;

    /**
     * Adds what a transaction wrote to a key, not below the watermark.
     *
     * @param values its writes; of a register only the last counts
     */
    void insert(KeyChain chain, long start, long startLogical, Place commit, long[] values, int from, int to, long now)
            throws IOException {
        int near = nearStart(chain, commit);
        VersionBlock block = near >= 0 ? chain.blocks[lastBlockAt] : blockFor(chain, commit);
        int at = near >= 0 ? near : block.before(commit);
        lastBlock = block;
        chain.blockBytes -= block.bytes();
        lastIndex = at + to - from - 1;
        for (int i = from; i < to; i++) {
            block.insert(
                    at + i - from,
                    start,
                    startLogical,
                    commit.physical,
                    commit.logical,
                    values[i],
                    commit.session,
                    commit.seq,
                    i > from);
        }
        chain.blockBytes += block.bytes();
        if (at == 0 && lastBlockAt >= 0) {
            chain.begins(lastBlockAt);
        }
        block.touched = now;
        chain.changed = true;
        long span = commit.physical - start;
        chain.longest = Math.max(chain.longest, span < 0 ? Long.MAX_VALUE : span);
    }

    /** Where in a block a commit belongs, if that is near the start, in a block that has room; else -1. */
    private int nearStart(KeyChain chain, Place commit) {
        boolean known = startsOf == chain && startsIn < chain.blockCount;
        startsOf = null;
        if (!known || !chain.isResident(commit.physical, commit.logical)) {
            return -1;
        }
        VersionBlock block = chain.blocks[startsIn];
        int at = startsAt;
        int end = Math.min(block.count, at + NEAR);
        while (at < end && block.compare(at, commit) < 0) {
            at++;
        }
        boolean isLast = at == block.count && startsIn == chain.blockCount - 1;
        if (block.count >= capacity || (at == end && !isLast)) {
            return -1;
        }
        lastBlockAt = startsIn;
        return at;
    }

    private VersionBlock blockFor(KeyChain chain, Place commit) throws IOException {
        lastBlockAt = -1;
        if (!chain.isResident(commit.physical, commit.logical)) {
            return oldBlockFor(chain, commit);
        }
        int at = chain.blockBefore(commit);
        if (at + 1 < chain.blockCount && chain.blocks[at + 1].compareCommit(0, commit.physical, commit.logical) == 0) {
            at++;
        }
        if (at < 0) {
            at = 0;
            if (chain.blockCount == 0) {
                chain.insertBlock(0, chain.newBlock(sessions));
                chain.blockBytes += chain.blocks[0].bytes();
            }
        }
        VersionBlock block = chain.blocks[at];
        if (block.count >= capacity) {
            VersionBlock rest = block.split(at == chain.blockCount - 1);
            if (rest != null) {
                chain.insertBlock(at + 1, rest);
                chain.blockBytes += rest.bytes();
                at += rest.compareCommit(0, commit.physical, commit.logical) <= 0 ? 1 : 0;
            }
        }
        lastBlockAt = at;
        return chain.blocks[at];
    }

    private VersionBlock oldBlockFor(KeyChain chain, Place commit) throws IOException {
        if (chain.old == null) {
            chain.old = new TreeMap<>(Arrays::compareUnsigned);
        }
        OldBlocks.Located located = old.floor(chain, commit.physical, commit.logical);
        if (located == null) {
            VersionBlock first = new VersionBlock(sessions);
            chain.blockBytes += first.bytes();
            chain.old.put(old.blockKey(chain, commit.physical, commit.logical), first);
            return first;
        }
        VersionBlock block = located.block();
        if (chain.old.put(located.key(), block) == null) {
            chain.blockBytes += block.bytes();
        }
        if (block.count >= 2 * capacity) {
            VersionBlock rest = block.split(false);
            if (rest != null) {
                chain.old.put(old.blockKey(chain, rest.commit(0), rest.commitLogical(0)), rest);
                chain.blockBytes += rest.bytes();
                return rest.compareCommit(0, commit.physical, commit.logical) <= 0 ? rest : block;
            }
        }
        return block;
    }

    /** Sets a place to the version behind the one that was added last; false if there is none. */
    boolean successor(KeyChain chain, Place place) throws IOException {
        if (lastIndex + 1 < lastBlock.count) {
            entryPlace(lastBlock, lastIndex + 1, place);
            return true;
        }
        long physical = lastBlock.commit(lastIndex);
        long logical = lastBlock.commitLogical(lastIndex);
        if (!chain.isResident(physical, logical)) {
            OldBlocks.Located next = old.higher(chain, old.blockKey(chain, physical, logical));
            if (next != null) {
                entryPlace(next.block(), 0, place);
                return true;
            }
            if (chain.blockCount > 0) {
                entryPlace(chain.blocks[0], 0, place);
            }
            return chain.blockCount > 0;
        }
        if (lastBlockAt + 1 < chain.blockCount) {
            entryPlace(chain.blocks[lastBlockAt + 1], 0, place);
            return true;
        }
        return false;
    }

    private static void entryPlace(VersionBlock block, int i, Place place) {
        place.set(
                block.commit(i),
                block.commitLogical(i),
                block.isPoint(i) ? Place.POINT : Place.COMMIT,
                block.session(i),
                block.seq(i));
    }

    /** Visits the other transactions with the commit timestamp of the one that was added last. */
    void sameCommit(Overlap.Visitor visitor) throws IOException {
        lastBlock.sameCommit(lastIndex, visitor);
    }
}
