package org.isolde.oracle;

import java.util.List;
import java.util.SplittableRandom;
import org.isolde.oracle.TinyHistory.Op;

/**
 * Simulated stores: histories in which transactions see what a policy lets them see.
 *
 * <p>Invariant: transactions are numbered in the order in which they commit.
 */
public final class TinyStores {
    private TinyStores() {}

    /**
     * What a transaction of a simulated store may see. The store commits one transaction after the other; a
     * transaction reads a key from the latest committed transaction that is visible to it.
     */
    public enum Policy {
        /** All. */
        SERIAL,
        /** A prefix with all of its session; no write over an unseen write. */
        SNAPSHOT,
        /** A prefix with all of its session. */
        PREFIX,
        /** A prefix. */
        STALE_PREFIX,
        /** A causally closed set with all of its session; no write over an unseen write. */
        PARALLEL_SNAPSHOT,
        /** A causally closed set with all of its session. */
        CAUSAL,
        /** A causally closed set. */
        STALE_CAUSAL,
        /** Any set with all of its session. */
        ATOMIC,
        /** Any set. */
        STALE_ATOMIC,
        /** A set closed under three of the four session guarantees. */
        THREE_GUARANTEES,
        /** A set closed under some of the four session guarantees. */
        SOME_GUARANTEES,
        /** A prefix that grows from operation to operation, with all of its session. */
        GROWING_PREFIX,
        /** Any set, and it grows from operation to operation. */
        GROWING_SET,
        /** Another prefix for each operation. */
        RANDOM_PREFIX
    }

    /**
     * How large a history is.
     *
     * @param writes how many of four operations are writes
     * @param blind whether no transaction reads a key that it writes
     */
    record Size(int txns, int sessions, int keys, int ops, int writes, boolean blind) {
        static Size any(SplittableRandom r) {
            return new Size(
                    3 + Math.max(r.nextInt(Draft.MAX_TXNS - 2), r.nextInt(Draft.MAX_TXNS - 2)),
                    1 + Math.max(r.nextInt(Draft.MAX_SESSIONS), r.nextInt(Draft.MAX_SESSIONS)),
                    1 + Math.max(r.nextInt(Draft.MAX_KEYS), r.nextInt(Draft.MAX_KEYS)),
                    Draft.MAX_OPS,
                    1 + r.nextInt(3),
                    false);
        }
    }

    /** A history of a store that lets transactions see what the policy says. */
    public static TinyHistory simulate(SplittableRandom r, Policy policy) {
        return simulate(r, policy, Size.any(r));
    }

    static TinyHistory simulate(SplittableRandom r, Policy policy, Size size) {
        Draft d = new Draft(r, size.keys());
        int guarantees = policy == Policy.THREE_GUARANTEES ? 15 ^ 1 << r.nextInt(4) : r.nextInt(16);
        boolean careful = policy == Policy.SNAPSHOT || policy == Policy.PARALLEL_SNAPSHOT;
        int[] readFrom = new int[size.txns()];
        for (int t = 0; t < size.txns(); t++) {
            int n = d.txn(r.nextInt(size.sessions()));
            int mine = sessionBefore(d, n);
            int visible = visible(r, policy, d, n, mine, readFrom, guarantees);
            for (int i = 1 + Math.max(r.nextInt(size.ops()), r.nextInt(size.ops())); i > 0; i--) {
                int key = r.nextInt(size.keys());
                boolean seesAll = latest(d, n, key, visible) == latest(d, n, key, -1);
                boolean write = r.nextInt(4) < size.writes() && (seesAll || !careful);
                if (size.blind() && d.txns.get(n).stream().anyMatch(o -> o.key() == key)) {
                    continue;
                }
                if (write) {
                    d.txns.get(n).add(d.write(key));
                } else {
                    d.txns.get(n).add(Op.read(key, valueSeen(d, n, key, visible)));
                    int writer = latest(d, n, key, visible);
                    boolean own = d.txns.get(n).stream().anyMatch(o -> o.writes() && o.key() == key);
                    readFrom[n] |= writer < 0 || own ? 0 : 1 << writer;
                }
                switch (policy) {
                    case GROWING_PREFIX -> visible |= below(Math.min(n, Integer.bitCount(visible) + r.nextInt(3)));
                    case GROWING_SET -> visible |= sparse(r, n);
                    case RANDOM_PREFIX -> visible = below(r.nextInt(n + 1));
                    default -> {}
                }
            }
        }
        return d.done();
    }

    private static int visible(
            SplittableRandom r, Policy policy, Draft d, int n, int mine, int[] readFrom, int guarantees) {
        int atLeast = mine == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(mine);
        return switch (policy) {
            case SERIAL -> below(n);
            case SNAPSHOT, PREFIX, GROWING_PREFIX -> below(atLeast + r.nextInt(n + 1 - atLeast));
            case STALE_PREFIX, RANDOM_PREFIX -> below(r.nextInt(n + 1));
            case PARALLEL_SNAPSHOT, CAUSAL -> closed(d, subset(r, n) | mine, n, readFrom, 15);
            case STALE_CAUSAL -> closed(d, subset(r, n), n, readFrom, 12);
            case ATOMIC -> subset(r, n) | mine;
            case STALE_ATOMIC -> subset(r, n);
            case THREE_GUARANTEES, SOME_GUARANTEES -> closed(d, subset(r, n), n, readFrom, guarantees);
            case GROWING_SET -> sparse(r, n);
        };
    }

    /** The set closed under: 1 my session, 2 what it read from, 4 sessions of members, 8 what these read from. */
    private static int closed(Draft d, int set, int n, int[] readFrom, int rules) {
        int closed = set;
        int mine = sessionBefore(d, n);
        for (int round = 0; round < n; round++) {
            closed |= (rules & 1) != 0 ? mine : 0;
            for (int t = 0; t < n; t++) {
                boolean member = (closed >> t & 1) != 0;
                closed |= (rules & 2) != 0 && (mine >> t & 1) != 0 ? readFrom[t] : 0;
                closed |= (rules & 4) != 0 && member ? sessionBefore(d, t) : 0;
                for (int s = 0; s <= t && (rules & 8) != 0 && member; s++) {
                    closed |= d.sessionOf.get(s).equals(d.sessionOf.get(t)) ? readFrom[s] : 0;
                }
            }
        }
        return closed;
    }

    private static int sessionBefore(Draft d, int n) {
        int set = 0;
        for (int t = 0; t < n; t++) {
            set |= d.sessionOf.get(t).equals(d.sessionOf.get(n)) ? 1 << t : 0;
        }
        return set;
    }

    /** The latest transaction before n in the set that writes the key; -1 if none. */
    private static int latest(Draft d, int n, int key, int set) {
        for (int t = n - 1; t >= 0; t--) {
            if ((set >> t & 1) != 0 && lastWrite(d.txns.get(t), key) != 0) {
                return t;
            }
        }
        return -1;
    }

    private static int valueSeen(Draft d, int n, int key, int set) {
        int own = lastWrite(d.txns.get(n), key);
        int writer = latest(d, n, key, set);
        return own != 0 ? own : writer < 0 ? 0 : lastWrite(d.txns.get(writer), key);
    }

    /** The last value written to the key; 0 if none. */
    private static int lastWrite(List<Op> ops, int key) {
        return ops.stream()
                .filter(o -> o.writes() && o.key() == key)
                .mapToInt(Op::value)
                .reduce(0, (a, b) -> b);
    }

    private static int below(int n) {
        return (1 << n) - 1;
    }

    /** A set of about a quarter of the transactions before n. */
    private static int sparse(SplittableRandom r, int n) {
        int half = subset(r, n);
        return half & subset(r, n);
    }

    /** Any set of transactions before n. */
    private static int subset(SplittableRandom r, int n) {
        return r.nextInt(1 << n);
    }
}
