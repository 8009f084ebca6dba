package org.isolde.check.weak;

import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.LaneVectors;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Ranges;
import org.isolde.check.facts.Subject;

import org.isolde.history.History;
import org.isolde.history.Workers;

/** The forced orderings of causal consistency: with vectors over chains where they fit into memory, else by blocks. */
final class CausalEngine {
    private CausalEngine() {}

    /**
     * @param budget how many bytes the vectors may take
     */
    static Saturation saturation(Subject subject, CausalOrder order, long budget) {
        Lanes chains = subject.sessionOrder ? Lanes.ofSessions(subject, order) : Lanes.greedy(subject, order);
        int transactions = subject.history.transactions();
        if (LaneVectors.bytes(transactions, chains.count) > budget) {
            chains = Lanes.greedy(subject, order);
        }
        return LaneVectors.bytes(transactions, chains.count) > budget
                ? new CausalByBlocks(subject, order)
                : byChains(subject, order, chains);
    }

    private static CausalConsistency byChains(Subject subject, CausalOrder order, Lanes chains) {
        History history = subject.history;
        LaneVectors[] rows = new LaneVectors[1];
        WriterIndex[] writers = new WriterIndex[1];
        VersionReads[] reads = new VersionReads[1];
        Runnable vectors = () -> rows[0] = HappensBefore.of(subject, order, chains);
        Runnable indexes = () -> {
            writers[0] = new WriterIndex(subject, order, chains);
            reads[0] = new VersionReads(subject, order);
        };
        if (Ranges.workers(history) == 1) {
            vectors.run();
            indexes.run();
        } else {
            Workers.compute(2, worker -> (worker == 0 ? vectors : indexes).run());
        }
        return new CausalConsistency(history, order, chains, rows[0], writers[0], reads[0]);
    }

    static String algorithm(Saturation saturation) {
        return saturation instanceof CausalConsistency ? "AWDIT, algorithm 3" : "reachability by blocks of writers";
    }
}
