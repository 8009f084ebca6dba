package org.isolde.proof;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Scalars;

/**
 * What the timestamps of a history say, for one of the levels {@code si}, {@code ser} and {@code sser}: who takes part, and
 * whose commit is before whose commit or start.
 *
 * <p>Every event stands at a timestamp; those of one timestamp are ordered by their class, then by the name of the session,
 * then by session order. Under {@code si} the classes are 0 for a commit, 1 for a writer that starts and commits at one
 * timestamp (a point), 2 for a point that only reads, 3 for a start. Under {@code ser} and {@code sser} there are only
 * commits: 0 of writers, 1 of writers that are points, 2 of those that only read.
 */
final class TimestampOrder {
    private static final int START = 3;

    private final History history;
    private final boolean snapshots;
    private final BitSet writers = new BitSet();
    private final int[] sessionRank;

    TimestampOrder(History history, Level level) {
        this.history = history;
        this.snapshots = level == Level.SI;
        this.sessionRank = sessionRanks(history);
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    writers.set(t);
                }
            }
        }
    }

    /** Whether a transaction is committed, and does not start after its commit. */
    boolean takesPart(int transaction) {
        return isCommitted(transaction) && compareStartToCommit(transaction, transaction) <= 0;
    }

    boolean startsAfterCommit(int transaction) {
        return isCommitted(transaction) && compareStartToCommit(transaction, transaction) > 0;
    }

    private boolean isCommitted(int transaction) {
        return transaction > 0 && transaction <= history.transactions() && history.isCommitted(transaction);
    }

    boolean isWriter(int transaction) {
        return writers.get(transaction);
    }

    /** Compares commit timestamps, and nothing else. */
    int compareCommits(int a, int b) {
        int physical = Long.compare(history.commitPhysical(a), history.commitPhysical(b));
        return physical != 0 ? physical : Long.compare(history.commitLogical(a), history.commitLogical(b));
    }

    /** Whether the commit of one transaction is before that of another. */
    boolean commitsBefore(int a, int b) {
        return isBefore(compareCommits(a, b), a, commitClass(a), b, commitClass(b));
    }

    /** Whether the commit of one transaction is before the start of another, which then sees it. */
    boolean isSeenBy(int writer, int reader) {
        if (!snapshots || isPoint(reader)) {
            return commitsBefore(writer, reader);
        }
        return isBefore(-compareStartToCommit(reader, writer), writer, commitClass(writer), reader, START);
    }

    /**
     * The transaction directly before another one in its session, of those that take part, or {@link History#INITIAL} if
     * there is none.
     */
    int sessionPredecessor(int transaction) {
        int first = history.firstTransaction(history.session(transaction));
        for (int t = transaction - 1; t >= first; t--) {
            if (takesPart(t)) {
                return t;
            }
        }
        return History.INITIAL;
    }

    private boolean isBefore(int timestamps, int a, int classOfA, int b, int classOfB) {
        int order = timestamps;
        if (order == 0) {
            order = Integer.compare(classOfA, classOfB);
        }
        if (order == 0) {
            order = Integer.compare(sessionRank[history.session(a)], sessionRank[history.session(b)]);
        }
        return order < 0 || (order == 0 && a < b);
    }

    private int commitClass(int transaction) {
        if (snapshots) {
            return !isPoint(transaction) ? 0 : isWriter(transaction) ? 1 : 2;
        }
        return !isWriter(transaction) ? 2 : isPoint(transaction) ? 1 : 0;
    }

    private boolean isPoint(int transaction) {
        return compareStartToCommit(transaction, transaction) == 0;
    }

    private int compareStartToCommit(int starting, int committing) {
        int physical = Long.compare(history.startPhysical(starting), history.commitPhysical(committing));
        return physical != 0
                ? physical
                : Long.compare(history.startLogical(starting), history.commitLogical(committing));
    }

    /** The place of each session among all, by name: integers by value, then texts by the bytes of their UTF-8. */
    static int[] sessionRanks(History history) {
        Integer[] sessions = new Integer[history.sessions()];
        Arrays.setAll(sessions, session -> session);
        Arrays.sort(sessions, (a, b) -> compareNames(history, a, b));
        int[] ranks = new int[sessions.length];
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[sessions[rank]] = rank;
        }
        return ranks;
    }

    private static int compareNames(History history, int a, int b) {
        Scalars scalars = history.scalars();
        long codeOfA = history.sessionCode(a);
        long codeOfB = history.sessionCode(b);
        boolean bothPlain = Scalars.isPlain(codeOfA) && Scalars.isPlain(codeOfB);
        boolean isNumberA = scalars.kind(codeOfA) == Scalars.Kind.NUMBER;
        boolean isNumberB = scalars.kind(codeOfB) == Scalars.Kind.NUMBER;
        if (bothPlain) {
            return Long.compare(codeOfA, codeOfB);
        }
        if (isNumberA && isNumberB) {
            return new BigInteger(scalars.text(codeOfA)).compareTo(new BigInteger(scalars.text(codeOfB)));
        }
        return isNumberA != isNumberB
                ? (isNumberA ? -1 : 1)
                : Arrays.compareUnsigned(scalars.utf8(codeOfA), scalars.utf8(codeOfB));
    }
}
