package org.isolde.report.graph;

import java.util.List;
import org.isolde.check.EdgeKind;
import org.isolde.history.Status;
import org.isolde.report.Finding;

/**
 * The transactions of an anomaly and what orders them, ready to be drawn.
 *
 * <p>Invariant: arcs lead from node to node by their places in {@code nodes}, never from a node to itself; there are at most
 * {@link #MOST_NODES} nodes, whatever the anomaly.
 *
 * @param title what the graph shows, in a few words
 * @param nodes the transactions
 * @param arcs the orderings
 * @param order a row in which to put the nodes from top to bottom, or null
 * @param left how many transactions of the anomaly are not shown
 */
public record AnomalyGraph(String title, List<Node> nodes, List<Arc> arcs, int[] order, int left) {
    /** More than this nobody can follow. */
    public static final int MOST_NODES = 60;

    /** What a node is. */
    public enum Part {
        /** A transaction of the anomaly. */
        INVOLVED,
        /** One that it rests on: the writer of something that was read. */
        AROUND,
        /** The implicit one that wrote the initial versions. */
        INITIAL,
        /** Stands for the writer of what nobody wrote. */
        NOBODY,
        /** Stands for transactions that are left out. */
        MORE
    }

    /**
     * A node.
     *
     * @param transaction the number in the minimal history, or -1
     * @param session null where there is none
     * @param status null where there is none
     * @param timestamps the database's, as {@code start 5, commit 9}; null where there are none, or they don't matter
     */
    public record Node(
            Part part,
            int transaction,
            String name,
            String session,
            Status status,
            String timestamps,
            List<Line> lines) {}

    /** An operation of a node, and whether it is the one at fault. */
    public record Line(String text, boolean atFault) {}

    /** How an arc is meant. */
    public enum Meaning {
        /** A step of the cycle. */
        STEP,
        /** A step that holds only if the claim does not: the case shows that it can't; or what should have been, and was not. */
        SUPPOSED,
        /** Says where a value came from. */
        AROUND
    }

    /**
     * One comes before another.
     *
     * @param key the key's name, or null
     * @param because why, in words
     * @param step the place of the step in the story's cycle, or -1
     */
    public record Arc(int from, int to, EdgeKind kind, String key, String because, Meaning meaning, int step) {}

    /** The graph of a finding: of its cycle, or of the bad read. */
    public static AnomalyGraph of(Finding finding) {
        return new GraphBuilder(finding).whole();
    }

    /** The graph of one of a finding's cases: the cycle that the opposite of its claim would close. */
    public static AnomalyGraph ofCase(Finding finding, int number) {
        return new GraphBuilder(finding).ofCase(number);
    }
}
