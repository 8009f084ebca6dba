package org.isolde.check.polygraph;

import org.isolde.history.Level;

/**
 * What distinguishes the levels by dependency graph, for one engine that decides them all.
 *
 * <p>A transaction has a snapshot and a commit. Session order, real time and reads-from lead from a commit to a snapshot,
 * an anti-dependency from a snapshot to a commit, and a snapshot comes before its own commit. If both are one node, a cycle
 * is one of serializability; if they are two, a cycle is one of {@code (D ; rw?)}, for no two anti-dependencies can
 * follow each other. Version order leads to the snapshot (si: the first committer wins) or only to the commit (pc).
 *
 * @param level the level
 * @param sessions whether session order counts
 * @param realTime whether real time counts
 * @param snapshots whether a transaction has two nodes
 * @param conflicts whether of two concurrent writers of a key only one may commit, so that whoever overwrites what it read
 *     does so directly: every level here but pc
 * @param anti what anti-dependencies are
 */
public record LevelRules(
        Level level, boolean sessions, boolean realTime, boolean snapshots, boolean conflicts, Anti anti) {
    /** What anti-dependencies are. */
    enum Anti {
        /** Edges of the graph that has to be acyclic. */
        EDGE,
        /** No edges, but none may close a path: no cycle with exactly one of them (psi, cv). */
        NO_PATH,
        /** The same, but only for the writes of the key itself: no lost update (cs). */
        SAME_KEY
    }

    /**
     * @param sessionOrder whether session order counts where the level knows sessions
     */
    public static LevelRules of(Level level, boolean sessionOrder) {
        return switch (level) {
            case SER -> new LevelRules(level, sessionOrder, false, false, true, Anti.EDGE);
            case SSER -> new LevelRules(level, sessionOrder, true, false, true, Anti.EDGE);
            case RR -> new LevelRules(level, false, false, false, true, Anti.EDGE);
            case SI -> new LevelRules(level, sessionOrder, false, true, true, Anti.EDGE);
            case STRONG_SI -> new LevelRules(level, sessionOrder, true, true, true, Anti.EDGE);
            case PC -> new LevelRules(level, sessionOrder, false, true, false, Anti.EDGE);
            case PSI -> new LevelRules(level, sessionOrder, false, false, true, Anti.NO_PATH);
            case CV -> new LevelRules(level, false, false, false, true, Anti.NO_PATH);
            case CS -> new LevelRules(level, false, false, false, true, Anti.SAME_KEY);
            default -> throw new IllegalArgumentException(level.text());
        };
    }

    /** Whether a level asks for nothing but a graph without cycles, anti-dependencies among its edges. */
    public boolean isAcyclicity() {
        return anti == Anti.EDGE;
    }

    /** Nodes a transaction. */
    int width() {
        return snapshots ? 2 : 1;
    }
}
