package org.isolde.online.axiom;

import java.io.IOException;

/**
 * NOCONFLICT: counts the versions of a key whose writers overlap a transaction that writes it too. A writer overlaps it that commits behind its start, and
 * starts before its commit; one that commits at its very start does not.
 */
public final class Overlap {
    /** Who is told of versions. */
    public interface Visitor {
        void visit(int session, long seq) throws IOException;
    }

    private final Place start;
    private final Place commit;
    private final long limit;
    private final int most;
    private final Visitor visitor;
    private long count;

    /**
     * @param start where the transaction looks at versions
     * @param commit where it commits
     * @param longest the longest time from start to commit of any version
     * @param most how many the visitor is told of
     */
    public Overlap(Place start, Place commit, long longest, int most, Visitor visitor) {
        this.start = start;
        this.commit = commit;
        long latest = commit.physical + longest;
        this.limit = latest < commit.physical ? Long.MAX_VALUE : latest;
        this.most = most;
        this.visitor = visitor;
    }

    /** Whether no version from this block on started before the commit. */
    public boolean isOver(VersionBlock block) {
        return block.commit(0) > limit;
    }

    /** Counts those of a block; each pair once, so it must not hold the transaction's own versions. */
    public void count(VersionBlock block) throws IOException {
        count(block, block.before(start));
    }

    /** Counts those of a block from one on, before which all are before the start. */
    public void count(VersionBlock block, int from) throws IOException {
        for (int i = from; i < block.count && block.commit(i) <= limit; i++) {
            if (!block.isContinued(i) && (block.compare(i, commit) < 0 || !isAfterCommit(block, i))) {
                if (count++ < most) {
                    visitor.visit(block.session(i), block.seq(i));
                }
            }
        }
    }

    /** Whether an entry that commits later starts later, too. */
    private boolean isAfterCommit(VersionBlock block, int i) {
        return block.isPoint(i)
                ? block.compare(i, commit) > 0
                : block.compareStart(i, commit.physical, commit.logical) >= 0;
    }

    /** How many there were. */
    public long count() {
        return count;
    }
}
